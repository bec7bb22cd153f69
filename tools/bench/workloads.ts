import { createRandom, type Random } from '../../server/collections/random';
import type { ProductDocument } from '../../server/products/products.repository';
import type { ShopRequest } from './requests';

export type WorkloadId = 'W1' | 'W1-REST' | 'W2' | 'W3' | 'W4' | 'W5';
export type DistinctId = 'W1' | 'W2' | 'W3';

export const workloads: Readonly<Record<WorkloadId, string>> = {
  W1: 'first page of 24 products',
  'W1-REST': 'the same through GET /api/product?limit=24',
  W2: 'a product by its slug',
  W3: 'substring search with category and price range',
  W4: 'add to store, signed in',
  W5: 'mix: 70 % W1, 20 % W2, 8 % W3, 2 % W4',
};

export const workloadIds = Object.keys(workloads) as readonly WorkloadId[];
export const distinctIds: readonly DistinctId[] = ['W1', 'W2', 'W3'];

/** The inputs of requests: the generated products, the users' tokens, and a cursor of the product list. */
export interface Material {
  readonly products: readonly ProductDocument[];
  readonly idTokens: readonly string[];
  readonly cursor: string;
}

const card = 'name slug price photos inStock';
const details = 'name slug description price originalPrice discount photos categories inStock rating reviewCount';
const documents = {
  Page: `query Page($first: Int!) { products(first: $first) { nodes { ${card} } } }`,
  NextPage: `query NextPage($first: Int!, $after: String!) { products(first: $first, after: $after) { nodes { ${card} } } }`,
  Product: `query Product($slug: String!) { product(slug: $slug) { ${details} } }`,
  Search: `query Search($filter: ProductFilter!, $first: Int!) { products(filter: $filter, first: $first) { nodes { ${card} } } }`,
  AddToStore: `mutation AddToStore($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id ${card} } } }`,
};
const first = 24;

function post(operationName: keyof typeof documents, variables: object, idToken?: string): ShopRequest {
  const body = { operationName, query: documents[operationName], variables };
  return { path: '/graphql', body, ...(idToken !== undefined && { idToken }) };
}

const bySlug = ({ slug }: ProductDocument) => post('Product', { slug });
const search = ({ categories, priceCents }: ProductDocument, text: string) => {
  const price = priceCents / 100;
  return post('Search', {
    filter: { search: text, category: categories[0], minPrice: Math.floor(price / 2), maxPrice: Math.ceil(price * 2) },
    first,
  });
};

/** Products that shoppers see and can buy. */
const buyable = ({ products }: Material) =>
  products.filter(({ status, inStock, priceCents }) => status === 'active' && inStock && priceCents > 1_000);

function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}

/** The requests of a workload, to be repeated in this order. */
export function repeatedRequests(id: WorkloadId, material: Material): ShopRequest[] {
  const product = pick(buyable(material), 7);
  const w1 = post('Page', { first });
  const w2 = bySlug(product);
  const w3 = search(product, product.name.slice(2, 12));
  const w4 = material.idTokens.map((idToken) => post('AddToStore', { input: { slug: product.slug } }, idToken));
  if (id === 'W1') return [w1];
  if (id === 'W1-REST') return [{ path: `/api/product?limit=${first}`, body: null }];
  if (id === 'W2') return [w2];
  if (id === 'W3') return [w3];
  if (id === 'W4') return w4;
  const random = createRandom(5);
  return w4.flatMap((write) => {
    const fifty = [...Array<ShopRequest>(35).fill(w1), ...Array<ShopRequest>(10).fill(w2)];
    return shuffled([...fifty, ...Array<ShopRequest>(4).fill(w3), write], random);
  });
}

/** Distinct requests in an order that the seed determines; no more than there are. */
export function distinctRequests(id: DistinctId, material: Material, amount: number, seed: number): ShopRequest[] {
  const random = createRandom(seed);
  if (id === 'W1') return nextPages(material, amount, random);
  const active = material.products.filter(({ status }) => status === 'active');
  if (id === 'W2') return shuffled(active.map(bySlug), random).slice(0, amount);
  return searches(material, amount, random);
}

/** Cursors at positions between products: one for each millisecond between their times. */
function nextPages({ products, cursor }: Material, amount: number, random: Random): ShopRequest[] {
  const [, id, question] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [number, string, string];
  const times = products
    .filter(({ status }) => status === 'active')
    .map(({ createdAt }) => createdAt.getTime())
    .sort((a, b) => b - a);
  // Whole pages only, so no cursor is among the last products.
  const [newest = 0, oldest = 0] = [times[0], times.at(-2 * first)];
  const keys = new Set<number>();
  while (keys.size < amount) keys.add(oldest + random.below(newest - oldest));
  return [...keys].map((key) => {
    const after = Buffer.from(JSON.stringify([key, id, question])).toString('base64url');
    return post('NextPage', { first, after });
  });
}

/** Name parts, also from within words: some match many names, some only one. */
function searches(material: Material, amount: number, random: Random): ShopRequest[] {
  const products = buyable(material);
  const found = new Map<string, ProductDocument>();
  for (let tries = 0; found.size < amount && tries < amount * 20; tries += 1) {
    const product = pick(products, random.below(products.length));
    const length = 4 + random.below(12);
    const text = product.name.slice(random.below(Math.max(1, product.name.length - length))).slice(0, length);
    const key = text.toLowerCase();
    if (text.trim() === text && !found.has(key)) found.set(key, product);
  }
  return [...found].map(([text, product]) => search(product, text));
}

function shuffled<T>(items: T[], random: Random): T[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [items[index], items[other]] = [items[other] as T, items[index] as T];
  }
  return items;
}
