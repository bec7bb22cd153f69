import type { Code, ObjectId, Timestamp } from 'bson';
import { Binary, BSONSymbol, Long } from 'bson';
import { BSONType } from './BSONType';
import { restBytes, splitNumber } from './numberKey';
import { regexParts, typeOf, type Doc } from './values';

/**
 * Encodes values as bytes whose memcmp order is MongoDB's order of values. Every encoded value is self-terminating, so
 * that values can be concatenated in a compound key; a descending field has all bytes inverted.
 */
export const keyTypes = {
  end: 0x00,
  minKey: 0x05,
  undefined: 0x08,
  null: 0x0a,
  number: 0x10,
  string: 0x20,
  object: 0x30,
  array: 0x38,
  binary: 0x40,
  objectId: 0x50,
  bool: 0x60,
  date: 0x70,
  timestamp: 0x78,
  regex: 0x80,
  dbPointer: 0x84,
  code: 0x88,
  codeWithScope: 0x8a,
  maxKey: 0xf0,
} as const;

const nanMarker = 0x00;
const numberMarker = 0x01;
const terminator = 0x01;
const escapedByte = 0xff;

/** The rank of a value's type in comparisons; types of equal rank compare by value. */
export function typeRank(value: unknown): number {
  switch (typeOf(value)) {
    case BSONType.int:
    case BSONType.double:
    case BSONType.long:
    case BSONType.decimal:
      return keyTypes.number;
    case BSONType.string:
    case BSONType.symbol:
      return keyTypes.string;
    case BSONType.object:
      return keyTypes.object;
    case BSONType.array:
      return keyTypes.array;
    case BSONType.binData:
      return keyTypes.binary;
    case BSONType.objectId:
      return keyTypes.objectId;
    case BSONType.bool:
      return keyTypes.bool;
    case BSONType.date:
      return keyTypes.date;
    case BSONType.timestamp:
      return keyTypes.timestamp;
    case BSONType.regex:
      return keyTypes.regex;
    case BSONType.javascript:
      return keyTypes.code;
    case BSONType.javascriptWithScope:
      return keyTypes.codeWithScope;
    case BSONType.null:
      return keyTypes.null;
    case BSONType.undefined:
      return keyTypes.undefined;
    case BSONType.minKey:
      return keyTypes.minKey;
    case BSONType.dbPointer:
      return keyTypes.dbPointer;
    case BSONType.maxKey:
      return keyTypes.maxKey;
  }
}

export class KeyWriter {
  private buffer = Buffer.allocUnsafe(512);
  length = 0;

  reset(): this {
    this.length = 0;
    return this;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.buffer.length) return;
    const bigger = Buffer.allocUnsafe(Math.max(this.buffer.length * 2, this.length + count));
    this.buffer.copy(bigger, 0, 0, this.length);
    this.buffer = bigger;
  }

  /** A copy of the written bytes. */
  bytes(): Buffer {
    return Buffer.from(this.buffer.subarray(0, this.length));
  }

  byte(value: number): void {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  invert(from: number): void {
    for (let i = from; i < this.length; i++) this.buffer[i] = ~(this.buffer[i] ?? 0);
  }

  text(value: string): void {
    this.reserve(value.length * 3 + 2);
    const from = this.length;
    this.length += this.buffer.write(value, from, 'utf8');
    if (value.includes('\0')) this.escapeFrom(from);
    this.byte(0);
    this.byte(terminator);
  }

  private escapeFrom(from: number): void {
    const plain = Buffer.from(this.buffer.subarray(from, this.length));
    this.length = from;
    for (const byte of plain) {
      this.byte(byte);
      if (byte === 0) this.byte(escapedByte);
    }
  }

  int64(value: bigint, signed: boolean): void {
    this.reserve(8);
    this.buffer.writeBigUInt64BE(
      signed ? BigInt.asUintN(64, value) ^ (1n << 63n) : BigInt.asUintN(64, value),
      this.length,
    );
    this.length += 8;
  }

  private number(value: unknown): void {
    const { floor, rest } = splitNumber(value);
    if (Number.isNaN(floor)) return this.byte(nanMarker);
    this.byte(numberMarker);
    this.reserve(9);
    const at = this.length;
    this.buffer.writeDoubleBE(floor === 0 ? 0 : floor, at);
    this.length += 8;
    if (floor < 0) this.invert(at);
    else this.buffer[at] = (this.buffer[at] ?? 0) ^ 0x80;
    this.byte(rest ? 1 : 0);
    if (rest) this.raw(restBytes(rest));
  }

  private document(value: Doc): void {
    for (const name of Object.keys(value)) {
      const field = value[name];
      this.byte(typeRank(field));
      this.text(name);
      this.value(field);
    }
    this.byte(keyTypes.end);
  }

  private binary(value: unknown): void {
    const bytes = value instanceof Binary ? value.buffer.subarray(0, value.position) : (value as Uint8Array);
    this.reserve(5);
    this.buffer.writeUInt32BE(bytes.length, this.length);
    this.length += 4;
    this.byte(value instanceof Binary ? value.sub_type : 0);
    this.raw(bytes);
  }

  private regex(value: unknown): void {
    const parts = regexParts(value);
    this.text(parts?.pattern ?? '');
    this.text(parts?.options ?? '');
  }

  value(value: unknown): void {
    const rank = typeRank(value);
    this.byte(rank);
    switch (rank) {
      case keyTypes.number:
        return this.number(value);
      case keyTypes.string:
        return this.text(value instanceof BSONSymbol ? value.value : (value as string));
      case keyTypes.objectId:
        return this.raw((value as ObjectId).id);
      case keyTypes.date:
        return this.int64(BigInt((value as Date).getTime()), true);
      case keyTypes.bool:
        return this.byte(value ? 1 : 0);
      case keyTypes.object:
        return this.document(value as Doc);
      case keyTypes.array:
        for (const item of value as unknown[]) this.value(item);
        return this.byte(keyTypes.end);
      case keyTypes.binary:
        return this.binary(value);
      case keyTypes.timestamp:
        return this.int64(BigInt((value as Timestamp).toString()), false);
      case keyTypes.regex:
        return this.regex(value);
      case keyTypes.code:
        return this.text((value as Code).code.toString());
      case keyTypes.codeWithScope:
        this.text((value as Code).code.toString());
        return this.document((value as Code).scope ?? {});
      case keyTypes.dbPointer:
        return this.text(JSON.stringify(value));
      default:
        return;
    }
  }
}

