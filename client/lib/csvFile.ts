import Papa from 'papaparse';

/** A spreadsheet takes a cell that begins so for a formula. */
const formulaLike = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A leading apostrophe makes it text; an existing one is escaped by doubling it. */
export const guarded = (text: string): string => (formulaLike.test(text) ? `'${text}` : text);

export const unguarded = (cell: string): string =>
  cell.startsWith("'") && formulaLike.test(cell) ? cell.slice(1) : cell;

/** Excel reads a file without the mark in the system's encoding. */
const byteOrderMark = '\uFEFF';

/**
 * RFC 4180 with CRLF, every cell safe to open in a spreadsheet. All are quoted: a spreadsheet that divides at semicolons or tabs
 * would else begin a new cell, and perhaps a formula, in the middle of one.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = Papa.unparse(
    rows.map((row) => row.map(guarded)),
    { newline: '\r\n', quotes: true },
  );
  return `${lines}\r\n`;
}

export const writeCsv = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
  byteOrderMark + csvLines([header, ...rows]);

export class CsvProblem extends Error {}

export function decodeUtf8(bytes: ArrayBuffer): string {
  if (isUtf16(new Uint8Array(bytes, 0, Math.min(4, bytes.byteLength)))) {
    throw new CsvProblem('This file is in UTF-16 (“Unicode text”). Save it as “CSV UTF-8” and choose it again.');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CsvProblem('This file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.');
  }
}

/** By its mark, or by the empty half of the two first letters: a file begins with the name of a column. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return first === 0 ? second !== 0 && third === 0 && fourth !== 0 : second === 0 && third !== 0 && fourth === 0;
}
