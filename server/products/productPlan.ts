import { gramsOfText, isGram, isWindow } from '../database/searchTerms';
import { rarestOf, readRareText } from '../database/textIndex';
import { hasConditions, indexedConditions, searchText } from './productFilter';
import type { ProductOrder } from './productOrder';
import type { IndexedConditions } from './products.repository';
import {
  catalogueSource,
  gramSource,
  matchingSource,
  rowSource,
  type ProductQuestion,
  type ProductRepositories,
  type Source,
} from './productSources';

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
const fewByConditions = 1_000;
/** Which contain a text is found out before anything else: so many cost less than asking how many they are. */
const fewAtOnce = 100;
const fewAtOnceWithConditions = 300;

export function budgetOf({ filter, order }: ProductQuestion): number {
  const isPlainSearch =
    filter.search !== '' && order.field === 'createdAt' && !hasConditions(indexedConditions(filter));
  return isPlainSearch ? searchBudget : filterBudget;
}

/**
 * The way to start with. A text that few products contain is looked up whole. For a frequent one it depends: newest first, any
 * piece of it fills a page at once, unless other conditions leave few products; the other sorts walk the list of their order.
 */
export async function planProducts(repositories: ProductRepositories, question: ProductQuestion): Promise<Plan> {
  const { filter, order } = question;
  const text = searchText(filter);
  if (text === '') return planInOrder(repositories, question);
  if (order.field === 'createdAt' && isGram(text)) {
    const inOrder = planInOrder(repositories, question);
    if (!hasConditions(indexedConditions(filter))) return inOrder;
    return { ...inOrder, otherwise: async () => (await planFewProducts(repositories, question)) ?? inOrder };
  }
  const atOnce = isWindow(text) ? await planAtOnce(repositories, question) : { documents: 0 };
  if (atOnce.source) return { source: atOnce.source, documents: atOnce.documents };
  const { documents } = atOnce;
  const few = await planFewProducts(repositories, question);
  if (few) return { ...few, documents: documents + few.documents };
  if (order.field !== 'createdAt') {
    const rare = await planRare(repositories, question, fewWithConditions);
    const plan = rare ?? planInOrder(repositories, question);
    return { ...plan, documents: documents + plan.documents };
  }
  const careful = (limit: number) => planNewest(repositories, question, limit);
  if (!isWindow(text)) return careful(fewWithConditions);
  return { ...planInOrder(repositories, question), documents, otherwise: careful };
}

/** By the index of the order alone: of the catalogue, or of what has the first piece of a text. */
function planInOrder(repositories: ProductRepositories, question: ProductQuestion): Plan {
  const { filter, order } = question;
  const text = searchText(filter);
  if (text === '' || order.field !== 'createdAt')
    return { source: catalogueSource(repositories, question), documents: 0 };
  return {
    source: gramSource(repositories, question, isGram(text) ? text : (gramsOfText(text)[0] ?? text)),
    documents: 0,
  };
}

/** Two round trips, where few products contain the text: which they are, and the page of them. */
async function planAtOnce(
  repositories: ProductRepositories,
  question: ProductQuestion,
): Promise<{ source?: Source; documents: number }> {
  const few = budgetOf(question) === searchBudget ? fewAtOnce : fewAtOnceWithConditions;
  const ids = await repositories.productSearch.findIdsByWindow(searchText(question.filter), few + 1);
  if (ids.length > few) return { documents: ids.length };
  return { source: matchingSource(repositories, question, { ids }), documents: ids.length };
}

/** Where at most `limit` products can contain the text: they are looked at whole. */
async function planRare(
  repositories: ProductRepositories,
  question: ProductQuestion,
  limit: number,
): Promise<Plan | null> {
  const text = searchText(question.filter);
  const rows = await readRareRows(repositories, text, limit);
  if (!rows) return null;
  const ids = rows.filter(({ nameLower }) => nameLower.includes(text)).map(({ _id }) => _id);
  return { source: matchingSource(repositories, question, { ids }), documents: rows.length };
}

/** By what is rare about a text: its rows, where they are few, or the piece that the fewest products have. */
async function planNewest(repositories: ProductRepositories, question: ProductQuestion, limit: number): Promise<Plan> {
  const text = searchText(question.filter);
  if (budgetOf(question) !== searchBudget) {
    const rare = await planRare(repositories, question, Math.min(limit, fewWithConditions));
    if (rare) return rare;
  } else {
    const rows = await readRareRows(repositories, text, Math.min(limit, fewInSearch));
    if (rows) return { source: rowSource(repositories, question, rows), documents: rows.length };
  }
  return { source: gramSource(repositories, question, await rarestGram(repositories, text)), documents: 0 };
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
  return { source: matchingSource(repositories, question, { counted }), documents: 0 };
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
