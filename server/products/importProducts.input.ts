import { z } from 'zod';
import { asSentence } from '../errors';
import { importColumns, type ImportColumn } from './importCells';
import { createProductInput, productChangesInput, statusInput } from './products.input';

const mostRows = 100;
const rowsRule = `rows must hold 1 to ${mostRows} rows`;
const cell = z.string({ error: 'a cell must be text' }).nullish();

const cells = Object.fromEntries(importColumns.map((column) => [column, cell])) as Record<ImportColumn, typeof cell>;
const importRow = z.strictObject(cells);

export const importProductsInput = z.strictObject({
  rows: z.array(importRow, { error: rowsRule }).min(1, rowsRule).max(mostRows, rowsRule),
  dryRun: z.boolean({ error: 'dryRun must be true or false' }),
});

export interface ColumnError {
  readonly column: string;
  readonly message: string;
}

/** What is wrong with a row, in the sentences of the form. */
export class RowError extends Error {
  constructor(readonly errors: readonly ColumnError[]) {
    super('A row is refused.');
  }
}

const newProduct = createProductInput.extend({
  status: statusInput.nullish().transform((status) => status ?? 'active'),
});

export const readNewProduct = (cells: unknown) => readRow(newProduct, cells);
export const readProductChanges = (cells: unknown) => readRow(productChangesInput, cells);

/** Every column with its first problem, unlike a form's call, which is refused with the first problem of all. */
function readRow<T>(schema: z.ZodType<T>, cells: unknown): T {
  const result = schema.safeParse(cells);
  if (result.success) return result.data;
  const errors = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const column = String(path[0] ?? '');
    if (!errors.has(column)) errors.set(column, asSentence(message));
  }
  throw new RowError([...errors].map(([column, message]) => ({ column, message })));
}
