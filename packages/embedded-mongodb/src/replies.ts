import type { Long, Timestamp } from 'bson';
import { encode, type Doc } from './values';

/** A reply as encoded bytes or as a document. */
export type Reply = Doc | Uint8Array;

/** The encoded length of an array of documents, without its name. */
function lengthOfArray(documents: readonly Uint8Array[]): number {
  return documents.reduce((sum, document, i) => sum + 2 + String(i).length + document.length, 5);
}

/** Writes a field with an array of documents; returns its end. */
function writeArray(target: Buffer, from: number, name: string, documents: readonly Uint8Array[]): number {
  let at = from;
  target[at++] = 4;
  at += target.write(`${name}\0`, at);
  at = target.writeInt32LE(lengthOfArray(documents), at);
  documents.forEach((document, i) => {
    target[at++] = 3;
    at += target.write(`${i}\0`, at, 'latin1');
    target.set(document, at);
    at += document.length;
  });
  target[at] = 0;
  return at + 1;
}

/** Encodes a document of arrays of encoded documents. */
export function arraysDocument(arrays: readonly (readonly [name: string, documents: readonly Uint8Array[]])[]): Buffer {
  const length = arrays.reduce((sum, [name, each]) => sum + 2 + Buffer.byteLength(name) + lengthOfArray(each), 5);
  const document = Buffer.allocUnsafe(length);
  let at = document.writeInt32LE(length);
  for (const [name, documents] of arrays) at = writeArray(document, at, name, documents);
  document[at] = 0;
  return document;
}

/**
 * The reply of find, aggregate and getMore. Contains documents as their stored bytes, without decoding and re-encoding.
 */
export function cursorReply(
  batchName: 'firstBatch' | 'nextBatch',
  documents: readonly Uint8Array[],
  id: Long,
  namespace: string,
  atClusterTime?: Timestamp,
): Uint8Array {
  const tail = encode({ id, ns: namespace, ...(atClusterTime && { atClusterTime }) }).subarray(4);
  const arrayLength = lengthOfArray(documents);
  const cursorLength = 4 + 1 + batchName.length + 1 + arrayLength + tail.length;
  const okElement = Buffer.from([0x01, 0x6f, 0x6b, 0x00, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
  const total = 4 + 1 + 'cursor\0'.length + cursorLength + okElement.length + 1;
  const reply = Buffer.allocUnsafe(total);
  let at = reply.writeInt32LE(total, 0);
  reply[at++] = 3;
  at += reply.write('cursor\0', at, 'latin1');
  at = reply.writeInt32LE(cursorLength, at);
  at = writeArray(reply, at, batchName, documents);
  reply.set(tail, at);
  at += tail.length;
  reply.set(okElement, at);
  reply[at + okElement.length] = 0;
  return reply;
}
