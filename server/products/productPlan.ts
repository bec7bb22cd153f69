import { gramsOfText, isGram, isWindow, windowsOfText } from '../database/searchTerms';
import { rarestOf } from '../database/textIndex';
import type { IndexedConditions } from './catalogueQueries';
import { cheapestWay, type Way } from './cheapestWay';
import { hasConditions, indexedConditions, searchText } from './productFilter';
import type { ProductOrder } from './productOrder';
import {
  catalogueSource,
  listSource,
  matchingSource,
  wholeListSource,
  type ProductQuestion,
  type ProductRepositories,
  type Source,
} from './productSources';

export interface Plan extends Way {
  /** A way that costs more to find, for a page that this one fills slowly; it may read so many documents for it. */
  readonly otherwise?: (limit: number) => Promise<Plan>;
}

/** Documents a page may read: a search newest first without other conditions stays small, everything else has more room. */
export const searchBudget = 500;
export const filterBudget = 5_000;
/** Matches that are all looked at: what the budget leaves room for. */
const fewInSearch = 240;
const fewWithConditions = 2_000;
const fewByConditions = 1_000;
/** Which contain a text is found out before anything else: so many cost less than asking how many they are. */
const fewAtOnce = 100;
const fewAtOnceWithConditions = 1_000;

const nothing: Source = () => Promise.resolve({ candidates: [], documents: 0, isLast: true });

export function budgetOf(question: ProductQuestion): number {
  return isPlainSearch(question) ? searchBudget : filterBudget;
}

function isPlainSearch({ filter, order }: ProductQuestion): boolean {
  return filter.search !== '' && order.field === 'createdAt' && !hasConditions(indexedConditions(filter));
}

/**
 * The way to start with, for a page and the one product that tells whether there are more: `wanted` together. What a sample of the
 * catalogue says to be short is looked at whole. For the rest it depends: newest first, any piece of a text fills a page at once,
 * unless other conditions leave few products; the other sorts walk the list of their order.
 */
export async function planProducts(
  repositories: ProductRepositories,
  question: ProductQuestion,
  wanted: number,
): Promise<Plan> {
  const { filter, order } = question;
  const text = searchText(filter);
  if (text === '') return planInOrder(repositories, question);
  if (order.field === 'createdAt' && isGram(text)) {
    const inOrder = planInOrder(repositories, question);
    if (isPlainSearch(question)) return inOrder;
    return { ...inOrder, otherwise: async () => (await planFewProducts(repositories, question)) ?? inOrder };
  }
  const frequent = (limit: number) => planFrequent(repositories, question, limit);
  const most = isPlainSearch(question) ? fewAtOnce : fewAtOnceWithConditions;
  const way = await cheapestWay(repositories, question, { most, wanted });
  return way ? { source: way.source, batch: way.batch, otherwise: frequent } : frequent(budgetOf(question));
}

/** By the index of the order alone: of the catalogue, or of what has the first piece of a text. */
function planInOrder(repositories: ProductRepositories, question: ProductQuestion): Plan {
  const { filter, order } = question;
  const text = searchText(filter);
  if (text === '' || order.field !== 'createdAt') return { source: catalogueSource(repositories, question) };
  if (isGram(text) && isPlainSearch(question)) return { source: catalogueSource(repositories, question, text) };
  const gram = gramsOfText(text)[0] ?? text;
  return { source: listSource(repositories, question, { kind: 'gram', gram }) };
}

/** For a text that more products have than are looked at without further ado. */
async function planFrequent(
  repositories: ProductRepositories,
  question: ProductQuestion,
  limit: number,
): Promise<Plan> {
  const few = await planFewProducts(repositories, question);
  if (few) return few;
  const careful = (left: number) => planCareful(repositories, question, left);
  if (question.order.field !== 'createdAt' || !isWindow(searchText(question.filter))) return careful(limit);
  return { ...planInOrder(repositories, question), otherwise: careful };
}

/** By what is rare about a text: the products with a stretch of it, where they are few, or the piece that the fewest products have. */
async function planCareful(repositories: ProductRepositories, question: ProductQuestion, limit: number): Promise<Plan> {
  const most = Math.min(limit, isPlainSearch(question) ? fewInSearch : fewWithConditions);
  const rare = await rareSource(repositories, question, most);
  if (rare) return { source: rare };
  if (question.order.field !== 'createdAt') return planInOrder(repositories, question);
  return { source: await rarestGramSource(repositories, question) };
}

/**
 * When few products meet the other conditions, they are looked at whole. Null when they are many, or when the search text is all
 * there is.
 */
export async function planFewProducts(
  repositories: ProductRepositories,
  question: ProductQuestion,
): Promise<Plan | null> {
  const { order, filter } = question;
  const conditions = indexedConditions(filter);
  if (!needsMoreThanOrder(conditions, order) && filter.search === '') return null;
  if (!hasConditions(conditions)) return null;
  const counted = await repositories.products.countActive(conditions, fewByConditions + 1);
  if (counted > fewByConditions) return null;
  return { source: counted === 0 ? nothing : matchingSource(repositories, question, counted) };
}

/** Conditions that the index of the order does not hold, so that products are read in vain. */
export function needsMoreThanOrder(
  { inStockOnly, minCents, maxCents }: IndexedConditions,
  order: ProductOrder,
): boolean {
  return inStockOnly || (order.field !== 'priceCents' && (minCents !== null || maxCents !== null));
}

/** The products of a text that at most `most` of them can contain; null where more can. */
export async function rareSource(
  repositories: ProductRepositories,
  question: ProductQuestion,
  most: number,
): Promise<Source | null> {
  const windows = windowsOfText(searchText(question.filter));
  const { term, count } = await rarestOf(windows, (window) => repositories.products.countByWindow(window, most + 1));
  if (count === 0) return nothing;
  return count > most ? null : wholeListSource(repositories, question, { kind: 'window', window: term }, most);
}

/** Rarer than this is what makes a difference: counting further costs more than it saves. */
const gramCountLimit = 8_000;

/** The products with the piece of a text that the fewest have. */
export async function rarestGramSource(repositories: ProductRepositories, question: ProductQuestion): Promise<Source> {
  const grams = gramsOfText(searchText(question.filter));
  const countOf = (gram: string) => repositories.products.countByGram(gram, gramCountLimit);
  const gram = grams.length > 1 ? (await rarestOf(grams, countOf)).term : (grams[0] ?? '');
  return listSource(repositories, question, { kind: 'gram', gram });
}
