/** The largest sum of one purchase, $999,999.99; more is agreed on in person. */
export const maxTotalCents = 99_999_999;

const basisPoints = 10_000n;

/** A rate in basis points of an amount, rounded half up to the cent. Amounts are never negative. */
export function rateOf(cents: number, rate: number): number {
  return Number((2n * BigInt(cents) * BigInt(rate) + basisPoints) / (2n * basisPoints));
}

/** The tax in an amount that includes it: what is left without it is rounded half up to the cent. */
export function taxWithin(cents: number, rate: number): number {
  const divisor = basisPoints + BigInt(rate);
  return cents - Number((2n * BigInt(cents) * basisPoints + divisor) / (2n * divisor));
}
