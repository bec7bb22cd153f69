/** The maximum total of a purchase, $999,999.99. */
export const maxTotalCents = 99_999_999;

const basisPoints = 10_000n;

/** A rate in basis points of an amount, rounded half up to the cent. Amounts are never negative. */
export function rateOf(cents: number, rate: number): number {
  return Number((2n * BigInt(cents) * BigInt(rate) + basisPoints) / (2n * basisPoints));
}

/** The tax included in an amount; the net is rounded half up to the cent. */
export function taxWithin(cents: number, rate: number): number {
  const divisor = basisPoints + BigInt(rate);
  return cents - Number((2n * BigInt(cents) * basisPoints + divisor) / (2n * divisor));
}
