import { Decimal128, Long, ObjectId } from 'bson';
import { BSONType } from '../BSONType';
import { toNumber, typeOf } from '../values';
import { utcZone } from './calendar';
import { formatDate, isoFormat } from './dateFormats';

/** Removes trailing zeros and a trailing decimal point. */
function trimZeros(digits: string): string {
  if (!digits.includes('.')) return digits;
  const last = digits.split('').findLastIndex((digit) => digit !== '0');
  return digits.slice(0, digits[last] === '.' ? last : last + 1);
}

/** At most 16 significant digits, like C's %.16g. */
export function textOfDouble(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [mantissa = '', power = '0'] = value.toExponential(15).split('e');
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return trimZeros(value.toPrecision(16));
  return `${trimZeros(mantissa)}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

/** The string form of a value that has one. */
export function textOfValue(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return formatDate(isoFormat, value.getTime(), utcZone);
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Long || value instanceof Decimal128 || typeof value === 'boolean') return value.toString();
  const number = toNumber(value) ?? NaN;
  return typeOf(value) === BSONType.double ? textOfDouble(number) : String(number);
}
