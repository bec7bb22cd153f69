import type { Catalog, Collection, Index } from './catalog';
import { MongoServerError } from './errors';
import { checkTopNames, keepsOrder, reorderedFields } from './fieldOrder';
import type { Undo } from './indexWriteBuffer';
import { encodeFields, indexKeys } from './indexKeys';
import { compileFilter, matches, type Condition } from './matcher';
import { numberPrefix } from './rowFormat';
import { rowsOf, sealRecord, unsealRecord, type Row, type Store } from './store';
import { valueAt } from './paths';
import type { ReadFields } from './storedFields';
import { unchangedIndexFields } from './unchangedIndexFields';
import { decode, encode, type Doc } from './values';

const recordBytes = 6;
export const maxDocumentBytes = 16 * 1024 * 1024;

/** A stored document that is decoded lazily. */
export class StoredDocument {
  private decoded: Doc | undefined;

  constructor(
    readonly record: Buffer,
    readonly bytes: Uint8Array,
    document?: Doc,
  ) {
    this.decoded = document;
  }

  /** The fields that `read` extracts, or the whole document if it is already decoded or needs the decoder. */
  fieldsBy(read: ReadFields | undefined): Doc {
    return this.decoded ?? read?.(this.bytes) ?? this.document;
  }

  get document(): Doc {
    this.decoded ??= decode(this.bytes);
    return this.decoded;
  }

  /** The document for an update; throws if decoding would reorder fields that an older version stored. */
  get documentInOrder(): Doc {
    if (!keepsOrder(this.bytes)) throw reorderedFields();
    return this.document;
  }
}

export function fetchRecord(store: Store, record: Buffer): StoredDocument | undefined {
  const stored = store.records.get(record);
  return stored ? new StoredDocument(record, unsealRecord(stored)) : undefined;
}

/**
 * The documents of a collection in insertion order, starting at a record. Keys are prefetched and each document is read
 * on demand, so that a paused reader keeps little memory.
 */
export function* storedDocuments(
  store: Store,
  { id }: Pick<Collection, 'id'>,
  low: Buffer = numberPrefix(id),
): Generator<StoredDocument, void, void> {
  const range = { low, high: numberPrefix(id + 1), reverse: false };
  for (const { key } of rowsOf(store.records, range, { keysOnly: true })) {
    const stored = fetchRecord(store, key);
    // Skip a document that was deleted in the meantime.
    if (stored) yield stored;
  }
}

const partialFilters = new WeakMap<Index, Condition>();

