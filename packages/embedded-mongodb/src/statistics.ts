import type { Collection, Index } from './catalog';
import { forEachPaused } from './cursors';
import { inPages, nodeBytes, type CollectionSize } from './dataSizes';
import type { Engine } from './engine';
import { numberPrefix } from './rowFormat';
import type { Store } from './store';

/** For a long index, one key in this many is sampled. */
const sampleStride = 512;
/** The value size of a unique index entry: a record number. */
const recordNumberBytes = 6;

/** The size of one collection, in its documents and in the file, in bytes. */
export interface CollectionStatistics {
  readonly count: number;
  readonly size: number;
  readonly storageSize: number;
  readonly indexSizes: ReadonlyMap<string, number>;
}

/**
 * Yields null where other commands may run, and the bytes of all entries at the end, extrapolated from samples for long
 * indexes.
 */
function* entryBytes({ entries }: Store, index: Index): Generator<number | null, void, void> {
  const end = numberPrefix(index.id + 1);
  const bytesOf = (key: Buffer) => nodeBytes(key.length, index.unique ? recordNumberBytes : 0);
  let start = numberPrefix(index.id);
  for (let bytes = 0; ;) {
    const range = { start, end, exclusiveStart: true };
    const [next] = [...entries.getKeys({ ...range, offset: sampleStride - 1, limit: 1 })];
    if (!next) return yield [...entries.getKeys(range)].reduce((sum, key) => sum + bytesOf(key), bytes);
    bytes += sampleStride * bytesOf(next);
    start = Buffer.from(next);
    yield null;
  }
}

async function lastOf<T>(stream: Iterator<T | null, void, void>): Promise<T | undefined> {
  let last: T | undefined;
  await forEachPaused(stream, (value) => {
    last = value;
    return true;
  });
  return last;
}

export async function collectionStatistics(
  { store }: Engine,
  { id, indexes }: Collection,
): Promise<CollectionStatistics> {
  const counted: CollectionSize | undefined = await lastOf(store.sizes.of(store, id));
  const indexSizes = new Map<string, number>();
  for (const index of indexes) indexSizes.set(index.name, inPages((await lastOf(entryBytes(store, index))) ?? 0));
  const count = store.counts.of(id, () =>
    store.records.getKeysCount({ start: numberPrefix(id), end: numberPrefix(id + 1) }),
  );
  return { count, size: counted?.bytes ?? 0, storageSize: inPages(counted?.stored ?? 0), indexSizes };
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

export const indexBytes = ({ indexSizes }: CollectionStatistics): number => sum(indexSizes.values());

interface TotalStatistics {
  readonly objects: number;
  readonly dataSize: number;
  readonly storageSize: number;
  readonly indexes: number;
  readonly indexSize: number;
}

/** The totals over all collections of a database. */
export async function databaseStatistics(engine: Engine, database: string): Promise<TotalStatistics> {
  const all: CollectionStatistics[] = [];
  for (const collection of engine.catalog.all(database)) all.push(await collectionStatistics(engine, collection));
  return {
    objects: sum(all.map(({ count }) => count)),
    dataSize: sum(all.map(({ size }) => size)),
    storageSize: sum(all.map(({ storageSize }) => storageSize)),
    indexes: sum(all.map(({ indexSizes }) => indexSizes.size)),
    indexSize: sum(all.map(indexBytes)),
  };
}
