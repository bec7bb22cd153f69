import type { ExportProductsQuery } from '../../../__generated__/lazyOperations';
import { cellsOf } from '../productFields';
import type { RefusedRow } from './importPlan';
import type { Column } from './productsCsv';

type ExportedProduct = ExportProductsQuery['allProducts']['nodes'][number];

/** A product's cells, as the import reads them. */
export function productRow(product: ExportedProduct): string[] {
  const cells = cellsOf(product);
  return [...Object.values(cells), cells.stock];
}

export const reasonOf = ({ problems }: RefusedRow): string =>
  problems.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`)).join('\n');

/** The rejected rows, to be corrected and imported again; the two last columns are for users. */
export function refusedTable(found: readonly Column[], refused: readonly RefusedRow[]) {
  return {
    header: [...found, 'row', 'reason'],
    rows: refused.map((each) => [...found.map((column) => each.cells[column] ?? ''), String(each.row), reasonOf(each)]),
  };
}
