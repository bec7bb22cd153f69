import { exactOfDouble } from '../numberKey';

/** Fraction bits: far more than the 53 of a double, so that the result can be rounded correctly. */
const fractionBits = 320;
const scaleBits = BigInt(fractionBits);
const fixedOne = 1n << scaleBits;

/** A power series of x, in which each power is divided by its divisor. */
function series(first: bigint, factor: bigint, divisorOf: (index: number) => bigint): bigint {
  let [sum, power] = [0n, first];
  for (let index = 0; power !== 0n; index++) {
    sum += power / divisorOf(index);
    power = (power * factor) / fixedOne;
  }
  return sum;
}

/** ln((1 + t) / (1 - t)) */
const twiceArtanh = (t: bigint): bigint => 2n * series(t, (t * t) >> scaleBits, (index) => BigInt(2 * index + 1));

const ln2 = twiceArtanh(fixedOne / 3n);
const ln10 = 3n * ln2 + twiceArtanh(fixedOne / 9n);

const bitsOf = (value: bigint): number => value.toString(2).length;

/** A positive double times 2^fractionBits / 2^power, between 3/4 and 3/2. */
function normalized(value: number): { mantissa: bigint; power: number } {
  const { digits, exponent } = exactOfDouble(value);
  // Decimal digits, converted to a fraction of integers.
  const [above, below] = [digits * 10n ** BigInt(Math.max(0, exponent)), 10n ** BigInt(Math.max(0, -exponent))];
  let power = bitsOf(above) - bitsOf(below);
  let mantissa = ratio(above, below, power);
  if (2n * mantissa >= 3n * fixedOne) mantissa = ratio(above, below, ++power);
  else if (4n * mantissa < 3n * fixedOne) mantissa = ratio(above, below, --power);
  return { mantissa, power };
}

const ratio = (above: bigint, below: bigint, power: number): bigint =>
  power <= fractionBits
    ? (above << BigInt(fractionBits - power)) / below
    : above / (below << BigInt(power - fractionBits));

/** The natural logarithm of a positive double, times 2^fractionBits. */
function logarithm(value: number): bigint {
  const { mantissa, power } = normalized(value);
  return BigInt(power) * ln2 + twiceArtanh(((mantissa - fixedOne) << scaleBits) / (mantissa + fixedOne));
}

/** Rounds value × 2^power to the nearest double, half to even. */
function nearest(value: bigint, power: number): number {
  if (value < 0n) return -nearest(-value, power);
  const surplus = -1074 - power;
  // Subnormal numbers have fewer digits: round here to avoid rounding twice.
  if (bitsOf(value) + power < -1022 && surplus > 0) {
    const [unit, shift] = [1n << BigInt(surplus), BigInt(surplus)];
    const [whole, rest] = [value >> shift, (value & (unit - 1n)) * 2n];
    return Number(rest > unit || (rest === unit && whole % 2n === 1n) ? whole + 1n : whole) * 2 ** -1074;
  }
  const half = Math.trunc(power / 2);
  return Number(value) * 2 ** half * 2 ** (power - half);
}

/** e to the power of value / 2^fractionBits. */
function exponential(value: bigint): number {
  const power = Number((2n * value + ln2) / (2n * ln2));
  if (power > 1100) return Infinity;
  if (power < -1200) return 0;
  const rest = value - BigInt(power) * ln2;
  let [sum, term] = [0n, fixedOne];
  for (let index = 1n; term !== 0n; index++) {
    sum += term;
    term = (term * rest) / (index * fixedOne);
  }
  return nearest(sum, power - fractionBits);
}

/** The correctly rounded natural logarithm. */
export function ln(value: number): number {
  return value > 0 && value < Infinity ? nearest(logarithm(value), -fractionBits) : Math.log(value);
}

/** The correctly rounded logarithm to base 10. */
export function log10(value: number): number {
  return value > 0 && value < Infinity
    ? nearest((logarithm(value) << scaleBits) / ln10, -fractionBits)
    : Math.log10(value);
}

/** A double times 2^fractionBits. */
function fixed(value: number): bigint {
  const { digits, exponent } = exactOfDouble(value);
  return exponent >= 0
    ? (digits * 10n ** BigInt(exponent)) << scaleBits
    : (digits << scaleBits) / 10n ** BigInt(-exponent);
}

/** The correctly rounded exponential function. */
export function exp(value: number): number {
  return Math.abs(value) < 1e4 ? exponential(fixed(value)) : Math.exp(value);
}

const maxExact = 64;

/** The correctly rounded power. */
export function power(base: number, exponent: number): number {
  // C returns 1 here, JavaScript NaN.
  if (base === 1 || (base === -1 && Math.abs(exponent) === Infinity)) return 1;
  const plain = base ** exponent;
  const isPlain = base === 0 || !Number.isFinite(base) || !Number.isFinite(exponent) || exponent === 0;
  if (isPlain || Math.abs(base) === 1 || Number.isNaN(plain)) return plain;
  const sign = base < 0 && Math.abs(exponent % 2) === 1 ? -1 : 1;
  const size = Math.abs(base);
  // Compute integer powers exactly, also when they are halfway between two doubles.
  if (Number.isInteger(exponent) && exponent > 0 && exponent <= maxExact) {
    const { digits, exponent: tens } = exactOfDouble(size);
    const [all, shift] = [digits ** BigInt(exponent), tens * exponent];
    return sign * Number(`${all}E${shift}`);
  }
  const logarithmOfResult = (logarithm(size) * fixed(exponent)) >> scaleBits;
  return sign * exponential(logarithmOfResult);
}
