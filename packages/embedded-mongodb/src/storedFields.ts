import { Double, Int32, Long, ObjectId } from 'bson';
import { BSONType } from './BSONType';
import { bufferOf, eachElement, nameFinder } from './elements';
import { decode, type Doc } from './values';

export type ReadFields = (bytes: Uint8Array) => Doc | undefined;

/** An element whose type requires the decoder. */
const unread = Symbol('unread');

function readArray(buffer: Buffer, from: number): unknown {
  const items: unknown[] = [];
  const isRead = eachElement(buffer, from, (type, _, valueAt, end) => {
    items.push(readValue(type, buffer, valueAt, end));
    return true;
  });
  return isRead && !items.includes(unread) ? items : unread;
}

/** Gives the same values as `decode`. */
function readValue(type: number, buffer: Buffer, from: number, to: number): unknown {
  switch (type) {
    case BSONType.double:
      return new Double(buffer.readDoubleLE(from));
    case BSONType.string:
      return buffer.toString('utf8', from + 4, to - 1);
    case BSONType.object:
      return decode(buffer.subarray(from, to));
    case BSONType.array:
      return readArray(buffer, from);
    case BSONType.objectId:
      return new ObjectId(Uint8Array.prototype.slice.call(buffer, from, to));
    case BSONType.bool:
      return buffer[from] === 1;
    case BSONType.date:
      return new Date(Number(buffer.readBigInt64LE(from)));
    case BSONType.null:
      return null;
    case BSONType.int:
      return new Int32(buffer.readInt32LE(from));
    case BSONType.long:
      return new Long(buffer.readInt32LE(from), buffer.readInt32LE(from + 4));
    default:
      return unread;
  }
}

/**
 * Compiles a reader of the named top-level fields only. It returns undefined for a stored document that needs the
 * decoder.
 */
export function compileFieldReader(fields: readonly string[]): ReadFields {
  const names = [...new Set(fields)];
  if (names.includes('__proto__')) return () => undefined;
  const find = nameFinder(names);
  return (bytes) => {
    const buffer = bufferOf(bytes);
    const found: Doc = {};
    let left = names.length;
    let isReadable = true;
    const isWhole = eachElement(buffer, 0, (type, nameAt, valueAt, end) => {
      const name = names[find(buffer, nameAt, valueAt - 1)];
      if (name === undefined) return true;
      found[name] = readValue(type, buffer, valueAt, end);
      isReadable &&= found[name] !== unread;
      left--;
      // Stop after the last wanted field, because the rest may be long.
      return isReadable && left > 0;
    });
    return isWhole && isReadable ? found : undefined;
  };
}
