import type { Document } from 'mongodb';
import type { IndexDeclaration } from '../database/indexes';
import { suffixLength } from '../text/searchTerms';
import type { Order } from './position';
import type { TestedRange } from './scan';

/*
 * Bounds that are to be met are asked for with the next value beyond them: SecantusDB leaves out an inclusive bound at the end of
 * a compound index, so the first one where the field descends and the last one where it ascends.
 */

/** From the first moment on and before the second; times are whole milliseconds. Nothing without bounds. */
export function datesBetween(field: string, from: Date | null, to: Date | null): Document {
  return conditionOf(field, { ...(from && { $gt: new Date(from.getTime() - 1) }), ...(to && { $lt: to }) });
}

/** Whole numbers, both bounds included. Nothing without bounds. */
export function numbersBetween(field: string, from: number | null, to: number | null): Document {
  return conditionOf(field, { ...(from !== null && { $gt: from - 1 }), ...(to !== null && { $lt: to + 1 }) });
}

const conditionOf = (field: string, range: Document): Document =>
  Object.keys(range).length > 0 ? { [field]: range } : {};

/**
 * Records whose stored suffixes hold one that starts with the window (at most 16 characters). An anchored prefix is a range
 * of the index that needs no look at the documents; two bounds on an array field would. The $and changes nothing for
 * MongoDB; SecantusDB finds nothing for a bare anchored pattern on an array field.
 */
export function windowFilter(field: string, window: string): Document {
  if (Array.from(window).length === suffixLength) return { [field]: window };
  return { $and: [{ [field]: new RegExp(`^${patternOf(window)}`) }] };
}

/** Values that hold the text as it stands. */
export function containing(text: string): RegExp {
  return new RegExp(patternOf(text));
}

function patternOf(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

type Indexes = readonly IndexDeclaration[];

/** By the index that gives an order, and before it as many of the conditions as any. */
export function rangeInOrder(indexes: Indexes, { field }: Order, conditions: Document): TestedRange {
  const range = widestRange(indexes, conditions, (keys, values) => {
    const at = keys.indexOf(field);
    return at >= 0 && at <= values && keys[at + 1] === '_id' ? keys.slice(0, at + 1) : null;
  });
  if (!range) throw new Error(`No index gives the order of ${field}`);
  return range;
}

/** By the index that holds most of the conditions, whatever it has of the scope; null where none holds any. */
export function narrowestRange(indexes: Indexes, conditions: Document, scope: Document = {}): TestedRange | null {
  const usableKeys = (keys: readonly string[], values: number) =>
    keys.slice(0, keys[values] !== undefined && keys[values] in conditions ? values + 1 : values);
  const rank = (held: readonly string[]) => held.filter((field) => field in conditions).length;
  const range = widestRange(indexes, { ...scope, ...conditions }, usableKeys, rank);
  return range && Object.keys(range.filter).some((field) => field in conditions) ? range : null;
}

/** By the index that holds the terms of a field: where one starts with a window. */
export function windowRange(indexes: Indexes, terms: string, window: string, conditions: Document): TestedRange {
  const range = widestRange(indexes, conditions, (keys, values) => {
    const at = keys.indexOf(terms);
    return at >= 0 && at <= values ? keys.slice(0, at) : null;
  });
  if (!range) throw new Error(`No index holds ${terms}`);
  return { ...range, filter: { ...range.filter, ...windowFilter(terms, window) } };
}

/** A value, not bounds of it. */
const isValue = (condition: unknown) => condition !== undefined && typeof condition !== 'object';

/**
 * Of the index whose keys hold the most conditions, of equals the one that is declared last. `heldBy` is told how many of the first
 * keys have a value to be equal to.
 */
function widestRange(
  indexes: Indexes,
  conditions: Document,
  heldBy: (keys: readonly string[], values: number) => readonly string[] | null,
  rank = (held: readonly string[]) => held.length,
): TestedRange | null {
  let widest: { readonly name: string; readonly held: readonly string[] } | null = null;
  for (const { name, keys: declared } of indexes) {
    const keys = Object.keys(declared);
    const values = keys.findIndex((key) => !isValue(conditions[key]));
    const held = heldBy(keys, values < 0 ? keys.length : values);
    if (held && (!widest || rank(held) >= rank(widest.held))) widest = { name, held };
  }
  if (!widest) return null;
  const { name, held } = widest;
  const [filter, test]: [Document, Document] = [{}, {}];
  for (const [field, condition] of Object.entries(conditions)) {
    if (held.includes(field)) filter[field] = condition;
    else test[field] = condition;
  }
  return { filter, test, hint: name };
}
