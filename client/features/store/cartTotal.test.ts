import { buyableCents, cartTotal } from './cartTotal';

describe('cartTotal', () => {
  it('adds the prices', () => {
    expect(cartTotal([])).toBe(0);
    expect(cartTotal([{ price: 38 }, { price: 39 }, { price: 32 }])).toBe(109);
  });

  it('counts a missing price as 0', () => {
    expect(cartTotal([{ price: 5 }, {}, { price: null }])).toBe(5);
  });

  it('has no floating-point error', () => {
    expect(cartTotal([{ price: 0.1 }, { price: 0.2 }])).toBe(0.3);
    expect(cartTotal(Array.from({ length: 10 }, () => ({ price: 19.99 })))).toBe(199.9);
  });
});

test('only available products count towards free shipping', () => {
  const items = [
    { price: 5, notice: null },
    { price: 7, notice: 'PRICE_CHANGED' as const },
    { price: 11, notice: 'OUT_OF_STOCK' as const },
    { price: 13, notice: 'UNAVAILABLE' as const },
  ];
  expect(buyableCents(items)).toBe(1_200);
});
