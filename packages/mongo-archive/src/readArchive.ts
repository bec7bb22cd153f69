import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Long } from 'bson';
import {
  ArchiveError,
  checkPrelude,
  magicNumber,
  maxDocumentBytes,
  readHeader,
  type ArchivedCollection,
} from './archiveFormat';
import { ByteReader } from './byteReader';
import { Crc64 } from './crc64';

const terminatorLength = -1;

/** Receives the contents of an archive in file order. */
export interface ArchiveVisitor {
  begin?(collections: readonly ArchivedCollection[]): void | Promise<void>;
  document?(collection: ArchivedCollection, bytes: Buffer): void | Promise<void>;
  /** Called after the last document, when the checksum matches. */
  end?(collection: ArchivedCollection): void | Promise<void>;
}

interface Progress {
  readonly collection: ArchivedCollection;
  readonly crc: Crc64;
  isAtEnd: boolean;
}

async function openStream(file: string): Promise<Readable> {
  const handle = await open(file, 'r');
  const start = Buffer.alloc(2);
  await handle.read(start, 0, 2, 0).finally(() => handle.close());
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  if (start[0] !== 0x1f || start[1] !== 0x8b) return source;
  const output = new PassThrough({ highWaterMark: 256 * 1024 });
  // Errors of the source or of gunzip destroy the output, whose reader reports them.
  pipeline(source, createGunzip(), output).catch(() => undefined);
  return output;
}

/**
 * Reads an archive in mongodump's format, gzipped or not; rejects with an `ArchiveError` if it is truncated or damaged.
 */
export async function readArchive(file: string, visitor: ArchiveVisitor): Promise<void> {
  const stream = await openStream(file);
  try {
    await readAll(new ByteReader(stream), visitor);
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new ArchiveError(`the file is damaged or cut (${error.message})`, { cause: error });
  } finally {
    stream.destroy();
  }
}

function isZlibError(error: unknown): error is NodeJS.ErrnoException {
  return String((error as Partial<NodeJS.ErrnoException>).code).startsWith('Z_');
}

async function readAll(reader: ByteReader, visitor: ArchiveVisitor): Promise<void> {
  const magic = await reader.read(4);
  if (!magic?.equals(magicNumber)) throw new ArchiveError('the file is no archive of mongodump or of this shop');
  const collections = await readPrelude(reader);
  await visitor.begin?.(collections);
  const progressByName = new Map(
    collections.map((collection): [string, Progress] => [
      `${collection.database}.${collection.name}`,
      { collection, crc: new Crc64(), isAtEnd: false },
    ]),
  );
  while (await readBlock(reader, progressByName, visitor));
  const missing = [...progressByName.values()].find(
    ({ collection, isAtEnd }) => !isAtEnd && collection.type !== 'view',
  );
  if (missing) throw new ArchiveError(`the file is cut: the end of ${missing.collection.name} is not in it`);
}

async function readPrelude(reader: ByteReader): Promise<ArchivedCollection[]> {
  const header = await readDocument(reader);
  if (!header) throw new ArchiveError('the archive is of an unknown version');
  const rows: Buffer[] = [];
  for (let bytes = await readDocument(reader); bytes; bytes = await readDocument(reader)) rows.push(bytes);
  checkPrelude(header, rows);
  if (readHeader(header)['version'] !== '0.1') throw new ArchiveError('the archive is of an unknown version');
  return rows.map(collectionOf);
}

function collectionOf(row: Buffer): ArchivedCollection {
  const { db, collection, metadata, type } = readHeader(row) as Record<string, unknown>;
  if (typeof db !== 'string' || typeof collection !== 'string')
    throw new ArchiveError('the archive names a collection in a way that is not known');
  return {
    database: db,
    name: collection,
    metadata: typeof metadata === 'string' ? metadata : '',
    type: typeof type === 'string' ? type : '',
  };
}

/** False at the end of the file. */
async function readBlock(
  reader: ByteReader,
  progressByName: Map<string, Progress>,
  visitor: ArchiveVisitor,
): Promise<boolean> {
  if (await reader.isAtEnd()) return false;
  const bytes = await readDocument(reader);
  if (!bytes) throw new ArchiveError('the archive is damaged: a block without a name');
  const { db, collection: name, EOF, CRC } = readHeader(bytes) as Record<string, unknown>;
  const progress = progressByName.get(`${String(db)}.${String(name)}`);
  if (!progress || progress.isAtEnd)
    throw new ArchiveError(`the archive is damaged: a block of ${String(name)}, which it does not name`);
  const { collection, crc } = progress;
  for (let document = await readDocument(reader); document; document = await readDocument(reader)) {
    crc.update(document);
    await visitor.document?.(collection, document);
  }
  if (EOF !== true) return true;
  // mongodump's predecessors wrote the checksum in any numeric type.
  if (crc.value !== (CRC instanceof Long ? CRC.toBigInt() : Number.isInteger(CRC) && BigInt(CRC as number)))
    throw new ArchiveError(`the archive is damaged: the checksum of ${String(name)} is wrong`);
  progress.isAtEnd = true;
  await visitor.end?.(collection);
  return true;
}

/** Undefined at a terminator. */
async function readDocument(reader: ByteReader): Promise<Buffer | undefined> {
  const length = (await reader.peek(4))?.readInt32LE(0);
  if (length === undefined) throw new ArchiveError('the file is cut');
  if (length === terminatorLength) {
    await reader.read(4);
    return undefined;
  }
  if (length < 5 || length > maxDocumentBytes) throw new ArchiveError('the archive is damaged: a wrong length');
  const bytes = await reader.read(length);
  if (!bytes) throw new ArchiveError('the file is cut in the middle of a document');
  if (bytes[length - 1] !== 0) throw new ArchiveError('the archive is damaged: a document without its end');
  return bytes;
}
