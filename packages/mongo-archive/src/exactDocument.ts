import { deserialize, onDemand, serialize, type Document } from 'bson';
import { ArchiveError } from './archiveFormat';

const losslessOptions = { promoteValues: false, promoteLongs: false, promoteBuffers: false, bsonRegExp: true } as const;
const documentType = 3;
const arrayType = 4;

/**
 * Decodes a document that serializes to exactly the same bytes; throws if that is not possible, because a restore must
 * not change documents.
 */
export function exactDocument(bytes: Uint8Array): Document {
  const plain = decodeExactly(bytes, () => deserialize(bytes, losslessOptions));
  if (plain) return plain;
  // Objects move integer-like names to the front; maps keep their order.
  const ordered = decodeExactly(bytes, () => toMap(bytes));
  if (ordered) return ordered;
  throw new ArchiveError(
    'a document has a value of a kind that drivers no longer write: use mongorestore for this file',
  );
}

function decodeExactly(bytes: Uint8Array, make: () => Document): Document | undefined {
  try {
    const document = make();
    return Buffer.compare(serialize(document, { ignoreUndefined: false }), bytes) === 0 ? document : undefined;
  } catch {
    return undefined;
  }
}

function* elements(bytes: Uint8Array): Generator<[string, unknown]> {
  for (const [type, nameAt, nameLength, at, length] of onDemand.parseToElements(bytes)) {
    const name = Buffer.from(bytes.subarray(nameAt, nameAt + nameLength)).toString('utf8');
    const value = bytes.subarray(at, at + length);
    if (type === documentType) yield [name, toMap(value)];
    else if (type === arrayType) yield [name, [...elements(value)].map(([, item]) => item)];
    else yield [name, deserialize(wrapElement(type, value), losslessOptions)['v']];
  }
}

function toMap(bytes: Uint8Array): Map<string, unknown> {
  return new Map(elements(bytes));
}

function wrapElement(type: number, value: Uint8Array): Buffer {
  const document = Buffer.alloc(4 + 1 + 2 + value.length + 1);
  document.writeInt32LE(document.length, 0);
  document[4] = type;
  document[5] = 'v'.charCodeAt(0);
  document.set(value, 7);
  return document;
}