function isIndexed(index: Index, document: Doc): boolean {
  if (!index.partialFilterExpression) return true;
  let condition = partialFilters.get(index);
  if (!condition) partialFilters.set(index, (condition = compileFilter(index.partialFilterExpression)));
  return matches(condition, document);
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return `"${value}"`;
  if (value === undefined || value === null) return 'null';
  const tagged = value as { _bsontype?: string; toHexString?: () => string };
  if (tagged._bsontype === 'ObjectId') return `ObjectId('${tagged.toHexString?.() ?? ''}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (typeof value === 'object' && !tagged._bsontype) return JSON.stringify(value);
  return String(value);
}

function duplicateKey(collection: Collection, index: Index, key: Buffer, document: Doc): MongoServerError {
  const keyPattern: Doc = {};
  const keyValue: Doc = {};
  for (const field of index.fields) {
    keyPattern[field.path] = field.direction;
    keyValue[field.path] = conflictingValue(index, field.path, key, document) ?? null;
  }
  const shown = Object.entries(keyValue).map(([path, value]) => `${path}: ${valueText(value)}`);
  const namespace = `${collection.database}.${collection.name}`;
  const message = `E11000 duplicate key error collection: ${namespace} index: ${index.name} dup key: { ${shown.join(', ')} }`;
  return new MongoServerError('DuplicateKey', message, { keyPattern, keyValue });
}

/** For an array field, the element that conflicts. */
function conflictingValue(index: Index, path: string, key: Buffer, document: Doc): unknown {
  const value = valueAt(document, path);
  if (!Array.isArray(value) || index.fields.length > 1) return value;
  return value.find((item) => encodeFields(index.fields, [item]).key.equals(key)) ?? value;
}

const pendingRange = { start: Buffer.from('p'), end: Buffer.from('q') };
/** The time limit of one slice, in which other commands wait. */
const sliceMs = 25;
const sliceEntries = 4000;
/** The limit of collected entries in bytes, and the estimated overhead of each buffer. */
const maxPendingBytes = 64 * 1024 * 1024;
const entryOverheadBytes = 100;
const sliceRecords = 100;

function pendingMarker({ id }: Pick<Collection, 'id'>): Buffer {
  return Buffer.concat([pendingRange.start, numberPrefix(id)]);
}

/**
 * Writes documents and keeps all indexes consistent. Use it only inside a write transaction. All checks of a document
 * precede its first change, so a refused document leaves no trace.
 */
export class Records {
  private pending: Buffer[] | undefined;
  private pendingBytes = 0;
  /** Whether collected entries may be written before the end of the bulk. */
  private spills = false;
  /** The start of the next slice of a rescan by collection; undefined if no rescan is needed. */
  private rescan: Map<number, Buffer> | undefined;
  private readonly nextRecord = new Map<number, number>();

  constructor(
    private readonly store: Store,
    private readonly catalog: Catalog,
  ) {
    this.reset();
  }

  /** Collects the index entries of many inserts and writes them in key order, which is many times faster in LMDB. */
  bulk<T>(action: () => T): T {
    this.pending = [];
    this.pendingBytes = 0;
    this.spills = true;
    try {
      return action();
    } finally {
      const pending = this.pending;
      this.pending = undefined;
      this.spills = false;
      this.putSorted(pending);
    }
  }

  /**
   * Like `bulk`, but buffers the entries of non-unique indexes across batches, so that a long load rarely rewrites an
   * index page. The first such record is stored with the documents: after a crash the entries are rebuilt from there.
   */
  bulkLoad<T>(collection: Collection, action: () => T): T {
    this.pending = [];
    const first = this.takeRecord(collection);
    const marker = pendingMarker(collection);
    if (!this.store.catalog.get(marker)) this.store.catalog.putSync(marker, first);
    try {
      return action();
    } finally {
      this.store.writeBuffer.add(this.pending);
      this.pending = undefined;
    }
  }

  get hasBuffered(): boolean {
    return this.store.writeBuffer.size > 0 || this.mustRescan;
  }

  /** Entries are missing and not buffered, so indexes cannot be used yet. */
  get mustRescan(): boolean {
    return this.rescan !== undefined;
  }

  get mustFlush(): boolean {
    return this.mustRescan || this.store.writeBuffer.isFull;
  }

  /** Writes all buffered entries within a write transaction. */
  writeAllBuffered(): void {
    while (this.hasBuffered) this.writeSlice();
  }

  /** One slice of `writeAllBuffered`: large transactions block others and leave free-page lists that slow the next. */
  writeSlice(): void {
    const { writeBuffer, entries } = this.store;
    if (this.rescan && !writeBuffer.isFull) return this.rescanSlice(this.rescan);
    const until = performance.now() + sliceMs;
    for (let i = 0; i < sliceEntries && (i % 64 !== 0 || performance.now() < until); i++) {
      const entry = writeBuffer.takeLowest();
      if (!entry) break;
      entries.putSync(entry, emptyBuffer);
    }
    if (writeBuffer.size === 0) this.removeMarkers();
  }

  private removeMarkers(): void {
    for (const key of [...this.store.catalog.getKeys(pendingRange)]) this.store.catalog.removeSync(Buffer.from(key));
    // The next rescan continues here.
    for (const [id, from] of this.rescan ?? []) this.store.catalog.putSync(pendingMarker({ id }), from);
  }

  /** Buffers the entries of some documents again after a crash. */
  private rescanSlice(rescan: Map<number, Buffer>): void {
    const [next] = rescan;
    if (!next) {
      this.rescan = undefined;
      if (this.store.writeBuffer.size === 0) this.removeMarkers();
      return;
    }
    const [id, from] = next;
    const collection = this.catalog.all().find((other) => other.id === id);
    const last = collection && this.rebufferEntries(collection, from);
    if (last) rescan.set(id, Buffer.concat([last, Buffer.from([0])]));
    else rescan.delete(id);
  }

  /** Returns the last record processed; undefined at the end of the collection. */
  private rebufferEntries(collection: Collection, low: Buffer): Buffer | undefined {
    this.pending = [];
    try {
      let count = 0;
      for (const stored of storedDocuments(this.store, collection, low)) {
        for (const index of collection.indexes) this.addToIndex(collection, index, stored);
        if (++count === sliceRecords) return stored.record;
      }
      return undefined;
    } finally {
      this.store.writeBuffer.add(this.pending);
      this.pending = undefined;
    }
  }

  private putSorted(entries: Buffer[]): void {
    for (const key of entries.sort(Buffer.compare)) this.store.entries.putSync(key, emptyBuffer);
  }

  /** Saves the in-memory state before a change and returns an undo for a rollback. */
  savepoint(): Undo {
    const undoBuffer = this.store.writeBuffer.savepoint();
    const undoCounts = this.store.counts.savepoint();
    const undoSizes = this.store.sizes.savepoint();
    const rescan = this.rescan && new Map(this.rescan);
    return () => {
      undoBuffer();
      undoCounts();
      undoSizes();
      this.rescan = rescan;
      this.nextRecord.clear();
    };
  }

  /** Drops all in-memory state, at the start and after a transaction that failed to commit. */
  reset(): void {
    this.nextRecord.clear();
    this.store.writeBuffer.clear();
    this.store.counts.clear();
    this.store.sizes.clear();
    const markers = [...this.store.catalog.getRange(pendingRange)];
    const starts = markers.map(({ key, value }) => [key.readUInt32BE(1), Buffer.from(value)] as const);
    this.rescan = starts.length > 0 ? new Map(starts) : undefined;
  }

  private takeRecord(collection: Collection): Buffer {
    const record = numberPrefix(collection.id, recordBytes);
    let next = this.nextRecord.get(collection.id);
    if (next === undefined) {
      const range = {
        start: numberPrefix(collection.id + 1),
        end: numberPrefix(collection.id),
        reverse: true,
        limit: 1,
        exclusiveStart: true,
      };
      const [last] = [...this.store.records.getKeys(range)];
      next = last ? last.readUIntBE(4, recordBytes) + 1 : 1;
    }
    this.nextRecord.set(collection.id, next + 1);
    record.writeUIntBE(next, 4, recordBytes);
    return record;
  }

  insert(collection: Collection, document: Doc, bytes: Uint8Array): StoredDocument {
    checkSize(bytes);
    checkTopNames(document);
    const plan = collection.indexes.map((index) => ({
      index,
      keys: this.prepare(collection, index, document, undefined),
    }));
    const record = this.takeRecord(collection);
    for (const { index, keys } of plan) for (const key of keys) this.putEntry(index, key, record);
    this.store.records.putSync(record, sealRecord(bytes));
    this.store.counts.change(collection.id, 1);
    this.store.sizes.change(record, 0, bytes.length);
    return new StoredDocument(record, bytes, document);
  }

  replace(collection: Collection, stored: StoredDocument, document: Doc): StoredDocument {
    const bytes = encode(document);
    checkSize(bytes);
    checkTopNames(document);
    const isUnchanged = unchangedIndexFields(stored.bytes, bytes);
    const changed = collection.indexes.filter((index) => !isUnchanged(index));
    const plan = changed.map((index) => {
      const before = this.entriesOf(index, stored.document);
      const after = this.prepare(collection, index, document, stored.record);
      const current = new Set(after.map((key) => key.toString('latin1')));
      const previous = new Set(before.map((key) => key.toString('latin1')));
      return {
        index,
        removed: before.filter((key) => !current.has(key.toString('latin1'))),
        added: after.filter((key) => !previous.has(key.toString('latin1'))),
      };
    });
    for (const { index, removed, added } of plan) {
      for (const key of removed) this.removeEntry(index, key, stored.record);
      for (const key of added) this.putEntry(index, key, stored.record);
    }
    this.store.records.putSync(stored.record, sealRecord(bytes));
    this.store.sizes.change(stored.record, stored.bytes.length, bytes.length);
    return new StoredDocument(stored.record, bytes, document);
  }

  remove(collection: Collection, stored: StoredDocument): void {
    for (const index of collection.indexes) {
      for (const key of this.entriesOf(index, stored.document)) this.removeEntry(index, key, stored.record);
    }
    if (!this.store.records.removeSync(stored.record)) return;
    this.store.counts.change(collection.id, -1);
    this.store.sizes.change(stored.record, stored.bytes.length, 0);
  }

  /** Adds the entries of one document to an index that is being built. */
  addToIndex(collection: Collection, index: Index, stored: StoredDocument): void {
    for (const key of this.prepare(collection, index, stored.document, stored.record)) {
      this.putEntry(index, key, stored.record);
    }
  }

  private entriesOf(index: Index, document: Doc): Buffer[] {
    return isIndexed(index, document) ? indexKeys(index, document).keys : [];
  }

  /** The keys of a document, after a check for duplicates in a unique index. */
  private prepare(collection: Collection, index: Index, document: Doc, own: Buffer | undefined): Buffer[] {
    if (!isIndexed(index, document)) return [];
    const { keys, multikey, truncated } = indexKeys(index, document);
    if (index.unique) {
      for (const key of keys) {
        const holder = this.store.entries.get(Buffer.concat([numberPrefix(index.id), key]));
        if (holder && !(own && holder.equals(own.subarray(4)))) throw duplicateKey(collection, index, key, document);
      }
    }
    const fresh = multikey.filter((path) => !index.multikey.includes(path));
    if (fresh.length > 0 || (truncated && !index.truncated)) {
      index.multikey = [...index.multikey, ...fresh];
      index.truncated ||= truncated;
      this.catalog.save(collection);
    }
    return keys;
  }

  private putEntry(index: Index, key: Buffer, record: Buffer): void {
    if (index.unique) {
      this.store.entries.putSync(Buffer.concat([numberPrefix(index.id), key]), record.subarray(4));
      return;
    }
    const entry = Buffer.concat([numberPrefix(index.id), key, record.subarray(4)]);
    if (this.pending) this.collect(this.pending, entry);
    else this.store.entries.putSync(entry, emptyBuffer);
  }

  private collect(pending: Buffer[], entry: Buffer): void {
    pending.push(entry);
    this.pendingBytes += entry.length + entryOverheadBytes;
    if (!this.spills || this.pendingBytes < maxPendingBytes) return;
    this.putSorted(pending);
    this.pending = [];
    this.pendingBytes = 0;
  }

  private removeEntry(index: Index, key: Buffer, record: Buffer): void {
    const prefix = numberPrefix(index.id);
    const entry = index.unique ? Buffer.concat([prefix, key]) : Buffer.concat([prefix, key, record.subarray(4)]);
    this.store.entries.removeSync(entry);
    this.store.writeBuffer.remove(entry);
  }
}

const emptyBuffer = Buffer.alloc(0);

function checkSize(bytes: Uint8Array): void {
  if (bytes.length <= maxDocumentBytes) return;
  throw new MongoServerError(
    'BSONObjectTooLarge',
    `BSONObj size: ${bytes.length} is invalid. Size must be between 0 and ${maxDocumentBytes}(16MB)`,
  );
}

/** The number of a record, read from a record key or from the end of a non-unique index entry. */
export function recordNumber(key: Buffer): number {
  return key.readUIntBE(key.length - recordBytes, recordBytes);
}

/** The number of an index entry's record: at the end of its key, or in the value for a unique index. */
export function recordNumberOfEntry({ unique }: Index, { key, value }: Row): number {
  return recordNumber(unique ? value : key);
}

/** The key of a record. */
export function recordKey({ id }: Pick<Collection, 'id'>, number: number): Buffer {
  const record = Buffer.allocUnsafe(4 + recordBytes);
  record.writeUInt32BE(id);
  record.writeUIntBE(number, 4, recordBytes);
  return record;
}
