import { indexCandidate, indexCandidates, type Candidate } from './candidates';
import { conjunction } from './bounds';
import type { Collection } from './catalog';
import { badValue } from './errors';
import { entrySortKey, passesChecks, scanEntries, type EntrySortKey, type IndexScan } from './indexScan';
import { sameValue } from './keyEncoding';
import { cachedIndex, cacheIndex, shapeOf } from './planCache';
import { matchesStored } from './matchesStored';
import type { Condition } from './matcher';
import {
  fetchRecord,
  maxDocumentBytes,
  recordKey,
  recordNumber,
  recordNumberOfEntry,
  storedDocuments,
  StoredDocument,
} from './records';
import { numberPrefix } from './rowFormat';
import { Sorter, type SortField } from './sort';
import { StoredSorter } from './storedSorter';
import type { KeyRange, Store, Table } from './store';
import type { Doc } from './values';

export interface QueryRequest {
  collection: Collection;
  condition: Condition;
  sort: SortField[];
  hint?: string | Doc;
  /** The caller only counts, so documents are not read if the keys suffice. */
  keysOnly?: boolean;
  /** The maximum number of results; Infinity for all. */
  limit: number;
  /** This many leading results are skipped and may be returned without their bytes. */
  skip?: number;
}

/** Yields null for an examined entry that does not match, so that the consumer can pause during a long scan. */
export type DocumentStream = Generator<StoredDocument | null, void, void>;

export interface Statistics {
  totalKeysExamined: number;
  totalDocsExamined: number;
}

export interface QueryPlan {
  documents(): DocumentStream;
  /** The number of results up to `most`, if LMDB can count them; undefined if they have to be iterated. */
  count?: ((most: number) => number | undefined) | undefined;
  readonly statistics: Statistics;
  readonly winningPlan: Doc;
  /** The numbers of the indexes that the plan scans. */
  readonly indexes: readonly number[];
}

const noBytes = new Uint8Array();
/** A result that is only counted or skipped. */
const unreadDocument = new StoredDocument(Buffer.alloc(0), noBytes);
/** The limit for counting in LMDB, which blocks the event loop. */
const maxAtOnce = 50_000;
/** Above this number, ranges are short enough that iterating keys is faster than two lookups for each. */
const maxRangesToCount = 16;
/** The same for counting documents by their keys. */
const maxKeysAtOnce = 5_000;
/** Keys cost less than records, in which a trial of plans counts. */
const keysPerStep = 8;
const trialResults = 101;
const trialWorks = 10_000;

function* sortStream(stream: DocumentStream, { sort, limit }: QueryRequest): DocumentStream {
  const sorter = new StoredSorter(sort, limit);
  for (const stored of stream) {
    if (stored) sorter.add(stored);
    yield null;
  }
  yield* sorter.result();
}

function sortStage({ sort }: QueryRequest, inputStage: Doc): Doc {
  const sortPattern = Object.fromEntries(sort.map(({ path, direction }) => [path, direction]));
  return { stage: 'SORT', sortPattern, memLimit: 104857600, type: 'simple', inputStage };
}

function withSort({ documents, statistics, indexes, winningPlan }: QueryPlan, request: QueryRequest): QueryPlan {
  return {
    documents: () => sortStream(documents(), request),
    ...{ statistics, indexes },
    winningPlan: sortStage(request, winningPlan),
  };
}

/** Counts the keys of ranges without buffered entries and without two keys of one document. */
function countKeys(table: Table, ranges: readonly KeyRange[], most: number): number | undefined {
  const limit = Math.min(most, maxAtOnce);
  let count = 0;
  for (const { low, high } of ranges) {
    const left = limit - count;
    if (left <= 0) break;
    if (ranges.length > maxRangesToCount) {
      count += [...table.getKeys({ start: low, end: high, limit: left })].length;
      continue;
    }
    // LMDB's count ignores limits and scans a whole range, so look up the last wanted key first.
    const [last] = [...table.getKeys({ start: low, end: high, offset: left - 1, limit: 1 })];
    count += last ? left : table.getKeysCount({ start: low, end: high });
  }
  return count < maxAtOnce || most <= maxAtOnce ? count : undefined;
}

/**
 * Counts the documents of a scan in which a document may have several keys, or some keys are out of bounds, and the keys
 * examined. undefined: these are too many to block the event loop for.
 */
