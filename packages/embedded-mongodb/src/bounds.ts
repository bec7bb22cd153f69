import { BSONRegExp } from 'bson';
import { encodeKey, keyTypes, typeRank } from './keyEncoding';
import type { Condition, PathCondition } from './matcher';
import { isPositional } from './paths';
import type { CompiledRegex } from './regex';
import { afterPrefix } from './store';
import { toNumber } from './values';

/** A range of encoded values: `low` inclusive, `high` exclusive. */
export interface Interval {
  low: Buffer;
  high: Buffer;
  /** The interval contains a single value. */
  point: boolean;
}

export interface Bounds {
  intervals: Interval[];
  /** Every value within the intervals matches, so documents need not be checked. */
  exact: boolean;
  /** Missing fields never match, so a sparse index can serve the condition. */
  present: boolean;
}

export const fullInterval: Interval = { low: Buffer.from([1]), high: Buffer.from([0xff]), point: false };

function point(encoded: Buffer): Interval {
  return { low: encoded, high: afterPrefix(encoded), point: true };
}

function bracket(rank: number): Interval {
  return {
    low: rank === keyTypes.number ? Buffer.from([rank, 1]) : Buffer.from([rank]),
    high: Buffer.from([rank + 1]),
    point: false,
  };
}

const nullIntervals: Interval[] = [point(Buffer.from([keyTypes.undefined])), point(Buffer.from([keyTypes.null]))];

/** Extends an interval to the values that a key may store in truncated form, with at most `share` bytes. */
function shorten(interval: Interval, share: number): { interval: Interval; exact: boolean } {
  if (interval.low.length <= share && interval.high.length <= share) return { interval, exact: true };
  const low = interval.low.subarray(0, share);
  const high = interval.high.length > share ? afterPrefix(interval.high.subarray(0, share)) : interval.high;
  return { interval: { low, high, point: false }, exact: false };
}

function equalityBounds(operand: unknown): Bounds {
  if (operand === null || operand === undefined) return { intervals: nullIntervals, exact: false, present: false };
  if (Array.isArray(operand)) {
    const first = point(operand.length > 0 ? encodeKey(operand[0]) : Buffer.from([keyTypes.undefined]));
    return { intervals: normalize([first, point(encodeKey(operand))]), exact: false, present: true };
  }
  return { intervals: [point(encodeKey(operand))], exact: true, present: true };
}

function comparisonBounds(operator: string, operand: unknown): Bounds {
  const rank = typeRank(operand);
  const orEqual = operator.endsWith('e');
  if (rank === keyTypes.null) return orEqual ? equalityBounds(null) : { intervals: [], exact: true, present: true };
  if (rank === keyTypes.number && Number.isNaN(toNumber(operand))) {
    return orEqual ? equalityBounds(operand) : { intervals: [], exact: true, present: true };
  }
  if (rank === keyTypes.array) return { intervals: [fullInterval], exact: false, present: true };
  const whole = rank === keyTypes.minKey || rank === keyTypes.maxKey ? fullInterval : bracket(rank);
  const encoded = encodeKey(operand);
  const interval = operator.startsWith('$g')
    ? { low: orEqual ? encoded : afterPrefix(encoded), high: whole.high, point: false }
    : { low: whole.low, high: orEqual ? afterPrefix(encoded) : encoded, point: false };
  return { intervals: normalize([interval]), exact: whole !== fullInterval, present: whole !== fullInterval };
}

function regexBounds(regex: CompiledRegex): Bounds {
  const itself = point(encodeKey(new BSONRegExp(regex.pattern, regex.options)));
  if (regex.prefix === undefined || regex.prefix === '') {
    return { intervals: normalize([bracket(keyTypes.string), itself]), exact: false, present: true };
  }
  // Remove the two-byte string terminator.
  const low = encodeKey(regex.prefix).subarray(0, -2);
  return {
    intervals: normalize([{ low, high: afterPrefix(low), point: false }, itself]),
    exact: regex.isPurePrefix,
    present: true,
  };
}

function union(all: Bounds[]): Bounds {
  return {
    intervals: normalize(all.flatMap(({ intervals }) => intervals)),
    exact: all.every(({ exact }) => exact),
    present: all.every(({ present }) => present),
  };
}

