import Papa from 'papaparse';
import { escapeFormula } from './formulas';

/** Without this mark Excel decodes a file in the system's encoding. */
const byteOrderMark = '\uFEFF';

/**
 * RFC 4180 with CRLF, every cell escaped against formulas. All cells are quoted: a spreadsheet that splits at
 * semicolons or tabs would otherwise start a new cell, and perhaps a formula, inside of one.
 */
export function csvLines(rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const lines = Papa.unparse(
    rows.map((row) => row.map(escapeFormula)),
    { newline: '\r\n', quotes: true },
  );
  return `${lines}\r\n`;
}

/** A complete file, or only its header, to which `csvLines` can be appended. */
export const writeCsv = (header: readonly string[], rows: readonly (readonly string[])[] = []): string =>
  byteOrderMark + csvLines([header, ...rows]);
