import type { Collection, Document, Filter } from 'mongodb';
import type { ReadBatch, ReadPipeline } from '../database/batchReader';
import { readAfter, segmentsAfter, sortOf, type StoredPosition } from '../database/keyset';
import { numbersBetween } from '../database/ranges';
import { searchInOrder, type Found } from '../database/searchInOrder';
import { categoryGram } from '../database/searchTerms';
import { holding, windowFilter } from '../database/textIndex';
import { merge } from '../database/merge';
import type { ProductOrder } from './productOrder';
import type { AskedFields, ProductDocument, StoredProduct } from './products.repository';

/** Exact conditions that an index answers alone. */
export interface IndexedConditions {
  readonly category: string | null;
  readonly inStockOnly: boolean;
  readonly minCents: number | null;
  readonly maxCents: number | null;
}

/** Everything but what only an index needs. */
export const whole = { nameTerms: 0, nameGrams: 0, categoryGrams: 0 };

interface ProductsAsked {
  readonly order: ProductOrder;
  readonly after: StoredPosition | null;
  readonly limit: number;
  readonly fields?: AskedFields | undefined;
}

interface ProductsInOrder extends ProductsAsked, Omit<IndexedConditions, 'inStockOnly'> {
  /** One to three characters that the folded name contains; null for any name. */
  readonly gram: string | null;
}

interface MatchingProducts extends ProductsAsked {
  readonly conditions: IndexedConditions;
  /** Folded, somewhere in the name; '' for any name. */
  readonly text: string;
}

/** Products that an index holds together, by a part of a folded text. Only a window's may be inactive. */
export type NameList =
  | WholeTextList
  /** Four characters, in names of a category; in the order of NEWEST. A few other products may be among them. */
  | { readonly kind: 'categoryGram'; readonly category: string; readonly stretch: string };

/** Of the whole catalogue. */
export type WholeTextList =
  /** At most 16 characters. */
  | { readonly kind: 'window'; readonly window: string }
  /** One to three characters; in the order of NEWEST. */
  | { readonly kind: 'gram'; readonly gram: string };

interface ListedNames {
  readonly list: WholeTextList;
  /** The folded name has one text of each. */
  readonly groups: readonly (readonly string[])[];
  /** How many products of the list are looked at. */
  readonly most: number;
  readonly limit: number;
}

interface ListedProducts extends ProductsAsked {
  readonly list: NameList;
  readonly conditions: IndexedConditions;
  /** Folded, somewhere in the name. */
  readonly text: string;
  /** How many products of the list are looked at. */
  readonly most: number;
}

/** Moments and names are mostly one product's own; prices and ratings are those of many. */
const rarelyTied: ReadonlySet<ProductOrder['field']> = new Set(['createdAt', 'nameLower'] as const);

export interface ListedSlug {
  readonly slug: string;
  readonly position: StoredPosition;
}

const newestFirst = { field: 'createdAt', direction: -1 } as const;

interface CatalogueAccess {
  readonly products: Collection<StoredProduct>;
  readonly readBatch: ReadBatch<StoredProduct>;
  readonly readPipeline: ReadPipeline;
}

