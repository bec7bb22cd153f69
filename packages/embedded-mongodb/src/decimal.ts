/** digits × 10^exponent, exactly. */
export interface Decimal {
  digits: bigint;
  exponent: number;
}

/** null: not a finite number. A zero may be `negative` too. */
export function parseDecimal(text: string): (Decimal & { negative: boolean }) | null {
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  return { negative: sign === '-', digits, exponent: Number(exponent) - fraction.length };
}

/** A Decimal128 value: a finite one is ±digits × 10^exponent. */
export type Decimal128Value =
  | { readonly kind: 'finite'; readonly negative: boolean; readonly digits: bigint; readonly exponent: number }
  | { readonly kind: 'infinite'; readonly negative: boolean }
  | { readonly kind: 'NaN' };

type Finite = Extract<Decimal128Value, { kind: 'finite' }>;

const maxDigits = 34;
const minExponent = -6176;
const maxExponent = 6111;
const notANumber: Decimal128Value = { kind: 'NaN' };

export function decimalOf(text: string): Decimal128Value {
  const parsed = parseDecimal(text);
  if (!parsed) return text === 'NaN' ? notANumber : { kind: 'infinite', negative: text.startsWith('-') };
  const { digits, exponent, negative } = parsed;
  return { kind: 'finite', negative, digits: digits < 0n ? -digits : digits, exponent };
}

export function decimalOfInteger(value: bigint): Decimal128Value {
  return { kind: 'finite', negative: value < 0n, digits: value < 0n ? -value : value, exponent: 0 };
}

/** Drops the given number of trailing digits, rounding half to even. `sticky`: non-zero digits follow the last one. */
function withoutDigits(digits: bigint, count: number, sticky = false): bigint {
  if (count <= 0) return digits;
  const unit = 10n ** BigInt(count);
  const [kept, rest] = [digits / unit, (digits % unit) * 2n];
  const isUp = rest > unit || (rest === unit && (sticky || kept % 2n === 1n));
  return isUp ? kept + 1n : kept;
}

/** Rounds to the nearest Decimal128 value. */
export function rounded(value: Decimal128Value, sticky = false): Decimal128Value {
  if (value.kind !== 'finite') return value;
  let { digits, exponent } = value;
  const surplus = Math.max(digits.toString().length - maxDigits, minExponent - exponent);
  if (surplus > 0) {
    digits = withoutDigits(digits, surplus, sticky);
    exponent += surplus;
  }
  if (digits.toString().length > maxDigits) {
    digits /= 10n;
    exponent++;
  }
  if (digits === 0n) exponent = Math.min(exponent, maxExponent);
  while (exponent > maxExponent && digits.toString().length < maxDigits) {
    digits *= 10n;
    exponent--;
  }
  if (exponent > maxExponent) return { kind: 'infinite', negative: value.negative };
  return { ...value, digits, exponent };
}

export function textOfDecimal(value: Decimal128Value): string {
  if (value.kind === 'NaN') return 'NaN';
  const sign = value.negative ? '-' : '';
  return value.kind === 'infinite' ? `${sign}Infinity` : `${sign}${value.digits}E${value.exponent}`;
}

const signed = ({ digits, negative }: Finite): bigint => (negative ? -digits : digits);

function aligned(a: Finite, b: Finite): { x: bigint; y: bigint; exponent: number } {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (value: Finite) => signed(value) * 10n ** BigInt(value.exponent - exponent);
  return { x: scaled(a), y: scaled(b), exponent };
}

export function addDecimals(a: Decimal128Value, b: Decimal128Value): Decimal128Value {
  if (a.kind === 'NaN' || b.kind === 'NaN') return notANumber;
  if (a.kind === 'infinite') return b.kind === 'infinite' && a.negative !== b.negative ? notANumber : a;
  if (b.kind === 'infinite') return b;
  const { x, y, exponent } = aligned(a, b);
  const sum = x + y;
  const negative = sum < 0n || (sum === 0n && a.negative && b.negative);
  return rounded({ kind: 'finite', negative, digits: sum < 0n ? -sum : sum, exponent });
}

export function negated(value: Decimal128Value): Decimal128Value {
  return value.kind === 'NaN' ? value : { ...value, negative: !value.negative };
}

