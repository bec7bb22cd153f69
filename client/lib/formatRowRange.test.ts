import { formatRowRange } from './formatRowRange';

describe('formatRowRange', () => {
  it('shows the range and the total', () => {
    expect(formatRowRange({ start: 0, end: 24, total: 60, totalIsExact: true })).toBe('1–24 of 60');
    expect(formatRowRange({ start: 48, end: 60, total: 60, totalIsExact: true })).toBe('49–60 of 60');
    expect(formatRowRange({ start: 0, end: 0, total: 0, totalIsExact: true })).toBe('');
  });

  it('shows a plus sign behind a capped total, also beyond the cap', () => {
    expect(formatRowRange({ start: 24, end: 48, total: 1000, totalIsExact: false })).toBe('25–48 of 1,000+');
    expect(formatRowRange({ start: 1008, end: 1032, total: 1000, totalIsExact: false })).toBe('1,009–1,032 of 1,032+');
  });
});
