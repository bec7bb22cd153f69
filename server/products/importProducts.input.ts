import { z } from 'zod';
import { asSentence } from '../errors';
import type { ColumnError, ReadRow } from './importCells';
import { importColumns, type ImportColumn } from './productFields';
import { changedRowInput, newProductRowInput } from './products.input';

export const maxRows = 100;
const rowsRule = `rows must hold 1 to ${maxRows} rows`;
const places: readonly string[] = importColumns;
const cell = z.string({ error: 'a cell must be text' }).nullish();

const cells = Object.fromEntries(importColumns.map((column) => [column, cell])) as Record<ImportColumn, typeof cell>;
const importRow = z.strictObject({ ...cells, seenStock: cell });

export const importProductsInput = z.strictObject({
  rows: z.array(importRow, { error: rowsRule }).min(1, rowsRule).max(maxRows, rowsRule),
  dryRun: z.boolean({ error: 'dryRun must be true or false' }),
  numberFormat: z.enum(['POINT', 'COMMA'], { error: 'numberFormat must be POINT or COMMA' }).nullish(),
});

/** A row's validation errors, in the form's wording. */
export class RowError extends Error {
  constructor(readonly errors: readonly ColumnError[]) {
    super('A row is refused.');
  }
}

export const parseNewProduct = (row: ReadRow) => parseRow(newProductRowInput, row, true);
export const parseProductChanges = (row: ReadRow) => parseRow(changedRowInput, row, false);

/** Collects the first problem of every column, unlike a form's input, which stops at the first problem. */
function parseRow<T>(schema: z.ZodType<T>, { values, problems }: ReadRow, isNew: boolean): T {
  const result = schema.safeParse(values);
  if (result.success && problems.length === 0) return result.data;
  const errors = new Map(problems.map(({ column, message }) => [column, message]));
  for (const { path, message } of result.error?.issues ?? []) {
    const column = String(path[0] ?? '');
    if (errors.has(column)) continue;
    const isAbsent = isNew && !(column in values);
    errors.set(column, isAbsent ? `${asSentence(message)}, and the file has no column ${column}` : asSentence(message));
  }
  const columns = [...errors.keys()].sort((one, other) => places.indexOf(one) - places.indexOf(other));
  throw new RowError(columns.map((column) => ({ column, message: errors.get(column) ?? '' })));
}