const writer = new KeyWriter();

export function encodeKey(value: unknown): Buffer {
  writer.reset().value(value);
  return writer.bytes();
}

/** The end of the encoded value at `at`. `flip` is 0xff inside a descending field, else 0. */
export function endOfValue(key: Uint8Array, at: number, flip: number): number {
  const rank = (key[at] ?? 0) ^ flip;
  const from = at + 1;
  switch (rank) {
    case keyTypes.number:
      return endOfNumber(key, from, flip);
    case keyTypes.string:
    case keyTypes.code:
    case keyTypes.dbPointer:
      return endOfText(key, from, flip);
    case keyTypes.objectId:
      return from + 12;
    case keyTypes.date:
    case keyTypes.timestamp:
      return from + 8;
    case keyTypes.bool:
      return from + 1;
    case keyTypes.object:
      return endOfDocument(key, from, flip);
    case keyTypes.array:
      return endOfArray(key, from, flip);
    case keyTypes.binary:
      return from + 5 + binaryLength(key, from, flip);
    case keyTypes.regex:
      return endOfText(key, endOfText(key, from, flip), flip);
    case keyTypes.codeWithScope:
      return endOfDocument(key, endOfText(key, from, flip), flip);
    default:
      return from;
  }
}

function endOfNumber(key: Uint8Array, from: number, flip: number): number {
  if (((key[from] ?? 0) ^ flip) === nanMarker) return from + 1;
  let at = from + 10;
  if (((key[from + 9] ?? 0) ^ flip) === 0) return at;
  at += 2;
  while (at < key.length && ((key[at] ?? 0) ^ flip) !== 0) at++;
  return at + 1;
}

function endOfText(key: Uint8Array, from: number, flip: number): number {
  for (let at = from; at < key.length; at++) {
    if (((key[at] ?? 0) ^ flip) !== 0) continue;
    if (((key[at + 1] ?? 0) ^ flip) === terminator) return at + 2;
    at++;
  }
  return key.length;
}

function endOfDocument(key: Uint8Array, from: number, flip: number): number {
  let at = from;
  while (at < key.length && ((key[at] ?? 0) ^ flip) !== keyTypes.end)
    at = endOfValue(key, endOfText(key, at + 1, flip), flip);
  return at + 1;
}

function endOfArray(key: Uint8Array, from: number, flip: number): number {
  let at = from;
  while (at < key.length && ((key[at] ?? 0) ^ flip) !== keyTypes.end) at = endOfValue(key, at, flip);
  return at + 1;
}

function binaryLength(key: Uint8Array, from: number, flip: number): number {
  let length = 0;
  for (let i = 0; i < 4; i++) length = length * 256 + ((key[from + i] ?? 0) ^ flip);
  return length;
}

/** Compares any two values in MongoDB's order. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : compareText(a, b);
  const rankA = typeRank(a);
  const rankB = typeRank(b);
  if (rankA !== rankB) return rankA - rankB;
  if (rankA === keyTypes.number) return compareNumbers(a, b);
  if (rankA === keyTypes.date) return (a as Date).getTime() - (b as Date).getTime();
  return Buffer.compare(encodeKey(a), encodeKey(b));
}

function compareNumbers(a: unknown, b: unknown): number {
  const exact = (value: unknown): number | undefined =>
    typeof value === 'number' ? value : value instanceof Long ? undefined : (value as { value?: number }).value;
  const x = exact(a);
  const y = exact(b);
  if (x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y)) {
    return Buffer.compare(encodeKey(a), encodeKey(b));
  }
  return x - y || (x === y ? 0 : x < y ? -1 : 1);
}

/** UTF-8 order, which differs from JavaScript's string order only for surrogates against U+E000 and above. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    if (x >= 0xd800 && y >= 0xd800) return Buffer.compare(Buffer.from(a), Buffer.from(b));
    return x - y;
  }
  return a.length - b.length;
}

export function sameValue(a: unknown, b: unknown): boolean {
  return compareValues(a, b) === 0;
}
