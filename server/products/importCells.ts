import { readInStock, readStatus } from './importWords';
import { readNumber, type NumberFormat } from './readNumber';
import { categoriesIn, mixedSeparators, photosIn } from './severalTexts';

export const importColumns = [
  'name',
  'slug',
  'description',
  'price',
  'discount',
  'inStock',
  'status',
  'categories',
  'photos',
] as const;

/** The columns of a product file, in the order in which an export writes them. */
export type ImportColumn = (typeof importColumns)[number];

/** A row as the file has it; a column that the file lacks is left out or null. */
export type ImportRow = { readonly [Column in ImportColumn]?: string | null | undefined };

export interface ColumnError {
  readonly column: string;
  readonly message: string;
}

/** What decides where one cell alone leaves it open. */
export interface CellContext {
  /** How numbers that can be read two ways are written; null: nobody knows. */
  readonly numberFormat: NumberFormat | null;
  /** Whether a line with a separator in it is one category, or one picture address. */
  readonly isCategory: (line: string) => boolean;
  readonly isPhoto: (line: string) => boolean;
}

export type CellValues = Partial<Record<ImportColumn, unknown>>;

export interface ReadRow {
  /** In the types that a form sends; without the columns that are not there or cannot be read. */
  readonly values: CellValues;
  readonly problems: readonly ColumnError[];
}

/** The sentence of a cell that nobody can read. */
class UnreadableCell extends Error {}

const readers: Readonly<Record<ImportColumn, (cell: string, context: CellContext) => unknown>> = {
  name: (cell) => cell,
  slug: (cell) => cell.trim(),
  description: (cell) => cell,
  price: (cell, context) => numberIn(cell, 'Price', 'currency', context),
  discount: (cell, context) => (cell.trim() === '' ? 0 : numberIn(cell, 'Discount', 'percent', context)),
  inStock: (cell) =>
    cell.trim() === '' || (readInStock(cell) ?? unreadable('inStock must say yes or no, such as true or false')),
  status: (cell) =>
    cell.trim() === '' ? 'ACTIVE' : (readStatus(cell) ?? unreadable('Status must be active or inactive')),
  categories: (cell, { isCategory }) => categoriesIn(cell, isCategory) ?? unreadable(mixedSeparators),
  photos: (cell, { isPhoto }) => photosIn(cell, isPhoto),
};

/** What the cells say, or why one of them says nothing. */
export function readCells(row: ImportRow, context: CellContext): ReadRow {
  const values: CellValues = {};
  const problems: ColumnError[] = [];
  for (const column of importColumns) {
    const cell = row[column];
    if (cell === null || cell === undefined) continue;
    try {
      values[column] = readers[column](cell, context);
    } catch (error) {
      if (!(error instanceof UnreadableCell)) throw error;
      problems.push({ column, message: error.message });
    }
  }
  return { values, problems };
}

function unreadable(message: string): never {
  throw new UnreadableCell(message);
}

function numberIn(
  cell: string,
  name: string,
  unit: 'currency' | 'percent',
  { numberFormat }: Pick<CellContext, 'numberFormat'>,
): number {
  if (cell.trim() === '') return unreadable(`${name} is required`);
  const read = readNumber(cell, unit);
  if (!read) return unreadable(`${name} must be a number such as 1299.00`);
  if ('value' in read) return read.value;
  if (numberFormat) return read.readings[numberFormat];
  const { POINT, COMMA } = read.readings;
  const [small, large] = POINT < COMMA ? [POINT, COMMA] : [COMMA, POINT];
  return unreadable(`${name} can be read as ${large} or as ${small}: write ${large}.00 or ${small.toFixed(2)}`);
}
