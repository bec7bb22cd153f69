import { collectionName, documentField, refuseCollation } from './commandInput';
import { uuidBinary, type Collection, type Index } from './catalog';
import type { CommandRequest, Engine } from './engine';
import { badValue, MongoServerError, notSupported } from './errors';
import { sameValue } from './keyEncoding';
import { compileFilter, matches } from './matcher';
import { numberPrefix } from './rowFormat';
import { storedDocuments } from './records';
import { cursorReply, type Reply } from './replies';
import { databaseStatistics } from './statistics';
import { encode, isDocument, isTruthy, toNumber, type Doc } from './values';
import { Long } from 'bson';

export function create(engine: Engine, request: CommandRequest): Promise<Reply> {
  const name = collectionName(request);
  for (const option of [
    'capped',
    'timeseries',
    'viewOn',
    'validator',
    'clusteredIndex',
    'changeStreamPreAndPostImages',
    'encryptedFields',
  ]) {
    if (isTruthy(request.body[option])) throw notSupported(`a collection with ${option}`);
  }
  refuseCollation(request.body);
  return engine.define(() => {
    if (engine.catalog.find(request.database, name)) {
      throw new MongoServerError('NamespaceExists', `Collection ${request.database}.${name} already exists.`);
    }
    engine.catalog.create(request.database, name);
    return { ok: 1 };
  });
}

export function drop(engine: Engine, request: CommandRequest): Promise<Reply> {
  const name = collectionName(request);
  return engine.define(() => {
    const collection = engine.catalog.find(request.database, name);
    if (!collection) return { ok: 1 };
    engine.dropCollection(collection);
    return { ns: `${request.database}.${name}`, nIndexesWas: collection.indexes.length, ok: 1 };
  });
}

export function dropDatabase(engine: Engine, request: CommandRequest): Promise<Reply> {
  return engine.define(() => {
    const collections = engine.catalog.all(request.database);
    collections.forEach((collection) => engine.dropCollection(collection));
    return collections.length > 0 ? { dropped: request.database, ok: 1 } : { ok: 1 };
  });
}

export function listCollections(engine: Engine, request: CommandRequest): Reply {
  const condition = compileFilter(documentField(request.body, 'filter'));
  const nameOnly = isTruthy(request.body['nameOnly']);
  const rows = engine.catalog
    .all(request.database)
    .map((collection): Doc => {
      const row = { name: collection.name, type: 'collection' };
      if (nameOnly) return row;
      const info = { readOnly: false, uuid: uuidBinary(collection.uuid) };
      return { ...row, options: collection.options, info, idIndex: { v: 2, key: { _id: 1 }, name: '_id_' } };
    })
    .filter((row) => matches(condition, row));
  return cursorReply(
    'firstBatch',
    rows.map((row) => encode(row)),
    Long.ZERO,
    `${request.database}.$cmd.listCollections`,
  );
}

export async function listDatabases(engine: Engine, request: CommandRequest): Promise<Reply> {
  const condition = compileFilter(documentField(request.body, 'filter'));
  const names = [...new Set(engine.catalog.all().map((collection) => collection.database))].sort();
  if (isTruthy(request.body['nameOnly'])) {
    return { databases: names.map((name) => ({ name })).filter((row) => matches(condition, row)), ok: 1 };
  }
  await engine.flushIndexEntries();
  const databases: Doc[] = [];
  let total = 0;
  for (const name of names) {
    const { storageSize, indexSize, objects } = await databaseStatistics(engine, name);
    const row = { name, sizeOnDisk: Long.fromNumber(storageSize + indexSize), empty: objects === 0 };
    if (!matches(condition, row)) continue;
    databases.push(row);
    total += storageSize + indexSize;
  }
  const totalSizeMb = Long.fromNumber(Math.floor(total / (1024 * 1024)));
  return { databases, totalSize: Long.fromNumber(total), totalSizeMb, ok: 1 };
}

export function listIndexes(engine: Engine, request: CommandRequest): Reply {
  const name = collectionName(request);
  const namespace = `${request.database}.${name}`;
  const collection = engine.catalog.find(request.database, name);
  if (!collection) throw new MongoServerError('NamespaceNotFound', `ns does not exist: ${namespace}`);
  return cursorReply(
    'firstBatch',
    collection.indexes.map((index) => encode(index.spec)),
    Long.ZERO,
    namespace,
  );
}

const indexOptions = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
  'hidden',
  'ns',
  'collation',
]);

function indexSpec(given: Doc): Doc {
  const key = given['key'];
  if (!isDocument(key) || Object.keys(key).length === 0)
    throw new MongoServerError('CannotCreateIndex', 'Index keys cannot be an empty object.');
  for (const [path, direction] of Object.entries(key)) {
    if (typeof direction === 'string')
      throw new MongoServerError('CannotCreateIndex', `Unknown index plugin '${direction}'`);
    const number = toNumber(direction);
    if (!number)
      throw new MongoServerError(
        'CannotCreateIndex',
        `Values in v:2 index key pattern must be numbers and not 0, in ${path}`,
      );
    if (path.includes('$**')) throw notSupported('a wildcard index');
    if (path === '' || path.split('.').includes(''))
      throw new MongoServerError('CannotCreateIndex', 'Index keys cannot contain an empty field.');
  }
  for (const option of Object.keys(given)) {
    if (!indexOptions.has(option))
      throw new MongoServerError(
        'InvalidOptions',
        `The field '${option}' is not valid for an index specification. Specification: ${JSON.stringify(given)}`,
      );
  }
  refuseCollation(given);
  if (isTruthy(given['hidden'])) throw notSupported('a hidden index');
  const expire = given['expireAfterSeconds'];
  if (expire !== undefined && (toNumber(expire) === undefined || Object.keys(key).length > 1)) {
    throw new MongoServerError(
      'CannotCreateIndex',
      'TTL indexes are single-field indexes, compound indexes do not support TTL.',
    );
  }
  if (given['partialFilterExpression'] !== undefined) compileFilter(given['partialFilterExpression']);
  const spec: Doc = { v: 2, key, name: String(given['name'] ?? defaultName(key)) };
  if (isTruthy(given['unique'])) spec['unique'] = true;
  if (isTruthy(given['sparse'])) spec['sparse'] = true;
  if (given['partialFilterExpression'] !== undefined)
    spec['partialFilterExpression'] = given['partialFilterExpression'];
  if (expire !== undefined) spec['expireAfterSeconds'] = expire;
  return spec;
}

