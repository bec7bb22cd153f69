import { categoryGramLength, gramsOfText, isGram } from '../database/searchTerms';
import type { IndexedConditions } from './catalogueQueries';
import { productOrders } from './productOrder';
import type { ProductDocument, ProductsRepository } from './products.repository';
import { foldText } from '../text/foldText';
import { isReadable, storedItemFields } from './storedItem';

type Sampled = Pick<ProductDocument, 'name' | 'categories' | 'priceCents' | 'inStock'>;

/** What is expected of the catalogue by a part of it: for the choice of a way to search, never part of an answer. */
export interface CatalogueSample {
  /**
   * How many names have a folded text; and of its stretches of four characters the one that the fewest names have, with
   * how many have that: null of a shorter text.
   */
  readonly lookFor: (text: string) => { readonly named: number; readonly rarest: Rarest | null };
  /** Which part of the products meets the conditions, from 0 to 1. */
  readonly shareOf: (conditions: IndexedConditions) => number;
}

interface Rarest {
  readonly stretch: string;
  readonly count: number;
}

/** Products are read newest first, and the newest stand for all. */
const sampleSize = 2_000;
/** Milliseconds. Who goes by an old one only asks in a slower way. */
const keptFor = 600_000;
/** What was not met in the sample may be there still. */
const unseen = 0.5;

export function createCatalogueSample(sampled: readonly Sampled[], total: number): CatalogueSample {
  const scale = Math.max(1, total / Math.max(1, sampled.length));
  const names = sampled.map((product) => foldText(storedItemFields.name(product)));
  const namesWith = new Map<string, string[]>();
  const pricesIn = new Map<string | null, Prices>([[null, pricesOf(sampled)]]);
  for (const name of names) {
    for (const stretch of gramsOfText(name, categoryGramLength)) listOf(namesWith, stretch).push(name);
  }
  for (const [category, products] of byCategory(sampled)) pricesIn.set(category, pricesOf(products));
  const rarestOf = (text: string) => {
    const stretches = gramsOfText(text, categoryGramLength);
    const found = stretches.map((stretch) => ({ stretch, having: namesWith.get(stretch) ?? [] }));
    return found.reduce((rarest, next) => (next.having.length < rarest.having.length ? next : rarest));
  };
  const expected = (found: number) => (found + unseen) * scale;
  return {
    lookFor(text) {
      const rarest = isGram(text) ? null : rarestOf(text);
      const among = rarest?.having ?? names;
      return {
        named: expected(among.filter((name) => name.includes(text)).length),
        rarest: rarest && { stretch: rarest.stretch, count: expected(rarest.having.length) },
      };
    },
    shareOf({ category, inStockOnly, minCents, maxCents }) {
      const prices = pricesIn.get(category)?.[inStockOnly ? 'inStock' : 'all'] ?? [];
      const met = countBelow(prices, (maxCents ?? Infinity) + 1) - countBelow(prices, minCents ?? 0);
      return Math.min(1, (Math.max(0, met) + unseen) / Math.max(1, sampled.length));
    },
  };
}

/** In cents, the lowest first. */
interface Prices {
  readonly all: readonly number[];
  readonly inStock: readonly number[];
}

function pricesOf(products: readonly Sampled[]): Prices {
  const sorted = [...products].sort((a, b) => a.priceCents - b.priceCents);
  const centsOf = (some: readonly Sampled[]) => some.map(({ priceCents }) => priceCents);
  return { all: centsOf(sorted), inStock: centsOf(sorted.filter(({ inStock }) => inStock)) };
}

function byCategory(products: readonly Sampled[]): Map<string, Sampled[]> {
  const lists = new Map<string, Sampled[]>();
  for (const product of products) {
    for (const category of storedItemFields.categories(product)) listOf(lists, category).push(product);
  }
  return lists;
}

function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  if (list.length === 0) lists.set(key, list);
  return list;
}

interface Kept {
  readonly sample: Promise<CatalogueSample>;
  readonly readAt: number;
}

const ofRepositories = new WeakMap<ProductsRepository, Kept>();

/** A sample of the products in a repository, at most ten minutes old. Rejects with what its reading met. */
export function catalogueSampleOf(
  products: ProductsRepository,
  now: number = performance.now(),
): Promise<CatalogueSample> {
  const kept = ofRepositories.get(products);
  if (kept && now - kept.readAt <= keptFor) return kept.sample;
  const sample = readSample(products);
  ofRepositories.set(products, { sample, readAt: now });
  sample.catch(() => ofRepositories.delete(products));
  return sample;
}

async function readSample(products: ProductsRepository): Promise<CatalogueSample> {
  const everything = { category: null, gram: null, minCents: null, maxCents: null, after: null };
  const asked = { ...everything, order: productOrders.NEWEST, limit: sampleSize };
  const [newest, total] = await Promise.all([
    products.readInOrder({ ...asked, fields: ['categories', 'inStock'] }),
    products.estimate(),
  ]);
  return createCatalogueSample(newest.filter(isReadable), total);
}
