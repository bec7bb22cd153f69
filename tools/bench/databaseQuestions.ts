import type { ObjectId } from 'mongodb';
import { constants } from '../../server/constants';
import { generatedProducts } from '../../server/collections/generated';
import { createRandom, type Random } from '../../server/collections/random';
import type { Repositories } from '../../server/collections/repositories';
import { listProducts } from '../../server/products/listProducts';
import { asAnonymous } from '../../server/testing/contexts';

/** A query of the shop's repositories, with the number of rows that it must return. */
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

/** Any loaded product can be generated again from its number. */
function anyProduct(products: number, random: Random) {
  const number = random.below(products);
  const [product] = generatedProducts(number, number + 1, 0);
  if (!product) throw new Error(`There is no product ${number}`);
  return product;
}

/** The words of a product's name without the last one, which is its unique number. */
function anyWords(products: number, random: Random): string[] {
  return anyProduct(products, random).nameLower.split(' ').slice(0, -1);
}

const leastLetters = 4;
/** A word of at least so many letters, which the first word of every name has. */
function anyWord(products: number, random: Random): string {
  const words = anyWords(products, random).filter(({ length }) => length >= leastLetters);
  return pick(words, random);
}

function anyPair(products: number, random: Random): string {
  const words = anyWords(products, random);
  const word = pick(words, random);
  const at = random.below(word.length - 1);
  return word.slice(at, at + 2);
}

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
    ask: (repositories, products, random) => page(repositories, { search: anyPair(products, random) }),
  },
  {
    name: 'search, a frequent word',
    rows: pageSize,
    ask: (repositories, products, random) => page(repositories, { search: anyWord(products, random) }),
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

export interface Asking {
  readonly products: number;
  readonly most: number;
  readonly longestMs: number;
  readonly seed: number;
  /** Writes something before each query, outside the measured time, so that cached results are stale. */
  readonly disturb: (product: ObjectId) => Promise<unknown>;
}

/** Milliseconds of each query, up to a number of queries or the time limit. */
export async function timesOf(
  { name, rows, ask }: Question,
  repositories: Repositories,
  { products, most, longestMs, seed, disturb }: Asking,
): Promise<number[]> {
  const random = createRandom(seed);
  const times: number[] = [];
  const until = performance.now() + longestMs;
  while (times.length < most && performance.now() < until) {
    await disturb(anyProduct(products, random)._id);
    const startedAt = performance.now();
    const found = await ask(repositories, products, random);
    times.push(performance.now() - startedAt);
    if (found < rows) throw new Error(`'${name}' brought ${found} rows of ${rows}`);
  }
  return times;
}
