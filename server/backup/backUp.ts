import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { EJSON } from 'bson';
import { MongoClient, MongoServerError, type ClientSession, type Db, type Document } from 'mongodb';
import { longRunningOptions } from '../database/clientOptions';
import { refuseUnfinishedRestore } from '../database/restoreMarker';
import { blockHeader, collectionEnd, preludeBytes, type ArchivedCollection } from '@kiosk/mongo-archive/archiveFormat';
import { checkArchive, type CheckedCollection } from '@kiosk/mongo-archive/checkArchive';
import { Crc64 } from '@kiosk/mongo-archive/crc64';

export interface Reporter {
  line(text: string): void;
  /** Replaces the previous line on a terminal. */
  progress(text: string): void;
}

export interface BackupOptions {
  readonly uri: string;
  readonly databaseName: string;
  readonly file: string;
  readonly report: Reporter;
}

const chunkBytes = 256 * 1024;
const progressDocuments = 5_000;
/** How many changes of the list of collections are tolerated at the start of a backup. */
const maxBeginnings = 10;
/** Preserves BSON number types in the metadata. */
const losslessOptions = { promoteValues: false, promoteLongs: false, bsonRegExp: true } as const;

/** Writes a database in mongodump's archive format; the file gets its name once it is complete and verified. */
export async function backUp({ uri, databaseName, file, report }: BackupOptions): Promise<CheckedCollection[]> {
  const client = await new MongoClient(uri, longRunningOptions).connect();
  const unfinished = `${resolve(file)}.unfinished-${process.pid}`;
  try {
    const db = client.db(databaseName);
    await refuseUnfinishedRestore(db);
    const { collections, session } = await beginSnapshot(client, db, report);
    const { version } = await client.db('admin').command({ buildInfo: 1 });
    const chunks = archiveChunks({ db, session, serverVersion: String(version), collections, report });
    const output = createWriteStream(unfinished, { mode: 0o600, flush: true });
    if (file.endsWith('.gz')) await pipeline(chunks, createGzip(), output);
    else await pipeline(chunks, output);
    report.progress('reading the file back');
    const checked = await checkArchive(unfinished);
    await rename(unfinished, file);
    const folder = await open(dirname(resolve(file)), 'r');
    await folder.sync().finally(() => folder.close());
    return checked;
  } catch (error) {
    throw explained(error);
  } finally {
    await rm(unfinished, { force: true });
    await client.close();
  }
}

/** The collections at the session's snapshot; without a session if the server has none. */
async function beginSnapshot(
  client: MongoClient,
  db: Db,
  report: Reporter,
): Promise<{ collections: ArchivedCollection[]; session: ClientSession | undefined }> {
  let collections = await listCollections(db);
  for (let i = 0; i < maxBeginnings; i++) {
    const session = await snapshotSession(client, db, collections[0]?.name ?? 'any');
    if (!session) {
      report.line('This server gives no snapshots: what is written during the backup may be in it in part.');
      return { collections, session };
    }
    const since = await listCollections(db);
    if (JSON.stringify(since) === JSON.stringify(collections)) return { collections, session };
    collections = since;
    await session.endSession();
  }
  throw new Error('Collections and indexes change all the time: try again when the shop has started.');
}

async function snapshotSession(client: MongoClient, db: Db, name: string): Promise<ClientSession | undefined> {
  const session = client.startSession({ snapshot: true });
  try {
    await db.collection(name).find({}, { session, limit: 1 }).toArray();
    if ((session as { snapshotTime?: unknown }).snapshotTime) return session;
  } catch (error) {
    // The driver reports too old a server by an error of its own.
    if (!(error instanceof MongoServerError) && !/snapshot|session/i.test(String(error))) throw error;
  }
  await session.endSession();
  return undefined;
}

async function listCollections(db: Db): Promise<ArchivedCollection[]> {
  const rows: Document[] = await db.listCollections({}, losslessOptions).toArray();
  const own = rows.filter(
    ({ name, type }) => !String(name).startsWith('system.') && (type ?? 'collection') === 'collection',
  );
  const collections = own.map(async ({ name, options, info }): Promise<ArchivedCollection> => {
    const indexes = await db.collection(String(name)).listIndexes(losslessOptions).toArray();
    const uuid = (info as { uuid?: { toString(encoding: 'hex'): string } } | undefined)?.uuid?.toString('hex');
    const metadata = EJSON.stringify(
      {
        options: options ?? {},
        indexes,
        ...(uuid && { uuid: uuid.replaceAll('-', '') }),
        collectionName: name,
        type: 'collection',
      },
      { relaxed: false },
    );
    return { database: db.databaseName, name: String(name), metadata, type: 'collection' };
  });
  const listed = await Promise.all(collections);
  return listed.sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Source {
  readonly db: Db;
  readonly session: ClientSession | undefined;
  readonly serverVersion: string;
  readonly collections: readonly ArchivedCollection[];
  readonly report: Reporter;
}

async function* archiveChunks({ db, session, serverVersion, collections, report }: Source): AsyncGenerator<Buffer> {
  yield preludeBytes(serverVersion, collections);
  for (const collection of collections) {
    const crc = new Crc64();
    let documents = 0;
    let pieces: Uint8Array[] = [blockHeader(collection)];
    let size = 0;
    const found = db.collection(collection.name).find({}, { raw: true, ...(session && { session }) });
    for await (const document of found) {
      const bytes = document as unknown as Uint8Array;
      crc.update(bytes);
      pieces.push(bytes);
      size += bytes.length;
      if (++documents % progressDocuments === 0) report.progress(`${collection.name} ${documents} documents`);
      if (size < chunkBytes) continue;
      yield Buffer.concat(pieces);
      pieces = [];
      size = 0;
    }
    yield Buffer.concat([...pieces, collectionEnd(collection, crc.value)]);
  }
}

function explained(error: unknown): unknown {
  if (error instanceof MongoServerError && (error.code === 239 || error.code === 246)) {
    return new Error(
      'The server keeps no snapshot for as long as this backup takes: raise minSnapshotHistoryWindowInSeconds, ' +
        'or use mongodump --oplog --archive.',
      { cause: error },
    );
  }
  return error;
}
