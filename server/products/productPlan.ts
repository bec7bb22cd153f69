import { gramsOfText, isGram, isWindow } from '../database/searchTerms';
import { rarestOf, readRareText } from '../database/textIndex';
import { hasConditions, indexedConditions, type ProductFilter } from './productFilter';
import type { ProductOrder } from './productOrder';
import type { IndexedConditions } from './products.repository';
import {
  catalogueSource,
  gramSource,
  listSource,
  rowSource,
  type ProductRepositories,
  type Source,
} from './productSources';

export interface ProductQuestion {
  readonly filter: ProductFilter;
  readonly order: ProductOrder;
}

export interface Plan {
  readonly source: Source;
  /** Documents that choosing the plan has read already. */
  readonly documents: number;
  /** A way that costs more to find, for a page that this one fills slowly; it may read so many documents for it. */
  readonly otherwise?: (limit: number) => Promise<Plan>;
}

/** Documents a page may read: a search newest first without other conditions stays small, everything else has more room. */
export const searchBudget = 500;
export const filterBudget = 5_000;
/** Matches that are read whole and sorted here: what the budget leaves room for, products included. */
const fewInSearch = 400;
const fewWithConditions = 2_000;
const fewByConditions = 500;

export function budgetOf({ filter, order }: ProductQuestion): number {
  const isPlainSearch =
    filter.search !== '' && order.field === 'createdAt' && !hasConditions(indexedConditions(filter));
  return isPlainSearch ? searchBudget : filterBudget;
}

/**
 * The way to start with: an index in the list's own order, unless a search text is rare enough to be read whole. Newest first,
 * any piece of a frequent word fills a page at once: the first one is tried before it is asked which is rare.
 */
export async function planProducts(repositories: ProductRepositories, question: ProductQuestion): Promise<Plan> {
  const { filter, order } = question;
  const text = filter.search.toLowerCase();
  const catalogue = () => ({ source: catalogueSource(repositories, order, indexedConditions(filter)), documents: 0 });
  if (text === '') return catalogue();
  if (order.field === 'createdAt') {
    const careful = (limit: number) => planNewest(repositories, question, limit);
    if (!isWindow(text)) return careful(fewWithConditions);
    const source = gramSource(repositories, order, gramsOfText(text)[0] ?? text, text);
    return isGram(text) ? { source, documents: 0 } : { source, documents: 0, otherwise: careful };
  }
  const rare = await readRareRows(repositories, text, fewWithConditions);
  if (!rare) return catalogue();
  const matching = rare.filter(({ nameLower }) => nameLower.includes(text)).map(({ _id }) => _id);
  const found = await repositories.products.findByIds(matching);
  return { source: listSource(order, found), documents: rare.length + found.length };
}

/** By what is rare about a text: its rows, where they are few, or the piece that the fewest products have. */
async function planNewest(repositories: ProductRepositories, question: ProductQuestion, limit: number): Promise<Plan> {
  const { filter, order } = question;
  const text = filter.search.toLowerCase();
  const few = Math.min(limit, budgetOf(question) === searchBudget ? fewInSearch : fewWithConditions);
  const rare = await readRareRows(repositories, text, few);
  if (rare) return { source: rowSource(repositories, order, rare, text), documents: rare.length };
  return { source: gramSource(repositories, order, await rarestGram(repositories, text), text), documents: 0 };
}

/**
 * The other way, for a page that its order did not fill quickly: when few products meet the conditions, they are read
 * whole. Null when they are many, or when the search text is all there is.
 */
export async function planFewProducts(
  { products }: ProductRepositories,
  { order, filter }: ProductQuestion,
): Promise<Plan | null> {
  const conditions = indexedConditions(filter);
  if (!needsMoreThanOrder(conditions, order) && filter.search === '') return null;
  if (!hasConditions(conditions)) return null;
  if ((await products.countActive(conditions, fewByConditions + 1)) > fewByConditions) return null;
  const found = await products.findActive(conditions, fewByConditions + 1);
  return { source: listSource(order, found), documents: found.length };
}

/** Conditions that the index of the order does not hold, so that products are read in vain. */
export function needsMoreThanOrder(
  { inStockOnly, minCents, maxCents }: IndexedConditions,
  order: ProductOrder,
): boolean {
  return inStockOnly || (order.field !== 'priceCents' && (minCents !== null || maxCents !== null));
}

/** The rows of a text that at most `limit` products can contain. */
export function readRareRows({ productSearch }: ProductRepositories, text: string, limit: number) {
  const { countByWindow, findByWindow } = productSearch;
  return readRareText(text, limit, { count: countByWindow, find: findByWindow });
}

/** Rarer than this is what makes a difference: counting further costs more than it saves. */
const gramCountLimit = 8_000;

export async function rarestGram({ productSearch }: ProductRepositories, text: string): Promise<string> {
  if (isGram(text)) return text;
  return (await rarestOf(gramsOfText(text), (gram) => productSearch.countByGram(gram, gramCountLimit))).term;
}
