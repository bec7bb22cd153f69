import { Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { fromDecimal, toBigInt, toDecimal } from '../arithmetic';
import { BSONType } from '../BSONType';
import { decimalOf } from '../decimal';
import { failedToParse, MongoServerError, notSupported } from '../errors';
import { isTruthy, typeOf } from '../values';
import { dateOfMilliseconds, momentOf } from './calendar';
import { parseDate } from './dateFormats';
import { fitsLong, integer, numberOf, numberType } from './numbers';
import { fieldsOf, isNullish, typeName, unary, type Operator, type Operators } from './operator';
import { textOfValue } from './texts';

const failure = (message: string) =>
  new MongoServerError('ConversionFailure', `${message} in $convert with no onError value`);

/** Conversions without binary data, whose options are not supported. */
const unsupported = (value: unknown, target: string) =>
  value instanceof Binary
    ? notSupported(`the conversion of binary data to ${target}`)
    : failure(`Unsupported conversion from ${typeName(value)} to ${target}`);

const unreadable = (text: string) => failure(`Failed to parse number '${text}'`);

const numberPattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const nonFinitePattern = /^[+-]?(?:nan|inf|infinity)$/i;

/** Truncates towards zero if the result fits. */
function wholeNumberOf(value: unknown, type: BSONType.int | BSONType.long, target: string): unknown {
  if (typeof value === 'boolean') return integer(value ? 1n : 0n, type);
  if (value instanceof Date && type === BSONType.long) return Long.fromNumber(value.getTime());
  const whole = wholeIn(value, target);
  const bits = type === BSONType.int ? 32 : 64;
  if (BigInt.asIntN(bits, whole) !== whole)
    throw failure(`Conversion would overflow target type: ${textOfValue(value)}`);
  return type === BSONType.int ? new Int32(Number(whole)) : Long.fromBigInt(whole);
}

function wholeIn(value: unknown, target: string): bigint {
  if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw unreadable(value);
    return BigInt(value.replace(/^\+/, ''));
  }
  const type = numberType(value);
  if (type === undefined) throw unsupported(value, target);
  if (value instanceof Decimal128) {
    const decimal = toDecimal(value);
    if (decimal.kind !== 'finite') throw failure(`Attempt to convert ${value.toString()} value to integer type`);
    const { digits, exponent, negative } = decimal;
    if (exponent > 40) return digits === 0n ? 0n : 2n ** 70n;
    const size = exponent >= 0 ? digits * 10n ** BigInt(exponent) : digits / 10n ** BigInt(-exponent);
    return negative ? -size : size;
  }
  if (type !== BSONType.double) return toBigInt(value);
  const number = numberOf(value);
  if (!Number.isFinite(number)) throw failure(`Attempt to convert ${number} value to integer type`);
  return BigInt(Math.trunc(number));
}

const minNormal = 2 ** -1022;

function toDouble(value: unknown): Double {
  if (typeof value === 'boolean') return new Double(value ? 1 : 0);
  if (value instanceof Date) return new Double(value.getTime());
  if (typeof value === 'string') {
    if (nonFinitePattern.test(value))
      return new Double(/nan/i.test(value) ? NaN : value.startsWith('-') ? -Infinity : Infinity);
    const number = numberPattern.test(value) ? Number(value) : NaN;
    if (!Number.isFinite(number)) throw unreadable(value);
    return new Double(number);
  }
  if (numberType(value) === undefined) throw unsupported(value, 'double');
  const number = numberOf(value);
  const isBeyond = !Number.isFinite(number) || Math.abs(number) < minNormal;
  // Decimals beyond the range of normal doubles have no exact double.
  if (value instanceof Decimal128 && isBeyond && toDecimal(value).kind === 'finite' && isTruthy(value))
    throw failure(`Conversion would overflow target type: ${value.toString()}`);
  return new Double(number);
}

