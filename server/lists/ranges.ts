import type { Document } from 'mongodb';
import type { IndexDeclaration } from '../database/indexes';
import { suffixLength } from '../text/searchTerms';
import type { SortOrder } from './position';
import type { TestedRange } from './scan';

/*
 * Inclusive bounds are written as exclusive ones of the next value: SecantusDB leaves out an inclusive bound at the end of
 * a compound index, so the first one where the field descends and the last one where it ascends.
 */

/** A half-open interval in whole milliseconds. Empty without bounds. */
export function datesBetween(field: string, from: Date | null, to: Date | null): Document {
  return conditionOf(field, { ...(from && { $gt: new Date(from.getTime() - 1) }), ...(to && { $lt: to }) });
}

/** Integers, both bounds inclusive. Empty without bounds. */
export function numbersBetween(field: string, from: number | null, to: number | null): Document {
  return conditionOf(field, { ...(from !== null && { $gt: from - 1 }), ...(to !== null && { $lt: to + 1 }) });
}

const conditionOf = (field: string, range: Document): Document =>
  Object.keys(range).length > 0 ? { [field]: range } : {};

/**
 * Records with a stored suffix that starts with the window (at most 16 characters). An anchored prefix is a covered
 * index range; two bounds on an array field are not. The $and is for SecantusDB, which finds nothing for a bare
 * anchored pattern on an array field.
 */
export function windowFilter(field: string, window: string): Document {
  if (Array.from(window).length === suffixLength) return { [field]: window };
  return { $and: [{ [field]: new RegExp(`^${patternOf(window)}`) }] };
}

/** Matches values that contain the text literally. */
export function containing(text: string): RegExp {
  return new RegExp(patternOf(text));
}

function patternOf(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

type Indexes = readonly IndexDeclaration[];

/** The index in this order with the most conditions on leading keys. */
export function rangeInOrder(indexes: Indexes, { field }: SortOrder, conditions: Document): TestedRange {
  const range = widestRange(indexes, conditions, (keys, values) => {
    const at = keys.indexOf(field);
    return at >= 0 && at <= values && keys[at + 1] === '_id' ? keys.slice(0, at + 1) : null;
  });
  if (!range) throw new Error(`No index gives the order of ${field}`);
  return range;
}

/** The index that covers the most conditions; null if none covers any. */
export function narrowestRange(indexes: Indexes, conditions: Document, scope: Document = {}): TestedRange | null {
  const usableKeys = (keys: readonly string[], values: number) =>
    keys.slice(0, keys[values] !== undefined && keys[values] in conditions ? values + 1 : values);
  const rank = (covered: readonly string[]) => covered.filter((field) => field in conditions).length;
  const range = widestRange(indexes, { ...scope, ...conditions }, usableKeys, rank);
  return range && Object.keys(range.filter).some((field) => field in conditions) ? range : null;
}

/** An index range on a field of terms that start with the window. */
export function windowRange(indexes: Indexes, terms: string, window: string, conditions: Document): TestedRange {
  const range = widestRange(indexes, conditions, (keys, values) => {
    const at = keys.indexOf(terms);
    return at >= 0 && at <= values ? keys.slice(0, at) : null;
  });
  if (!range) throw new Error(`No index holds ${terms}`);
  return { ...range, filter: { ...range.filter, ...windowFilter(terms, window) } };
}

/** A value rather than bounds. */
const isValue = (condition: unknown) => condition !== undefined && typeof condition !== 'object';

/**
 * The index whose keys cover the most conditions, the last declared of equals. `coveredBy` gets the number of leading
 * keys compared by equality.
 */
function widestRange(
  indexes: Indexes,
  conditions: Document,
  coveredBy: (keys: readonly string[], values: number) => readonly string[] | null,
  rank = (covered: readonly string[]) => covered.length,
): TestedRange | null {
  let widest: { readonly name: string; readonly covered: readonly string[] } | null = null;
  for (const { name, keys: declared } of indexes) {
    const keys = Object.keys(declared);
    const values = keys.findIndex((key) => !isValue(conditions[key]));
    const covered = coveredBy(keys, values < 0 ? keys.length : values);
    if (covered && (!widest || rank(covered) >= rank(widest.covered))) widest = { name, covered };
  }
  if (!widest) return null;
  const { name, covered } = widest;
  const [filter, test]: [Document, Document] = [{}, {}];
  for (const [field, condition] of Object.entries(conditions)) {
    if (covered.includes(field)) filter[field] = condition;
    else test[field] = condition;
  }
  return { filter, test, hint: name };
}
