import type { ErrorCode } from '../errors';
import { UnreadableCell, type CellContext } from './cellReaders';
import { importColumns, productFields, type ImportColumn } from './productFields';

/** A row of the file; missing columns are undefined or null. */
export type ImportRow = { readonly [Column in ImportColumn | 'seenStock']?: string | null | undefined };

export interface ColumnError {
  readonly column: string;
  readonly message: string;
  /** Undefined if the row itself is wrong. */
  readonly code?: ErrorCode | undefined;
}

export type CellValues = Partial<Record<ImportColumn, unknown>>;

export interface ReadRow {
  /** Parsed values without missing or unreadable columns. */
  readonly values: CellValues;
  readonly problems: readonly ColumnError[];
}

/** Parses the cells, with an error per unreadable one. */
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