/** What shoppers' lists and searches ask. */
export function catalogueQueries({ products, readBatch, readPipeline }: CatalogueAccess) {
  return {
    /** Active products in the order of a sort, by one index range. */
    readInOrder(asked: ProductsInOrder): Promise<ProductDocument[]> {
      const { category, gram, minCents, maxCents, fields, order, after, limit } = asked;
      const filter: Document = {
        status: 'active',
        ...(category !== null && { categories: category }),
        ...(gram !== null && { nameGrams: gram }),
      };
      if (order.field === 'priceCents') Object.assign(filter, numbersBetween('priceCents', minCents, maxCents));
      const isRarelyTied = rarelyTied.has(order.field);
      const projection = projectionOf(fields, order);
      return readAfter(readBatch, { filter, order, after, limit, isRarelyTied, projection });
    },
    /**
     * Active products in the order of a sort, of few: those that meet the conditions. The database looks at each and sends only
     * what fulfils everything.
     */
    readMatching({ conditions, text, fields, ...page }: MatchingProducts): Promise<ProductDocument[]> {
      return readAfter(readBatch, {
        ...page,
        filter: { ...activeFilter(conditions), ...(text !== '' && { $and: [{ nameLower: holding(text) }] }) },
        hint: indexOf(conditions),
        isRarelyTied: rarelyTied.has(page.order.field),
        projection: projectionOf(fields, page.order),
      });
    },
    /**
     * Active products in the order of a sort, of a list that may be short: null where more than `most` products are in it. One
     * question finds out both.
     */
    async readWholeList(listed: ListedProducts): Promise<{ found: ProductDocument[]; examined: number } | null> {
      const { list, text, most, conditions, order, after, limit, fields } = listed;
      const isProven = list.kind === 'window' && list.window === text;
      const tests: Document[] = [
        ...(after === null ? [] : [{ $or: segmentsAfter({ filter: {}, order, after }) }]),
        ...(isProven ? [] : [{ nameLower: holding(text) }]),
      ];
      const projection = projectionOf(fields, order);
      const found = [
        { $match: tests.length > 0 ? merge(activeFilter(conditions), { $and: tests }) : activeFilter(conditions) },
        { $sort: sortOf(order) },
        { $limit: limit },
        { $project: projection },
      ];
      const tested = { nameLower: 1, status: 1, inStock: 1, categories: 1 };
      const [answer] = await readPipeline<{ found: ProductDocument[]; examined: { n: number }[] }>(
        [
          { $match: filterOf(list, conditions) },
          { $limit: most + 1 },
          { $project: fields ? merge(projection, tested) : projection },
          { $facet: { found, examined: [{ $count: 'n' }] } },
        ],
        1,
        listIndexes[list.kind],
      );
      const examined = answer?.examined[0]?.n ?? 0;
      return examined > most ? null : { found: answer?.found ?? [], examined };
    },
    /** The next active products of a list that fulfil everything, newest first. */
    searchList(listed: ListedProducts): Promise<Found<ProductDocument>> {
      const { list, text, conditions, fields, order, after, limit, most } = listed;
      // The list's own filter has the price: to look at it again takes the database a quarter of the whole test.
      const untold = list.kind === 'categoryGram' ? merge(conditions, { minCents: null, maxCents: null }) : conditions;
      return searchInOrder(products, readPipeline, {
        order,
        after,
        most,
        rows: limit,
        filter: filterOf(list, conditions),
        hint: listIndexes[list.kind],
        test: merge(activeFilter(untold), { nameLower: holding(text) }),
        isRarelyTied: rarelyTied.has(order.field),
        projection: projectionOf(fields, order),
      });
    },
    /** Names of active products, of the first ones of a list. */
    readNames: ({ list, groups, most, limit }: ListedNames) =>
      readPipeline<Pick<ProductDocument, '_id' | 'nameLower'>>(
        [
          { $match: filterOf(list, everyPrice) },
          { $limit: most },
          { $match: { status: 'active', $and: groups.map(holdingOneOf) } },
          { $limit: limit },
          { $project: { nameLower: 1 } },
        ],
        limit,
        listIndexes[list.kind],
      ),
    /** How many active products have the gram, up to a limit. */
    countByGram: (gram: string, limit: number) =>
      products.countDocuments({ status: 'active', nameGrams: gram }, { limit }),
    /** How many active products meet the conditions, counted in the index up to a limit. */
    countActive: (conditions: IndexedConditions, limit: number) =>
      products.countDocuments(activeFilter(conditions), { limit }),
    /** How many products shoppers see. */
    countListed: () => products.countDocuments({ status: 'active' }),
    /** Their slugs, newest first, a part of the list at a time. */
    async listedSlugs(after: StoredPosition | null, limit: number): Promise<ListedSlug[]> {
      const page = { filter: { status: 'active' }, order: newestFirst, after, limit, isRarelyTied: true };
      const found = await readAfter(readBatch, { ...page, projection: { slug: 1, createdAt: 1 } });
      return found.map(({ _id, slug, createdAt }) => ({ slug, position: { key: createdAt, id: _id } }));
    },
  };
}

/** Which index holds the list, so that a planner need not try others. */
const listIndexes: Readonly<Record<NameList['kind'], string>> = {
  window: 'name_terms',
  gram: 'status_grams',
  categoryGram: 'category_grams',
};

const everyPrice = { minCents: null, maxCents: null };

const holdingOneOf = (texts: readonly string[]): Document => ({
  $or: texts.map((text) => ({ nameLower: holding(text) })),
});

function filterOf(list: NameList, { minCents, maxCents }: Pick<IndexedConditions, 'minCents' | 'maxCents'>): Document {
  if (list.kind === 'window') return windowFilter('nameTerms', list.window);
  if (list.kind === 'gram') return { status: 'active', nameGrams: list.gram };
  const number = categoryGram(list.category, list.stretch);
  return { status: 'active', categoryGrams: number, ...numbersBetween('priceCents', minCents, maxCents) };
}

/** What tells whether shoppers may see a product, whatever else is asked of it. */
const alwaysRead: AskedFields = ['name', 'slug', 'priceCents'];

function projectionOf(fields: AskedFields | undefined, order: ProductOrder): Document {
  if (!fields) return whole;
  return Object.fromEntries([...alwaysRead, ...fields, order.field].map((field) => [field, 1]));
}

/** The index that counts the conditions too. */
function indexOf({ inStockOnly, category }: IndexedConditions): string {
  if (inStockOnly) return category === null ? 'stock_price' : 'stock_category_price';
  return category === null ? 'status_price' : 'category_price';
}

function activeFilter({ category, inStockOnly, minCents, maxCents }: IndexedConditions): Filter<ProductDocument> {
  return {
    status: 'active',
    ...(inStockOnly && { inStock: true }),
    ...(category !== null && { categories: category }),
    ...numbersBetween('priceCents', minCents, maxCents),
  };
}
