import { amountToFreeShipping, percentToFreeShipping } from './freeShipping';

const meterOf = (subtotal: number, above: number) => {
  const missing = amountToFreeShipping(subtotal, above);
  return { missing, percent: percentToFreeShipping(subtotal, missing) };
};

describe('free shipping', () => {
  it('C10 misses the amount to the first cent above the limit', () => {
    expect(meterOf(0, 5_000)).toEqual({ missing: 5_001, percent: 0 });
    expect(meterOf(3_800, 5_000)).toEqual({ missing: 1_201, percent: 75 });
    expect(meterOf(4_999, 5_000)).toEqual({ missing: 2, percent: 99 });
  });

  it('is reached above $50, not at $50', () => {
    expect(meterOf(5_000, 5_000)).toEqual({ missing: 1, percent: 99 });
    expect(meterOf(5_001, 5_000)).toEqual({ missing: 0, percent: 100 });
    expect(meterOf(10_900, 5_000)).toEqual({ missing: 0, percent: 100 });
  });

  it('C49 uses the given limit', () => {
    expect(meterOf(5_001, 7_990)).toEqual({ missing: 2_990, percent: 62 });
    expect(meterOf(1, 0)).toEqual({ missing: 0, percent: 100 });
  });
});
