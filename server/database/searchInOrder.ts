import type { Collection, Document, Filter } from 'mongodb';
import type { ReadPipeline } from './batchReader';
import { isBeyond, rangeFrom, segmentsAfter, sortOf, type KeysetQuery } from './keyset';

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
  readPipeline: ReadPipeline,
  query: SearchQuery,
): Promise<Found<T>> {
  const { order, after, test, isRarelyTied } = query;
  if (isRarelyTied && after) {
    const beyond = order.direction === 1 ? '$gt' : '$lt';
    const isAfter = { $or: [{ [order.field]: { [beyond]: after.key } }, { _id: { [beyond]: after.id } }] };
    const stretch = { segment: rangeFrom(query, after), fulfils: { $and: [isAfter, test] } };
    const atOnce = await searchStretches(collection, readPipeline, query, [stretch]);
    // Else so many rows share the position's key that none beyond it was looked at.
    if (!atOnce.end || isBeyond(atOnce.end, after, order)) return atOnce;
  }
  const stretches = segmentsAfter(query).map((segment) => ({ segment, fulfils: test }));
  return searchStretches(collection, readPipeline, query, stretches);
}

async function searchStretches<T extends Document>(
  collection: Collection<T>,
  readPipeline: ReadPipeline,
  query: SearchQuery,
  stretches: readonly { readonly segment: Document; readonly fulfils: Document }[],
): Promise<Found<T>> {
  const { order, projection, rows, most, hint } = query;
  const found: T[] = [];
  let left = most;
  for (const { segment, fulfils } of stretches) {
    const wanted = rows - found.length;
    const shape = projection && Object.keys(projection).length > 0 ? [{ $project: projection }] : [];
    const stages = [{ $sort: sortOf(order) }, { $limit: left }, { $match: fulfils }, { $limit: wanted }, ...shape];
    const pipeline = [{ $match: segment }, ...stages];
    found.push(...(await readPipeline<T>(pipeline, wanted, hint)));
    if (found.length >= rows) return { found, end: null, isLast: false };
    const read = await collection.countDocuments(segment as Filter<T>, { limit: left, ...chosenIndex(query) });
    if (read >= left) return { found, end: await nthOf(collection, segment, query, left), isLast: false };
    left -= read;
  }
  return { found, end: null, isLast: true };
}

/** For options of the driver. */
const chosenIndex = ({ hint }: SearchQuery) => (hint === undefined ? {} : { hint });

async function nthOf<T extends Document>(
  collection: Collection<T>,
  segment: Document,
  query: SearchQuery,
  number: number,
): Promise<T | null> {
  const { order } = query;
  const options = { sort: sortOf(order), skip: number - 1, projection: { [order.field]: 1 }, ...chosenIndex(query) };
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
