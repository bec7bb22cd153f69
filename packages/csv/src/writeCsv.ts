import Papa from 'papaparse';
import { guarded } from './formulas';

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

/** A whole file, or without rows its beginning, which lines may follow. */
export const writeCsv = (header: readonly string[], rows: readonly (readonly string[])[] = []): string =>
  byteOrderMark + csvLines([header, ...rows]);