function countRecords(table: Table, scan: IndexScan, most: number): { count: number; keys: number } | undefined {
  const records = new Set<number>();
  let keys = 0;
  for (const { low, high } of scan.groups.flatMap((group) => group.ranges)) {
    for (const key of table.getKeys({ start: low, end: high })) {
      if (++keys > maxKeysAtOnce) return undefined;
      if (passesChecks(scan, key)) records.add(recordNumber(key));
      if (records.size >= most) return { count: most, keys };
    }
  }
  return { count: records.size, keys };
}

/**
 * Counts an index with one key for each document if there is one, because its pages contain more entries than the
 * records' pages.
 */
function countAll({ writeBuffer, records, entries }: Store, { indexes, id }: Collection): number {
  const index = indexes.find(
    ({ sparse, partialFilterExpression, multikey }) => !sparse && !partialFilterExpression && multikey.length === 0,
  );
  const [table, prefix] = index && writeBuffer.size === 0 ? [entries, index.id] : [records, id];
  return table.getKeysCount({ start: numberPrefix(prefix), end: numberPrefix(prefix + 1) });
}

// Generators are module-level functions: each generator closure would create its own prototype and hidden class, which
// stay alive until old space is collected.

function* walkCollection(
  store: Store,
  { collection, condition }: QueryRequest,
  { isWhole, statistics }: { readonly isWhole: boolean; readonly statistics: Statistics },
): DocumentStream {
  for (const stored of storedDocuments(store, collection)) {
    statistics.totalDocsExamined++;
    yield isWhole || matchesStored(condition, stored) ? stored : null;
  }
}

function collectionPlan(store: Store, request: QueryRequest): QueryPlan {
  const statistics = { totalKeysExamined: 0, totalDocsExamined: 0 };
  const { collection, condition } = request;
  const isWhole = condition.kind === 'and' && condition.children.length === 0;
  const documents = () => walkCollection(store, request, { isWhole, statistics });
  const count = (most: number) =>
    Math.min(
      most,
      store.counts.of(collection.id, () => countAll(store, collection)),
    );
  const winningPlan = { stage: 'COLLSCAN', direction: 'forward' };
  const plan = { documents, ...(isWhole && { count }), statistics, winningPlan, indexes: [] };
  return request.sort.length > 0 ? withSort(plan, request) : plan;
}

function scanPlanDocument({ scan }: Candidate): Doc {
  const { index, reverse } = scan;
  return {
    stage: 'IXSCAN',
    keyPattern: index.spec['key'],
    indexName: index.name,
    isMultiKey: index.multikey.length > 0,
    multiKeyPaths: Object.fromEntries(
      index.fields.map(({ path }) => [path, index.multikey.includes(path) ? [path] : []]),
    ),
    isUnique: index.unique,
    isSparse: index.sparse,
    isPartial: index.partialFilterExpression !== undefined,
    indexVersion: 2,
    direction: reverse ? 'backward' : 'forward',
  };
}

/** Whether no two keys of a range belong to one document, because the only array field is bounded to a single value. */
function hasOneKeyEach({ scan: { index }, bounds }: Candidate): boolean {
  if (index.multikey.length === 0) return true;
  // With truncated keys only the first field bounds the scan.
  if (index.multikey.length > 1 || index.truncated) return false;
  const intervals = bounds[index.fields.findIndex(({ path }) => path === index.multikey[0])];
  return intervals?.length === 1 && intervals[0]?.point === true;
}

interface IndexWalk {
  readonly repeats: boolean;
  readonly skipsDocuments: boolean;
  readonly statistics: Statistics;
}

function* walkIndex(
  store: Store,
  { collection, skip = 0 }: QueryRequest,
  { scan, residual, sorted }: Candidate,
  { repeats, skipsDocuments, statistics }: IndexWalk,
): DocumentStream {
  const unread = sorted && residual.length === 0 ? skip : 0;
  const rest: Condition = { kind: 'and', children: residual };
  const seen = repeats ? new Set<number>() : undefined;
  let given = 0;
  for (const entry of scanEntries(store, scan)) {
    statistics.totalKeysExamined++;
    const number = recordNumberOfEntry(scan.index, entry);
    if (!passesChecks(scan, entry.key) || isRepeated(seen, number)) yield null;
    else if (skipsDocuments || given++ < unread) yield unreadDocument;
    else {
      statistics.totalDocsExamined++;
      const stored = fetchRecord(store, recordKey(collection, number));
      yield stored && (residual.length === 0 || matchesStored(rest, stored)) ? stored : null;
    }
  }
}

