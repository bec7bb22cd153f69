import fc from 'fast-check';
import { rateOf, taxWithin } from './cents';
import { amountToFreeShipping, priceCheckout, type CheckoutToPrice, type TaxClass } from './priceCheckout';

const numRuns = Number(process.env['KIOSK_PROPERTY_CASES'] ?? 500);
const california = { rates: { standard: 725, reduced: 725, zero: 0 }, shippingRate: null };
const line = (unitPriceCents: number, quantity: number, taxClass: TaxClass = 'standard') => ({
  unitPriceCents,
  quantity,
  taxClass,
});

describe('priceCheckout', () => {
  const lines = [line(3_800, 2), line(5_800, 1), line(8_400, 1)];
  const standard = { priceCents: 499, freeAboveCents: 5_000 };

  test('C16 rounds tax half up for each line, and sums it', () => {
    const totals = priceCheckout({ lines, shipping: standard, tax: california, pricesIncludeTax: false });
    expect(totals.lines.map(({ taxCents }) => taxCents)).toEqual([551, 421, 609]);
    expect(totals).toMatchObject({ subtotalCents: 21_800, shippingCents: 0, taxCents: 1_581, totalCents: 23_381 });
  });

  test.each([
    ['exactly the limit is not free', 5_000, 499],
    ['a cent more is free', 5_001, 0],
  ])('C16 shipping: %s', (_title, cents, shippingCents) => {
    expect(
      priceCheckout({ lines: [line(cents, 1)], shipping: standard, tax: null, pricesIncludeTax: false }),
    ).toMatchObject({ shippingCents });
  });

  test('C10 amountToFreeShipping counts to the first cent above the limit', () => {
    expect(amountToFreeShipping(3_800, 5_000)).toBe(1_201);
    expect(amountToFreeShipping(5_000, 5_000)).toBe(1);
    expect(amountToFreeShipping(5_001, 5_000)).toBe(0);
  });

  test('C16 prices that include tax stay unchanged, and the included tax is shown', () => {
    const germany = { rates: { standard: 1_900, reduced: 700, zero: 0 }, shippingRate: 1_900 };
    const totals = priceCheckout({
      lines: [line(11_900, 1), line(1_070, 1, 'reduced'), line(500, 1, 'zero')],
      shipping: { priceCents: 595, freeAboveCents: null },
      tax: germany,
      pricesIncludeTax: true,
    });
    expect(totals.lines.map(({ taxCents }) => taxCents)).toEqual([1_900, 70, 0]);
    expect(totals).toMatchObject({ taxCents: 1_900 + 70 + 95, totalCents: 11_900 + 1_070 + 500 + 595 });
  });
});

const rate = fc.integer({ min: 0, max: 10_000 });
const purchase: fc.Arbitrary<CheckoutToPrice> = fc.record({
  lines: fc.array(
    fc.record({
      unitPriceCents: fc.integer({ min: 0, max: 100_000_000 }),
      quantity: fc.integer({ min: 1, max: 99 }),
      taxClass: fc.constantFrom<TaxClass>('standard', 'reduced', 'zero'),
    }),
    { maxLength: 20 },
  ),
  shipping: fc.option(
    fc.record({ priceCents: fc.nat(100_000), freeAboveCents: fc.option(fc.nat(100_000), { nil: null }) }),
    { nil: null },
  ),
  tax: fc.option(
    fc.record({
      rates: fc.record({ standard: rate, reduced: rate, zero: fc.constant(0) }),
      shippingRate: fc.option(rate, { nil: null }),
    }),
    { nil: null },
  ),
  pricesIncludeTax: fc.boolean(),
});

test('C16 I5 the total is the sum of the shown parts in whole cents, and no tax exceeds its base', () => {
  fc.assert(
    fc.property(purchase, (given) => {
      const { lines, subtotalCents, shippingCents, taxCents, totalCents, taxIncluded } = priceCheckout(given);
      const sum = lines.reduce((total, each) => total + each.totalCents, 0);
      expect(subtotalCents).toBe(sum);
      expect(totalCents).toBe(subtotalCents + shippingCents + (taxIncluded ? 0 : taxCents));
      for (const value of [...lines.flatMap((each) => [each.totalCents, each.taxCents]), totalCents])
        expect(Number.isSafeInteger(value) && value >= 0).toBe(true);
      expect(taxCents).toBeLessThanOrEqual(subtotalCents + shippingCents);
    }),
    { numRuns },
  );
});

test('a tax within a price is the tax on the rest of it, within one cent', () => {
  fc.assert(
    fc.property(fc.nat(99_999_999), rate, (cents, basisPoints) => {
      const tax = taxWithin(cents, basisPoints);
      expect(Math.abs(rateOf(cents - tax, basisPoints) - tax)).toBeLessThanOrEqual(1);
    }),
    { numRuns },
  );
});
