import { Decimal128, Double, Int32, Long } from 'bson';
import { BSONType } from './BSONType';
import { type Decimal, parseDecimal } from './decimal';
import { badValue } from './errors';
import { toNumber, typeOf } from './values';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

export function toBigInt(value: unknown): bigint {
  return value instanceof Long ? value.toBigInt() : BigInt(toNumber(value) ?? 0);
}

function fromBigInt(value: bigint, wide: boolean): unknown {
  if (value > INT64_MAX || value < INT64_MIN)
    throw badValue('Failed to apply $inc operations to current value: integer overflow');
  if (!wide && value >= -(2n ** 31n) && value < 2n ** 31n) return new Int32(Number(value));
  return Long.fromBigInt(value);
}

/** A double becomes a decimal of 15 digits, zeros at the end as well; zero itself has one. */
function textOf(value: unknown): string {
  if (value instanceof Decimal128 || value instanceof Long) return value.toString();
  const number = toNumber(value) ?? 0;
  if (number === 0) return Object.is(number, -0) ? '-0' : '0';
  return typeOf(value) === BSONType.double ? number.toPrecision(15) : String(number);
}

function calculateDecimal(a: unknown, b: unknown, operation: 'add' | 'multiply'): Decimal128 {
  const texts = [textOf(a), textOf(b)] as const;
  const [x, y] = [parseDecimal(texts[0]), parseDecimal(texts[1])];
  if (!x || !y) {
    const [left, right] = texts.map(Number) as [number, number];
    return Decimal128.fromString(String(operation === 'add' ? left + right : left * right));
  }
  if (operation === 'multiply') {
    const product = { digits: x.digits * y.digits, exponent: x.exponent + y.exponent };
    return rounded(product, x.negative !== y.negative);
  }
  const exponent = Math.min(x.exponent, y.exponent);
  const scaled = ({ digits, exponent: own }: Decimal) => digits * 10n ** BigInt(own - exponent);
  return rounded({ digits: scaled(x) + scaled(y), exponent }, x.negative && y.negative);
}

/** The digits of a zero do not tell its sign. */
function rounded({ digits, exponent }: Decimal, negativeZero: boolean): Decimal128 {
  const sign = negativeZero && digits === 0n ? '-' : '';
  return Decimal128.fromStringWithRounding(`${sign}${digits}E${exponent}`);
}

/** Adds or multiplies two BSON numbers; the result has the wider of their types. */
export function calculate(a: unknown, b: unknown, operation: 'add' | 'multiply'): unknown {
  const types = [typeOf(a), typeOf(b)];
  if (types.includes(BSONType.decimal)) return calculateDecimal(a, b, operation);
  if (types.includes(BSONType.double)) {
    const x = toNumber(a) ?? 0;
    const y = toNumber(b) ?? 0;
    return new Double(operation === 'add' ? x + y : x * y);
  }
  const x = toBigInt(a);
  const y = toBigInt(b);
  return fromBigInt(operation === 'add' ? x + y : x * y, types.includes(BSONType.long));
}
