import { freeShipping } from './freeShipping';

describe('freeShipping', () => {
  it('C10 reports what is missing to the first cent above', () => {
    expect(freeShipping(0)).toEqual({ reached: false, missing: 50.01, percent: 0 });
    expect(freeShipping(38)).toEqual({ reached: false, missing: 12.01, percent: 75 });
    expect(freeShipping(49.99)).toEqual({ reached: false, missing: 0.02, percent: 99 });
  });

  it('is reached over $50, not at $50', () => {
    expect(freeShipping(50)).toEqual({ reached: false, missing: 0.01, percent: 99 });
    expect(freeShipping(50.01)).toEqual({ reached: true, missing: 0, percent: 100 });
    expect(freeShipping(109)).toEqual({ reached: true, missing: 0, percent: 100 });
  });
});
