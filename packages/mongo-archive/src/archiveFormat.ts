import { Int32, Long, serialize } from 'bson';

/** mongodump's archive form: a prelude that names the collections, then their documents in blocks, each collection with a CRC. */
export const magicNumber = Buffer.from([0x6d, 0xe2, 0x99, 0x81]);
export const terminator = Buffer.from([0xff, 0xff, 0xff, 0xff]);
/** MongoDB's 16 MB and what its tools allow on top. */
export const maxDocumentBytes = 16 * 1024 * 1024 + 16 * 1024;
const formatVersion = '0.1';

export interface Namespace {
  readonly database: string;
  readonly name: string;
}

/** A collection as the prelude tells of it; `metadata` is canonical extended JSON of its options and indexes. */
export interface ArchivedCollection extends Namespace {
  readonly metadata: string;
  readonly type: string;
}

export class ArchiveError extends Error {}

export function preludeBytes(serverVersion: string, collections: readonly ArchivedCollection[]): Buffer {
  const header = {
    concurrent_collections: new Int32(1),
    version: formatVersion,
    server_version: serverVersion,
    tool_version: 'kiosk',
  };
  const rows = collections.map(({ database, name, metadata, type }) =>
    serialize({ db: database, collection: name, metadata, size: new Int32(0), type }),
  );
  return Buffer.concat([magicNumber, serialize(header), ...rows, terminator]);
}

export function blockHeader({ database, name }: Namespace): Uint8Array {
  return serialize({ db: database, collection: name, EOF: false, CRC: Long.ZERO });
}

/** What stands behind the last document of a collection. */
export function collectionEnd({ database, name }: Namespace, crc: bigint): Buffer {
  const header = serialize({ db: database, collection: name, EOF: true, CRC: Long.fromBigInt(crc) });
  return Buffer.concat([terminator, header, terminator]);
}
