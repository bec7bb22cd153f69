import type { ErrorCode } from '../errors';
import { UnreadableCell, type CellContext } from './cellReaders';
import { importColumns, productFields, type ImportColumn } from './productFields';

/** A row as the file has it; a column that the file lacks is left out or null. */
export type ImportRow = { readonly [Column in ImportColumn | 'seenStock']?: string | null | undefined };

export interface ColumnError {
  readonly column: string;
  readonly message: string;
  /** Left out where the row itself is wrong. */
  readonly code?: ErrorCode | undefined;
}

export type CellValues = Partial<Record<ImportColumn, unknown>>;

export interface ReadRow {
  /** In the types that a form sends; without the columns that are not there or cannot be read. */
  readonly values: CellValues;
  readonly problems: readonly ColumnError[];
}

/** What the cells say, or why one of them says nothing. */
export function readCells(row: ImportRow, context: CellContext): ReadRow {
  const values: CellValues = {};
  const problems: ColumnError[] = [];
  for (const column of importColumns) {
    const cell = row[column];
    if (cell === null || cell === undefined) continue;
    try {
      values[column] = productFields[column].cell(cell, context);
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      problems.push({ column, message: error.message });
    }
  }
  return { values, problems };
}
