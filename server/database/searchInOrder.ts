import type { Collection, Document, Filter } from 'mongodb';
import { segmentsAfter, sortOf, type KeysetQuery } from './keyset';

export interface SearchQuery extends Omit<KeysetQuery, 'limit'> {
  /** What a document must be like besides lying in the range of the index. */
  readonly test: Document;
  /** Documents that are wanted. */
  readonly rows: number;
  /** Documents that may be looked at. */
  readonly most: number;
}

export interface Found<T> {
  readonly found: T[];
  /** The last document that was looked at, when it is not the last one found. */
  readonly end: T | null;
  /** Nothing lies beyond. */
  readonly isLast: boolean;
}

/**
 * What fulfils a test that no index answers, in index order: the database looks at the documents, and only those that fulfil
 * it come over. The `$limit` before the test keeps it from looking at more than is allowed.
 */
export async function searchInOrder<T extends Document>(
  collection: Collection<T>,
  query: SearchQuery,
): Promise<Found<T>> {
  const { order, projection, test, rows, most } = query;
  const found: T[] = [];
  let left = most;
  for (const segment of segmentsAfter(query)) {
    const wanted = rows - found.length;
    const shape = projection && Object.keys(projection).length > 0 ? [{ $project: projection }] : [];
    const stages = [{ $sort: sortOf(order) }, { $limit: left }, { $match: test }, { $limit: wanted }, ...shape];
    const pipeline = [{ $match: segment }, ...stages];
    found.push(...(await collection.aggregate<T>(pipeline, { batchSize: wanted + 1 }).toArray()));
    if (found.length >= rows) return { found, end: null, isLast: false };
    const read = await collection.countDocuments(segment as Filter<T>, { limit: left });
    if (read >= left) return { found, end: await nthOf(collection, segment, query, left), isLast: false };
    left -= read;
  }
  return { found, end: null, isLast: true };
}

async function nthOf<T extends Document>(
  collection: Collection<T>,
  segment: Document,
  { order }: SearchQuery,
  number: number,
): Promise<T | null> {
  const options = { sort: sortOf(order), skip: number - 1, projection: { [order.field]: 1 } };
  return (await collection.findOne(segment as Filter<T>, options)) as T | null;
}

/** How many documents of a range fulfil a test, up to a limit, of the first `most` in no order. */
export async function countFulfilling<T extends Document>(
  collection: Collection<T>,
  { filter, test, most, limit }: { filter: Document; test: Document; most: number; limit: number },
): Promise<number> {
  const pipeline = [
    { $match: filter },
    { $limit: most },
    { $match: test },
    { $limit: limit },
    { $group: { _id: null, n: { $sum: 1 } } },
  ];
  const [counted] = await collection.aggregate<{ n: number }>(pipeline).toArray();
  return counted?.n ?? 0;
}
