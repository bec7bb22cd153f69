import type { Document } from 'mongodb';
import { suffixLength, windowsOfText } from './searchTerms';

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
export function holding(text: string): RegExp {
  return new RegExp(patternOf(text));
}

function patternOf(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

interface TextIndex<T> {
  readonly count: (window: string, limit: number) => Promise<number>;
  readonly find: (window: string, limit: number) => Promise<T[]>;
}

/**
 * The records of a text that at most `limit` of them can contain, by the stretch of it that the fewest have; null when they
 * are more. Whoever asks holds each against the text itself.
 */
export async function readRareText<T>(text: string, limit: number, { count, find }: TextIndex<T>): Promise<T[] | null> {
  const rarest = await rarestOf(windowsOfText(text), (window) => count(window, limit + 1));
  if (rarest.count > limit) return null;
  return rarest.count === 0 ? [] : find(rarest.term, limit + 1);
}

export async function rarestOf(
  terms: readonly string[],
  count: (term: string) => Promise<number>,
): Promise<{ term: string; count: number }> {
  let rarest = { term: terms[0] ?? '', count: Number.POSITIVE_INFINITY };
  for (const term of terms) {
    const counted = await count(term);
    if (counted < rarest.count) rarest = { term, count: counted };
    if (counted === 0) break;
  }
  return rarest;
}
