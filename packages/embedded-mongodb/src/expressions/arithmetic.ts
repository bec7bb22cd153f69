import { Decimal128, Double, Int32, Long } from 'bson';
import { fromDecimal, toBigInt, toDecimal } from '../arithmetic';
import { BSONType } from '../BSONType';
import {
  addDecimals,
  divideDecimals,
  isZeroDecimal,
  multiplyDecimals,
  negated,
  remainderOfDecimals,
  rootOfDecimal,
  toPlaces,
  type Rounding,
} from '../decimal';
import { badValue, MongoServerError, notSupported, typeMismatch } from '../errors';
import { exactOfDouble } from '../numberKey';
import { dateOfMilliseconds } from './calendar';
import {
  decimalToPlaces,
  fitsLong,
  integer,
  isInteger,
  isNaNValue,
  numberOf,
  numberType,
  wider,
  type NumberType,
} from './numbers';
import { exp, ln, log10, power } from './transcendental';
import {
  any,
  between,
  binary,
  isNullish,
  locationError,
  typeName,
  unaryOrNull,
  wholeOf,
  type Operators,
} from './operator';

type Kind = 'add' | 'multiply';

const decimalOperators = { add: addDecimals, multiply: multiplyDecimals } as const;

/** Left-associative: integers that exceed a long continue as a double. */
export function combine(a: unknown, b: unknown, kind: Kind): unknown {
  const type = wider(numberType(a) ?? BSONType.int, numberType(b) ?? BSONType.int);
  if (type === BSONType.decimal) return fromDecimal(decimalOperators[kind](toDecimal(a), toDecimal(b)));
  if (type === BSONType.double)
    return new Double(kind === 'add' ? numberOf(a) + numberOf(b) : numberOf(a) * numberOf(b));
  const [x, y] = [toBigInt(a), toBigInt(b)];
  const result = kind === 'add' ? x + y : x * y;
  if (fitsLong(result)) return Long.fromBigInt(result);
  return new Double(kind === 'add' ? Number(x) + Number(y) : Number(x) * Number(y));
}

/** A total of ints that fits into an int is an int. */
export function narrowed(total: unknown, widest: NumberType): unknown {
  return total instanceof Long ? integer(total.toBigInt(), widest) : total;
}

const onlyNumbers = (name: string, value: unknown, also = '') =>
  typeMismatch(`${name} only supports numeric${also} types, not ${typeName(value)}`);

/** Whole milliseconds only: MongoDB's documentation does not specify fractions. */
function wholeMilliseconds(name: string, value: unknown): number {
  return wholeOf(value, () =>
    notSupported(`${name} of a date and a part of a millisecond, or more than a date holds,`),
  );
}

const add = any((values, name) => {
  let total: unknown = new Int32(0);
  let widest: NumberType = BSONType.int;
  let isDate = false;
  for (const value of values) {
    if (isNullish(value)) return null;
    const isDateToo = value instanceof Date;
    const type = isDateToo ? BSONType.long : numberType(value);
    if (type === undefined) throw onlyNumbers(name, value, ' or date');
    if (isDateToo && isDate) throw typeMismatch('only one date allowed in an $add expression');
    isDate ||= isDateToo;
    const number = isDateToo ? Long.fromNumber(value.getTime()) : value;
    widest = wider(widest, type);
    total = combine(total, number, 'add');
  }
  return isDate ? dateOfMilliseconds(wholeMilliseconds(name, total)) : narrowed(total, widest);
});

/**
 * Longs are multiplied exactly while the product fits; otherwise the result is the product of all values as doubles.
 */
const multiply = any((values, name) => {
  let total: unknown = new Int32(1);
  let inDoubles = 1;
  let widest: NumberType = BSONType.int;
  for (const value of values) {
    if (isNullish(value)) return null;
    const type = numberType(value);
    if (type === undefined) throw onlyNumbers(name, value);
    widest = wider(widest, type);
    inDoubles *= numberOf(value);
    total = combine(total, value, 'multiply');
    if (total instanceof Double) total = new Double(inDoubles);
  }
  return narrowed(total, widest);
});

const subtract = binary((a, b, name) => {
  if (isNullish(a) || isNullish(b)) return null;
  if (a instanceof Date) {
    if (b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime());
    if (numberType(b) === undefined) throw typeMismatch(`can't $subtract ${typeName(b)} from Date`);
    return dateOfMilliseconds(a.getTime() - wholeMilliseconds(name, b));
  }
  const [left, right] = [numberType(a), numberType(b)];
  if (left === undefined || right === undefined)
    throw typeMismatch(`can't $subtract ${typeName(b)} from ${typeName(a)}`);
  const type = wider(left, right);
  if (type === BSONType.decimal) return fromDecimal(addDecimals(toDecimal(a), negated(toDecimal(b))));
  if (type === BSONType.double) return new Double(numberOf(a) - numberOf(b));
  return integer(toBigInt(a) - toBigInt(b), type);
});

