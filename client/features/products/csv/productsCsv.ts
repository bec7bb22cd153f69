import { columnFinder } from '@kiosk/csv/columnFinder';
import { CsvProblem } from '@kiosk/csv/problem';
import { readCsv } from '@kiosk/csv/readCsv';
import { type ProductField, productFieldNames } from '../productFields';

/** The columns of a product file, in this order in an export; in any order in an import. */
export const columns: readonly Column[] = [...productFieldNames, 'seenStock'];

/** The last one is the stock at the time of the export. */
export type Column = ProductField | 'seenStock';
/** A column missing in the file is omitted: the product keeps its value. */
export type Cells = Partial<Record<Column, string>>;

export interface CsvRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  cells: Cells;
  /** Why it cannot be sent at all. */
  problem?: string;
}

export interface CsvFile {
  columns: Column[];
  unknownColumns: string[];
  rows: CsvRow[];
}

/** Added by our own list of rejected rows, for users. */
const ofRefusedRows = ['row', 'reason'];

const columnOf = columnFinder(columns);

type ReadOptions = Omit<Parameters<typeof readCsv>[1], 'columnOf'>;

/** Reads a product file in chunks, so that the page stays responsive. */
export async function readProductFile(text: string, options: ReadOptions = {}): Promise<CsvFile> {
  const table = await readCsv(text, { ...options, columnOf });
  const header = table[0] ?? [];
  const places = header.map(columnOf);
  const found = places.filter((column) => column !== undefined);
  const twice = found.find((column, index) => found.indexOf(column) !== index);
  if (twice) throw new CsvProblem(`The column ${twice} is there twice.`);
  if (!found.includes('name') && !found.includes('slug')) {
    throw new CsvProblem(`The first row must name the columns: ${columns.join(', ')}. There is neither name nor slug.`);
  }
  const rows = table.flatMap((cells, index) => {
    const isBlank = cells.every((cell) => cell.trim() === '');
    return index === 0 || isBlank ? [] : [rowOf(cells, places, index + 1)];
  });
  if (rows.length === 0) throw new CsvProblem('There are no products in this file.');
  const unknownColumns = header.filter(
    (cell, index) => places[index] === undefined && cell.trim() !== '' && !ofRefusedRows.includes(cell),
  );
  return { columns: found, unknownColumns, rows };
}

/** Spreadsheets omit blank cells at the end of a row, or add some. */
function rowOf(values: readonly string[], places: readonly (Column | undefined)[], row: number): CsvRow {
  const cells: Cells = {};
  for (const [index, column] of places.entries()) {
    if (column) cells[column] = values[index] ?? '';
  }
  if (values.slice(places.length).every((cell) => cell.trim() === '')) return { row, cells };
  return { row, cells, problem: `There are ${values.length} cells in this row and ${places.length} in the first one.` };
}
