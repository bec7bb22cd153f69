import type { Collection, Index } from './catalog';
import {
  conditionBounds,
  conjunction,
  contains,
  fullInterval,
  intersect,
  pathConditions,
  shortenBounds,
  type Bounds,
  type Interval,
} from './bounds';
import { buildScan, type IndexScan } from './indexScan';
import { fieldShare } from './indexKeys';
import { compileFilter, type Condition, type PathCondition } from './matcher';
import type { SortField } from './sort';

/** A plan candidate: one index for a query. */
export interface Candidate {
  scan: IndexScan;
  bounds: (Interval[] | undefined)[];
  /** Conditions that the keys do not prove and that each document is checked against. */
  residual: Condition[];
  sorted: boolean;
  /** The first field of the index is bounded. */
  bounded: boolean;
  /** At most one document can match. */
  single: boolean;
  score: number;
}

interface FieldBounds {
  intervals: Interval[] | undefined;
  proven: Condition[];
}

/** Beyond this number of ranges a merge is more expensive than a sort. */
const maxMerged = 500;

const unboundedField: FieldBounds = { intervals: undefined, proven: [] };

function isUseful({ intervals }: Bounds): boolean {
  return !intervals.includes(fullInterval);
}

const isPoints = (intervals: Interval[] | undefined): intervals is Interval[] =>
  intervals?.every(({ point }) => point) ?? false;

function fieldBounds(
  index: Index,
  path: string,
  conditions: { condition: PathCondition; nested: boolean }[],
): FieldBounds {
  const share = fieldShare(index.fields.length);
  const all = conditions
    .filter(({ condition }) => condition.path === path)
    .map(({ condition, nested }) => ({ condition, nested, bounds: shortenBounds(conditionBounds(condition), share) }))
    .filter(({ bounds }) => isUseful(bounds));
  const proves = ({ bounds, nested }: (typeof all)[number]): boolean => bounds.exact && !nested;
  if (all.length === 0) return unboundedField;
  if (!index.multikey.includes(path)) {
    const intervals = all.map(({ bounds }) => bounds.intervals).reduce(intersect);
    return { intervals, proven: all.filter(proves).map(({ condition }) => condition) };
  }
  // Different elements of the array may match different conditions, so only one condition can bound the keys.
  const cost = (intervals: Interval[]): number => (isPoints(intervals) ? intervals.length : 100_000);
  const [best] = all.sort((a, b) => cost(a.bounds.intervals) - cost(b.bounds.intervals));
  return best ? { intervals: best.bounds.intervals, proven: proves(best) ? [best.condition] : [] } : unboundedField;
}

/** The index field where the sort starts and the scan direction; undefined if the index does not provide the order. */
function matchSort(
  index: Index,
  bounds: (Interval[] | undefined)[],
  sort: readonly SortField[],
): { from: number; reverse: boolean } | undefined {
  if (index.truncated) return undefined;
  let at = 0;
  let from: number | undefined;
  let reverse: boolean | undefined;
  const fixed = (i: number): boolean => bounds[i]?.length === 1 && isPoints(bounds[i]);
  for (const { path, direction } of sort) {
    const constant = index.fields.findIndex(
      (field, i) => field.path === path && fixed(i) && !index.multikey.includes(path),
    );
    if (constant >= 0) continue;
    while (
      at < index.fields.length &&
      index.fields[at]?.path !== path &&
      (from === undefined ? isPoints(bounds[at]) : fixed(at))
    )
      at++;
    const field = index.fields[at];
    if (field?.path !== path || (index.multikey.includes(path) && bounds[at])) return undefined;
    const backwards = field.direction !== direction;
    if (reverse !== undefined && reverse !== backwards) return undefined;
    reverse = backwards;
    from ??= at;
    at++;
  }
  const merged = bounds.slice(0, from ?? 0).reduce((product, intervals) => product * (intervals?.length ?? 1), 1);
  return merged > maxMerged ? undefined : { from: from ?? 0, reverse: reverse ?? false };
}

function isPresent(conditions: readonly PathCondition[], path: string): boolean {
  return conditions.some((condition) => condition.path === path && conditionBounds(condition).present);
}

function implies(conditions: readonly PathCondition[], wanted: Condition): boolean {
  if (wanted.kind === 'and') return wanted.children.every((child) => implies(conditions, child));
  if (wanted.kind !== 'path') return false;
  if (wanted.operator === '$exists') return isPresent(conditions, wanted.path);
  const outer = conditionBounds(wanted);
  if (!outer.exact) return false;
  return conditions.some(
    (condition) => condition.path === wanted.path && contains(outer.intervals, conditionBounds(condition).intervals),
  );
}

/** Whether the index contains every document that can match. */
function isComplete(index: Index, conditions: readonly PathCondition[], hinted: boolean): boolean {
  if (index.partialFilterExpression) return implies(conditions, compileFilter(index.partialFilterExpression));
  if (!index.sparse || hinted) return true;
  return index.fields.some(({ path }) => isPresent(conditions, path));
}

export function indexCandidate(
  index: Index,
  condition: Condition,
  sort: readonly SortField[],
  hinted: boolean,
): Candidate | undefined {
  const all = conjunction(condition);
  const usable = pathConditions(all);
  const [leading] = index.fields;
  // Rule out most indexes before any expensive work.
  if (!hinted && sort.length === 0 && !usable.some(({ condition: { path } }) => path === leading?.path))
    return undefined;
  const direct = usable.filter(({ nested }) => !nested).map((part) => part.condition);
  if (!isComplete(index, direct, hinted)) return undefined;
  const bounds: (Interval[] | undefined)[] = [];
  const proven = new Set<Condition>();
  let multikeyUsed = false;
  for (const { path } of index.fields) {
    const isMultikey = index.multikey.includes(path);
    // Bounds on two fields of one array would require one element to match both, which the query does not.
    const field: FieldBounds = isMultikey && multikeyUsed ? unboundedField : fieldBounds(index, path, usable);
    multikeyUsed ||= isMultikey && field.intervals !== undefined;
    bounds.push(field.intervals);
    field.proven.forEach((part) => proven.add(part));
  }
  const order = sort.length > 0 ? matchSort(index, bounds, sort) : undefined;
  const sorted = sort.length === 0 || order !== undefined;
  const bounded = bounds[0] !== undefined;
  if (!bounded && !hinted && !(order && sort.length > 0)) return undefined;
  // After a truncated value the later fields of a key are not comparable.
  const readable = index.truncated ? bounds.slice(0, 1) : bounds;
  const scan = buildScan(index, readable, order?.from ?? 0, order?.reverse ?? false);
  const residual = index.truncated ? all : all.filter((part) => !proven.has(part));
  const points = bounds.findIndex((intervals) => !isPoints(intervals));
  const single = index.unique && bounds.every((intervals) => intervals?.length === 1 && isPoints(intervals));
  const prefix = points < 0 ? bounds.length : points;
  const score = (single ? 1000 : 0) + prefix * 20 + (sorted ? 15 : 0) + (bounds[prefix] ? 10 : 0) - residual.length;
  return { scan, bounds, residual, sorted, bounded, single, score };
}

export function indexCandidates(collection: Collection, condition: Condition, sort: readonly SortField[]): Candidate[] {
  return collection.indexes
    .flatMap((index) => indexCandidate(index, condition, sort, false) ?? [])
    .sort((a, b) => b.score - a.score);
}
