import type { Document } from 'mongodb';
import { merge } from '../database/merge';
import type { ListReader } from './listReader';
import type { SortOrder, StoredPosition } from './position';

/** An index range with a further test on its documents. */
export interface TestedRange {
  readonly filter: Document;
  /** The name of the index. */
  readonly hint?: string | undefined;
  readonly test: Document;
}

export const isTested = ({ test }: TestedRange) => Object.keys(test).length > 0;

export interface ScanQuery extends TestedRange {
  readonly order: SortOrder;
  readonly after: StoredPosition | null;
  readonly projection?: Document | undefined;
  /** How many rows to find. */
  readonly rows: number;
  /** How many documents may be examined; without a test these are the rows. */
  readonly documents: number;
}

export interface Batch<T> {
  readonly rows: readonly T[];
  /** How many documents were examined, at most. */
  readonly documents: number;
  /** The last examined document; null: end of range. */
  readonly end: T | null;
  readonly isLast: boolean;
  /** How many documents the next batch examines, if not up to the caller. */
  readonly next?: number;
}

/** Reads the rows of a range after a position, in index order. */
export async function scan<T extends Document>(reader: ListReader<T>, query: ScanQuery): Promise<Batch<T>> {
  const { order, after } = query;
  if (order.isRarelyTied && after) {
    const fromKey = withBound(query, { [`${beyondOf(order)}e`]: after.key });
    const batch = await scanRanges(reader, query, [fromKey], after);
    // Otherwise so many rows share the position's key that there was no progress.
    const { rows, end, isLast } = batch;
    if (isLast || rows.length === query.rows || (isTested(query) && end && isPast(end, after, order))) return batch;
  }
  return scanRanges(reader, query, segmentsAfter(query), null);
}

/**
 * The range after a position, in index order: the ties of the position's key, then the rest. Each is one plain index
 * range on every server, while some planners read the whole list for an `$or` of both.
 */
export function segmentsAfter({ filter, order, after }: Pick<ScanQuery, 'filter' | 'order' | 'after'>): Document[] {
  if (after === null) return [filter];
  const beyond = beyondOf(order);
  const ties = merge(filter, { [order.field]: after.key, _id: { [beyond]: after.id } });
  return [ties, withBound({ filter, order }, { [beyond]: after.key })];
}

const beyondOf = ({ direction }: SortOrder) => (direction === 1 ? '$gt' : '$lt');

function withBound({ filter, order }: Pick<ScanQuery, 'filter' | 'order'>, bound: Document): Document {
  const bounds = filter[order.field] as Document | undefined;
  return merge(filter, { [order.field]: bounds ? merge(bounds, bound) : bound });
}

export const sortOf = ({ field, direction }: SortOrder): Record<string, 1 | -1> => ({
  [field]: direction,
  _id: direction,
});

/** A pipeline stage; none without a projection. */
export const projected = (projection: Document | undefined): Document[] =>
  projection && Object.keys(projection).length > 0 ? [{ $project: projection }] : [];

/** Reads ranges one after another. Skips documents up to the position. */
async function scanRanges<T extends Document>(
  reader: ListReader<T>,
  query: ScanQuery,
  filters: readonly Document[],
  position: StoredPosition | null,
): Promise<Batch<T>> {
  const rows: T[] = [];
  let looked = 0;
  for (const filter of filters) {
    const part = merge(query, { filter, rows: query.rows - rows.length, documents: query.documents - looked });
    const batch = await (isTested(query) ? searchRange(reader, part, position) : readRange(reader, part, position));
    rows.push(...batch.rows);
    looked += batch.documents;
    if (batch.end) return { rows, documents: looked, end: batch.end, isLast: false };
  }
  const documents = isTested(query) ? rows.length : looked;
  return { rows, documents, end: null, isLast: !isTested(query) || looked < query.documents };
}

type RangeRead<T> = Omit<Batch<T>, 'isLast'>;

async function readRange<T extends Document>(
  { find }: ListReader<T>,
  { filter, hint, order, projection, rows: wanted }: ScanQuery,
  position: StoredPosition | null,
): Promise<RangeRead<T>> {
  // Includes the position's own row.
  const limit = position ? wanted + 1 : wanted;
  const found = await find({ filter, sort: sortOf(order), limit, projection, hint });
  const rows = position ? found.filter((row) => isPast(row, position, order)).slice(0, wanted) : found;
  const end = found.length < limit ? null : (rows.at(-1) ?? found.at(-1) ?? null);
  return { rows, documents: found.length, end };
}

/**
 * The database tests the documents and transfers only matches. The `$limit` before the test bounds how many it
 * examines.
 */
async function searchRange<T extends Document>(
  { find, aggregate, count }: ListReader<T>,
  { filter, hint, test, order, projection, rows: wanted, documents: most }: ScanQuery,
  position: StoredPosition | null,
): Promise<RangeRead<T>> {
  const [sort, beyond] = [sortOf(order), beyondOf(order)];
  const isAfter = position && {
    $or: [{ [order.field]: { [beyond]: position.key } }, { _id: { [beyond]: position.id } }],
  };
  const looked = [{ $match: filter }, { $sort: sort }, { $limit: most }];
  const fulfilling = [
    { $match: isAfter ? { $and: [isAfter, test] } : test },
    { $limit: wanted },
    ...projected(projection),
  ];
  const rows = await aggregate<T>([...looked, ...fulfilling], wanted, hint);
  if (rows.length === wanted) return { rows, documents: most, end: rows.at(-1) ?? null };
  const documents = await count(filter, most, hint);
  if (documents < most) return { rows, documents, end: null };
  const projectedKey = { [order.field]: 1 };
  const [end = rows.at(-1)] = await find({ filter, sort, skip: most - 1, limit: 1, projection: projectedKey, hint });
  // The document at the limit is read again.
  return { rows, documents: documents + 1, end: end ?? null };
}

const plain = (key: unknown) => (key instanceof Date ? key.getTime() : key);

/** Of rows from the position's key on. */
function isPast(row: Document, { key, id }: StoredPosition, { field, direction }: SortOrder): boolean {
  if (plain(row[field]) !== plain(key)) return true;
  const [own, other] = [String(row['_id']), String(id)];
  return direction === 1 ? own > other : own < other;
}
