import type { Document } from 'mongodb';
import { isWindow } from '../text/searchTerms';
import type { AccessPath } from './accessPath';
import {
  chooseAccessPath,
  countLimits,
  filterLimits,
  partConditions,
  type ListPart,
  type ReadLimits,
} from './chooseAccessPath';
import { boundedCount, countLimit, type BoundedCount, type ListArguments, type Page } from './connection';
import type { ListReader } from './listReader';
import {
  decodeCursor,
  queryFingerprint,
  positionOf,
  type Fingerprint,
  type SortOrder,
  type Position,
  type Row,
} from './position';
import { narrowestRange, windowRange } from './ranges';
import { isTested, type TestedRange } from './scan';

/** The declaration of a list: source, order and conditions. */
export interface List<T extends Row> {
  readonly order: SortOrder;
  readonly parts: readonly ListPart<T>[];
  /** Applied to each row after the database's conditions. */
  readonly matches?: ((row: T) => boolean | Promise<boolean>) | undefined;
  readonly limits: ReadLimits;
}

/** Records of a collection that meet conditions covered by an index. */
export const indexedList = <T extends Row>(
  reader: ListReader<T>,
  order: SortOrder,
  conditions: Document = {},
): List<T> => ({
  order,
  parts: [{ reader, conditions }],
  limits: filterLimits,
});

export interface PageRequest {
  readonly first: number;
  readonly after: Position | null;
  /** Part of this list's cursors. */
  readonly fingerprint: Fingerprint;
}

/**
 * The requested page of the list identified by `asked`. `ids`: the pattern of its ids, unless they are ObjectIds.
 * Throws a BadInputError on `after`.
 */
export function pageRequest(
  { first, after }: Pick<ListArguments, 'first' | 'after'>,
  asked: unknown,
  ids?: RegExp,
): PageRequest {
  const fingerprint = queryFingerprint(asked);
  return { first, fingerprint, after: after ? decodeCursor(after, fingerprint, ids) : null };
}

/** Matching rows until the page is full, the list ends or the budget is spent; the next page continues there (decision 41). */
export async function readPage<T extends Row>(
  list: List<T>,
  { first, after, fingerprint }: PageRequest,
): Promise<Page<T>> {
  const path = await chooseAccessPath(list, list.limits, first + 1);
  const { hits, position, isLast } = await collect(list, { path, limits: list.limits, wanted: first + 1, after });
  const rows = hits.slice(0, first);
  const isFull = hits.length > first;
  const positionAt = (index: number) => positionOf(rows[index] as T, list.order);
  const reached = rows.length > 0 ? positionAt(rows.length - 1) : null;
  return {
    rows,
    positionAt,
    end: isFull || isLast ? reached : position,
    fingerprint,
    hasNextPage: isFull || !isLast,
    hasPreviousPage: after !== null,
    count: list.matches ? undefined : path.count,
  };
}

/** Counts matching rows, exact up to 1,000 unless the budget is spent before (decision 20). */
export async function countMatching<T extends Row>(list: List<T>): Promise<BoundedCount> {
  const known = await countByIndexes(list.parts, countLimit + 1);
  if (known !== null) return boundedCount(known);
  // Records that only `matches` can decide cost more.
  const limits = list.parts.some(({ search }) => search?.test === null) ? filterLimits : countLimits;
  const wanted = countLimit + 1;
  const counted = list.matches ? list : onlyPositions(list);
  const path = await chooseAccessPath(counted, limits, wanted);
  if (path.count && !list.matches) return boundedCount(await path.count(wanted));
  const { hits, isLast } = await collect(counted, { path, limits, wanted, after: null });
  return isLast || hits.length > countLimit ? boundedCount(hits.length) : { count: hits.length, isExact: false };
}

/** Whole records need not be transferred to be counted. */
const onlyPositions = <T extends Row>(list: List<T>): List<T> => ({
  ...list,
  parts: list.parts.map((part) => ({ ...part, projection: { [list.order.field]: 1 } })),
});

/** Exact up to the limit; null if no index can count. */
async function countByIndexes<T>(parts: readonly ListPart<T>[], limit: number): Promise<number | null> {
  const counts = await Promise.all(parts.map((part) => countPart(part, limit)));
  const known = counts.reduce((sum, { count }) => sum + count, 0);
  return known >= limit || counts.every(({ isExact }) => isExact) ? known : null;
}

/** An inexact count is a lower bound. */
async function countPart<T>({ reader, search, ...part }: ListPart<T>, limit: number): Promise<BoundedCount> {
  const conditions = partConditions(part);
  const ranges = search
    ? search.terms.map(({ field }) => windowRange(reader.indexes, field, search.text, conditions))
    : [narrowestRange(reader.indexes, conditions) ?? { filter: {}, test: conditions }];
  const isCountable = (range: TestedRange) => !isTested(range) && (!search || isWindow(search.text));
  const counts = await Promise.all(ranges.filter(isCountable).map(({ filter }) => reader.count(filter, limit)));
  const isExact = counts.length === 1 && ranges.length === 1 && search?.others === undefined;
  return { count: Math.max(0, ...counts), isExact };
}

interface Collecting<T> {
  readonly path: AccessPath<T>;
  readonly limits: ReadLimits;
  readonly wanted: number;
  readonly after: Position | null;
}

async function collect<T extends Row>(
  list: List<T>,
  { path: first, limits, wanted, after }: Collecting<T>,
): Promise<{ hits: readonly T[]; position: Position | null; isLast: boolean }> {
  let path = first;
  let [position, isLast, documents, next] = [after, false, 0, 2];
  let size = firstBatch(path, wanted);
  const hits: T[] = [];
  while (hits.length < wanted && !isLast && limits.budget - documents >= next) {
    const batchBudget = { rows: wanted - hits.length, documents: Math.min(size, limits.budget - documents) };
    const batch = await path.read(position, batchBudget);
    hits.push(...(await filterMatching(list, batch.rows)));
    documents += Math.max(1, batch.documents);
    position = batch.end ? positionOf(batch.end, list.order) : position;
    ({ isLast, next = 2 } = batch);
    size = nextBatch(size, wanted - hits.length, hits.length / documents);
    const isSlow = hits.length < wanted && !isLast && documents * wanted > limits.slow * hits.length;
    if (!path.fallback || !isSlow) continue;
    // The remaining budget, minus the page's rows.
    const other = await path.fallback(limits.budget - documents - 2 * wanted);
    if (other) [size, next] = [firstBatch(other, wanted), 2];
    path = other ?? { ...path, fallback: undefined };
  }
  return { hits, position, isLast };
}

/** First batch size of a path on trial. */
const maxTrialBatch = 64;

/** Larger than the page unless every document matches: a second batch would cost more. */
function firstBatch<T>({ firstBatch: known, fallback }: AccessPath<T>, wanted: number): number {
  return known ?? (fallback ? Math.min(4 * wanted, maxTrialBatch) : Math.ceil(2.3 * wanted));
}

/** As many documents as should contain the missing rows at the current hit rate. */
function nextBatch(last: number, missing: number, hitsPerDocument: number): number {
  return hitsPerDocument === 0 ? last * 2 : Math.max(8, Math.ceil((1.5 * missing) / hitsPerDocument));
}

async function filterMatching<T extends Row>({ matches }: List<T>, rows: readonly T[]): Promise<readonly T[]> {
  if (!matches) return rows;
  const results = rows.map(matches);
  // Awaiting each of thousands of rows would cost more than the checks.
  const verdicts = results.every((verdict) => typeof verdict === 'boolean') ? results : await Promise.all(results);
  return rows.filter((_, index) => verdicts[index]);
}
