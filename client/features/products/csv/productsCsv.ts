import Papa from 'papaparse';
import { CsvProblem, unguarded } from '../../../lib/csvFile';
import { type ProductField, productFieldNames } from '../productFields';
import { csvPieces } from './csvPieces';

/** The columns of a product file, in this order in an export; in any order in an import. */
export const columns: readonly Column[] = [...productFieldNames, 'seenStock'];

/** The last one says what the count was when the file was saved. */
export type Column = ProductField | 'seenStock';
/** A column that the file lacks is left out: the product keeps what it has. */
export type Cells = Partial<Record<Column, string>>;

export interface CsvRow {
  /** As a spreadsheet numbers it: the header is row 1. */
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

/** What our own list of refused rows adds, for people to read. */
const ofRefusedRows = ['row', 'reason'];

/** Excel writes the separator of a file in a line before the first one, and does not count that line. */
const separatorLine = /^(?:"sep=([^\r\n])"|sep=([^\r\n]))(?:\r\n|[\r\n])/i;

function separatorOf(text: string): { delimiter: string; start: number } {
  const [line = '', quoted, plain] = separatorLine.exec(text) ?? [];
  if (line !== '') return { delimiter: quoted ?? plain ?? ',', start: line.length };
  // The header's line decides: its cells are known words, so nothing in them misleads.
  const [header = ''] = /^[^\r\n]*/.exec(text) ?? [];
  const known = (delimiter: string) =>
    header.split(delimiter).filter((cell) => columnOf(cell.replaceAll('"', '')) !== undefined).length;
  const [best = ','] = [',', ';', '\t', '|'].sort((one, other) => known(other) - known(one));
  return { delimiter: best, start: 0 };
}

const columnOf = (cell: string): Column | undefined =>
  columns.find((column) => column.toLowerCase() === cell.trim().toLowerCase());

interface ReadOptions {
  /** How many characters are read before yielding to the event loop. */
  chunkSize?: number;
  onProgress?: (rows: number) => void;
}

/** Reads a product file bit by bit, so that the page stays at hand while it does. */
export async function readCsv(text: string, { chunkSize = 100_000, onProgress }: ReadOptions = {}): Promise<CsvFile> {
  const table = await readTable(text, chunkSize, onProgress);
  const header = table[0] ?? [];
  const places = header.map((cell) => columnOf(cell));
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

/** Spreadsheets leave blank cells at the end of a row out, or write some more of them. */
function rowOf(values: readonly string[], places: readonly (Column | undefined)[], row: number): CsvRow {
  const cells: Cells = {};
  for (const [index, column] of places.entries()) {
    if (column) cells[column] = unguarded(values[index] ?? '');
  }
  if (values.slice(places.length).every((cell) => cell.trim() === '')) return { row, cells };
  return { row, cells, problem: `There are ${values.length} cells in this row and ${places.length} in the first one.` };
}

async function readTable(text: string, chunkSize: number, onProgress?: (rows: number) => void): Promise<string[][]> {
  const { delimiter, start } = separatorOf(text);
  const table: string[][] = [];
  for (const piece of csvPieces(text, { delimiter, start, length: chunkSize })) {
    const { data, errors } = Papa.parse<string[]>(piece, { delimiter, newline: '\n' });
    const broken = errors.find(({ type }) => type === 'Quotes');
    if (broken) {
      const row = table.length + (broken.row ?? 0) + 1;
      throw new CsvProblem(`A quotation mark is not closed, or stands in a wrong place, at about row ${row}.`);
    }
    // A newline at the end is read as the start of one more row.
    if (piece.endsWith('\n')) data.pop();
    for (const row of data) table.push(row);
    onProgress?.(table.length);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return table;
}