function defaultName(key: Doc): string {
  return Object.entries(key)
    .map(([path, direction]) => `${path}_${String(toNumber(direction))}`)
    .join('_');
}

/** The existing index with this specification, or undefined; throws on a conflicting one. */
function existingIndex(collection: Collection, spec: Doc): Index | undefined {
  const same = collection.indexes.find((index) => index.name === spec['name']);
  const sameKey = collection.indexes.find(
    (index) =>
      sameKeyPattern(index.spec['key'] as Doc, spec['key'] as Doc) &&
      sameValue(index.spec['partialFilterExpression'] ?? null, spec['partialFilterExpression'] ?? null),
  );
  if (same && !sameKey) {
    throw new MongoServerError(
      'IndexKeySpecsConflict',
      `An existing index has the same name as the requested index. When index names are not specified, they are auto generated and can cause conflicts. Please refer to our documentation. Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify(same.spec)}`,
    );
  }
  if (!sameKey) return undefined;
  if (sameKey.name === '_id_') return sameKey;
  if (sameKey.name !== spec['name']) {
    throw new MongoServerError('IndexOptionsConflict', `Index already exists with a different name: ${sameKey.name}`);
  }
  const differs = ['unique', 'sparse', 'expireAfterSeconds'].some(
    (option) => !sameValue(sameKey.spec[option] ?? null, spec[option] ?? null),
  );
  if (differs) {
    throw new MongoServerError(
      'IndexOptionsConflict',
      `An equivalent index already exists with the same name but different options. Requested index: ${JSON.stringify(spec)}, existing index: ${JSON.stringify(sameKey.spec)}`,
    );
  }
  return sameKey;
}

function sameKeyPattern(a: Doc, b: Doc): boolean {
  return Object.keys(a).join() === Object.keys(b).join() && sameValue(a, b);
}

function buildIndex(engine: Engine, collection: Collection, spec: Doc): void {
  const index = engine.catalog.addIndex(collection, spec);
  engine.store.usage.reset(index.id);
  engine.records.bulk(() => {
    for (const stored of storedDocuments(engine.store, collection)) {
      engine.records.addToIndex(collection, index, stored);
    }
  });
}

export function createIndexes(engine: Engine, request: CommandRequest): Promise<Reply> {
  const name = collectionName(request);
  const wanted = request.body['indexes'];
  if (!Array.isArray(wanted) || wanted.length === 0) throw badValue('Must specify at least one index to create');
  const specs = wanted.map((given: unknown) => indexSpec(given as Doc));
  return engine.define(() => {
    const createdCollectionAutomatically = !engine.catalog.find(request.database, name);
    const collection = engine.collection(request.database, name);
    const numIndexesBefore = collection.indexes.length;
    for (const spec of specs) if (!existingIndex(collection, spec)) buildIndex(engine, collection, spec);
    const numIndexesAfter = collection.indexes.length;
    const note = numIndexesAfter === numIndexesBefore ? { note: 'all indexes already exist' } : {};
    return { numIndexesBefore, numIndexesAfter, createdCollectionAutomatically, ...note, ok: 1 };
  });
}

export function dropIndexes(engine: Engine, request: CommandRequest): Promise<Reply> {
  const name = collectionName(request);
  return engine.define(() => {
    const collection = engine.catalog.find(request.database, name);
    if (!collection) throw new MongoServerError('NamespaceNotFound', `ns not found ${request.database}.${name}`);
    const nIndexesWas = collection.indexes.length;
    for (const index of indexesNamed(collection, request.body['index'])) {
      engine.deferredDeletes.add('entries', numberPrefix(index.id));
      collection.indexes = collection.indexes.filter((other) => other !== index);
    }
    engine.catalog.save(collection);
    return { nIndexesWas, ok: 1 };
  });
}

function indexesNamed(collection: Collection, wanted: unknown): Index[] {
  if (wanted === '*') return collection.indexes.filter((index) => index.name !== '_id_');
  const names = Array.isArray(wanted) ? wanted : [wanted];
  return names.map((name: unknown) => {
    const found = collection.indexes.find((index) =>
      isDocument(name) ? sameKeyPattern(index.spec['key'] as Doc, name) : index.name === name,
    );
    if (!found)
      throw new MongoServerError(
        'IndexNotFound',
        isDocument(name)
          ? `can't find index with key: ${JSON.stringify(name)}`
          : `index not found with name [${String(name)}]`,
      );
    if (found.name === '_id_') throw new MongoServerError('InvalidOptions', 'cannot drop _id index');
    return found;
  });
}
