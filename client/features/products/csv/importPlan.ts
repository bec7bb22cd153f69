import type { Cells, CsvRow } from './productsCsv';

/** The server accepts 100 rows and a body of 100 kB, part of which is the request around the rows. */
const maxRows = 100;
const maxBytes = 78_000;

export interface RowProblem {
  column: string;
  message: string;
}

export interface RefusedRow {
  row: number;
  cells: Cells;
  problems: RowProblem[];
}

export interface ImportPlan {
  chunks: CsvRow[][];
  /** Rows that cannot be sent at all. */
  refused: RefusedRow[];
}

const encoder = new TextEncoder();
const sizeOf = (cells: Cells): number => encoder.encode(JSON.stringify(cells)).length + 1;

export function importPlan(rows: readonly CsvRow[]): ImportPlan {
  const chunks: CsvRow[][] = [];
  const refused: RefusedRow[] = [];
  let room = 0;
  for (const each of rows) {
    const size = sizeOf(each.cells);
    const problem = each.problem ?? (size > maxBytes ? 'This row is larger than 78 kB.' : undefined);
    if (problem !== undefined) {
      refused.push({ row: each.row, cells: each.cells, problems: [{ column: '', message: problem }] });
      continue;
    }
    const last = chunks.at(-1);
    if (last && last.length < maxRows && size <= room) {
      last.push(each);
      room -= size;
    } else {
      chunks.push([each]);
      room = maxBytes - size;
    }
  }
  return { chunks, refused };
}