export function isZeroDecimal(value: Decimal128Value): boolean {
  return value.kind === 'finite' && value.digits === 0n;
}

export function multiplyDecimals(a: Decimal128Value, b: Decimal128Value): Decimal128Value {
  if (a.kind === 'NaN' || b.kind === 'NaN') return notANumber;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinite' || b.kind === 'infinite')
    return isZeroDecimal(a) || isZeroDecimal(b) ? notANumber : { kind: 'infinite', negative };
  return rounded({ kind: 'finite', negative, digits: a.digits * b.digits, exponent: a.exponent + b.exponent });
}

/** Removes trailing zeros of an exact result down to its ideal exponent. */
function withIdealExponent(value: Finite, ideal: number): Decimal128Value {
  let { digits, exponent } = value;
  if (digits === 0n) return rounded({ ...value, exponent: ideal });
  while (exponent < ideal && digits % 10n === 0n) {
    digits /= 10n;
    exponent++;
  }
  return rounded({ ...value, digits, exponent });
}

export function divideDecimals(a: Decimal128Value, b: Decimal128Value): Decimal128Value {
  if (a.kind === 'NaN' || b.kind === 'NaN') return notANumber;
  const negative = a.negative !== b.negative;
  if (a.kind === 'infinite') return b.kind === 'infinite' ? notANumber : { kind: 'infinite', negative };
  if (b.kind === 'infinite') return { kind: 'finite', negative, digits: 0n, exponent: minExponent };
  if (b.digits === 0n) return a.digits === 0n ? notANumber : { kind: 'infinite', negative };
  const shift = Math.max(0, maxDigits + 2 + b.digits.toString().length - a.digits.toString().length);
  const numerator = a.digits * 10n ** BigInt(shift);
  const value: Finite = {
    kind: 'finite',
    negative,
    digits: numerator / b.digits,
    exponent: a.exponent - b.exponent - shift,
  };
  if (numerator % b.digits === 0n) return withIdealExponent(value, a.exponent - b.exponent);
  return rounded(value, true);
}

/** The remainder of a truncated division; it has the sign of a. */
export function remainderOfDecimals(a: Decimal128Value, b: Decimal128Value): Decimal128Value {
  if (a.kind !== 'finite' || b.kind === 'NaN' || isZeroDecimal(b)) return notANumber;
  if (b.kind === 'infinite') return a;
  const { x, y, exponent } = aligned(a, b);
  const rest = x % y;
  return rounded({ kind: 'finite', negative: a.negative, digits: rest < 0n ? -rest : rest, exponent });
}

export type Rounding = 'nearest' | 'down' | 'floor' | 'ceiling';

/** Rounds to a number of decimal places, or before the decimal point if negative. */
export function toPlaces(value: Decimal128Value, places: number, how: Rounding): Decimal128Value {
  if (value.kind !== 'finite') return value;
  const count = -places - value.exponent;
  if (count < 0) return rounded({ ...value, digits: value.digits * 10n ** BigInt(-count), exponent: -places });
  if (how === 'nearest') return { ...value, digits: withoutDigits(value.digits, count), exponent: -places };
  const unit = 10n ** BigInt(count);
  const isAway = value.digits % unit !== 0n && how === (value.negative ? 'floor' : 'ceiling');
  return { ...value, digits: value.digits / unit + (isAway ? 1n : 0n), exponent: -places };
}

function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

export function rootOfDecimal(value: Decimal128Value): Decimal128Value {
  if (value.kind === 'NaN' || isZeroDecimal(value)) return value.kind === 'finite' ? halved(value) : value;
  if (value.negative) return notANumber;
  if (value.kind === 'infinite') return value;
  const shift = 2 * (maxDigits + 2) + (Math.abs(value.exponent) % 2);
  const scaled = value.digits * 10n ** BigInt(shift);
  const digits = integerRoot(scaled);
  const root: Finite = { kind: 'finite', negative: false, digits, exponent: (value.exponent - shift) / 2 };
  return digits * digits === scaled ? withIdealExponent(root, Math.floor(value.exponent / 2)) : rounded(root, true);
}

const halved = (value: Finite): Decimal128Value => ({ ...value, exponent: Math.floor(value.exponent / 2) });
