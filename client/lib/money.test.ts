import { formatMoney } from './money';

describe('formatMoney', () => {
  it('formats two decimals behind a dollar sign', () => {
    expect(formatMoney(12.5)).toBe('$12.50');
    expect(formatMoney(1299)).toBe('$1,299.00');
    expect(formatMoney(0)).toBe('$0.00');
  });

  it('rounds floating-point errors away', () => {
    expect(formatMoney(0.1 + 0.2)).toBe('$0.30');
    expect(formatMoney(1.005 * 100)).toBe('$100.50');
  });
});
