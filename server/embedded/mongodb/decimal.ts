/** digits × 10^exponent, exactly. */
export interface Decimal {
  digits: bigint;
  exponent: number;
}

/** null: no finite number. A zero may be `negative` too. */
export function parseDecimal(text: string): (Decimal & { negative: boolean }) | null {
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return { negative: sign === '-', digits, exponent: Number(exponent) - fraction.length };
}
