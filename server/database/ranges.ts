import type { Document } from 'mongodb';

/*
 * Bounds that are to be met are asked for with the next value beyond them: SecantusDB leaves out an inclusive bound at the end of
 * a compound index, so the first one where the field descends and the last one where it ascends.
 */

/** From the first moment on and before the second; times are whole milliseconds. Nothing without bounds. */
export function momentsBetween(field: string, from: Date | null, to: Date | null): Document {
  return conditionOf(field, { ...(from && { $gt: new Date(from.getTime() - 1) }), ...(to && { $lt: to }) });
}

/** Whole numbers, both bounds included. Nothing without bounds. */
export function numbersBetween(field: string, from: number | null, to: number | null): Document {
  return conditionOf(field, { ...(from !== null && { $gt: from - 1 }), ...(to !== null && { $lt: to + 1 }) });
}

const conditionOf = (field: string, range: Document): Document =>
  Object.keys(range).length > 0 ? { [field]: range } : {};
