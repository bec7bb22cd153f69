import { newestFirst } from '../lists/position';
import { sortOf } from '../lists/scan';
import { foldText } from '../text/foldText';
import { categoryGramLength, gramsOfText, isGram } from '../text/searchTerms';
import { isAnyCategory, meetsConditions } from './productFilter';
import type { ProductFilter } from './products.input';
import type { ProductDocument, ProductsRepository } from './products.repository';
import { isReadable, storedItemFields } from './storedItem';

type Sampled = Pick<ProductDocument, 'name' | 'categories' | 'priceCents' | 'inStock'>;

/** Selectivity estimates from a sample of the catalogue: for choosing an access path, never part of a response. */
export type CatalogueSample = ReturnType<typeof createCatalogueSample>;

/** The newest products represent all. */
const sampleSize = 2_000;
/** Milliseconds. An outdated sample only makes searches slower. */
const maximumAge = 600_000;
/** Smoothing: what the sample lacks may still exist. */
const unseen = 0.5;

export function createCatalogueSample(sampled: readonly Sampled[], total: number) {
  const scale = Math.max(1, total / Math.max(1, sampled.length));
  const names = sampled.map((product) => foldText(storedItemFields.name(product)));
  const namesWith = listsBy(names, (name) => gramsOfText(name, categoryGramLength));
  const productsIn = listsBy(sampled, storedItemFields.categories);
  const rarestOf = (text: string) => {
    const stretches = gramsOfText(text, categoryGramLength);
    const found = stretches.map((stretch) => ({ stretch, having: namesWith.get(stretch) ?? [] }));
    return found.reduce((rarest, next) => (next.having.length < rarest.having.length ? next : rarest));
  };
  const expected = (found: number) => (found + unseen) * scale;
  return {
    /**
     * Estimates how many names contain a folded text, and the rarest of its four-character n-grams with the number of
     * names that have it; null for shorter texts.
     */
    estimate(text: string) {
      const rarest = isGram(text) ? null : rarestOf(text);
      const among = rarest?.having ?? names;
      return {
        matching: expected(among.filter((name) => name.includes(text)).length),
        rarest: rarest && { stretch: rarest.stretch, count: expected(rarest.having.length) },
      };
    },
    /** The share of products that match the filter without its text, from 0 to 1. */
    shareOf(filter: ProductFilter) {
      const among = isAnyCategory(filter.category) ? sampled : (productsIn.get(filter.category) ?? []);
      const others = { ...filter, category: '' };
      const met = among.filter((product) => meetsConditions(product, others)).length;
      return Math.min(1, (met + unseen) / Math.max(1, sampled.length));
    },
  };
}

/** Groups items under each of their keys. */
function listsBy<T, Key>(items: readonly T[], keysOf: (item: T) => readonly Key[]): ReadonlyMap<Key, readonly T[]> {
  const lists = new Map<Key, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const list = lists.get(key);
      if (list) list.push(item);
      else lists.set(key, [item]);
    }
  }
  return lists;
}

type SampledRepository = Pick<ProductsRepository, 'list' | 'estimate'>;

interface CachedSample {
  readonly sample: Promise<CatalogueSample>;
  readonly readAt: number;
}

const samplesByRepository = new WeakMap<SampledRepository, CachedSample>();

/** A sample of the products in a repository, at most ten minutes old. Rejects with the error of its read. */
export function catalogueSampleOf(
  products: SampledRepository,
  now: number = performance.now(),
): Promise<CatalogueSample> {
  const cached = samplesByRepository.get(products);
  if (cached && now - cached.readAt <= maximumAge) return cached.sample;
  const sample = readSample(products);
  samplesByRepository.set(products, { sample, readAt: now });
  sample.catch(() => samplesByRepository.delete(products));
  return sample;
}

async function readSample({ list, estimate }: SampledRepository): Promise<CatalogueSample> {
  const projection = { name: 1, slug: 1, priceCents: 1, categories: 1, inStock: 1 };
  const newest = { filter: { status: 'active' }, sort: sortOf(newestFirst), limit: sampleSize, projection };
  const [sampled, total] = await Promise.all([list.find(newest), estimate()]);
  return createCatalogueSample(sampled.filter(isReadable), total);
}
