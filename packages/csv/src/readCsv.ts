import Papa from 'papaparse';
import { csvPieces } from './csvPieces';
import { unescapeFormula } from './formulas';
import { CsvProblem } from './problem';

interface ReadOptions {
  /** The column that a header cell names. The separator that yields the most known columns is used. */
  readonly columnOf: (cell: string) => string | undefined;
  /** Characters to read before yielding to the event loop. */
  readonly chunkSize?: number;
  readonly onProgress?: (rows: number) => void;
}

/** Excel writes the separator on a line before the first one and does not count that line. */
const separatorLine = /^\uFEFF?(?:"sep=([^\r\n])"|sep=([^\r\n]))(?:\r\n|[\r\n])/i;
const separators = [',', ';', '\t', '|'];

/**
 * Reads the rows of a CSV file with unescaped cells, the header first; accepts every usual separator and line ending
 * and yields to the event loop between chunks. Throws a CsvProblem with row numbers as spreadsheets count them.
 */
export async function readCsv(text: string, options: ReadOptions): Promise<string[][]> {
  const { chunkSize: length = 100_000, onProgress } = options;
  const { delimiter, start } = separatorOf(text, options);
  const table: string[][] = [];
  for (const piece of csvPieces(text, { delimiter, start, length })) {
    const { data, errors } = Papa.parse<string[]>(piece, { delimiter, newline: '\n' });
    const quoteError = errors.find(({ type }) => type === 'Quotes');
    if (quoteError) {
      const row = table.length + (quoteError.row ?? 0) + 1;
      throw new CsvProblem(`A quotation mark is not closed, or stands in a wrong place, at about row ${row}.`);
    }
    // The parser reads a trailing newline as the start of another row.
    if (piece.endsWith('\n')) data.pop();
    for (const row of data) table.push(row.map(unescapeFormula));
    onProgress?.(table.length);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  return table;
}

function separatorOf(text: string, { columnOf }: ReadOptions): { delimiter: string; start: number } {
  const [line = '', quoted, plain] = separatorLine.exec(text) ?? [];
  if (line !== '') return { delimiter: quoted ?? plain ?? ',', start: line.length };
  // Use the header line only: its cells are known column names, so their content cannot mislead the detection.
  const [header = ''] = /^[^\r\n]*/.exec(text) ?? [];
  const knownColumns = (delimiter: string) =>
    header.split(delimiter).filter((cell) => columnOf(cell.replaceAll('"', '')) !== undefined).length;
  const counted = separators.map((delimiter) => ({ delimiter, columns: knownColumns(delimiter) }));
  const [{ delimiter: best = ',' } = {}] = counted.toSorted((one, other) => other.columns - one.columns);
  return { delimiter: best, start: text.startsWith('\uFEFF') ? 1 : 0 };
}
