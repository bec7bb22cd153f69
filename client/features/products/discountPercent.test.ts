import { discountPercent } from './discountPercent';

describe('discountPercent', () => {
  it('is computed from both prices when there is an original price', () => {
    expect(discountPercent({ price: 119, originalPrice: 158.67, discount: 10 })).toBe(25);
    expect(discountPercent({ price: 80, originalPrice: 100, discount: 0 })).toBe(20);
    expect(discountPercent({ price: 100, originalPrice: 100, discount: 5 })).toBe(0);
  });

  it('is the discount value when there is no original price', () => {
    expect(discountPercent({ price: 80, originalPrice: null, discount: 15 })).toBe(15);
    expect(discountPercent({ price: 80, discount: 0 })).toBe(0);
  });

  it('is 0 for an original price of 0', () => {
    expect(discountPercent({ price: 0, originalPrice: 0, discount: 0 })).toBe(0);
  });
});
