import { Double, Int32, Long } from 'bson';
import { statfsSync } from 'node:fs';
import type { Collection } from './catalog';
import { collectionName } from './commandInput';
import type { CommandRequest, Engine } from './engine';
import { badValue, MongoServerError, typeMismatch } from './errors';
import type { Reply } from './replies';
import { collectionStatistics, databaseStatistics, indexBytes } from './statistics';
import { isDocument, isTruthy, toNumber, type Doc } from './values';

const maxInt = 0x7fffffff;
const intOrLong = (value: number): Int32 | Long => (value <= maxInt ? new Int32(value) : Long.fromNumber(value));

/** The divisor of sizes. */
function scaleOf(given: unknown): number {
  if (given === undefined || given === null) return 1;
  const scale = toNumber(given);
  if (scale === undefined)
    throw typeMismatch("BSON field 'scale' is the wrong type, expected types '[long, int, decimal, double]'");
  if (!(scale >= 1)) throw badValue('Scale factor must be greater than zero');
  return Math.min(Math.trunc(scale), maxInt);
}

export async function dbStats(engine: Engine, { body, database }: CommandRequest): Promise<Reply> {
  const scale = scaleOf(body['scale']);
  await engine.flushIndexEntries();
  const total = await databaseStatistics(engine, database);
  const scaled = (bytes: number) => new Double(bytes / scale);
  const free = isTruthy(body['freeStorage'])
    ? { freeStorageSize: scaled(0), indexFreeStorageSize: scaled(0), totalFreeStorageSize: scaled(0) }
    : {};
  const { blocks, bavail, bsize } = statfsSync(engine.path);
  const collections = engine.catalog.all(database).length;
  return {
    db: database,
    collections: Long.fromNumber(collections),
    views: Long.ZERO,
    objects: Long.fromNumber(total.objects),
    avgObjSize: new Double(total.objects === 0 ? 0 : total.dataSize / total.objects),
    dataSize: scaled(total.dataSize),
    storageSize: scaled(total.storageSize),
    indexes: Long.fromNumber(total.indexes),
    indexSize: scaled(total.indexSize),
    totalSize: scaled(total.storageSize + total.indexSize),
    ...free,
    scaleFactor: Long.fromNumber(scale),
    fsUsedSize: scaled((blocks - bavail) * bsize),
    fsTotalSize: scaled(blocks * bsize),
    ok: 1,
  };
}

/** The storageStats of $collStats. */
async function storageStats(engine: Engine, collection: Collection, scale: number): Promise<Doc> {
  await engine.flushIndexEntries();
  const statistics = await collectionStatistics(engine, collection);
  const { count, size, storageSize, indexSizes } = statistics;
  const scaled = (bytes: number) => intOrLong(Math.trunc(bytes / scale));
  return {
    size: scaled(size),
    count: intOrLong(count),
    ...(count > 0 && { avgObjSize: new Int32(Math.trunc(size / count)) }),
    numOrphanDocs: new Int32(0),
    storageSize: scaled(storageSize),
    freeStorageSize: new Int32(0),
    capped: false,
    nindexes: new Int32(indexSizes.size),
    indexBuilds: [],
    totalIndexSize: scaled(indexBytes(statistics)),
    totalSize: scaled(storageSize + indexBytes(statistics)),
    indexSizes: Object.fromEntries([...indexSizes].map(([name, bytes]) => [name, scaled(bytes)])),
    scaleFactor: new Int32(scale),
  };
}

export async function collStats(engine: Engine, request: CommandRequest): Promise<Reply> {
  const name = collectionName(request);
  const ns = `${request.database}.${name}`;
  const scale = scaleOf(request.body['scale']);
  const collection = engine.catalog.find(request.database, name);
  if (collection) return { ns, ...(await storageStats(engine, collection, scale)), ok: 1 };
  const none = Object.fromEntries(
    ['size', 'count', 'numOrphanDocs', 'storageSize', 'totalSize', 'nindexes', 'totalIndexSize'].map((field) => [
      field,
      0,
    ]),
  );
  return { ns, ...none, indexDetails: {}, indexSizes: {}, scaleFactor: scale, ok: 1 };
}

interface Namespace {
  readonly database: string;
  readonly name: string;
}

const collStatsParts = ['latencyStats', 'storageStats', 'count', 'queryExecStats'];

/** The documents of a $collStats stage. */
async function collStatsDocument(engine: Engine, namespace: Namespace, operand: unknown): Promise<Doc> {
  if (!isDocument(operand))
    throw new MongoServerError(
      'Location5447000',
      '$collStats must take a nested object but found a value of another type',
    );
  for (const [name, options] of Object.entries(operand)) {
    if (!collStatsParts.includes(name))
      throw new MongoServerError('Location40415', `BSON field '$collStats.${name}' is an unknown field.`);
    if (!isDocument(options))
      throw typeMismatch(`BSON field '$collStats.${name}' is the wrong type, expected type 'object'`);
  }
  for (const part of ['latencyStats', 'queryExecStats'])
    if (part in operand)
      throw new MongoServerError('NotImplemented', `$collStats with ${part} is not supported by the embedded database`);
  const { database, name } = namespace;
  const collection = engine.catalog.find(database, name);
  const parts = { ns: `${database}.${name}`, host: engine.address, localTime: new Date() };
  if (!collection && Object.keys(operand).length > 0)
    throw new MongoServerError(
      'NamespaceNotFound',
      `Unable to retrieve storageStats in $collStats stage :: caused by :: Collection [${database}.${name}] not found.`,
    );
  if (!collection) return parts;
  const storage = operand['storageStats'];
  const { count } = await collectionStatistics(engine, collection);
  return {
    ...parts,
    ...(isDocument(storage) && { storageStats: await storageStats(engine, collection, scaleOf(storage['scale'])) }),
    ...(operand['count'] !== undefined && { count: intOrLong(count) }),
  };
}

/** The documents of an $indexStats stage. */
function indexStatsDocuments(engine: Engine, { database, name }: Namespace, operand: unknown): Doc[] {
  if (!isDocument(operand) || Object.keys(operand).length > 0)
    throw new MongoServerError('Location28803', 'The $indexStats stage specification must be an empty object');
  const indexes = engine.catalog.find(database, name)?.indexes ?? [];
  return indexes.map((index): Doc => {
    const { operations, since } = engine.store.usage.of(index.id);
    const accesses = { ops: Long.fromNumber(operations), since };
    return { name: index.name, key: index.spec['key'], host: engine.address, accesses, spec: index.spec };
  });
}

/** The documents of a first stage that reports statistics; undefined for other stages. */
export async function sourceOfStatistics(
  engine: Engine,
  request: CommandRequest,
  first: Doc | undefined,
): Promise<Doc[] | undefined> {
  if (!first || !('$collStats' in first || '$indexStats' in first)) return undefined;
  const namespace = { database: request.database, name: collectionName(request) };
  if ('$collStats' in first) return [await collStatsDocument(engine, namespace, first['$collStats'])];
  return indexStatsDocuments(engine, namespace, first['$indexStats']);
}
