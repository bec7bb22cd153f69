import type { Fingerprint, Position } from './database/cursor';
import { boundedCount, countLimit, type BoundedCount, type Page, type Placed } from './listing';
import { comparePositions, type Direction } from './products/productOrder';

export interface Batch<T> {
  readonly rows: readonly Placed<T>[];
  /** How many documents were read for it. */
  readonly documents: number;
  /** How far it was read; the last row's position where that is all. */
  readonly end: Position | null;
  readonly isLast: boolean;
}

/** How much a source may read. */
export interface Reading {
  /** Documents, for a source that gives every one it reads. */
  readonly documents: number;
  /** Rows, for a source that reads until it has found so many. */
  readonly rows: number;
  /** Documents that such a source may look at for them. */
  readonly most: number;
}

/** Gives rows in the order of a list, starting after a position. A batch that is not the last one gets further. */
export type RowSource<T> = (after: Position | null, reading: Reading) => Promise<Batch<T>>;

export interface MatchingQuestion<T> {
  readonly source: RowSource<T>;
  /** Decides every row, whatever an index has said. */
  readonly matches: (node: T) => boolean | Promise<boolean>;
  /** The count, exact up to `limit`, as far as the database knows it without giving rows; otherwise null. */
  readonly countByDatabase: (limit: number) => Promise<number | null>;
}

/** As for a filtered list of products (decision 41). */
export const documentBudget = 5_000;
const largestBatch = 1_000;

/** A batch of every document that was read. */
export function batchOf<T>(rows: readonly Placed<T>[], documents: number, isLast: boolean): Batch<T> {
  return { rows, documents, end: rows.at(-1)?.position ?? null, isLast };
}

/** Few rows that are already read. */
export function listSource<T>(rows: readonly Placed<T>[], order: Direction): RowSource<T> {
  const sorted = [...rows].sort((a, b) => comparePositions(a.position, b.position, order));
  return (after) => {
    const rest = after ? sorted.filter(({ position }) => comparePositions(position, after, order) > 0) : sorted;
    return Promise.resolve(batchOf(rest, 0, true));
  };
}

/** One list out of several. What lies beyond the end of a batch that is not the last of its source waits for the next one. */
export function mergedSource<T>(sources: readonly RowSource<T>[], order: Direction): RowSource<T> {
  const [only] = sources;
  if (only && sources.length === 1) return only;
  const share = (amount: number) => Math.max(1, Math.ceil(amount / Math.max(1, sources.length)));
  return async (after, { documents: limit, rows: wanted, most }) => {
    const each = { documents: share(limit), rows: wanted, most: share(most) };
    const batches = await Promise.all(sources.map((source) => source(after, each)));
    const ends = batches.flatMap(({ isLast, end }) => (isLast || end === null ? [] : [end]));
    const [end = null] = ends.sort((a, b) => comparePositions(a, b, order));
    const rows = batches
      .flatMap((batch) => batch.rows)
      .filter(({ position }) => end === null || comparePositions(position, end, order) <= 0)
      .sort((a, b) => comparePositions(a.position, b.position, order));
    const documents = batches.reduce((sum, batch) => sum + batch.documents, 0);
    return { rows, documents, end, isLast: end === null };
  };
}

/** The matching rows, until the page is full, the list ends or the budget is spent; the next page goes on from there. */
export async function readMatching<T>(
  question: MatchingQuestion<T>,
  page: { first: number; after: Position | null; question: Fingerprint },
): Promise<Page<T>> {
  const hits: Placed<T>[] = [];
  let [position, documents, isLast] = [page.after, 0, false];
  // More than the page, because not every row will match: going on costs more than reading these.
  let limit = 3 * (page.first + 1);
  while (hits.length <= page.first && !isLast && documents < documentBudget) {
    const most = documentBudget - documents;
    const reading = { documents: Math.min(limit, largestBatch, most), rows: page.first + 1, most };
    const batch = await question.source(position, reading);
    hits.push(...(await matching(question, batch.rows)));
    documents += Math.max(1, batch.documents);
    position = batch.end ?? position;
    ({ isLast } = batch);
    limit *= 2;
  }
  const rows = hits.slice(0, page.first);
  const isFull = hits.length > page.first;
  return {
    rows,
    end: isFull || isLast ? (rows.at(-1)?.position ?? null) : position,
    question: page.question,
    hasNextPage: isFull || !isLast,
    hasPreviousPage: page.after !== null,
  };
}

/** How many rows match, exact up to 1,000 unless the budget is spent before. */
export async function countMatching<T>(question: MatchingQuestion<T>): Promise<BoundedCount> {
  const known = await question.countByDatabase(countLimit + 1);
  if (known !== null) return boundedCount(known);
  let [count, documents, position]: [number, number, Position | null] = [0, 0, null];
  while (documents < documentBudget) {
    const most = documentBudget - documents;
    const batch = await question.source(position, { documents: countLimit + 1, rows: countLimit + 1, most });
    count += (await matching(question, batch.rows)).length;
    if (batch.isLast || count > countLimit) return boundedCount(count);
    documents += Math.max(1, batch.documents);
    position = batch.end ?? position;
  }
  return { count, isExact: false };
}

async function matching<T>({ matches }: MatchingQuestion<T>, rows: readonly Placed<T>[]): Promise<Placed<T>[]> {
  const told = rows.map(({ node }) => matches(node));
  // Thousands of rows are decided at once: waiting for each of them would cost more than deciding.
  const verdicts = told.every((verdict) => typeof verdict === 'boolean') ? told : await Promise.all(told);
  return rows.filter((_, index) => verdicts[index]);
}
