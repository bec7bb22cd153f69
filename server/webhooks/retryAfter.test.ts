import { retryAfterMs } from './retryAfter';

const now = new Date('2026-11-28T12:00:00.000Z');

test.each<[string, number, string | undefined, number]>([
  ['seconds', 429, '90', 90],
  ['seconds of one that is away', 503, ' 90 ', 90],
  ['a date', 503, 'Sat, 28 Nov 2026 12:10:00 GMT', 600],
  ['a date that is over', 429, 'Sat, 28 Nov 2026 11:00:00 GMT', 0],
  ['more than an hour', 429, '7200', 3_600],
  ['more seconds than a number holds', 429, '9'.repeat(400), 3_600],
  ['a date of another year', 503, 'Sun, 28 Nov 2027 12:00:00 GMT', 3_600],
  ['no header', 429, undefined, 0],
  ['another status', 500, '90', 0],
  ['no number', 429, 'soon', 0],
  ['a fraction', 429, '1.5', 0],
  ['less than nothing', 429, '-90', 0],
  ['no date', 429, 'Sat, 99 Nov 2026 12:10:00 GMT', 0],
  ['nothing', 429, '', 0],
])('retryAfterMs for %s', (_kind, status, header, seconds) => {
  expect(retryAfterMs(status, header, now)).toBe(seconds * 1_000);
});
