import type { Position } from '../database/cursor';
import type { Repositories } from '../collections/repositories';
import type { Placed } from '../listing';
import type { NameList } from './catalogueQueries';
import { indexedConditions, matchesFilter, searchText, type ProductFilter } from './productFilter';
import { positionOf, storedPosition, type ProductOrder } from './productOrder';
import type { AskedFields, ProductDocument } from './products.repository';
import { isReadable } from './storedItem';

export type ProductRepositories = Pick<Repositories, 'products'>;

export interface ProductQuestion {
  readonly filter: ProductFilter;
  readonly order: ProductOrder;
  /** All where it is not given. */
  readonly fields?: AskedFields | undefined;
}

/** A place in the list, with the product that stands there; null when something else was read there. */
export type Candidate = Placed<ProductDocument> | Placed<null>;

export const isHit = (candidate: Candidate, filter: ProductFilter): candidate is Placed<ProductDocument> =>
  candidate.node !== null && isReadable(candidate.node) && matchesFilter(candidate.node, filter);

export interface Batch {
  readonly candidates: readonly Candidate[];
  /** How many documents were read for it. */
  readonly documents: number;
  readonly isLast: boolean;
  /** How many would be read to go on, where that is not up to who asks. */
  readonly next?: number;
  /** What was to be short is not: it has to be asked in another way. */
  readonly isTooLong?: boolean;
}

/**
 * Gives candidates in the order of the list, starting after a position, reading at most `limit` documents. Once there are
 * `wanted` products it need not go further.
 */
export type Source = (after: Position | null, limit: number, wanted: number) => Promise<Batch>;

/** All active products of a category and price range, or with a gram: a part of the list that the order's own index holds. */
export function catalogueSource(
  { products }: ProductRepositories,
  { filter, order, fields }: ProductQuestion,
  gram: string | null = null,
): Source {
  const { category, minCents, maxCents } = indexedConditions(filter);
  return async (after, limit) => {
    const stored = after && storedPosition(after, order);
    const asked = { order, category, gram, minCents, maxCents, after: stored, limit, fields };
    const found = await products.readInOrder(asked);
    return { candidates: candidatesOf(found, order), documents: found.length, isLast: found.length < limit };
  };
}

/** Its place is worked out where it is asked for: mostly that of the last one is. */
class PlacedProduct implements Placed<ProductDocument> {
  constructor(
    readonly node: ProductDocument,
    private readonly order: ProductOrder,
  ) {}

  get position(): Position {
    return positionOf(this.node, this.order);
  }
}

const candidatesOf = (products: readonly ProductDocument[], order: ProductOrder): Candidate[] =>
  products.map((product) => new PlacedProduct(product, order));

/** Of the products that meet the conditions, of which so many were counted, those that fulfil the whole filter; each is looked at. */
export function matchingSource(
  { products }: ProductRepositories,
  { filter, order, fields }: ProductQuestion,
  counted: number,
): Source {
  const [conditions, text] = [indexedConditions(filter), searchText(filter)];
  return async (after, limit, wanted) => {
    const most = Math.min(limit, wanted);
    const stored = after && storedPosition(after, order);
    const found = await products.readMatching({ conditions, text, order, after: stored, limit: most, fields });
    return { candidates: candidatesOf(found, order), documents: counted, isLast: found.length < most, next: counted };
  };
}

/**
 * Of the products of a list, those that fulfil the whole filter; each is looked at. Where more than `most` are in it, none is
 * given.
 */
export function wholeListSource(
  { products }: ProductRepositories,
  { filter, order, fields }: ProductQuestion,
  list: NameList,
  most: number,
): Source {
  const [conditions, text] = [indexedConditions(filter), searchText(filter)];
  return async (after, _, wanted) => {
    const stored = after && storedPosition(after, order);
    const asked = { list, text, most, conditions, order, after: stored, limit: wanted, fields };
    const read = await products.readWholeList(asked);
    if (!read) return { candidates: [], documents: most + 1, isLast: false, isTooLong: true };
    const { found, examined } = read;
    return {
      candidates: candidatesOf(found, order),
      documents: examined,
      isLast: found.length < wanted,
      next: examined,
    };
  };
}

/** Products of a list that is in the order of NEWEST; only those that fulfil the whole filter come over. */
export function listSource({ products }: ProductRepositories, question: ProductQuestion, list: NameList): Source {
  const { filter, order, fields } = question;
  const [conditions, text] = [indexedConditions(filter), searchText(filter)];
  return async (after, limit, wanted) => {
    const stored = after && storedPosition(after, order);
    // Where it stops is one more document that is read.
    const asked = { list, text, conditions, order, after: stored, limit: wanted, most: limit - 1, fields };
    const { found, end, isLast } = await products.searchList(asked);
    const stop = end ? [{ position: positionOf(end, order), node: null }] : [];
    // How many it looked at it does not say where it has found enough.
    return { candidates: [...candidatesOf(found, order), ...stop], documents: limit, isLast };
  };
}
