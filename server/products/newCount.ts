import { cellReaders, UnreadableCell } from './cellReaders';
import type { ImportRow, ReadRow } from './importCells';
import { RowError } from './importProducts.input';

/**
 * Drops an unchanged count from a row, so that pieces sold since the export do not come back. A count changed in the
 * file is rejected if the stored count has changed, too.
 */
export function withNewCount(row: ImportRow, read: ReadRow, present: number | null): ReadRow {
  const { seenStock } = row;
  if (!('stock' in read.values) || seenStock === null || seenStock === undefined) return read;
  const seen = readSeen(seenStock);
  const { stock, ...values } = read.values;
  if (stock === seen) return { ...read, values };
  if (seen === present) return read;
  const now = present === null ? 'It is not counted by now' : `There are ${present} by now`;
  const message = `${now}: the count has changed since the file was saved. Export it again, or leave seenStock out.`;
  throw new RowError([{ column: 'stock', message, code: 'CONFLICT' }]);
}

function readSeen(cell: string): number | null {
  try {
    return cellReaders.stock(cell);
  } catch (error) {
    if (!(error instanceof UnreadableCell)) throw error;
    throw new RowError([{ column: 'seenStock', message: 'seenStock is written by the export: leave it as it was' }]);
  }
}
