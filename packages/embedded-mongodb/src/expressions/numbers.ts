import { Decimal128, Double, Int32, Long } from 'bson';
import { fromDecimal, int64Max, int64Min, toDecimal } from '../arithmetic';
import { BSONType } from '../BSONType';
import { toPlaces, type Rounding } from '../decimal';
import { toNumber, typeOf } from '../values';

export type NumberType = BSONType.int | BSONType.long | BSONType.double | BSONType.decimal;

const numberWidths: Readonly<Record<NumberType, number>> = {
  [BSONType.int]: 0,
  [BSONType.long]: 1,
  [BSONType.double]: 2,
  [BSONType.decimal]: 3,
};

/** The type of a number; undefined for other values. */
export function numberType(value: unknown): NumberType | undefined {
  const type = typeOf(value);
  return type in numberWidths ? (type as NumberType) : undefined;
}

export function wider(a: NumberType, b: NumberType): NumberType {
  return numberWidths[a] >= numberWidths[b] ? a : b;
}

export const isInteger = (type: NumberType): boolean => type === BSONType.int || type === BSONType.long;

export const fitsLong = (value: bigint): boolean => value <= int64Max && value >= int64Min;

const fitsInt = (value: bigint): boolean => BigInt.asIntN(32, value) === value;

/** An integer result in the wider type if it fits, else in the next wider one. */
export function integer(value: bigint, type: NumberType): Int32 | Long | Double {
  if (type === BSONType.int && fitsInt(value)) return new Int32(Number(value));
  return fitsLong(value) ? Long.fromBigInt(value) : new Double(Number(value));
}

export const numberOf = (value: unknown): number => toNumber(value) ?? NaN;

export const isNaNValue = (value: unknown): boolean =>
  value instanceof Decimal128 ? value.toString() === 'NaN' : Number.isNaN(toNumber(value) ?? 0);

/** Rounds a decimal to a number of places. */
export function decimalToPlaces(value: Decimal128, places: number, how: Rounding): Decimal128 {
  return fromDecimal(toPlaces(toDecimal(value), places, how));
}
