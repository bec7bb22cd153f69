const decimal = /^[+-]?\d+(?:\.\d+)?$/;
const words = new Map([
  ['', true],
  ['true', true],
  ['yes', true],
  ['false', false],
  ['no', false],
]);

const readers = {
  name: (cell) => cell,
  slug: (cell) => cell.trim(),
  description: (cell) => cell,
  price: numberIn,
  discount: (cell) => (cell.trim() === '' ? 0 : numberIn(cell)),
  inStock: (cell) => words.get(cell.trim().toLowerCase()) ?? cell,
  status: (cell) => cell.trim().toUpperCase() || 'ACTIVE',
  categories: linesIn,
  photos: linesIn,
} satisfies Readonly<Record<string, (cell: string) => unknown>>;

export type ImportColumn = keyof typeof readers;

/** The columns of a product file, in the order in which an export writes them. */
export const importColumns = Object.keys(readers) as ImportColumn[];

/** A row as the file has it; a column that the file lacks is left out or null. */
export type ImportRow = { readonly [Column in ImportColumn]?: string | null | undefined };

/**
 * What the cells say, in the types that a form sends. What cannot be read stays the text it is, for the rules of the form to
 * refuse; a column that is not there is not in the result either.
 */
export function readCells(row: ImportRow): Partial<Record<ImportColumn, unknown>> {
  const given = importColumns.flatMap((column) => {
    const cell = row[column];
    return cell === null || cell === undefined ? [] : [[column, readers[column](cell)] as const];
  });
  return Object.fromEntries(given);
}

function numberIn(cell: string): unknown {
  const text = cell.trim();
  return decimal.test(text) ? Number(text) : text;
}

/** Several in one cell stand on lines of their own: commas and semicolons are part of names and addresses. */
function linesIn(cell: string): string[] {
  return cell.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}
