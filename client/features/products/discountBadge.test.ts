import { discountBadge } from './discountBadge';

describe('discountBadge', () => {
  it('is worked out from both prices when the original price is there', () => {
    expect(discountBadge({ price: 119, originalPrice: 158.67, discount: 10 })).toBe(25);
    expect(discountBadge({ price: 80, originalPrice: 100, discount: 0 })).toBe(20);
    expect(discountBadge({ price: 100, originalPrice: 100, discount: 5 })).toBe(0);
  });

  it('is the discount value without an original price', () => {
    expect(discountBadge({ price: 80, originalPrice: null, discount: 15 })).toBe(15);
    expect(discountBadge({ price: 80, discount: 0 })).toBe(0);
  });

  it('never divides by zero', () => {
    expect(discountBadge({ price: 0, originalPrice: 0, discount: 0 })).toBe(0);
  });
});
