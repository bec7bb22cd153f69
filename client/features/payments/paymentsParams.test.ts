import { adjacentDay, problemOf, readParams, writeParams } from './paymentsParams';

beforeEach(() => jest.useFakeTimers({ now: Date.parse('2026-11-25T23:59:59.000Z') }));
afterEach(() => jest.useRealTimers());

const read = (address: string) => readParams(new URLSearchParams(address));

test('the day defaults to today in UTC, and an unknown status is ignored', () => {
  expect(read('')).toEqual({ day: '2026-11-25', status: '' });
  expect(writeParams({ day: '2026-11-25', status: '' }).toString()).toBe('');
  expect(read('day=2026-11-24&status=WAITING')).toEqual({ day: '2026-11-24', status: 'WAITING' });
  expect(writeParams({ day: '2026-11-24', status: 'WAITING' }).toString()).toBe('day=2026-11-24&status=WAITING');
  expect(read('status=OTHER').status).toBe('');
});

test.each([
  ['2026-11-25', undefined],
  ['2024-02-29', undefined],
  ['2026-11-26', 'Choose a day that is not to come.'],
  ['2026-02-29', 'Choose a day.'],
  ['yesterday', 'Choose a day.'],
  ['', 'Choose a day.'],
])('validates the day %j', (day, problem) => {
  expect(problemOf(day)).toBe(problem);
});

test('adjacentDay crosses the ends of months and years', () => {
  expect(adjacentDay('2026-03-01', -1)).toBe('2026-02-28');
  expect(adjacentDay('2025-12-31', 1)).toBe('2026-01-01');
  expect(adjacentDay('none', -1)).toBe('2026-11-25');
});
