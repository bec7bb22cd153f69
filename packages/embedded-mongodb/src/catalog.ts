import { Binary } from 'bson';
import { randomUUID } from 'node:crypto';
import { MongoServerError } from './errors';
import type { Store } from './store';
import { decode, encode, toNumber, type Doc } from './values';

export interface IndexField {
  path: string;
  direction: 1 | -1;
}

export interface Index {
  id: number;
  name: string;
  fields: IndexField[];
  unique: boolean;
  sparse: boolean;
  partialFilterExpression?: Doc;
  expireAfterSeconds?: number;
  /** The specification passed to createIndexes, for listIndexes. */
  spec: Doc;
  /** Paths that contain an array in at least one document. */
  multikey: string[];
  /** At least one value was too long for a key and is stored as a prefix and a hash. */
  truncated: boolean;
}

export interface Collection {
  id: number;
  database: string;
  name: string;
  uuid: string;
  options: Doc;
  indexes: Index[];
}

const numberKey = Buffer.from('n');

function catalogKey(database: string, name: string): Buffer {
  return Buffer.from(`c${database}\0${name}`);
}

function numberOf(value: unknown): number {
  return toNumber(value) ?? 0;
}

function indexFields(key: Doc): IndexField[] {
  return Object.entries(key).map(([path, direction]) => ({ path, direction: numberOf(direction) < 0 ? -1 : 1 }));
}

function writeIndex(index: Index): Doc {
  return { id: index.id, spec: index.spec, multikey: index.multikey, truncated: index.truncated };
}

function readIndex(stored: Doc): Index {
  const spec = stored['spec'] as Doc;
  const index: Index = {
    id: numberOf(stored['id']),
    name: String(spec['name']),
    fields: indexFields(spec['key'] as Doc),
    unique: spec['unique'] === true || spec['name'] === '_id_',
    sparse: spec['sparse'] === true,
    spec,
    multikey: stored['multikey'] as string[],
    truncated: stored['truncated'] === true,
  };
  if (spec['partialFilterExpression']) index.partialFilterExpression = spec['partialFilterExpression'] as Doc;
  if (spec['expireAfterSeconds'] !== undefined) index.expireAfterSeconds = numberOf(spec['expireAfterSeconds']);
  return index;
}

/** Databases, collections and indexes: cached in memory and written through in the transaction that changes them. */
export class Catalog {
  private collections = new Map<string, Collection>();
  private nextNumber = 1;

  constructor(private readonly store: Store) {
    this.load();
  }

  /** Reloads the catalog after a transaction that changed it was rolled back. */
  load(): void {
    this.collections = new Map();
    const number = this.store.catalog.get(numberKey);
    this.nextNumber = number ? number.readUInt32BE(0) : 1;
    for (const { value } of this.store.catalog.getRange({ start: Buffer.from('c'), end: Buffer.from('d') })) {
      const stored = decode(value);
      const collection: Collection = {
        id: numberOf(stored['id']),
        database: String(stored['database']),
        name: String(stored['name']),
        uuid: String(stored['uuid']),
        options: stored['options'] as Doc,
        indexes: (stored['indexes'] as Doc[]).map(readIndex),
      };
      this.collections.set(`${collection.database}.${collection.name}`, collection);
    }
  }

  takeNumber(): number {
    const number = this.nextNumber++;
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(this.nextNumber);
    this.store.catalog.putSync(numberKey, bytes);
    return number;
  }

  find(database: string, name: string): Collection | undefined {
    return this.collections.get(`${database}.${name}`);
  }

  all(database?: string): Collection[] {
    const every = [...this.collections.values()];
    return database === undefined ? every : every.filter((collection) => collection.database === database);
  }

  save(collection: Collection): void {
    const { id, database, name, uuid, options } = collection;
    const stored = { id, database, name, uuid, options, indexes: collection.indexes.map(writeIndex) };
    this.store.catalog.putSync(catalogKey(database, name), Buffer.from(encode(stored)));
    this.collections.set(`${database}.${name}`, collection);
  }

  create(database: string, name: string, options: Doc = {}): Collection {
    checkNamespace(database, name);
    const spec = { v: 2, key: { _id: 1 }, name: '_id_' };
    const index = readIndex({ id: this.takeNumber(), spec, multikey: [], truncated: false });
    const collection = { id: this.takeNumber(), database, name, uuid: randomUUID(), options, indexes: [index] };
    this.save(collection);
    return collection;
  }

  remove(collection: Collection): void {
    this.store.catalog.removeSync(catalogKey(collection.database, collection.name));
    this.collections.delete(`${collection.database}.${collection.name}`);
  }

  addIndex(collection: Collection, spec: Doc): Index {
    const index = readIndex({ id: this.takeNumber(), spec, multikey: [], truncated: false });
    collection.indexes.push(index);
    this.save(collection);
    return index;
  }
}

export function checkNamespace(database: string, name: string): void {
  const invalid =
    name === '' ||
    name.includes('\0') ||
    name.includes('$') ||
    name.startsWith('.') ||
    name.startsWith('system.') ||
    database === '';
  if (invalid || Buffer.byteLength(`${database}.${name}`) > 255) {
    throw new MongoServerError('InvalidNamespace', `Invalid namespace specified '${database}.${name}'`);
  }
}

export function uuidBinary(uuid: string): Binary {
  return new Binary(Buffer.from(uuid.replaceAll('-', ''), 'hex'), Binary.SUBTYPE_UUID);
}
