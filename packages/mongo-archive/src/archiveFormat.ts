import { deserialize, Int32, Long, serialize, type Document } from 'bson';
import { Crc64 } from './crc64';

/**
 * mongodump's archive format: a prelude that lists the collections, then their documents in blocks, with a CRC for each
 * collection.
 */
export const magicNumber = Buffer.from([0x6d, 0xe2, 0x99, 0x81]);
export const terminator = Buffer.from([0xff, 0xff, 0xff, 0xff]);
/** MongoDB's 16 MB and the overhead that its tools allow. */
export const maxDocumentBytes = 16 * 1024 * 1024 + 16 * 1024;
const formatVersion = '0.1';

export interface Namespace {
  readonly database: string;
  readonly name: string;
}

/** A collection as the prelude lists it; `metadata` is canonical extended JSON of its options and indexes. */
export interface ArchivedCollection extends Namespace {
  readonly metadata: string;
  readonly type: string;
}

export class ArchiveError extends Error {}

/**
 * The checksum of the prelude, the last field of the header: our own field, which mongorestore ignores and mongodump
 * does not write.
 */
const checksumElement = Buffer.concat([Buffer.from([0x12]), Buffer.from('kiosk_prelude_crc\0')]);
const checksumBytes = 8;

export function preludeBytes(serverVersion: string, collections: readonly ArchivedCollection[]): Buffer {
  const header = {
    concurrent_collections: new Int32(1),
    version: formatVersion,
    server_version: serverVersion,
    tool_version: 'kiosk',
    kiosk_prelude_crc: Long.ZERO,
  };
  const rows = collections.map(({ database, name, metadata, type }) =>
    serialize({ db: database, collection: name, metadata, size: new Int32(0), type }),
  );
  const first = Buffer.from(serialize(header));
  first.writeBigInt64LE(preludeChecksum(first, rows), checksumAt(first));
  return Buffer.concat([magicNumber, first, ...rows, terminator]);
}

/** Refuses a prelude whose checksum does not match. One without a checksum, as mongodump writes it, is accepted. */
export function checkPrelude(header: Buffer, rows: readonly Buffer[]): void {
  const at = checksumAt(header);
  const name = header.subarray(Math.max(0, at - checksumElement.length), at);
  if (!name.equals(checksumElement) || header.readBigInt64LE(at) === preludeChecksum(header, rows)) return;
  throw new ArchiveError('the archive is damaged: the checksum of its list of collections is wrong');
}

const checksumAt = (header: Buffer): number => Math.max(0, header.length - 1 - checksumBytes);

/** Computed as if the checksum in the header were 0. */
function preludeChecksum(header: Buffer, rows: readonly Uint8Array[]): bigint {
  const crc = new Crc64();
  const at = checksumAt(header);
  for (const bytes of [
    header.subarray(0, at),
    Buffer.alloc(checksumBytes),
    header.subarray(at + checksumBytes),
    ...rows,
  ])
    crc.update(bytes);
  return crc.value;
}

/** Decodes a document of the archive format itself; `exactDocument` decodes the stored documents. */
export function readHeader(bytes: Uint8Array): Document {
  try {
    return deserialize(bytes, { promoteLongs: false });
  } catch (error) {
    throw new ArchiveError('the archive is damaged: a header that cannot be read', { cause: error });
  }
}

export function blockHeader({ database, name }: Namespace): Uint8Array {
  return serialize({ db: database, collection: name, EOF: false, CRC: Long.ZERO });
}

/** The bytes after the last document of a collection. */
export function collectionEnd({ database, name }: Namespace, crc: bigint): Buffer {
  const header = serialize({ db: database, collection: name, EOF: true, CRC: Long.fromBigInt(crc) });
  return Buffer.concat([terminator, header, terminator]);
}
