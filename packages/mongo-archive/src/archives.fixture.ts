import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Int32, serialize, type Document } from 'bson';
import { blockHeader, collectionEnd, preludeBytes, terminator, type ArchivedCollection } from './archiveFormat';
import { Crc64 } from './crc64';

/** A collection of the database 'shop'. */
export const collectionNamed = (name: string, changes: Partial<ArchivedCollection> = {}): ArchivedCollection => ({
  database: 'shop',
  name,
  metadata: '{"indexes":[]}',
  type: 'collection',
  ...changes,
});

export const blockOf = (collection: ArchivedCollection, documents: readonly Uint8Array[]): Buffer =>
  Buffer.concat([blockHeader(collection), ...documents, terminator]);

/** The last block of a collection: no documents, and the checksum of the documents before it. */
export function endOf(collection: ArchivedCollection, documents: readonly Uint8Array[]): Buffer {
  const crc = new Crc64();
  for (const document of documents) crc.update(document);
  // `collectionEnd` also ends the block of documents before it.
  return collectionEnd(collection, crc.value).subarray(terminator.length);
}

export const prelude = (...collections: ArchivedCollection[]) => preludeBytes('8.0.0', collections);

/** Documents { n: from } up to { n: to - 1 }, as BSON. */
export const numbered = (from: number, to: number): Uint8Array[] =>
  Array.from({ length: to - from }, (_, index) => serialize({ n: new Int32(from + index) }));

/** Two collections with interleaved blocks, as mongodump writes them when it reads several collections concurrently. */
export function interleavedArchive(): Buffer {
  const [lamps, mugs] = [collectionNamed('lamps'), collectionNamed('mugs')];
  return Buffer.concat([
    prelude(lamps, mugs, collectionNamed('empty')),
    ...[blockOf(lamps, numbered(0, 2)), blockOf(mugs, numbered(10, 11)), blockOf(lamps, numbered(2, 3))],
    ...[endOf(collectionNamed('empty'), []), endOf(lamps, numbered(0, 3))],
    ...[blockOf(mugs, numbered(11, 13)), endOf(mugs, numbered(10, 13))],
  ]);
}

/** Calls `use` with a temporary file that contains these bytes. */
export async function withFile<T>(bytes: Uint8Array, use: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'mongo-archive-'));
  try {
    writeFileSync(join(folder, 'archive'), bytes);
    return await use(join(folder, 'archive'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An archive of one collection with these documents. */
export const archiveOf = (...documents: readonly (Uint8Array | Document)[]): Buffer => {
  const bytes = documents.map((document) => (document instanceof Uint8Array ? document : serialize(document)));
  const lamps = collectionNamed('lamps');
  return Buffer.concat([prelude(lamps), blockOf(lamps, bytes), endOf(lamps, bytes)]);
};
