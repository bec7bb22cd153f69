import type { Collection, Document, Filter } from 'mongodb';
import type { ReadBatch, ReadPipeline } from '../database/batchReader';
import { readAfter, segmentsAfter, sortOf, type StoredPosition } from '../database/keyset';
import { numbersBetween } from '../database/ranges';
import { searchInOrder, type Found } from '../database/searchInOrder';
import { holding, windowFilter } from '../database/textIndex';
import type { AskedFields } from './askedFields';
import type { ProductOrder } from './productOrder';
import type { ProductDocument, StoredProduct } from './products.repository';

/** Exact conditions that an index answers alone. */
export interface IndexedConditions {
  readonly category: string | null;
  readonly inStockOnly: boolean;
  readonly minCents: number | null;
  readonly maxCents: number | null;
}

/** Everything but what only an index needs. */
export const whole = { nameTerms: 0, nameGrams: 0 };

interface ProductsAsked {
  readonly order: ProductOrder;
  readonly after: StoredPosition | null;
  readonly limit: number;
  readonly fields?: AskedFields | undefined;
}

interface ProductsInOrder extends ProductsAsked, Omit<IndexedConditions, 'inStockOnly'> {
  /** One to three characters, in lower case, that the name contains; null for any name. */
  readonly gram: string | null;
}

interface MatchingProducts extends ProductsAsked {
  readonly conditions: IndexedConditions;
  /** In lower case, somewhere in the name; '' for any name. */
  readonly text: string;
}

interface NamedProducts extends ProductsAsked {
  readonly conditions: IndexedConditions;
  /** In lower case, somewhere in the name. */
  readonly text: string;
  /** A stretch of it, at most 16 characters. */
  readonly window: string;
  /** How many products with such a name are looked at. */
  readonly most: number;
}

interface ProductsWithGram extends Omit<ProductsAsked, 'limit'> {
  readonly conditions: IndexedConditions;
  readonly gram: string;
  /** In lower case, somewhere in the name. */
  readonly text: string;
  readonly rows: number;
  /** How many products with the gram are looked at. */
  readonly most: number;
}

/** Moments and names are mostly one product's own; prices and ratings are those of many. */
const rarelyTied: ReadonlySet<ProductOrder['field']> = new Set(['createdAt', 'nameLower'] as const);

interface CatalogueAccess {
  readonly products: Collection<StoredProduct>;
  readonly readBatch: ReadBatch<StoredProduct>;
  readonly readPipeline: ReadPipeline;
}

/** What shoppers' lists and searches ask. */
export function catalogueQueries({ products, readBatch, readPipeline }: CatalogueAccess) {
  return {
    /** Active products in the order of a sort, by one index range. */
    readInOrder({ category, gram, minCents, maxCents, fields, ...page }: ProductsInOrder): Promise<ProductDocument[]> {
      const { order } = page;
      const filter: Document = {
        status: 'active',
        ...(category !== null && { categories: category }),
        ...(gram !== null && { nameGrams: gram }),
      };
      if (order.field === 'priceCents') Object.assign(filter, numbersBetween('priceCents', minCents, maxCents));
      const isRarelyTied = rarelyTied.has(order.field);
      return readAfter(readBatch, { ...page, filter, isRarelyTied, projection: projectionOf(fields, order) });
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
     * Active products in the order of a sort, of those whose name contains a text, which may be few: null where more than `most` names
     * contain the stretch of it. One question finds out both.
     */
    async readNamed(named: NamedProducts): Promise<{ found: ProductDocument[]; examined: number } | null> {
      const { window, text, most, conditions, order, after, limit, fields } = named;
      const tests: Document[] = [
        ...(after === null ? [] : [{ $or: segmentsAfter({ filter: {}, order, after }) }]),
        ...(text === window ? [] : [{ nameLower: holding(text) }]),
      ];
      const projection = projectionOf(fields, order);
      const found = [
        { $match: { ...activeFilter(conditions), ...(tests.length > 0 && { $and: tests }) } },
        { $sort: sortOf(order) },
        { $limit: limit },
        { $project: projection },
      ];
      const tested = { nameLower: 1, status: 1, inStock: 1, categories: 1 };
      const [answer] = await readPipeline<{ found: ProductDocument[]; examined: { n: number }[] }>(
        [
          { $match: windowFilter('nameTerms', window) },
          { $limit: most + 1 },
          { $project: fields ? { ...projection, ...tested } : projection },
          { $facet: { found, examined: [{ $count: 'n' }] } },
        ],
        1,
      );
      const examined = answer?.examined[0]?.n ?? 0;
      return examined > most ? null : { found: answer?.found ?? [], examined };
    },
    /** The next active products with a gram that fulfil everything, newest first. */
    searchByGram({
      gram,
      text,
      conditions,
      fields,
      order,
      ...search
    }: ProductsWithGram): Promise<Found<ProductDocument>> {
      return searchInOrder(products, readPipeline, {
        ...search,
        order,
        filter: { status: 'active', nameGrams: gram },
        test: { ...activeFilter(conditions), nameLower: holding(text) },
        isRarelyTied: rarelyTied.has(order.field),
        projection: projectionOf(fields, order),
      });
    },
    /** How many active products have the gram, up to a limit. */
    countByGram: (gram: string, limit: number) =>
      products.countDocuments({ status: 'active', nameGrams: gram }, { limit }),
    /** How many active products meet the conditions, counted in the index up to a limit. */
    countActive: (conditions: IndexedConditions, limit: number) =>
      products.countDocuments(activeFilter(conditions), { limit }),
    /** How many products shoppers see. */
    countListed: () => products.countDocuments({ status: 'active' }),
    /** Their slugs, newest first, a part of the list at a time. */
    async listedSlugs(skip: number, limit: number): Promise<string[]> {
      const options = { projection: { slug: 1 }, sort: { createdAt: -1, _id: -1 }, skip, limit } as const;
      return (await products.find({ status: 'active' }, options).toArray()).map(({ slug }) => slug);
    },
  };
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
