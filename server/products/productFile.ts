import { columnFinder } from '@kiosk/csv/columnFinder';
import { decodeCsv } from '@kiosk/csv/decodeCsv';
import { CsvProblem } from '@kiosk/csv/problem';
import { readCsv } from '@kiosk/csv/readCsv';
import { csvLines, writeCsv } from '@kiosk/csv/writeCsv';
import { BadInputError, cutName } from '../errors';
import type { ImportRow } from './importCells';
import { maxRows } from './importProducts.input';
import { importColumns } from './productFields';

type FileColumn = keyof ImportRow;

/** The last column is the count as of the export. */
const fileColumns: readonly FileColumn[] = [...importColumns, 'seenStock'];
const ofPieces: readonly FileColumn[] = ['stock', 'seenStock'];

const columnOf = columnFinder(fileColumns);

/** importProducts refuses so many by their number, whatever is in them. */
const refusedRows = maxRows + 1;

/** Parses a product file for importProducts; blank lines are skipped. */
export async function readProductFile(text: string): Promise<ImportRow[]> {
  const [header = [], ...rows] = await tableOf(text);
  const places = placesIn(header);
  const found = places.map(([column]) => column);
  const twice = found.find((column, index) => found.indexOf(column) !== index);
  if (twice) throw new BadInputError(`The column ${twice} is there twice.`, twice);
  if (!found.includes('name') && !found.includes('slug'))
    throw new BadInputError(
      `The header must name the columns: ${fileColumns.join(', ')}. There is neither name nor slug.`,
      'rows',
    );
  return rows
    .flatMap((cells, index) => (isBlank(cells) ? [] : [{ cells, row: index + 2 }]))
    .slice(0, refusedRows)
    .map(({ cells, row }) => rowOf({ cells, row, places, width: header.length }));
}

async function tableOf(text: string): Promise<string[][]> {
  try {
    // UTF-16 without a mark is valid UTF-8, too.
    return await readCsv(decodeCsv(new TextEncoder().encode(text).buffer), { columnOf });
  } catch (error) {
    throw error instanceof CsvProblem ? new BadInputError(error.message, 'rows') : error;
  }
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '');

type Place = readonly [column: FileColumn, index: number];

const placesIn = (header: readonly string[]): Place[] =>
  header.flatMap((cell, index) => {
    const column = parseHeaderCell(cell);
    return column === undefined ? [] : [[column, index] as const];
  });

/** Spreadsheets write blank cells at the end of a row. */
function parseHeaderCell(cell: string): FileColumn | undefined {
  const name = cell.trim();
  const column = columnOf(name);
  if (name !== '' && column === undefined)
    throw new BadInputError(
      `There is no column '${cutName(name)}': the columns are ${fileColumns.join(', ')}.`,
      'rows',
    );
  return column;
}

interface FileRow {
  readonly cells: readonly string[];
  /** As spreadsheets count. */
  readonly row: number;
  readonly places: readonly Place[];
  /** The header's cells, blank ones too. */
  readonly width: number;
}

function rowOf({ cells, row, places, width }: FileRow): ImportRow {
  if (!isBlank(cells.slice(width)))
    throw new BadInputError(
      `Row ${row} has ${cells.length} cells, and the header ${width}: a cell with a separator in it is put into quotation marks.`,
      'rows',
    );
  return Object.fromEntries(places.map(([column, index]) => [column, cells[index] ?? '']));
}

/** Writes a product file that can be imported again. Without `pieces` it has no count, and an import keeps the stored one. */
export function writeProductFile(pieces: boolean) {
  const columns = pieces ? fileColumns : fileColumns.filter((column) => !ofPieces.includes(column));
  return {
    header: writeCsv(columns),
    /** Lists have one text per line. */
    lines: (products: readonly Readonly<Record<string, unknown>>[]) =>
      csvLines(
        products.map((product) => columns.map((column) => cellOf(product[column === 'seenStock' ? 'stock' : column]))),
      ),
  };
}

function cellOf(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  return value === null || value === undefined ? '' : String(value as string | number | boolean);
}
