import type { Position } from '../database/cursor';
import type { Repositories } from '../database/repositories';
import { comparePositions, positionOf, storedPosition, type ProductOrder } from './productOrder';
import type { IndexedConditions, ProductDocument } from './products.repository';
import type { SearchRow } from './productSearch.repository';

export type ProductRepositories = Pick<Repositories, 'products' | 'productSearch'>;

/** A place in the list, with the product that stands there; null when something else was read there. */
export interface Candidate {
  readonly position: Position;
  readonly product: ProductDocument | null;
}

export interface Batch {
  readonly candidates: readonly Candidate[];
  /** How many documents were read for it. */
  readonly documents: number;
  readonly isLast: boolean;
}

/**
 * Gives candidates in the order of the list, starting after a position, reading at most `limit` documents. Once there are
 * `wanted` products it need not go further.
 */
export type Source = (after: Position | null, limit: number, wanted: number) => Promise<Batch>;

/** Some of the products turn out to be inactive: a few more cost less than asking again. */
const withSpare = (wanted: number) => wanted + Math.ceil(wanted / 8);

/** All active products of a category and price range, or a part of the list that the order's own index holds. */
export function catalogueSource(
  { products }: ProductRepositories,
  order: ProductOrder,
  { category, minCents, maxCents }: IndexedConditions,
): Source {
  return async (after, limit) => {
    const stored = after && storedPosition(after, order);
    const found = await products.readInOrder({ order, category, minCents, maxCents, after: stored, limit });
    const candidates = found.map((product) => ({ position: positionOf(product, order), product }));
    return { candidates, documents: found.length, isLast: found.length < limit };
  };
}

/** Products with a gram, newest first; only those whose name contains the text are fetched. */
export function gramSource(repositories: ProductRepositories, order: ProductOrder, gram: string, text: string): Source {
  return async (after, limit, wanted) => {
    // Each row may cost a second document: the product.
    const rowLimit = Math.floor(limit / 2);
    const stored = after && storedPosition(after, order);
    const rows = await repositories.productSearch.readByGram(gram, stored, rowLimit);
    const matching = rows.filter(({ nameLower }) => nameLower.includes(text));
    const beyond = matching[withSpare(wanted)];
    const used = beyond ? rows.slice(0, rows.indexOf(beyond)) : rows;
    const { candidates, found } = await withProducts(repositories, order, used, matching.slice(0, withSpare(wanted)));
    return { candidates, documents: rows.length + found, isLast: rows.length < rowLimit && !beyond };
  };
}

/** Few rows of the search collection that are already read: sorted, and their products fetched as the page needs them. */
export function rowSource(
  repositories: ProductRepositories,
  order: ProductOrder,
  rows: readonly SearchRow[],
  text: string,
): Source {
  const sorted = rows
    .filter(({ nameLower }) => nameLower.includes(text))
    .map((row) => ({ row, position: positionOf(row, order) }))
    .sort((a, b) => comparePositions(a.position, b.position, order));
  return async (after, limit, wanted) => {
    const rest = after ? sorted.filter(({ position }) => comparePositions(position, after, order) > 0) : sorted;
    const next = rest.slice(0, Math.min(limit, withSpare(wanted))).map(({ row }) => row);
    const { candidates, found } = await withProducts(repositories, order, next, next);
    return { candidates, documents: found, isLast: rest.length === next.length };
  };
}

/** Few products that are already read. */
export function listSource(order: ProductOrder, products: readonly ProductDocument[]): Source {
  const sorted = products
    .map((product) => ({ product, position: positionOf(product, order) }))
    .sort((a, b) => comparePositions(a.position, b.position, order));
  return (after, limit) => {
    const rest = after ? sorted.filter(({ position }) => comparePositions(position, after, order) > 0) : sorted;
    return Promise.resolve({ candidates: rest.slice(0, limit), documents: 0, isLast: rest.length <= limit });
  };
}

/** The rows as candidates; only the products of the `matching` ones are fetched. */
async function withProducts(
  { products }: ProductRepositories,
  order: ProductOrder,
  rows: readonly SearchRow[],
  matching: readonly SearchRow[],
): Promise<{ candidates: Candidate[]; found: number }> {
  const ids = matching.map(({ _id }) => _id);
  const found = ids.length > 0 ? await products.findByIds(ids) : [];
  const byId = new Map(found.map((product) => [product._id.toHexString(), product]));
  const candidates = rows.map((row) => ({
    position: positionOf(row, order),
    product: byId.get(row._id.toHexString()) ?? null,
  }));
  return { candidates, found: found.length };
}
