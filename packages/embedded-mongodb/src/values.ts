import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  deserialize,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
  type Document,
} from 'bson';
import { BSONType } from './BSONType';

export type Doc = Record<string, unknown>;

const maxInt32 = 0x7fffffff;
const minInt32 = -0x80000000;

/** Lossless decoding: every BSON type keeps its class, so that encoding gives the same bytes. */
export function decode(bytes: Uint8Array): Doc {
  return deserialize(bytes, {
    promoteValues: false,
    promoteLongs: false,
    promoteBuffers: false,
    bsonRegExp: true,
  });
}

export function encode(document: Document): Uint8Array {
  return serialize(document, { ignoreUndefined: false });
}

export function isDocument(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !(value instanceof Date) && !(value instanceof RegExp) && !('_bsontype' in value);
}

/** Sets an own property, whatever its name, including `__proto__`. */
export function setField(document: Doc, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
  else document[name] = value;
}

export function typeOf(value: unknown): BSONType {
  switch (typeof value) {
    case 'string':
      return BSONType.string;
    case 'number':
      return Number.isInteger(value) && value <= maxInt32 && value >= minInt32 && !Object.is(value, -0)
        ? BSONType.int
        : BSONType.double;
    case 'boolean':
      return BSONType.bool;
    case 'undefined':
      return BSONType.undefined;
    case 'bigint':
      return BSONType.long;
    default:
      return typeOfObject(value);
  }
}

function typeOfObject(value: unknown): BSONType {
  if (value === null) return BSONType.null;
  if (Array.isArray(value)) return BSONType.array;
  if (value instanceof Date) return BSONType.date;
  if (value instanceof Int32) return BSONType.int;
  if (value instanceof Double) return BSONType.double;
  if (value instanceof ObjectId) return BSONType.objectId;
  if (value instanceof Timestamp) return BSONType.timestamp;
  if (value instanceof Long) return BSONType.long;
  if (value instanceof Decimal128) return BSONType.decimal;
  if (value instanceof Binary || value instanceof Uint8Array) return BSONType.binData;
  if (value instanceof BSONRegExp || value instanceof RegExp) return BSONType.regex;
  if (value instanceof Code) return value.scope ? BSONType.javascriptWithScope : BSONType.javascript;
  if (value instanceof BSONSymbol) return BSONType.symbol;
  if (value instanceof MinKey) return BSONType.minKey;
  if (value instanceof MaxKey) return BSONType.maxKey;
  return BSONType.object;
}

export function isNumber(value: unknown): boolean {
  const type = typeOf(value);
  return type === BSONType.int || type === BSONType.double || type === BSONType.long || type === BSONType.decimal;
}

/** The value as a JavaScript number (possibly rounded), or undefined if it is not a number. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Int32 || value instanceof Double) return value.value;
  if (value instanceof Timestamp) return undefined;
  if (value instanceof Long) return value.toNumber();
  if (value instanceof Decimal128) return Number(value.toString());
  return undefined;
}

export function isTruthy(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return false;
  // The smallest decimals are not zero, although they round to zero as doubles.
  if (value instanceof Decimal128) return /[1-9NI]/.test(value.toString().split('E')[0] ?? '');
  const number = toNumber(value);
  return number === undefined || number !== 0;
}

export function regexParts(value: unknown): { pattern: string; options: string } | undefined {
  if (value instanceof BSONRegExp) return { pattern: value.pattern, options: value.options };
  if (value instanceof RegExp) return { pattern: value.source, options: value.flags };
  return undefined;
}