function toDecimal128(value: unknown): Decimal128 {
  if (typeof value === 'boolean') return Decimal128.fromString(value ? '1' : '0');
  if (value instanceof Date) return Decimal128.fromString(String(value.getTime()));
  if (typeof value === 'string') {
    if (nonFinitePattern.test(value))
      return Decimal128.fromString(/nan/i.test(value) ? 'NaN' : value.startsWith('-') ? '-Infinity' : 'Infinity');
    if (!numberPattern.test(value)) throw unreadable(value);
    const plain = value.replace(/^\+/, '').replace(/^(-?)\./, '$10.');
    const result = fromDecimal(decimalOf(plain));
    if (result.toString().endsWith('Infinity'))
      throw failure(`Conversion from string to decimal would overflow: '${value}'`);
    return result;
  }
  if (numberType(value) === undefined) throw unsupported(value, 'decimal');
  return fromDecimal(toDecimal(value));
}

function toText(value: unknown): string {
  const isText = ['string', 'boolean'].includes(typeof value) || value instanceof Date || value instanceof ObjectId;
  if (!isText && numberType(value) === undefined) throw unsupported(value, 'string');
  return textOfValue(value);
}

function toObjectId(value: unknown): ObjectId {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[0-9a-fA-F]{24}$/.test(value)) throw failure(`Failed to parse objectId '${value}'`);
  return new ObjectId(value);
}

function toDate(value: unknown): Date {
  if (value instanceof Date) return value;
  if (value instanceof ObjectId || value instanceof Timestamp) return new Date(momentOf(value));
  if (typeof value === 'string') return parseDate(value);
  const type = numberType(value);
  if (type === undefined || type === BSONType.int) throw unsupported(value, 'date');
  const whole = wholeIn(value, 'date');
  if (!fitsLong(whole)) throw failure(`Conversion would overflow target type: ${textOfValue(value)}`);
  return dateOfMilliseconds(Number(whole));
}

const conversionsByType: Readonly<Record<string, (value: unknown) => unknown>> = {
  bool: isTruthy,
  date: toDate,
  decimal: toDecimal128,
  double: toDouble,
  int: (value) => wholeNumberOf(value, BSONType.int, 'int'),
  long: (value) => wholeNumberOf(value, BSONType.long, 'long'),
  objectId: toObjectId,
  string: toText,
};

/** A conversion of a missing value or null gives null. */
const converting = (target: string) => unary((value) => (isNullish(value) ? null : conversionsByType[target]?.(value)));

function targetOf(to: unknown): ((value: unknown) => unknown) | null {
  if (isNullish(to)) return null;
  const number = numberType(to) === undefined ? undefined : numberOf(to);
  const name = number === undefined ? to : BSONType[number];
  if (typeof name !== 'string')
    throw failedToParse(`$convert's 'to' argument must be a string or number, but is ${typeName(to)}`);
  const convert = Object.hasOwn(conversionsByType, name) ? conversionsByType[name] : undefined;
  if (convert) return convert;
  if (name === 'binData') throw notSupported('$convert to binary data');
  if (name in BSONType) throw failure(`Unsupported conversion to type '${name}'`);
  throw new MongoServerError('BadValue', `Unknown type name: ${name}`);
}

const convert: Operator = (operand, compile, name) => {
  const fields = fieldsOf(name, operand, ['input', 'to'], ['onError', 'onNull']);
  const [input, to] = [compile(fields['input']), compile(fields['to'])];
  const onError = 'onError' in fields ? compile(fields['onError']) : undefined;
  const onNull = 'onNull' in fields ? compile(fields['onNull']) : undefined;
  return (scope) => {
    const [value, target] = [input(scope), to(scope)];
    if (isNullish(value)) return onNull ? onNull(scope) : null;
    const change = targetOf(target);
    if (!change) return null;
    try {
      return change(value);
    } catch (error) {
      if (onError && error instanceof MongoServerError && error.codeName === 'ConversionFailure') return onError(scope);
      throw error;
    }
  };
};

export const conversions: Operators = {
  $convert: convert,
  $isNumber: unary((value) => numberType(value) !== undefined),
  $toBool: converting('bool'),
  $toDate: converting('date'),
  $toDecimal: converting('decimal'),
  $toDouble: converting('double'),
  $toInt: converting('int'),
  $toLong: converting('long'),
  $toObjectId: converting('objectId'),
  $toString: converting('string'),
  $type: unary((value) => (value === undefined ? 'missing' : BSONType[typeOf(value)])),
};
