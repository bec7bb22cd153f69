import type { CartLine } from './cartCache';
import type { RemovedLine } from './removedLines';

export interface CartRow {
  line: CartLine;
  removed?: RemovedLine;
}

/** The lines, and in the places of those just removed the offers to undo that. */
export function cartRows(lines: readonly CartLine[], removed: readonly RemovedLine[]): CartRow[] {
  const there = new Set(lines.map(({ id }) => id));
  return removed
    .filter(({ line }) => !there.has(line.id))
    .toSorted((a, b) => a.at - b.at)
    .reduce<CartRow[]>(
      (rows, entry) => rows.toSpliced(entry.at, 0, { line: entry.line, removed: entry }),
      lines.map((line) => ({ line })),
    );
}
