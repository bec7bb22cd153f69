import type { ObjectId } from 'mongodb';
import type { Position } from '../database/cursor';
import type { Repositories } from '../database/repositories';
import type { AskedFields } from './askedFields';
import { indexedConditions, searchText, type ProductFilter } from './productFilter';
import { comparePositions, positionOf, storedPosition, type ProductOrder } from './productOrder';
import type { ProductDocument } from './products.repository';
import type { SearchRow } from './productSearch.repository';

export type ProductRepositories = Pick<Repositories, 'products' | 'productSearch'>;

export interface ProductQuestion {
  readonly filter: ProductFilter;
  readonly order: ProductOrder;
  /** All where it is not given. */
  readonly fields?: AskedFields | undefined;
}

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
export function catalogueSource({ products }: ProductRepositories, { filter, order, fields }: ProductQuestion): Source {
  const { category, minCents, maxCents } = indexedConditions(filter);
  return async (after, limit) => {
    const stored = after && storedPosition(after, order);
    const found = await products.readInOrder({ order, category, minCents, maxCents, after: stored, limit, fields });
    return { candidates: candidatesOf(found, order), documents: found.length, isLast: found.length < limit };
  };
}

const candidatesOf = (products: readonly ProductDocument[], order: ProductOrder): Candidate[] =>
  products.map((product) => ({ position: positionOf(product, order), product }));

/** Those whose names contain the text, or as many as meet the other conditions. */
type FewProducts = { readonly ids: ObjectId[] } | { readonly counted: number };

/** Of few products, those that fulfil the whole filter; each of the few is looked at for it. */
export function matchingSource(
  { products }: ProductRepositories,
  { filter, order, fields }: ProductQuestion,
  few: FewProducts,
): Source {
  const conditions = indexedConditions(filter);
  const [ids, text, examined] = 'ids' in few ? [few.ids, '', few.ids.length] : [null, searchText(filter), few.counted];
  return async (after, limit, wanted) => {
    if (ids?.length === 0) return { candidates: [], documents: 0, isLast: true };
    const most = Math.min(limit, withSpare(wanted));
    const stored = after && storedPosition(after, order);
    const found = await products.readMatching({ conditions, text, ids, order, after: stored, limit: most, fields });
    return { candidates: candidatesOf(found, order), documents: examined, isLast: found.length < most };
  };
}

/** Products with a gram, newest first; only those whose name contains the text are fetched. */
export function gramSource(repositories: ProductRepositories, question: ProductQuestion, gram: string): Source {
  const { order, filter } = question;
  const text = searchText(filter);
  return async (after, limit, wanted) => {
    // Each row may cost a second document: the product.
    const rowLimit = Math.floor(limit / 2);
    const stored = after && storedPosition(after, order);
    const rows = await repositories.productSearch.readByGram(gram, stored, rowLimit);
    const matching = rows.filter(({ nameLower }) => nameLower.includes(text));
    const beyond = matching[withSpare(wanted)];
    const used = beyond ? rows.slice(0, rows.indexOf(beyond)) : rows;
    const { candidates, examined } = await withProducts(
      repositories,
      question,
      used,
      matching.slice(0, withSpare(wanted)),
    );
    return { candidates, documents: rows.length + examined, isLast: rows.length < rowLimit && !beyond };
  };
}

/** Few rows of the search collection that are already read: sorted, and their products fetched as the page needs them. */
export function rowSource(
  repositories: ProductRepositories,
  question: ProductQuestion,
  rows: readonly SearchRow[],
): Source {
  const { order, filter } = question;
  const text = searchText(filter);
  const sorted = rows
    .filter(({ nameLower }) => nameLower.includes(text))
    .map((row) => ({ row, position: positionOf(row, order) }))
    .sort((a, b) => comparePositions(a.position, b.position, order));
  return async (after, limit, wanted) => {
    const rest = after ? sorted.filter(({ position }) => comparePositions(position, after, order) > 0) : sorted;
    const next = rest.slice(0, Math.min(limit, withSpare(wanted))).map(({ row }) => row);
    const { candidates, examined } = await withProducts(repositories, question, next, next);
    return { candidates, documents: examined, isLast: rest.length === next.length };
  };
}

/** The rows as candidates; only the products of the `matching` ones are looked at, and those fetched that meet the conditions. */
async function withProducts(
  { products }: ProductRepositories,
  { order, filter, fields }: ProductQuestion,
  rows: readonly SearchRow[],
  matching: readonly SearchRow[],
): Promise<{ candidates: Candidate[]; examined: number }> {
  const ids = matching.map(({ _id }) => _id);
  const found = ids.length > 0 ? await products.findMatching(ids, indexedConditions(filter), fields) : [];
  const byId = new Map(found.map((product) => [product._id.toHexString(), product]));
  const candidates = rows.map((row) => ({
    position: positionOf(row, order),
    product: byId.get(row._id.toHexString()) ?? null,
  }));
  return { candidates, examined: ids.length };
}