function elementBounds(condition: PathCondition): Bounds {
  const parts = condition.children.flatMap((child) => (child.kind === 'path' ? [conditionBounds(child)] : []));
  const intervals = parts.reduce((found, part) => intersect(found, part.intervals), [fullInterval]);
  return { intervals, exact: false, present: true };
}

const boundsCache = new WeakMap<PathCondition, Bounds>();

/** The index bounds of a condition, cached because every index needs them and sorting a long $in list is expensive. */
export function conditionBounds(condition: PathCondition): Bounds {
  const bounds = boundsCache.get(condition) ?? boundsOf(condition);
  boundsCache.set(condition, bounds);
  return bounds;
}

function boundsOf(condition: PathCondition): Bounds {
  switch (condition.operator) {
    case '$eq':
      return equalityBounds(condition.operand);
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return comparisonBounds(condition.operator, condition.operand);
    case '$in':
      return union([...(condition.operand as unknown[]).map(equalityBounds), ...condition.regexes.map(regexBounds)]);
    case '$regex':
      return union(condition.regexes.map(regexBounds));
    case '$exists':
      return { intervals: [fullInterval], exact: false, present: true };
    case '$elemMatchValue':
      return elementBounds(condition);
    default:
      return { intervals: [fullInterval], exact: false, present: condition.operator === '$elemMatch' };
  }
}

export function shortenBounds(bounds: Bounds, share: number): Bounds {
  const shortened = bounds.intervals.map((interval) => shorten(interval, share));
  if (shortened.every(({ exact }) => exact)) return bounds;
  return { ...bounds, intervals: normalize(shortened.map(({ interval }) => interval)), exact: false };
}

function less(a: Buffer, b: Buffer): boolean {
  return Buffer.compare(a, b) < 0;
}

/** Sorts and merges intervals and removes empty ones. */
function normalize(intervals: Interval[]): Interval[] {
  const sorted = intervals.filter(({ low, high }) => less(low, high)).sort((a, b) => Buffer.compare(a.low, b.low));
  const result: Interval[] = [];
  for (const interval of sorted) {
    const last = result[result.length - 1];
    if (last && less(interval.low, last.high)) {
      if (less(last.high, interval.high))
        result[result.length - 1] = { low: last.low, high: interval.high, point: false };
    } else result.push(interval);
  }
  return result;
}

export function intersect(a: Interval[], b: Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const x of a) {
    for (const y of b) {
      const low = less(x.low, y.low) ? y : x;
      const high = less(x.high, y.high) ? x : y;
      if (less(low.low, high.high)) result.push({ low: low.low, high: high.high, point: x.point || y.point });
    }
  }
  return normalize(result);
}

export function contains(outer: Interval[], inner: Interval[]): boolean {
  return inner.every((x) => outer.some((y) => !less(x.low, y.low) && !less(y.high, x.high)));
}

function inverted(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => ~byte));
}

/** The same intervals for a descending field, whose key bytes are inverted. */
export function invertIntervals(intervals: Interval[]): Interval[] {
  return intervals
    .map(({ low, high, point: isPoint }) => ({
      low: afterPrefix(inverted(high)),
      high: afterPrefix(inverted(low)),
      point: isPoint,
    }))
    .reverse();
}

/** The conditions that a document must all match. */
export function conjunction(condition: Condition): Condition[] {
  return condition.kind === 'and' ? condition.children.flatMap(conjunction) : [condition];
}

export function pathConditions(conditions: readonly Condition[]): { condition: PathCondition; nested: boolean }[] {
  return conditions.flatMap((condition) => {
    if (condition.kind !== 'path') return [];
    const own = { condition, nested: false };
    if (condition.operator !== '$elemMatch') return [own];
    // Within an element a number is a field name; in the full path it would be an array position.
    const inner = pathConditions(condition.children.flatMap(conjunction)).filter(
      (part) => !isPositional(part.condition.parts[0] ?? ''),
    );
    return [
      own,
      ...inner.map((part) => ({
        condition: { ...part.condition, path: `${condition.path}.${part.condition.path}` },
        nested: true,
      })),
    ];
  });
}