/** Sorts the entries of an index that holds the sort fields, and reads only the documents of the result. */
function* sortEntries(
  store: Store,
  { collection, sort, limit }: QueryRequest,
  { scan }: Candidate,
  { repeats, statistics, sortKeyOf }: Pick<IndexWalk, 'repeats' | 'statistics'> & { readonly sortKeyOf: EntrySortKey },
): DocumentStream {
  const sorter = new Sorter<number>(sort, limit);
  const seen = repeats ? new Set<number>() : undefined;
  for (const entry of scanEntries(store, scan)) {
    statistics.totalKeysExamined++;
    const number = recordNumberOfEntry(scan.index, entry);
    if (passesChecks(scan, entry.key) && !isRepeated(seen, number)) sorter.addWithKey(number, sortKeyOf(entry.key), 0);
    if (statistics.totalKeysExamined % keysPerStep === 0) yield null;
  }
  for (const number of sorter.result()) {
    statistics.totalDocsExamined++;
    yield fetchRecord(store, recordKey(collection, number)) ?? null;
  }
}

function indexPlan(store: Store, request: QueryRequest, candidate: Candidate): QueryPlan {
  const statistics = { totalKeysExamined: 0, totalDocsExamined: 0 };
  const { scan, residual } = candidate;
  const { index } = scan;
  const skipsDocuments = residual.length === 0 && request.keysOnly === true && request.sort.length === 0;
  const repeats = !hasOneKeyEach(candidate);
  const documents = () => walkIndex(store, request, candidate, { repeats, skipsDocuments, statistics });
  const isSingle = !repeats && scan.firstCheck < 0;
  const count = (most: number) => {
    if (!skipsDocuments || store.writeBuffer.size > 0) return undefined;
    if (isSingle) {
      const ranges = scan.groups.flatMap((group) => group.ranges);
      const counted = countKeys(store.entries, ranges, most);
      statistics.totalKeysExamined += counted ?? 0;
      return counted;
    }
    const counted = index.unique ? undefined : countRecords(store.entries, scan, most);
    statistics.totalKeysExamined += counted?.keys ?? 0;
    return counted?.count;
  };
  const stage = scanPlanDocument(candidate);
  const sortKeyOf = candidate.sorted || residual.length > 0 ? undefined : entrySortKey(index, request.sort);
  if (sortKeyOf) {
    return {
      documents: () => sortEntries(store, request, candidate, { repeats, statistics, sortKeyOf }),
      ...{ statistics, indexes: [index.id] },
      winningPlan: { stage: 'FETCH', inputStage: sortStage(request, stage) },
    };
  }
  const winningPlan = skipsDocuments ? stage : { stage: 'FETCH', inputStage: stage };
  const plan = { documents, count, statistics, winningPlan, indexes: [index.id] };
  return candidate.sorted ? plan : withSort(plan, request);
}

function isRepeated(seen: Set<number> | undefined, number: number): boolean {
  if (!seen) return false;
  if (seen.has(number)) return true;
  seen.add(number);
  return false;
}

function* walkBranches(branches: readonly QueryPlan[]): DocumentStream {
  const seen = new Set<number>();
  for (const branch of branches) {
    for (const stored of branch.documents())
      yield stored && !isRepeated(seen, recordNumber(stored.record)) ? stored : null;
  }
}

/** A plan for a top-level $or whose branches each have an index. */
function orPlan(store: Store, request: QueryRequest): QueryPlan | undefined {
  const all = conjunction(request.condition);
  const or = all.find((part) => part.kind === 'or');
  if (or?.kind !== 'or') return undefined;
  const others = all.filter((part) => part !== or);
  const branches: QueryPlan[] = [];
  for (const branch of or.children) {
    const condition: Condition = { kind: 'and', children: [...conjunction(branch), ...others] };
    const [best] = indexCandidates(request.collection, condition, []);
    if (!best?.bounded) return undefined;
    branches.push(indexPlan(store, { ...request, condition, sort: [], keysOnly: false, skip: 0 }, best));
  }
  const documents = () => walkBranches(branches);
  const total = (name: keyof Statistics): number => branches.reduce((sum, { statistics }) => sum + statistics[name], 0);
  const plan: QueryPlan = {
    documents,
    indexes: branches.flatMap(({ indexes }) => indexes),
    statistics: {
      get totalKeysExamined() {
        return total('totalKeysExamined');
      },
      get totalDocsExamined() {
        return total('totalDocsExamined');
      },
    },
    winningPlan: {
      stage: 'SUBPLAN',
      inputStage: { stage: 'OR', inputStages: branches.map(({ winningPlan }) => winningPlan) },
    },
  };
  return request.sort.length > 0 ? withSort(plan, request) : plan;
}

