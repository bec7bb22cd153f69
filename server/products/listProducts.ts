import type { Document } from 'mongodb';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { merge } from '../database/merge';
import { pageInput, parseInput } from '../graphql/input';
import { filterLimits, nameSearch, searchLimits, type RangeEstimate, type TextSearch } from '../lists/chooseAccessPath';
import { byChange, changedBetween } from '../lists/changes';
import { listingOf, once, type BoundedCount, type ListArguments, type Listing } from '../lists/connection';
import { newestFirst, type SortOrder } from '../lists/position';
import { windowRange } from '../lists/ranges';
import { countMatching, pageRequest, readPage, type List } from '../lists/readList';
import { foldText } from '../text/foldText';
import { categoryGram, isGram, isWindow } from '../text/searchTerms';
import { catalogueSampleOf } from './catalogueSample';
import { centsUpTo } from './money';
import { conditionsOf, isAnyCategory, matchesFilter, testedFields } from './productFilter';
import { productFilterInput, type ProductFilter } from './products.input';
import { whole, type AskedFields, type ProductDocument, type ProductsRepository } from './products.repository';
import { isReadable } from './storedItem';

export type ProductSort = 'NEWEST' | 'NAME' | 'PRICE_ASC' | 'PRICE_DESC' | 'RATING';

export const productOrders: Readonly<Record<ProductSort, SortOrder>> = {
  NEWEST: newestFirst,
  NAME: { field: 'nameLower', direction: 1, isRarelyTied: true },
  PRICE_ASC: { field: 'priceCents', direction: 1 },
  PRICE_DESC: { field: 'priceCents', direction: -1 },
  RATING: { field: 'ratingKey', direction: -1 },
};

/** The products matching a filter; its parts are read on demand. */
export interface ProductListing extends Listing<ProductDocument> {
  readonly hiddenAbovePrice: () => Promise<number>;
}

export interface ListProductsInput extends ListArguments<ProductSort> {
  readonly sort: ProductSort;
  /** The stored fields to read; all if missing. */
  readonly fields?: AskedFields;
}

export async function listProducts(context: Context, input: ListProductsInput): Promise<ProductListing> {
  await authorize(context, 'products');
  const page = parseInput(pageInput, input);
  const { changedSince, ...filter } = parseInput(productFilterInput, input.filter);
  const order = changedSince ? byChange : productOrders[input.sort];
  const request = pageRequest(page, ['products', changedSince ?? input.sort, filter]);
  const { loaders, repositories } = context;
  const fields = input.fields && [...input.fields, ...testedFields(filter)];
  const { products } = repositories;
  const changed = once(async () => (changedSince ? changedBetween(changedSince, await products.databaseTime()) : {}));
  const listing = listingOf({
    read: async () =>
      readPage(await productList(products, { filter, order, fields, changed: await changed() }), request),
    countRows: async () => countProducts(repositories, filter, await changed()),
    countOnce: (count) => loaders.count(['products', changedSince, filter], count),
  });
  const hiddenAbovePrice = once(() =>
    loaders.count(['above', changedSince, filter], async () => countAbovePrice(repositories, filter, await changed())),
  );
  return { ...listing, hiddenAbovePrice };
}

/** How many active products match, exact up to 1,000 (decision 20). */
export async function countProducts(
  { products }: Context['repositories'],
  filter: ProductFilter,
  changed: Document = {},
): Promise<BoundedCount> {
  const asked = { filter, order: newestFirst, fields: testedFields(filter), changed };
  return countMatching(await productList(products, asked));
}

/** How many more match but cost more than the highest price (decision 21). */
async function countAbovePrice(
  repositories: Context['repositories'],
  filter: ProductFilter,
  changed: Document,
): Promise<number> {
  if (filter.maxPrice === null) return 0;
  const lowest = Math.max((centsUpTo(filter.maxPrice) + 1) / 100, filter.minPrice ?? 0);
  return (await countProducts(repositories, { ...filter, minPrice: lowest, maxPrice: null }, changed)).count;
}

interface ProductQuestion {
  readonly filter: ProductFilter;
  readonly order: SortOrder;
  /** All if missing. */
  readonly fields?: AskedFields | undefined;
  /** Condition on the date of change. */
  readonly changed: Document;
}

const active = { status: 'active' };

/** What shoppers see: the active products that match the specification's filter. */
async function productList(
  products: ProductsRepository,
  { filter, order, fields, changed }: ProductQuestion,
): Promise<List<ProductDocument>> {
  const text = foldText(filter.search);
  const conditions = { ...conditionsOf(filter), ...changed };
  const isNewest = order.field === newestFirst.field;
  // Newest first: an index has each text of up to three characters in this order.
  const isGramList = isNewest && text !== '' && isGram(text);
  const isPlainSearch = isNewest && text !== '' && Object.keys(conditions).length === 0;
  const part = {
    reader: products.list,
    projection: projectionOf(fields, order),
    scope: isGramList ? merge(active, { nameGrams: text }) : active,
    conditions,
    mostlyMatches: true,
    search: text === '' || isGramList ? null : await searchOf(products, text, filter, isNewest),
  };
  const matches = (product: ProductDocument) => isReadable(product) && matchesFilter(product, filter);
  return { order, parts: [part], matches, limits: isPlainSearch ? searchLimits : filterLimits };
}

async function searchOf(
  products: ProductsRepository,
  text: string,
  filter: ProductFilter,
  isNewest: boolean,
): Promise<TextSearch> {
  const sample = await catalogueSampleOf(products);
  const { matching, rarest } = sample.estimate(text);
  const conditions = merge(active, conditionsOf(filter));
  const byName = nameSearch(text);
  const estimates: RangeEstimate[] = [];
  if (isWindow(text)) {
    const range = windowRange(products.list.indexes, 'nameTerms', text, conditions);
    estimates.push({ range, documents: matching, matching: null });
  }
  if (rarest && !isAnyCategory(filter.category)) {
    estimates.push({
      range: categoryRange(filter.category, rarest.stretch, merge(conditions, byName.test)),
      documents: rarest.count * sample.shareOf(merge(filter, { inStockOnly: false })),
      matching: isNewest ? matching * sample.shareOf(filter) : null,
    });
  }
  return { ...byName, estimates, ...(isNewest && { grams: 'nameGrams' }) };
}

/** By a four-character n-gram in a category, newest first; a hash, so it may include a few other products. */
function categoryRange(category: string, stretch: string, { priceCents, ...test }: Document) {
  const price = priceCents === undefined ? {} : { priceCents: priceCents as Document };
  const filter = { ...active, categoryGrams: categoryGram(category, stretch), ...price };
  return { filter, hint: 'category_grams', test };
}

/** Fields that decide whether shoppers may see a product. */
const alwaysRead: AskedFields = ['name', 'slug', 'priceCents'];

function projectionOf(fields: AskedFields | undefined, order: SortOrder): Document {
  if (!fields) return whole;
  return Object.fromEntries([...alwaysRead, ...fields, order.field].map((field) => [field, 1]));
}
