import type { Long, Timestamp } from 'bson';
import { encode, type Doc } from './values';

/** An answer whose bytes are made already, or a document still to encode. */
export type Reply = Doc | Uint8Array;

/**
 * The answer of find, aggregate and getMore. Documents go in as the bytes they are stored as: nothing is decoded and encoded
 * again on the way from the disk to the client.
 */
export function cursorReply(
  batchName: 'firstBatch' | 'nextBatch',
  documents: readonly Uint8Array[],
  id: Long,
  namespace: string,
  atClusterTime?: Timestamp,
): Uint8Array {
  const tail = encode({ id, ns: namespace, ...(atClusterTime && { atClusterTime }) }).subarray(4);
  let arrayLength = 5;
  documents.forEach((document, i) => (arrayLength += 2 + String(i).length + document.length));
  const cursorLength = 4 + 1 + batchName.length + 1 + arrayLength + tail.length;
  const okElement = Buffer.from([0x01, 0x6f, 0x6b, 0x00, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
  const total = 4 + 1 + 'cursor\0'.length + cursorLength + okElement.length + 1;
  const reply = Buffer.allocUnsafe(total);
  let at = reply.writeInt32LE(total, 0);
  reply[at++] = 3;
  at += reply.write('cursor\0', at, 'latin1');
  at = reply.writeInt32LE(cursorLength, at);
  reply[at++] = 4;
  at += reply.write(`${batchName}\0`, at, 'latin1');
  at = reply.writeInt32LE(arrayLength, at);
  documents.forEach((document, i) => {
    reply[at++] = 3;
    at += reply.write(`${i}\0`, at, 'latin1');
    reply.set(document, at);
    at += document.length;
  });
  reply[at++] = 0;
  reply.set(tail, at);
  at += tail.length;
  reply.set(okElement, at);
  reply[at + okElement.length] = 0;
  return reply;
}
