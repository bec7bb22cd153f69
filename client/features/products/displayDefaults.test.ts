import { displayDefaults } from './displayDefaults';

const bare = { price: 20, discount: 5, categories: [] };

describe('displayDefaults', () => {
  it('fills in missing fields', () => {
    expect(displayDefaults(bare, 'grid')).toEqual({
      originalPrice: 25,
      rating: 4.5,
      reviewCount: 10,
      mainCategory: 'General',
      subcategory: undefined,
    });
    expect(displayDefaults(bare, 'featured').reviewCount).toBe(0);
  });

  it('keeps stored values, including 0', () => {
    const stored = { ...bare, originalPrice: 30, rating: 0, reviewCount: 0, categories: ['Fashion', 'Hats'] };
    expect(displayDefaults(stored, 'grid')).toEqual({
      originalPrice: 30,
      rating: 0,
      reviewCount: 0,
      mainCategory: 'Fashion',
      subcategory: 'Hats',
    });
  });

  it('adds price and discount without a floating-point error', () => {
    expect(displayDefaults({ ...bare, price: 0.1, discount: 0.2 }, 'grid').originalPrice).toBe(0.3);
  });
});
