import { statSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { open, type Database, type RootDatabase } from 'lmdb';
import { hasCredentials } from './credentials';
import { DocumentCounts } from './documentCounts';
import { DataSizes } from './dataSizes';
import { IndexWriteBuffer } from './indexWriteBuffer';
import { IndexUsage } from './indexUsage';
import { checksumBytes } from './rowFormat';

export type Table = Database<Buffer, Buffer>;

const firstChunk = 32;
const maxChunk = 1024;
export const maxKeyBytes = 1900;

/**
 * The four tables of a data folder. The records and the index entries of all collections are in one table each, with a
 * number as key prefix.
 */
export interface Store {
  env: RootDatabase<Buffer, Buffer>;
  records: Table;
  entries: Table;
  /** Buffered entries that belong to the table above. */
  writeBuffer: IndexWriteBuffer;
  counts: DocumentCounts;
  sizes: DataSizes;
  usage: IndexUsage;
  catalog: Table;
  retries: Table;
  close(): Promise<void>;
}

const values = { encoding: 'binary', cache: false } as const;
const binaryKeys = { ...values, keyEncoding: 'binary' } as const;

/** In the format of `binaryKeys`, whose reader makes an ArrayBuffer for each key: that takes a third of a scan's time. */
const pooledKeys = {
  ...values,
  keyEncoder: {
    writeKey(key: Uint8Array, target: Uint8Array, start: number): number {
      target.set(key, start);
      return start + key.length;
    },
    readKey(source: Uint8Array, start: number, end: number): Buffer {
      const key = Buffer.allocUnsafe(end - start);
      for (let from = start, to = 0; from < end; from++, to++) key[to] = source[from] ?? 0;
      return key;
    },
  },
};

/** LMDB's errors for an unreadable file, extended by an instruction. */
export function explainDamage(error: unknown, path: string): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (!/MDB_|not an LMDB file|corrupt|wrong type|Invalid argument/i.test(message)) return error;
  return new Error(
    `the data file in ${path} is cut or damaged (${message}): restore a backup (npm run restore -- FILE)`,
    { cause: error },
  );
}

/** LMDB begins a new database in an empty file. A folder with credentials has had one. */
export function refuseEmptied(path: string): void {
  const isEmpty = statSync(join(path, 'data.mdb'), { throwIfNoEntry: false })?.size === 0;
  if (isEmpty && hasCredentials(path)) throw new Error('not an LMDB file: data.mdb is empty');
}

export function openStore(path: string): Store {
  // overlappingSync would make a change visible before it is on disk.
  const env = open<Buffer, Buffer>({
    ...binaryKeys,
    path,
    noSubdir: false,
    overlappingSync: false,
    maxDbs: 8,
    commitDelay: 0,
  });
  const table = (name: string): Table => env.openDB<Buffer, Buffer>({ ...binaryKeys, name });
  return {
    env,
    records: table('records'),
    entries: env.openDB<Buffer, Buffer>({ ...pooledKeys, name: 'entries' }),
    writeBuffer: new IndexWriteBuffer(),
    counts: new DocumentCounts(),
    sizes: new DataSizes(),
    usage: new IndexUsage(),
    catalog: table('catalog'),
    retries: table('retries'),
    close: () => env.close(),
  };
}

export interface KeyRange {
  /** The first key, inclusive. */
  low: Buffer;
  /** The upper bound, exclusive. */
  high: Buffer;
  reverse: boolean;
}

/** A key with its value. */
export interface Row {
  key: Buffer;
  value: Buffer;
}

const noValue = Buffer.alloc(0);

/** Merges the next rows of both sources in order, as far as both are loaded. */
function mergeBuffered(rows: Row[], keys: readonly Buffer[], reverse: boolean, limit: number): Row[] {
  const sign = reverse ? -1 : 1;
  const merged: Row[] = [];
  let at = 0;
  for (const row of rows) {
    for (let key = keys[at]; key && sign * key.compare(row.key) <= 0; key = keys[++at]) {
      // After a crash some buffered entries may already be in the table.
      if (!key.equals(row.key)) merged.push({ key, value: noValue });
    }
    if (at >= keys.length && keys.length === limit) return merged;
    merged.push(row);
  }
  if (rows.length < limit) for (const key of keys.slice(at)) merged.push({ key, value: noValue });
  return merged;
}

interface Reading {
  /** Merges buffered keys in order. */
  writeBuffer?: IndexWriteBuffer;
  /** Keys without values, which take LMDB half the time. */
  keysOnly?: boolean;
}

/**
 * Reads the rows of a range in chunks: no LMDB resource is held between two steps, so that a caller may pause for any
 * time and continue after other writes.
 */
export function* rowsOf(
  table: Table,
  range: KeyRange,
  { writeBuffer, keysOnly = false }: Reading = {},
): Generator<Row, void, void> {
  const { reverse } = range;
  let from = reverse ? range.high : range.low;
  const end = reverse ? range.low : range.high;
  let limit = firstChunk;
  let exclusiveStart = reverse;
  for (;;) {
    const rows: Row[] = [];
    const options = { start: from, end, reverse, limit, exclusiveStart, inclusiveEnd: reverse };
    if (keysOnly) for (const key of table.getKeys(options)) rows.push({ key, value: noValue });
    else for (const row of table.getRange(options)) rows.push(row);
    const keys =
      writeBuffer && writeBuffer.size > 0 ? writeBuffer.read({ from, end, reverse, exclusiveStart }, limit) : [];
    const chunk = keys.length > 0 ? mergeBuffered(rows, keys, reverse, limit) : rows;
    yield* chunk;
    const last = chunk[chunk.length - 1];
    if (!last || (rows.length < limit && keys.length < limit)) return;
    from = last.key;
    exclusiveStart = true;
    limit = Math.min(limit * 2, maxChunk);
  }
}

/** The first byte sequence greater than every sequence that starts with `prefix`. */
export function afterPrefix(prefix: Uint8Array): Buffer {
  const next = Buffer.from(prefix);
  for (let i = next.length - 1; i >= 0; i--) {
    if (next[i] === 0xff) continue;
    next[i] = (next[i] ?? 0) + 1;
    return next.subarray(0, i + 1);
  }
  return Buffer.alloc(maxKeyBytes, 0xff);
}

/** Thrown if a stored record fails its checksum: the disk or the file is damaged. */
export class DamagedRecordError extends Error {}

export function sealRecord(document: Uint8Array): Buffer {
  const record = Buffer.allocUnsafe(document.length + checksumBytes);
  record.writeUInt32LE(crc32(document), 0);
  record.set(document, checksumBytes);
  return record;
}

export function unsealRecord(record: Buffer): Buffer {
  const document = record.subarray(checksumBytes);
  if (record.length < checksumBytes + 5 || record.readUInt32LE(0) !== crc32(document)) {
    throw new DamagedRecordError(
      'a stored record is damaged (its checksum does not fit): restore the data folder from a backup',
    );
  }
  return document;
}
