import type { Document } from 'mongodb';
import { merge } from './merge';
import type { ReadBatch } from './batchReader';

export interface Order {
  readonly field: string;
  readonly direction: 1 | -1;
}

/** The values at which a reader stands, as the database stores them. */
export interface StoredPosition {
  readonly key: unknown;
  readonly id: unknown;
}

export interface KeysetQuery {
  readonly filter: Document;
  readonly order: Order;
  readonly after: StoredPosition | null;
  readonly limit: number;
  readonly projection?: Document | undefined;
  /** The index that holds the filter, where a planner might walk the order instead. */
  readonly hint?: string | undefined;
  /** Few rows share a key: one range from the key on brings what two would. */
  readonly isRarelyTied?: boolean;
}

/**
 * What lies after a position, in index order: the ties of the position's key, and the rest. Each is one plain index range on
 * every server, while a planner may read a whole list for an `$or` of both.
 */
export function segmentsAfter({ filter, order, after }: Pick<KeysetQuery, 'filter' | 'order' | 'after'>): Document[] {
  if (after === null) return [filter];
  const beyond = order.direction === 1 ? '$gt' : '$lt';
  return [
    merge(filter, { [order.field]: after.key, _id: { [beyond]: after.id } }),
    withBound({ filter, order }, { [beyond]: after.key }),
  ];
}

export function sortOf({ field, direction }: Order): Record<string, 1 | -1> {
  return { [field]: direction, _id: direction };
}

/** Reads the rows after a position in index order. */
export async function readAfter<T extends Document>(readBatch: ReadBatch<T>, query: KeysetQuery): Promise<T[]> {
  const atOnce = query.isRarelyTied && query.after ? await readFrom(readBatch, query, query.after) : null;
  if (atOnce) return atOnce;
  const found: T[] = [];
  for (const segment of segmentsAfter(query)) {
    found.push(...(await read(readBatch, query, segment, query.limit - found.length)));
    if (found.length >= query.limit) break;
  }
  return found;
}

/** The position's key and whatever comes after it. */
export function rangeFrom({ filter, order }: Pick<KeysetQuery, 'filter' | 'order'>, { key }: StoredPosition): Document {
  return withBound({ filter, order }, { [order.direction === 1 ? '$gte' : '$lte']: key });
}

function withBound({ filter, order }: Pick<KeysetQuery, 'filter' | 'order'>, bound: Document): Document {
  const bounds = filter[order.field] as Document | undefined;
  return merge(filter, { [order.field]: bounds ? merge(bounds, bound) : bound });
}

/** In one round trip, with the row of the position itself; null when so many rows share its key that the limit is not reached. */
async function readFrom<T extends Document>(
  readBatch: ReadBatch<T>,
  query: KeysetQuery,
  after: StoredPosition,
): Promise<T[] | null> {
  const { order, limit } = query;
  const found = await read(readBatch, query, rangeFrom(query, after), limit + 1);
  const first = found.findIndex((row) => isBeyond(row, after, order));
  const rest = first < 0 ? [] : found.slice(first);
  return rest.length >= limit || found.length <= limit ? rest.slice(0, limit) : null;
}

const plain = (key: unknown) => (key instanceof Date ? key.getTime() : key);

/** Of rows from the position's key on. */
export function isBeyond(row: Document, { key, id }: StoredPosition, { field, direction }: Order): boolean {
  if (plain(row[field]) !== plain(key)) return true;
  const [own, other] = [String(row['_id']), String(id)];
  return direction === 1 ? own > other : own < other;
}

const read = <T extends Document>(
  readBatch: ReadBatch<T>,
  { order, projection, hint }: KeysetQuery,
  filter: Document,
  limit: number,
): Promise<T[]> => readBatch({ filter, sort: sortOf(order), limit, projection, hint });
