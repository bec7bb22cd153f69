import { Double, Int32, Long, ObjectId } from 'bson';
import { BSONType } from './BSONType';
import { bufferOf, endOfElement, endOfName, nameFinder } from './elements';
import { decode, type Doc } from './values';

export type ReadFields = (bytes: Uint8Array) => Doc | undefined;

const END = 0;
/** An element of a type that is left to the decoder. */
const UNREAD = Symbol('unread');

function readArray(buffer: Buffer, from: number): unknown {
  const items: unknown[] = [];
  for (let at = from + 4; buffer[at] !== END;) {
    const type = buffer[at] ?? END;
    const start = endOfName(buffer, at + 1) + 1;
    const end = endOfElement(type, buffer, start);
    const item = end === undefined ? UNREAD : readValue(type, buffer, start, end);
    if (item === UNREAD || end === undefined) return UNREAD;
    items.push(item);
    at = end;
  }
  return items;
}

/** As `decode` has it. */
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
      return UNREAD;
  }
}

/**
 * Reads the top-level fields of these names and no others. What it gives back is undefined where a stored document needs the
 * decoder.
 */
export function compileFieldReader(names: readonly string[]): ReadFields {
  if (names.includes('__proto__')) return () => undefined;
  const find = nameFinder(names);
  return (bytes) => {
    const buffer = bufferOf(bytes);
    const fields: Doc = {};
    // What is behind the last of them, however long, need not be looked at.
    for (let at = 4, left = names.length; left > 0 && buffer[at] !== END;) {
      const type = buffer[at] ?? END;
      const nameEnd = endOfName(buffer, at + 1);
      const end = endOfElement(type, buffer, nameEnd + 1);
      if (end === undefined) return undefined;
      const name = names[find(buffer, at + 1, nameEnd)];
      if (name !== undefined) {
        const value = readValue(type, buffer, nameEnd + 1, end);
        if (value === UNREAD) return undefined;
        fields[name] = value;
        left--;
      }
      at = end;
    }
    return fields;
  };
}
