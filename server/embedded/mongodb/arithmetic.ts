import { Decimal128, Double, Int32, Long } from 'bson';
import { BSONType } from './BSONType';
import { MongoServerError } from './errors';
import { toNumber, typeOf } from './values';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

export function toBigInt(value: unknown): bigint {
  return value instanceof Long ? value.toBigInt() : BigInt(toNumber(value) ?? 0);
}

function fromBigInt(value: bigint, wide: boolean): unknown {
  if (value > INT64_MAX || value < INT64_MIN)
    throw new MongoServerError('BadValue', 'Failed to apply $inc operations to current value: integer overflow');
  if (!wide && value >= -(2n ** 31n) && value < 2n ** 31n) return new Int32(Number(value));
  return Long.fromBigInt(value);
}

interface Decimal {
  digits: bigint;
  exponent: number;
}

function parseDecimal(value: unknown): Decimal {
  const text = value instanceof Decimal128 || value instanceof Long ? value.toString() : String(toNumber(value));
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return { digits: 0n, exponent: 0 };
  const digits = BigInt((match[2] ?? '') + (match[3] ?? ''));
  return { digits: match[1] ? -digits : digits, exponent: Number(match[4] ?? 0) - (match[3]?.length ?? 0) };
}

function decimal(a: unknown, b: unknown, operation: 'add' | 'multiply'): Decimal128 {
  const x = parseDecimal(a);
  const y = parseDecimal(b);
  if (operation === 'multiply') {
    return Decimal128.fromStringWithRounding(`${x.digits * y.digits}E${x.exponent + y.exponent}`);
  }
  const exponent = Math.min(x.exponent, y.exponent);
  const sum = x.digits * 10n ** BigInt(x.exponent - exponent) + y.digits * 10n ** BigInt(y.exponent - exponent);
  return Decimal128.fromStringWithRounding(`${sum}E${exponent}`);
}

/** Adds or multiplies two BSON numbers; the result has the wider of their types. */
export function calculate(a: unknown, b: unknown, operation: 'add' | 'multiply'): unknown {
  const types = [typeOf(a), typeOf(b)];
  if (types.includes(BSONType.decimal)) return decimal(a, b, operation);
  if (types.includes(BSONType.double)) {
    const x = toNumber(a) ?? 0;
    const y = toNumber(b) ?? 0;
    return new Double(operation === 'add' ? x + y : x * y);
  }
  const x = toBigInt(a);
  const y = toBigInt(b);
  return fromBigInt(operation === 'add' ? x + y : x * y, types.includes(BSONType.long));
}
