import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { dayRange } from './dayRange';

const source = transformSync(readFileSync(join(__dirname, 'dayRange.ts'), 'utf8'), {
  loader: 'ts',
  format: 'cjs',
}).code;

/** In a process of its own: a running one cannot change its time zone. */
function rangesIn(zone: string, dates: readonly string[]): string[] {
  const script = `${source}; console.log(JSON.stringify(${JSON.stringify(dates)}.map((date) => module.exports.dayRange(date))))`;
  const output = execFileSync(process.execPath, ['-e', script], {
    env: { ...process.env, TZ: zone },
    encoding: 'utf8',
  });
  return (JSON.parse(output) as ({ from: string; to: string } | null)[]).map((range) =>
    range ? `${range.from} ${range.to}` : 'none',
  );
}

describe('M38: dayRange is the calendar day of the browser', () => {
  it.each([
    ['UTC', '2026-11-18', '2026-11-18T00:00:00.000Z 2026-11-19T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-18', '2026-11-17T10:00:00.000Z 2026-11-18T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-11-18', '2026-11-18T11:00:00.000Z 2026-11-19T11:00:00.000Z'],
    ['Asia/Kathmandu', '2024-02-29', '2024-02-28T18:15:00.000Z 2024-02-29T18:15:00.000Z'],
    // Days of 23 and of 25 hours.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z 2026-03-09T04:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z 2026-10-25T23:00:00.000Z'],
    // The clock skips midnight: 23:59 is followed by 1:00.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z 2026-04-24T21:00:00.000Z'],
    // Midnight occurs twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z 2026-11-02T05:00:00.000Z'],
    // The day was skipped.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z 2011-12-30T10:00:00.000Z'],
    ['UTC', '0099-12-31', '0099-12-31T00:00:00.000Z 0100-01-01T00:00:00.000Z'],
    // The API takes years of four digits.
    ['UTC', '9999-12-30', '9999-12-30T00:00:00.000Z 9999-12-31T00:00:00.000Z'],
    ['UTC', '9999-12-31', 'none'],
    ['Pacific/Kiritimati', '9999-12-31', '9999-12-30T10:00:00.000Z 9999-12-31T10:00:00.000Z'],
    ['Asia/Tokyo', '0000-01-01', 'none'],
  ])('%s %s', (zone, date, range) => {
    expect(rangesIn(zone, [date])).toEqual([range]);
  });

  it('the days of a year have no gap or overlap, in a time zone that skips midnight', () => {
    const days = Array.from({ length: 365 }, (_, day) =>
      new Date(Date.UTC(2017, 0, 1 + day)).toISOString().slice(0, 10),
    );
    const ranges = rangesIn('America/Sao_Paulo', days).map((range) => range.split(' '));
    for (const at of [...days.keys()].slice(1)) expect(ranges[at]?.[0]).toBe(ranges[at - 1]?.[1]);
  });

  it.each([
    '',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '18.11.2026',
    '2026-11-18T00:00',
    '12026-01-01',
  ])('returns undefined for %j', (date) => {
    expect(dayRange(date)).toBeUndefined();
  });
});