function hintedPlan(store: Store, request: QueryRequest, hint: string | Doc): QueryPlan {
  if (hint === '$natural' || (typeof hint === 'object' && '$natural' in hint)) return collectionPlan(store, request);
  const index = request.collection.indexes.find((other) =>
    typeof hint === 'string'
      ? other.name === hint
      : Object.keys(hint).join() === Object.keys(other.spec['key'] as Doc).join() && sameValue(hint, other.spec['key']),
  );
  const candidate = index && indexCandidate(index, request.condition, request.sort, true);
  if (!candidate) {
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  return indexPlan(store, request, candidate);
}

/** Answers the whole query with one key for each result, so no other plan can be better. */
function isOptimal({ residual, sorted, single, scan }: Candidate): boolean {
  return single || (sorted && residual.length === 0 && scan.firstCheck < 0);
}

function countUsage({ usage }: Store, plan: QueryPlan): QueryPlan {
  for (const index of plan.indexes) usage.count(index);
  return plan;
}

export function planQuery(store: Store, request: QueryRequest): QueryPlan {
  const plan = choosePlan(store, request);
  // A trial plan has no indexes until it has chosen one.
  return countUsage(store, plan);
}

function choosePlan(store: Store, request: QueryRequest): QueryPlan {
  const { collection, condition, sort, hint } = request;
  if (hint !== undefined) return hintedPlan(store, request, hint);
  const shape = shapeOf(condition, sort);
  const cachedIndexChoice = cachedIndex(collection, shape);
  const first = cachedIndexChoice && indexCandidate(cachedIndexChoice, condition, sort, false);
  if (first && isOptimal(first)) return indexPlan(store, request, first);
  const candidates = indexCandidates(collection, condition, sort);
  const optimal = candidates.find(isOptimal);
  if (optimal) {
    cacheIndex(collection, shape, optimal.scan.index);
    return indexPlan(store, request, optimal);
  }
  const plans = candidates.map((candidate) => indexPlan(store, request, candidate));
  const or = orPlan(store, request);
  if (or) plans.push(or);
  const [only] = plans;
  if (!only) return collectionPlan(store, request);
  return plans.length === 1 ? only : new TrialPlan(plans, request.limit, (plan) => countUsage(store, plan));
}

interface Runner {
  plan: QueryPlan;
  stream: DocumentStream;
  found: StoredDocument[];
  bytes: number;
}

/** Runs several plans side by side until one has proven to be the best, like MongoDB's planner. */
class TrialPlan implements QueryPlan {
  private chosen: QueryPlan | undefined;

  constructor(
    private readonly plans: QueryPlan[],
    private readonly limit: number,
    private readonly onChoice: (plan: QueryPlan) => void,
  ) {}

  get indexes(): readonly number[] {
    return this.chosen?.indexes ?? [];
  }

  private get current(): QueryPlan {
    const plan = this.chosen ?? this.plans[0];
    if (!plan) throw new Error('a trial without plans');
    return plan;
  }

  get statistics(): Statistics {
    return this.current.statistics;
  }

  get winningPlan(): Doc {
    return this.current.winningPlan;
  }

  *documents(): DocumentStream {
    const runners = this.plans.map((plan): Runner => ({ plan, stream: plan.documents(), found: [], bytes: 0 }));
    const wanted = Math.min(this.limit, trialResults);
    let winner: Runner | undefined;
    for (let works = 0; !winner && works < trialWorks; works++) {
      winner = runners.find(
        (runner) => TrialPlan.step(runner) || runner.found.length >= wanted || runner.bytes >= maxDocumentBytes,
      );
      yield null;
    }
    winner ??= runners.reduce((best, runner) => (runner.found.length > best.found.length ? runner : best));
    this.chosen = winner.plan;
    this.onChoice(winner.plan);
    yield* winner.found;
    yield* winner.stream;
  }

  /** Returns whether the plan is exhausted. */
  private static step(runner: Runner): boolean {
    const { value, done } = runner.stream.next();
    if (value) {
      runner.found.push(value);
      runner.bytes += value.bytes.length;
    }
    return done === true;
  }
}
