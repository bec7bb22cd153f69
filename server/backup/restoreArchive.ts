import { MongoClient, type Db, type Document } from 'mongodb';
import { longRunningOptions } from '../database/clientOptions';
import { isRestoreMarked, markerCollection, markRestore, unmarkRestore } from '../database/restoreMarker';
import type { ArchivedCollection } from '@kiosk/mongo-archive/archiveFormat';
import type { Reporter } from './backUp';
import type { CheckedCollection } from '@kiosk/mongo-archive/checkArchive';
import { readMetadata } from '@kiosk/mongo-archive/collectionMetadata';
import { continueNumbers, highestOf, readNextNumbers, type NextNumbers } from './nextNumbers';
import { exactDocument } from '@kiosk/mongo-archive/exactDocument';
import { readArchive } from '@kiosk/mongo-archive/readArchive';

const batchDocuments = 1_000;
const batchBytes = 8 * 1024 * 1024;

export interface RestoreOptions {
  readonly uri: string;
  readonly databaseName: string;
  readonly file: string;
  /** The verified collections of the chosen database. */
  readonly collections: readonly CheckedCollection[];
  readonly report: Reporter;
  /** If higher numbers were issued than the archive and the replaced data have. */
  readonly numbersFrom?: NextNumbers | undefined;
}

/** The archive's collections that are not empty in this database, with their number of documents. */
export async function nonEmptyCollections(
  { uri, databaseName }: Pick<RestoreOptions, 'uri' | 'databaseName'>,
  names: readonly string[],
): Promise<string[]> {
  const client = await new MongoClient(uri, longRunningOptions).connect();
  try {
    const db = client.db(databaseName);
    const present = await db.listCollections({}, { nameOnly: true }).toArray();
    const wanted = present.map(({ name }) => name).filter((name) => names.includes(name));
    const counted = wanted.map(async (name) => ({ name, count: await db.collection(name).estimatedDocumentCount() }));
    return (await Promise.all(counted)).filter(({ count }) => count > 0).map(({ name, count }) => `${name} (${count})`);
  } finally {
    await client.close();
  }
}

/** Replaces the collections of the same names with those of a verified archive. Until then no process uses the database. */
export async function restoreArchive(options: RestoreOptions): Promise<void> {
  const { uri, databaseName, file, collections, report } = options;
  const client = await new MongoClient(uri, { ...longRunningOptions, ignoreUndefined: false }).connect();
  const db = client.db(databaseName);
  // A dump of a database that was restored in part has its marker.
  const whole = collections.filter(({ name }) => name !== markerCollection);
  const wanted = new Map(whole.map((collection) => [`${collection.database}.${collection.name}`, collection]));
  const begun = new Map<CheckedCollection, BulkInserter>();
  let mark: Awaited<ReturnType<typeof markRestore>> | undefined;
  /** Only while it is certain. */
  let isMarked: boolean | undefined;
  let current: BulkInserter | undefined;
  /** mongodump reads several collections at once, so that their blocks are interleaved. */
  const inserterOf = async ({ database, name }: ArchivedCollection): Promise<BulkInserter | undefined> => {
    const collection = wanted.get(`${database}.${name}`);
    if (!collection) return undefined;
    if (current?.collection !== collection) await current?.flush();
    current = begun.get(collection);
    if (current) return current;
    begun.set(collection, (current = new BulkInserter(db, collection)));
    await makeCollection(db, collection);
    return current;
  };
  try {
    mark = await markRestore(db, await readNextNumbers(db));
    isMarked = true;
    await readArchive(file, {
      document: async (collection, bytes) => {
        const inserter = await inserterOf(collection);
        if (await inserter?.add(exactDocument(bytes), bytes.length))
          report.progress(`${collection.name} ${inserter?.written} documents`);
      },
      end: async (collection) => {
        const inserter = await inserterOf(collection);
        await inserter?.finish();
        if (inserter) report.line(`${collection.name}: ${inserter.written} documents`);
      },
    });
    await continueNumbers(db, highestOf(mark.nextNumbers, options.numbersFrom ?? {}), report);
    isMarked = undefined;
    await unmarkRestore(db);
  } catch (error) {
    if (begun.size === 0 && mark?.isFirst) {
      isMarked = undefined;
      await unmarkRestore(db).catch(() => undefined);
    }
    isMarked = await isRestoreMarked(db).catch(() => isMarked);
    throw new Error(describeProgress(error, whole, [...begun.values()], isMarked), { cause: error });
  } finally {
    await client.close();
  }
}

class BulkInserter {
  written = 0;
  isWhole = false;
  private documents: Document[] = [];
  private bytes = 0;

  constructor(
    private readonly db: Db,
    readonly collection: CheckedCollection,
  ) {}

  /** Whether a batch was written. */
  async add(document: Document, bytes: number): Promise<boolean> {
    this.documents.push(document);
    this.bytes += bytes;
    const isFull = this.documents.length >= batchDocuments || this.bytes >= batchBytes;
    if (isFull) await this.flush();
    return isFull;
  }

  async flush(): Promise<void> {
    if (this.documents.length === 0) return;
    const documents = this.documents;
    this.documents = [];
    this.bytes = 0;
    // Otherwise the driver would assign an _id to a document whose _id is null.
    const collection = this.db.collection(this.collection.name);
    const { insertedCount } = await collection.insertMany(documents, { forceServerObjectId: true });
    this.written += insertedCount;
  }

  /** Rejects if the number of documents differs from the file's: not of those stored, some of which may have expired. */
  async finish(): Promise<void> {
    await this.flush();
    const { documents } = this.collection;
    if (this.written !== documents) throw new Error(`${this.written} documents were written and not ${documents}`);
    this.isWhole = true;
  }
}

/** Indexes first: the embedded database then buffers their entries during bulk inserts. */
async function makeCollection(db: Db, collection: CheckedCollection): Promise<void> {
  const { name } = collection;
  const { options, indexes } = readMetadata(collection);
  await db.collection(name).drop();
  await db.createCollection(name, options);
  const specs = indexes.filter((index) => index['name'] !== '_id_').map(portableSpec);
  if (specs.length > 0) await db.command({ createIndexes: name, indexes: specs });
}

/** The index without what only the server that was dumped knows, such as the settings of its storage engine. */
function portableSpec({ v: _v, ns: _ns, storageEngine: _storageEngine, ...spec }: Document): Document {
  return spec;
}

function describeProgress(
  error: unknown,
  collections: readonly CheckedCollection[],
  begun: readonly BulkInserter[],
  isMarked: boolean | undefined,
): string {
  const namesOf = (inserters: readonly BulkInserter[]) => inserters.map(({ collection }) => collection.name);
  const list = (names: readonly string[]): string => names.join(', ') || 'none';
  const untouched = collections.map(({ name }) => name).filter((name) => !namesOf(begun).includes(name));
  const inPart = begun.filter(({ isWhole }) => !isWhole);
  const counted = inPart.map(({ collection, written }) => `${collection.name} (${written} documents)`);
  return [
    `The restore broke off: ${error instanceof Error ? error.message : String(error)}`,
    `Restored: ${list(namesOf(begun.filter(({ isWhole }) => isWhole)))}.`,
    ...(inPart.length > 0 ? [`Emptied and restored in part: ${list(counted)}.`] : []),
    `Not touched: ${list(untouched)}.`,
    ...(isMarked ? ['No process starts on this database until a restore has ended: call it again.'] : []),
    ...(isMarked === undefined
      ? ['Whether a process starts on this database cannot be told: restore again before you start one.']
      : []),
  ].join('\n');
}