const divide = binary((a, b, name) => {
  if (isNullish(a) || isNullish(b)) return null;
  const [left, right] = [numberType(a), numberType(b)];
  if (left === undefined || right === undefined)
    throw typeMismatch(`${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  if (isZero(b)) throw badValue("can't $divide by zero");
  if (wider(left, right) === BSONType.decimal) return fromDecimal(divideDecimals(toDecimal(a), toDecimal(b)));
  return new Double(numberOf(a) / numberOf(b));
});

const isZero = (value: unknown): boolean =>
  value instanceof Decimal128 ? isZeroDecimal(toDecimal(value)) : numberOf(value) === 0;

const mod = binary((a, b, name) => {
  if (isNullish(a) || isNullish(b)) return null;
  const [left, right] = [numberType(a), numberType(b)];
  if (left === undefined || right === undefined)
    throw locationError(16611, `${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  if (isZero(b)) throw locationError(16610, "can't $mod by zero");
  const type = wider(left, right);
  if (type === BSONType.decimal) return fromDecimal(remainderOfDecimals(toDecimal(a), toDecimal(b)));
  if (type === BSONType.double) return new Double(numberOf(a) % numberOf(b));
  return integer(toBigInt(a) % toBigInt(b), type);
});

function oneNumber(name: string, value: unknown): NumberType {
  const type = numberType(value);
  if (type === undefined) throw locationError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
  return type;
}

const abs = unaryOrNull((value, name) => {
  const type = oneNumber(name, value);
  if (type === BSONType.decimal) return String(value).startsWith('-') ? fromDecimal(negated(toDecimal(value))) : value;
  if (type === BSONType.double) return new Double(Math.abs(numberOf(value)));
  const number = toBigInt(value);
  const size = number < 0n ? -number : number;
  if (!fitsLong(size)) throw locationError(28680, "can't take $abs of long long min");
  return integer(size, type);
});

function hasUnits(value: Decimal128): boolean {
  const decimal = toDecimal(value);
  return (
    decimal.kind === 'finite' && (decimal.digits === 0n || decimal.digits.toString().length + decimal.exponent <= 34)
  );
}

const towards = (round: (value: number) => number, how: Rounding) =>
  unaryOrNull((value, name) => {
    const type = oneNumber(name, value);
    if (value instanceof Decimal128) {
      // MongoDB returns NaN beyond 34 digits, which is undocumented.
      if (!isNaNValue(value) && !hasUnits(value)) throw notSupported(`${name} of a decimal of more than 34 digits`);
      return decimalToPlaces(value, 0, how);
    }
    return type === BSONType.double ? new Double(round(numberOf(value))) : value;
  });

function doubleToPlaces(value: number, places: number, how: Rounding): Double {
  if (!Number.isFinite(value)) return new Double(value);
  const { digits, exponent } = exactOfDouble(value);
  const negative = value < 0 || Object.is(value, -0);
  const exact = { kind: 'finite' as const, negative, digits: digits < 0n ? -digits : digits, exponent };
  if (-places <= exponent) return new Double(value);
  const result = toPlaces(exact, places, how);
  return new Double(
    result.kind === 'finite' ? Number(`${negative ? '-' : ''}${result.digits}E${result.exponent}`) : NaN,
  );
}

const toPlacesOf = (how: Rounding) =>
  between(1, 2, ([value, given], name) => {
    if (isNullish(value)) return null;
    const type = oneNumber(name, value);
    if (given === null) return null;
    const refuse = () => locationError(51082, `precision argument to ${name} must be an integral value`);
    const places = given === undefined ? 0 : wholeOf(given, refuse);
    if (places < -20 || places > 100)
      throw locationError(51083, `cannot apply ${name} with precision value ${places} value must be in [-20, 100]`);
    if (value instanceof Decimal128) return decimalToPlaces(value, places, how);
    if (type === BSONType.double) return doubleToPlaces(numberOf(value), places, how);
    if (places >= 0) return value;
    const number = toBigInt(value);
    const size = {
      kind: 'finite' as const,
      negative: number < 0n,
      digits: number < 0n ? -number : number,
      exponent: 0,
    };
    const result = toPlaces(size, places, how);
    const digits = result.kind === 'finite' ? result.digits * 10n ** BigInt(result.exponent) : 0n;
    const whole = number < 0n ? -digits : digits;
    if (!fitsLong(whole))
      throw locationError(51080, `invalid conversion from Decimal128 result in ${name} resulting from arguments`);
    return integer(whole, type);
  });

/** Functions of doubles only: MongoDB does not specify the last digits of a decimal result. */
const ofDouble = (calculate: (value: number) => number, code: number, isDefined: (value: number) => boolean) =>
  unaryOrNull((value, name) => {
    const type = oneNumber(name, value);
    if (type === BSONType.decimal) throw notSupported(`${name} of a decimal`);
    const number = numberOf(value);
    if (!isDefined(number) && !Number.isNaN(number))
      throw locationError(code, `${name}'s argument is out of its range: ${number}`);
    return new Double(calculate(number));
  });

const sqrt = unaryOrNull((value, name) => {
  const type = oneNumber(name, value);
  if (
    !isNaNValue(value) &&
    !isZero(value) &&
    (type === BSONType.decimal ? String(value).startsWith('-') : numberOf(value) < 0)
  )
    throw locationError(28714, "$sqrt's argument must be greater than or equal to 0");
  if (type === BSONType.decimal) return fromDecimal(rootOfDecimal(toDecimal(value)));
  return new Double(Math.sqrt(numberOf(value)));
});

const log = binary((value, base, name) => {
  if (isNullish(value) || isNullish(base)) return null;
  for (const [code, number] of [
    [28756, value],
    [28757, base],
  ] as const)
    if (numberType(number) === undefined)
      throw locationError(code, `${name} only supports numeric types, not ${typeName(number)}`);
  if (value instanceof Decimal128 || base instanceof Decimal128) throw notSupported(`${name} of a decimal`);
  const [x, y] = [numberOf(value), numberOf(base)];
  if (x <= 0) throw locationError(28758, "$log's argument must be a positive number");
  if (y <= 0 || y === 1) throw locationError(28759, "$log's base must be a positive number not equal to 1");
  return new Double(ln(x) / ln(y));
});

const pow = binary((base, exponent, name) => {
  if (isNullish(base) || isNullish(exponent)) return null;
  const [left, right] = [numberType(base), numberType(exponent)];
  if (left === undefined) throw locationError(28762, `${name}'s base must be numeric, not ${typeName(base)}`);
  if (right === undefined) throw locationError(28763, `${name}'s exponent must be numeric, not ${typeName(exponent)}`);
  const type = wider(left, right);
  if (isZero(base) && numberOf(exponent) < 0)
    throw locationError(28764, '$pow cannot take a base of 0 and a negative exponent');
  if (type === BSONType.decimal) throw notSupported(`${name} of a decimal`);
  const inDoubles = () => new Double(power(numberOf(base), numberOf(exponent)));
  return isInteger(type) ? (integerPower(toBigInt(base), toBigInt(exponent), type) ?? inDoubles()) : inDoubles();
});

function integerPower(base: bigint, exponent: bigint, type: NumberType): unknown {
  if (base === 1n) return integer(1n, type);
  if (base === -1n) return integer(exponent % 2n === 0n ? 1n : -1n, type);
  if (exponent < 0n || (exponent > 63n && base !== 0n)) return undefined;
  const result = base ** exponent;
  return fitsLong(result) ? integer(result, type) : undefined;
}

/** Left to right: a non-integer fails before a null and is ignored after one. */
const bitwise = (name: string, start: bigint, calculate: (a: bigint, b: bigint) => bigint) =>
  any((values) => {
    let result = start;
    let widest: NumberType = BSONType.int;
    for (const value of values) {
      if (isNullish(value)) return null;
      const type = numberType(value);
      if (type === undefined || !isInteger(type)) throw typeMismatch(`${name} only supports int and long operands.`);
      result = calculate(result, toBigInt(value));
      widest = wider(widest, type);
    }
    return integer(result, widest);
  });

const bitNot = unaryOrNull((value, name) => {
  const type = numberType(value);
  if (type === undefined || !isInteger(type))
    throw new MongoServerError('TypeMismatch', `${name} only supports int and long, not: ${typeName(value)}.`);
  return integer(~toBigInt(value), type);
});

const positive = (value: number): boolean => value > 0;

export const arithmetic: Operators = {
  $abs: abs,
  $add: add,
  $bitAnd: bitwise('$bitAnd', -1n, (a, b) => a & b),
  $bitNot: bitNot,
  $bitOr: bitwise('$bitOr', 0n, (a, b) => a | b),
  $bitXor: bitwise('$bitXor', 0n, (a, b) => a ^ b),
  $ceil: towards(Math.ceil, 'ceiling'),
  $divide: divide,
  $exp: ofDouble(exp, 0, () => true),
  $floor: towards(Math.floor, 'floor'),
  $ln: ofDouble(ln, 28766, positive),
  $log: log,
  $log10: ofDouble(log10, 28761, positive),
  $mod: mod,
  $multiply: multiply,
  $pow: pow,
  $round: toPlacesOf('nearest'),
  $sqrt: sqrt,
  $subtract: subtract,
  $trunc: toPlacesOf('down'),
};
