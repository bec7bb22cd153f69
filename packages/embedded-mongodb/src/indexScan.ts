import type { Index } from './catalog';
import { fullInterval, invertIntervals, type Interval } from './bounds';
import { endOfValue } from './keyEncoding';
import { numberPrefix } from './rowFormat';
import type { SortField } from './sort';
import { rowsOf, type KeyRange, type Row, type Store } from './store';

/** An index scan: ranges in index order, in groups that are merged when the sort spans several of them. */
export interface IndexScan {
  index: Index;
  reverse: boolean;
  groups: { ranges: KeyRange[]; prefixLength: number }[];
  /** Bounds on the fields after the ranges, which are checked on each key before its document is read. */
  checks: (Interval[] | undefined)[];
  firstCheck: number;
}

type Rows = Generator<Row, void, void>;

const maxRanges = 2000;

/**
 * `bounds` per field in ascending values; `mergeFrom` is the field where the sort starts (earlier fields are points).
 */
export function buildScan(
  index: Index,
  bounds: (Interval[] | undefined)[],
  mergeFrom: number,
  reverse: boolean,
): IndexScan {
  const fields = index.fields.map((field, i) => {
    const intervals = bounds[i];
    return intervals && field.direction < 0 ? invertIntervals(intervals) : intervals;
  });
  let prefixes = [{ bytes: numberPrefix(index.id), group: 0 }];
  let groupLengths = [prefixes[0]?.bytes.length ?? 0];
  let at = 0;
  for (; at < fields.length; at++) {
    const intervals = fields[at];
    if (!intervals?.every((interval) => interval.point) || prefixes.length * intervals.length > maxRanges) break;
    prefixes = prefixes.flatMap(({ bytes, group }) =>
      intervals.map((interval) => ({ bytes: Buffer.concat([bytes, interval.low]), group })),
    );
    if (at >= mergeFrom) continue;
    prefixes.forEach((prefix, i) => (prefix.group = i));
    groupLengths = prefixes.map(({ bytes }) => bytes.length);
  }
  const last = at < fields.length ? (fields[at] ?? [fullInterval]) : undefined;
  const groups = groupLengths.map((prefixLength) => ({ ranges: [] as KeyRange[], prefixLength }));
  for (const { bytes, group } of prefixes) {
    const ranges = last
      ? last.map(({ low, high }) => ({ low: Buffer.concat([bytes, low]), high: Buffer.concat([bytes, high]), reverse }))
      : [{ low: bytes, high: afterPoint(bytes), reverse }];
    groups[group]?.ranges.push(...ranges);
  }
  if (reverse) groups.forEach(({ ranges }) => ranges.reverse());
  const checked = fields.map((intervals, i) => (i > at ? intervals : undefined));
  const checks = checked.slice(0, checked.findLastIndex((check) => check !== undefined) + 1);
  return { index, reverse, groups, checks, firstCheck: checks.findIndex((check) => check !== undefined) };
}

/** A complete key is followed only by the record number, whose first byte is never 0xff. */
function afterPoint(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from([0xff])]);
}

function* rowsOfRanges({ entries, writeBuffer }: Store, { unique }: Index, ranges: readonly KeyRange[]): Rows {
  for (const range of ranges) yield* rowsOf(entries, range, { writeBuffer, keysOnly: !unique });
}

export function* scanEntries(store: Store, { index, groups, reverse }: IndexScan): Rows {
  const [only] = groups;
  if (!only) return;
  if (groups.length === 1) return yield* rowsOfRanges(store, index, only.ranges);
  const heads = groups.flatMap(({ ranges, prefixLength }) => {
    const entries = rowsOfRanges(store, index, ranges);
    const first = entries.next();
    return first.done ? [] : [{ entries, prefixLength, entry: first.value }];
  });
  while (heads.length > 0) {
    let best = 0;
    for (let i = 1; i < heads.length; i++) {
      const a = heads[i];
      const b = heads[best];
      if (!a || !b) continue;
      const order = a.entry.key.compare(
        b.entry.key,
        b.prefixLength,
        b.entry.key.length,
        a.prefixLength,
        a.entry.key.length,
      );
      if (reverse ? order > 0 : order < 0) best = i;
    }
    const head = heads[best];
    if (!head) return;
    yield head.entry;
    const next = head.entries.next();
    if (next.done) heads.splice(best, 1);
    else head.entry = next.value;
  }
}

const indexNumberBytes = 4;

/** The end of the field's value, which starts at `at`. */
const endOfField = ({ fields }: Index, field: number, key: Buffer, at: number) =>
  endOfValue(key, at, (fields[field]?.direction ?? 1) < 0 ? 0xff : 0);

/** The order of a key's bytes from a place on and of a bound. For the few bytes of a key, Buffer.compare takes longer. */
function compareFrom(key: Buffer, at: number, bound: Buffer): number {
  const bytes = Math.min(bound.length, key.length - at);
  for (let i = 0; i < bytes; i++) {
    const order = (key[at + i] ?? 0) - (bound[i] ?? 0);
    if (order !== 0) return order;
  }
  return key.length - at - bound.length;
}

/** Whether a key from a place on is within one of the intervals. Without copies of its parts, which would cost more. */
const isWithin = (intervals: readonly Interval[], key: Buffer, at: number): boolean =>
  intervals.some(({ low, high }) => compareFrom(key, at, low) >= 0 && compareFrom(key, at, high) < 0);

/** Whether the later fields of a key are within their bounds. */
export function passesChecks({ index, checks, firstCheck }: IndexScan, key: Buffer): boolean {
  if (firstCheck < 0) return true;
  let at = indexNumberBytes;
  for (let i = 0; i < checks.length; i++) {
    const intervals = checks[i];
    if (intervals && !isWithin(intervals, key, at)) return false;
    at = endOfField(index, i, key, at);
  }
  return true;
}

/** The encoded sort key of an index entry's document. */
export type EntrySortKey = (key: Buffer) => Buffer;

/** undefined: the index holds only some of the fields, or not each document's one value of them. */
export function entrySortKey(index: Index, sort: readonly SortField[]): EntrySortKey | undefined {
  if (index.truncated) return undefined;
  const parts = sort.map(({ path, direction }) => {
    const at = index.fields.findIndex((field) => field.path === path && !index.multikey.includes(path));
    return { at, inverts: index.fields[at]?.direction !== direction };
  });
  if (parts.some(({ at }) => at < 0)) return undefined;
  const fields = Math.max(...parts.map(({ at }) => at)) + 1;
  const starts = new Uint16Array(fields + 1).fill(indexNumberBytes);
  return (key) => {
    for (let i = 0; i < fields; i++) starts[i + 1] = endOfField(index, i, key, starts[i] ?? 0);
    let bytes = 0;
    for (const { at } of parts) bytes += (starts[at + 1] ?? 0) - (starts[at] ?? 0);
    const sortKey = Buffer.allocUnsafe(bytes);
    let to = 0;
    for (const { at, inverts } of parts) {
      const end = starts[at + 1] ?? 0;
      for (let from = starts[at] ?? 0; from < end; from++) {
        const byte = key[from] ?? 0;
        sortKey[to++] = inverts ? ~byte : byte;
      }
    }
    return sortKey;
  };
}
