import type { Document } from 'mongodb';
import { merge } from '../database/merge';
import type { ListReader } from './listReader';
import { compareRows, storedPosition, type SortOrder, type Position, type Row } from './position';
import { isTested, projected, scan, segmentsAfter, sortOf, type Batch, type TestedRange } from './scan';

/** How many rows to find, and how many documents may be examined for them. */
export interface ReadBudget {
  readonly rows: number;
  readonly documents: number;
}

/** A way to read a list from a position in its order. Each batch makes progress unless it is the last. */
export interface AccessPath<T> {
  readonly read: (after: Position | null, budget: ReadBudget) => Promise<Batch<T>>;
  /** Documents that the first batch may examine, if an estimate beyond the page size exists. */
  readonly firstBatch?: number | undefined;
  /** Counts the rows up to a limit; missing: by reading them. */
  readonly count?: ((limit: number) => Promise<number>) | undefined;
  /** The next path if this one proves slow; null: none. */
  readonly fallback?: ((left: number) => Promise<AccessPath<T> | null>) | undefined;
}

/** The inputs of every path to a part of a list. */
export interface Source<T> {
  readonly reader: ListReader<T>;
  readonly order: SortOrder;
  readonly projection?: Document | undefined;
}

const startOf = <T>({ order }: Source<T>, after: Position | null) => after && storedPosition(after, order);

/** The condition on records after a position; null without one. */
function beyond<T>(source: Source<T>, after: Position | null): Document | null {
  const place = startOf(source, after);
  return place && { $or: segmentsAfter({ filter: {}, order: source.order, after: place }) };
}

/** Limits per command on documents examined, and on documents transferred undecided. */
export const maxScanned = 5_000;
const maxFetched = 1_000;

/** A range in the list's order. If its test does not decide whether a document is a row, all documents are transferred. */
export function orderedPath<T extends Row>(source: Source<T>, range: TestedRange, isDecided = true): AccessPath<T> {
  const { reader, order, projection } = source;
  return {
    read(after, { rows, documents }) {
      const most = Math.min(documents, isDecided ? maxScanned : maxFetched);
      // One more document is read than requested.
      const looked = Math.max(1, most - 1);
      const query = { order, projection, after: startOf(source, after), documents: looked };
      return scan(reader, merge(range, merge(query, { rows: isDecided ? rows : looked })));
    },
  };
}

/**
 * The rows of a range of known size in any order. The database tests and sorts the keys of an index that holds the
 * fields, and reads only the page's records.
 */
export function countedRangePath<T extends Row>(
  source: Source<T>,
  tested: TestedRange,
  documents: number,
): AccessPath<T> {
  const { reader, order, projection } = source;
  const { filter: range, hint, test } = tested;
  const filter = { $and: [range, test] };
  return {
    async read(after, { rows: limit }) {
      const isAfter = beyond(source, after);
      const asked = isAfter ? { $and: [range, test, isAfter] } : filter;
      const rows = await reader.find({ filter: asked, sort: sortOf(order), limit, projection, hint });
      return { rows, documents, end: rows.at(-1) ?? null, isLast: rows.length < limit, next: documents };
    },
    count: async (limit) => (isTested(tested) ? reader.count(filter, limit, hint) : Math.min(documents, limit)),
  };
}

/**
 * The rows of a small range in any order: the database examines all of it. Empty if it holds more than `most`. A single
 * command does both.
 */
export function smallRangePath<T extends Row>(
  source: Source<T>,
  { filter, hint, test }: TestedRange,
  most: number,
): AccessPath<T> {
  const { reader, order, projection } = source;
  return {
    async read(after, { rows: limit }) {
      const isAfter = beyond(source, after);
      const wanted = { $match: isAfter ? { $and: [test, isAfter] } : test };
      const found = [wanted, { $sort: sortOf(order) }, { $limit: limit }, ...projected(projection)];
      const stages = [{ $match: filter }, { $limit: most + 1 }, { $facet: { found, looked: [{ $count: 'n' }] } }];
      const [answer] = await reader.aggregate<{ found: T[]; looked: { n: number }[] }>(stages, 1, hint);
      const documents = answer?.looked[0]?.n ?? 0;
      const rows = documents > most ? [] : (answer?.found ?? []);
      const isLast = documents <= most && rows.length < limit;
      return { rows, documents, end: rows.at(-1) ?? null, isLast, next: documents };
    },
  };
}

/** Merges several ordered lists. Rows beyond the end of an unfinished batch wait for the next one. */
export function mergedPath<T extends Row>(paths: readonly AccessPath<T>[], order: SortOrder): AccessPath<T> {
  const [only] = paths;
  if (paths.length === 1 && only) return only;
  const inOrder = (a: T, b: T) => compareRows(a, b, order);
  const sizes = paths.flatMap(({ firstBatch }) => firstBatch ?? []);
  let open = paths;
  return {
    firstBatch: sizes.length > 0 ? Math.max(...sizes) : undefined,
    async read(after, { rows: wanted, documents: most }) {
      const budget = { rows: wanted, documents: Math.ceil(most / Math.max(1, open.length)) };
      const batches = await Promise.all(open.map((path) => path.read(after, budget)));
      const documents = batches.reduce((sum, batch) => sum + batch.documents, 0);
      const next = batches.reduce((sum, batch) => sum + (batch.next ?? 1), 1);
      const unread = batches.filter(({ isLast }) => !isLast);
      const ends = unread.flatMap((batch) => batch.end ?? []).sort(inOrder);
      if (ends.length < unread.length) return { rows: [], documents, end: null, isLast: false, next };
      const [end = null] = ends;
      const isWithin = (row: T) => end === null || inOrder(row, end) <= 0;
      const rows = batches.flatMap((batch) => batch.rows.filter(isWithin)).sort(inOrder);
      open = open.filter((_, index) => !batches[index]?.isLast || !batches[index].rows.every(isWithin));
      return { rows, documents, end, isLast: open.length === 0, next };
    },
  };
}
