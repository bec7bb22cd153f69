import { Decimal128, Double, Int32, Long } from 'bson';
import { BSONType } from './BSONType';
import { addDecimals, decimalOf, multiplyDecimals, rounded, textOfDecimal, type Decimal128Value } from './decimal';
import { badValue } from './errors';
import { toNumber, typeOf } from './values';

export const int64Max = 2n ** 63n - 1n;
export const int64Min = -(2n ** 63n);

export function toBigInt(value: unknown): bigint {
  return value instanceof Long ? value.toBigInt() : BigInt(toNumber(value) ?? 0);
}

function fromBigInt(value: bigint, wide: boolean): unknown {
  if (value > int64Max || value < int64Min)
    throw badValue('Failed to apply $inc operations to current value: integer overflow');
  if (!wide && value >= -(2n ** 31n) && value < 2n ** 31n) return new Int32(Number(value));
  return Long.fromBigInt(value);
}

/** A double is converted with 15 significant digits including trailing zeros, zero with one digit. */
function textOf(value: unknown): string {
  if (value instanceof Decimal128 || value instanceof Long) return value.toString();
  const number = toNumber(value) ?? 0;
  if (number === 0) return Object.is(number, -0) ? '-0' : '0';
  return typeOf(value) === BSONType.double ? number.toPrecision(15) : String(number);
}

/** Converts a BSON number to a decimal like MongoDB. */
export function toDecimal(value: unknown): Decimal128Value {
  return decimalOf(textOf(value));
}

export function fromDecimal(value: Decimal128Value): Decimal128 {
  return Decimal128.fromString(textOfDecimal(rounded(value)));
}

/** Adds or multiplies two BSON numbers; the result has the wider of the two types. */
export function calculate(a: unknown, b: unknown, operation: 'add' | 'multiply'): unknown {
  const types = [typeOf(a), typeOf(b)];
  if (types.includes(BSONType.decimal)) {
    const combine = operation === 'add' ? addDecimals : multiplyDecimals;
    return fromDecimal(combine(toDecimal(a), toDecimal(b)));
  }
  if (types.includes(BSONType.double)) {
    const x = toNumber(a) ?? 0;
    const y = toNumber(b) ?? 0;
    return new Double(operation === 'add' ? x + y : x * y);
  }
  const x = toBigInt(a);
  const y = toBigInt(b);
  return fromBigInt(operation === 'add' ? x + y : x * y, types.includes(BSONType.long));
}
