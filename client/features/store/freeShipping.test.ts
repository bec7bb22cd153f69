import { freeShipping } from './freeShipping';

describe('freeShipping', () => {
  it('C10 returns the amount missing to the first cent above the limit', () => {
    expect(freeShipping(0, 5_000)).toEqual({ reached: false, missing: 50.01, percent: 0 });
    expect(freeShipping(38, 5_000)).toEqual({ reached: false, missing: 12.01, percent: 75 });
    expect(freeShipping(49.99, 5_000)).toEqual({ reached: false, missing: 0.02, percent: 99 });
  });

  it('is reached above $50, not at $50', () => {
    expect(freeShipping(50, 5_000)).toEqual({ reached: false, missing: 0.01, percent: 99 });
    expect(freeShipping(50.01, 5_000)).toEqual({ reached: true, missing: 0, percent: 100 });
    expect(freeShipping(109, 5_000)).toEqual({ reached: true, missing: 0, percent: 100 });
  });

  it('C49 uses the given limit', () => {
    expect(freeShipping(50.01, 7_990)).toEqual({ reached: false, missing: 29.9, percent: 62 });
    expect(freeShipping(0.01, 0)).toEqual({ reached: true, missing: 0, percent: 100 });
  });
});
