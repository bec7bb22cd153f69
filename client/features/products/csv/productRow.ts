import type { ExportProductsQuery } from '../../../__generated__/lazyOperations';
import { type Column, columns } from './productsCsv';
import type { RefusedRow } from './importPlan';

type Node = ExportProductsQuery['storeItems']['nodes'][number];
type ExportedProduct = Extract<Node, { name: string }>;

export const isProduct = (node: Node): node is ExportedProduct => 'name' in node;

/** A product's cells, as the import reads them; several texts in one cell stand on a line each. */
export function productRow(product: ExportedProduct): string[] {
  const cells: Record<Column, string> = {
    name: product.name,
    slug: product.slug,
    description: product.description,
    price: String(product.price),
    discount: String(product.discount),
    inStock: String(product.inStock),
    status: product.status.toLowerCase(),
    categories: product.categories.join('\n'),
    photos: product.photos.join('\n'),
  };
  return columns.map((column) => cells[column]);
}

export const reasonOf = ({ problems }: RefusedRow): string =>
  problems.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`)).join('\n');

/** What was refused, to be put right and imported again; the two last columns are for people. */
export function refusedTable(found: readonly Column[], refused: readonly RefusedRow[]) {
  return {
    header: [...found, 'row', 'reason'],
    rows: refused.map((each) => [...found.map((column) => each.cells[column] ?? ''), String(each.row), reasonOf(each)]),
  };
}
