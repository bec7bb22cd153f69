import { formatPeriod, paramsOf, periodsOf, problemOf, rangeOf, readParams, writeParams } from './reportParams';

const now = Date.UTC(2026, 10, 27, 23, 30);
beforeEach(() => jest.useFakeTimers({ now }));
afterEach(() => jest.useRealTimers());

test('preset ranges end today in UTC, or with the last month', () => {
  expect(paramsOf('7', now)).toEqual({ from: '2026-11-21', to: '2026-11-27', by: 'DAY' });
  expect(paramsOf('30', now)).toEqual({ from: '2026-10-29', to: '2026-11-27', by: 'DAY' });
  expect(paramsOf('month', now)).toEqual({ from: '2026-11-01', to: '2026-11-27', by: 'DAY' });
  expect(paramsOf('lastMonth', now)).toEqual({ from: '2026-10-01', to: '2026-10-31', by: 'DAY' });
  expect(paramsOf('12', now)).toEqual({ from: '2025-12-01', to: '2026-11-27', by: 'MONTH' });
  expect(paramsOf('year', now)).toEqual({ from: '2026-01-01', to: '2026-11-27', by: 'MONTH' });
  expect(paramsOf('lastMonth', Date.UTC(2026, 0, 31))).toEqual({ from: '2025-12-01', to: '2025-12-31', by: 'DAY' });
});

test('the URL gives the days, by default the last 30', () => {
  expect(readParams(new URLSearchParams())).toEqual(paramsOf('30', now));
  const own = { from: '2026-01-05', to: '2026-01-07', by: 'MONTH' } as const;
  expect(readParams(writeParams(own))).toEqual(own);
  expect(rangeOf(own)).toBe('');
  expect(rangeOf(readParams(writeParams(paramsOf('12', now))))).toBe('12');
  expect(readParams(new URLSearchParams('by=YEAR&from=x'))).toEqual({ from: 'x', to: '', by: 'DAY' });
});

test('explains why a range is invalid', () => {
  const problem = (from: string, to: string, by: 'DAY' | 'MONTH' = 'DAY') => problemOf({ from, to, by });
  expect(problem('2026-11-01', '2026-11-27')).toBeUndefined();
  expect(problem('2026-11-27', '2026-11-27')).toBeUndefined();
  expect(problem('', '2026-11-27')).toBe('Choose the first and the last day.');
  expect(problem('2026-02-30', '2026-11-27')).toBe('Choose the first and the last day.');
  expect(problem('2026-11-28', '2026-11-27')).toBe('The last day is before the first one.');
  expect(problem('2024-11-26', '2026-11-27')).toBeUndefined();
  expect(problem('2024-11-25', '2026-11-27')).toBe(
    "By day a report has at most 732 days. Choose 'By month', or fewer days.",
  );
  expect(problem('2024-11-25', '2026-11-27', 'MONTH')).toBeUndefined();
  expect(problem('2016-11-01', '2026-11-27', 'MONTH')).toBe('A report has at most 3,660 days.');
});

test('lists and labels all days or months of a range', () => {
  expect(periodsOf({ from: '2026-02-27', to: '2026-03-01', by: 'DAY' })).toEqual([
    ...['2026-02-27', '2026-02-28', '2026-03-01'],
  ]);
  expect(periodsOf({ from: '2025-12-31', to: '2026-02-01', by: 'MONTH' })).toEqual(['2025-12', '2026-01', '2026-02']);
  expect(formatPeriod('2026-03-01', { from: '2026-02-27', to: '2026-03-01' })).toBe('Mar 1');
  expect(formatPeriod('2026-03-01', { from: '2025-12-31', to: '2026-03-01' })).toBe('Mar 1, 2026');
  expect(formatPeriod('2026-03', { from: '2026-02-27', to: '2026-03-01' })).toBe('Mar 2026');
});
