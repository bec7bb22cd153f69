import { constants } from '../server/constants';
import { generatedProducts } from '../server/database/generated';
import { createRandom, type Random } from '../server/database/random';
import type { Repositories } from '../server/database/repositories';
import { listProducts } from '../server/products/products.service';
import { asAnonymous } from '../server/testing/contexts';

/** What the shop asks its database, through its own repositories; how many rows it must bring. */
export interface Question {
  readonly name: string;
  readonly rows: number;
  readonly ask: (repositories: Repositories, products: number, random: Random) => Promise<number>;
}

const pageSize = 24;
const categories: readonly string[] = constants.categories.map(({ name }) => name);
const pick = (texts: readonly string[], random: Random) => texts[random.below(texts.length)] ?? '';

async function page(repositories: Repositories, filter: object): Promise<number> {
  const listing = await listProducts(asAnonymous(repositories), { filter, sort: 'NEWEST', first: pageSize });
  return (await listing.page()).rows.length;
}

/** Each product that was loaded is known by its number. */
function anyProduct(products: number, random: Random) {
  const number = random.below(products);
  const [product] = generatedProducts(number, number + 1, 0);
  if (!product) throw new Error(`There is no product ${number}`);
  return product;
}

const frequentTexts = ['classic', 'leather', 'stainless', 'bottle', 'for two', 'recycled'] as const;

export const questions: readonly Question[] = [
  { name: 'first page', rows: pageSize, ask: (repositories) => page(repositories, {}) },
  {
    name: 'category page',
    rows: pageSize,
    ask: (repositories, _, random) => page(repositories, { category: pick(categories, random) }),
  },
  {
    name: 'search, two letters',
    rows: pageSize,
    ask: (repositories, _, random) => page(repositories, { search: pick(['le', 'st', 'ri', 'oa', 'mu'], random) }),
  },
  {
    name: 'search, a frequent word',
    rows: pageSize,
    ask: (repositories, _, random) => page(repositories, { search: pick(frequentTexts, random) }),
  },
  {
    name: 'by slug',
    rows: 1,
    ask: async ({ products }, amount, random) =>
      (await products.findBySlug(anyProduct(amount, random).slug)) === null ? 0 : 1,
  },
  {
    name: 'by id',
    rows: 1,
    ask: async ({ products }, amount, random) =>
      (await products.findById(anyProduct(amount, random)._id)) === null ? 0 : 1,
  },
];

/** Milliseconds of each question, until there are so many or the time is over. */
export async function timesOf(
  { name, rows, ask }: Question,
  repositories: Repositories,
  { products, most, longestMs, seed }: { products: number; most: number; longestMs: number; seed: number },
): Promise<number[]> {
  const random = createRandom(seed);
  const times: number[] = [];
  const until = performance.now() + longestMs;
  while (times.length < most && performance.now() < until) {
    const startedAt = performance.now();
    const found = await ask(repositories, products, random);
    times.push(performance.now() - startedAt);
    if (found < rows) throw new Error(`'${name}' brought ${found} rows of ${rows}`);
  }
  return times;
}
