import type { Collection, Document, Filter, Sort } from 'mongodb';

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
  readonly projection?: Document;
}

/**
 * Reads the rows after a position in index order. The ties of the position's key and the rest are two queries, because each
 * is one plain index range on every server, while a planner may read a whole list for an `$or` of both.
 */
export async function readAfter<T extends Document>(collection: Collection<T>, query: KeysetQuery): Promise<T[]> {
  const { filter, order, after, limit } = query;
  if (after === null) return read(collection, query, filter, limit);
  const beyond = order.direction === 1 ? '$gt' : '$lt';
  const ties = await read(
    collection,
    query,
    { ...filter, [order.field]: after.key, _id: { [beyond]: after.id } },
    limit,
  );
  if (ties.length >= limit) return ties;
  const range = { ...(filter[order.field] as Document | undefined), [beyond]: after.key };
  return [...ties, ...(await read(collection, query, { ...filter, [order.field]: range }, limit - ties.length))];
}

function read<T extends Document>(
  collection: Collection<T>,
  query: KeysetQuery,
  filter: Document,
  limit: number,
): Promise<T[]> {
  const { order, projection } = query;
  const sort: Sort = { [order.field]: order.direction, _id: order.direction };
  // Equal to the limit, so that one round trip brings everything and no cursor stays open.
  const options = { sort, limit, batchSize: limit + 1, ...(projection && { projection }) };
  return collection.find(filter as Filter<T>, options).toArray() as unknown as Promise<T[]>;
}
