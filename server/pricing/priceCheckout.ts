import { rateOf, taxWithin } from './cents';

export type TaxClass = 'standard' | 'reduced' | 'zero';

export interface LineToPrice {
  readonly unitPriceCents: number;
  readonly quantity: number;
  readonly taxClass: TaxClass;
}

export interface ShippingPrice {
  readonly priceCents: number;
  /** Free shipping above this subtotal; null: never. */
  readonly freeAboveCents: number | null;
}

export interface TaxRates {
  /** In basis points: 725 is 7.25 %. */
  readonly rates: Readonly<Record<TaxClass, number>>;
  /** null: shipping is not taxed. */
  readonly shippingRate: number | null;
}

export interface CheckoutToPrice {
  readonly lines: readonly LineToPrice[];
  /** null until a method is chosen. */
  readonly shipping: ShippingPrice | null;
  /** null: no zone contains the address, or there is none yet. */
  readonly tax: TaxRates | null;
  readonly pricesIncludeTax: boolean;
}

export interface PricedLine {
  /** Unit price times quantity. */
  readonly totalCents: number;
  /** In basis points. */
  readonly taxRate: number;
  readonly taxCents: number;
}

/** The amounts due, in integer cents. */
export interface Totals {
  readonly lines: readonly PricedLine[];
  readonly subtotalCents: number;
  readonly shippingCents: number;
  /** Of lines and shipping, each rounded separately, so that an invoice's lines add up. */
  readonly taxCents: number;
  readonly taxIncluded: boolean;
  readonly totalCents: number;
}

/** The one function that sums a purchase, for cart, checkout, order and refund. */
export function priceCheckout({ lines, shipping, tax, pricesIncludeTax }: CheckoutToPrice): Totals {
  const taxOf = pricesIncludeTax ? taxWithin : rateOf;
  const priced = lines.map(({ unitPriceCents, quantity, taxClass }) => {
    const totalCents = unitPriceCents * quantity;
    const taxRate = tax?.rates[taxClass] ?? 0;
    return { totalCents, taxRate, taxCents: taxOf(totalCents, taxRate) };
  });
  const subtotalCents = sumOf(priced.map(({ totalCents }) => totalCents));
  const shippingCents = shipping === null ? 0 : shippingCost(shipping, subtotalCents);
  const taxCents = sumOf(priced.map((line) => line.taxCents)) + taxOf(shippingCents, tax?.shippingRate ?? 0);
  const totalCents = subtotalCents + shippingCents + (pricesIncludeTax ? 0 : taxCents);
  return { lines: priced, subtotalCents, shippingCents, taxCents, taxIncluded: pricesIncludeTax, totalCents };
}

export const shippingCost = ({ priceCents, freeAboveCents }: ShippingPrice, goodsCents: number): number =>
  freeAboveCents !== null && goodsCents > freeAboveCents ? 0 : priceCents;

/** The amount still missing for free shipping. 0: shipping is free. */
export const amountToFreeShipping = (goodsCents: number, freeAboveCents: number): number =>
  Math.max(0, freeAboveCents + 1 - goodsCents);

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
