import type { CartLine } from './cartCache';
import type { UndoOffer } from './undoOffers';

export interface CartRow {
  line: CartLine;
  /** Of a removed line: the key of the offer to undo it. */
  undoKey?: string;
}

/** The cart's lines, with the removed ones that can be restored at their former index. */
export function cartRows(lines: readonly CartLine[], offers: readonly Pick<UndoOffer, 'key' | 'removed'>[]): CartRow[] {
  const present = new Set(lines.map(({ id }) => id));
  return offers
    .flatMap(({ key, removed }) => (removed && !present.has(removed.line.id) ? [{ ...removed, undoKey: key }] : []))
    .toSorted((a, b) => a.at - b.at)
    .reduce<CartRow[]>(
      (rows, { at, line, undoKey }) => rows.toSpliced(at, 0, { line, undoKey }),
      lines.map((line) => ({ line })),
    );
}
