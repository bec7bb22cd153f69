import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ObjectId } from 'mongodb';
import type { QueryProductsArgs } from '../__generated__/resolvers';
import { resolvers } from '../resolvers';
import { signUp } from '../testing/principals';
import { productionDefaults } from '../testing/productionSettings';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';
import { productDocument } from '../products/productDocument';

const amount = 3_000;
const { rateLimits: defaults } = productionDefaults();

/** Which reads of products are held, and until when, so that requests overlap however fast they are. */
let held: { readonly which: (args: Partial<QueryProductsArgs>) => boolean; readonly until: Promise<unknown> } | null =
  null;
let heldReads = 0;
const { products } = resolvers.Query ?? {};
if (typeof products !== 'function') throw new Error('products has a resolver');
const waiting: typeof products = async (...args) => {
  if (held?.which(args[1])) {
    heldReads += 1;
    await held.until;
  }
  return products(...args);
};

/** Sends all requests at once and releases the held ones after the others were refused; returns all answers. */
async function askTogether(
  which: (args: Partial<QueryProductsArgs>) => boolean,
  refused: number,
  ask: () => readonly Promise<Answer>[],
  meanwhile: () => Promise<void> = () => Promise.resolve(),
): Promise<Answer[]> {
  const signals = new EventEmitter();
  held = { which, until: once(signals, 'open') };
  const allRefused = once(signals, 'refused');
  let answered = 0;
  const asked = ask().map(async (answer) => {
    const got = await answer;
    answered += 1;
    if (answered === refused) signals.emit('refused');
    return got;
  });
  await allRefused;
  await meanwhile();
  held = null;
  signals.emit('open');
  return Promise.all(asked);
}

let usual: TestServer;
let small: TestServer;
let addresses = 0;
const smallReads = 40;

beforeAll(async () => {
  const parts = { resolvers: { ...resolvers, Query: { ...resolvers.Query, products: waiting } } };
  usual = await startTestServer({ settings: { rateLimits: defaults, trustProxy: 1 }, parts });
  const made = Array.from({ length: amount }, (_, index) =>
    productDocument(
      {
        ...{ name: `The lamp number ${index}`, slug: `lamp-${index}`, description: '', price: 5, discount: 0 },
        ...{ photos: [], categories: ['Fashion'], inStock: true },
      },
      {},
      { _id: new ObjectId(), ownerUid: 'somebody', createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1_000) },
    ),
  );
  for (let from = 0; from < amount; from += 100)
    await usual.repositories.products.insertMany(made.slice(from, from + 100));
  const settings = { rateLimits: { ...defaults, reads: smallReads }, trustProxy: 1 };
  small = await startTestServer({ besides: usual, settings, parts });
  // Stops the clock: on a slow machine the rate window and the known catalogue version would expire meanwhile.
  jest.spyOn(performance, 'now').mockReturnValue(performance.now());
}, 120_000);
afterAll(async () => {
  jest.restoreAllMocks();
  await small.stop();
  await usual.stop();
});

const newClient = () => ({ 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
type Headers = Readonly<Record<string, string>>;
type Ask = (server: TestServer, headers: Headers) => Promise<Answer>;

const get =
  (path: string): Ask =>
  (server, headers) =>
    server.call('GET', path, { headers });
const post =
  (query: string, variables?: object): Ask =>
  (server, headers) =>
    server.graphql(query, variables, { headers });

/** The reads that a call was charged, by how many single reads are left. */
async function charged(ask: Ask): Promise<number> {
  const headers = newClient();
  expect((await ask(small, headers)).status).toBe(200);
  let left = 0;
  while ((await small.call('GET', '/api/none', { headers })).status !== 429) left += 1;
  return smallReads - left;
}

const filter = '{ search: "the", category: "Fashion", inStockOnly: true, maxPrice: 3 }';
const counted = (alias: string) =>
  `${alias}: products(first: 12, sort: PRICE_ASC, filter: ${filter}) { nodes { name } totalCount hiddenAbovePrice }`;
const shopperPage =
  'nodes { name slug photos price } pageInfo { endCursor } totalCount totalCountIsExact hiddenAbovePrice';

test.each<[string, Ask, number]>([
  ['a page of the catalogue with its counts', post(`{ products(first: 12) { ${shopperPage} } }`), 1],
  [
    'a page of a category with its counts',
    post(`query ($f: ProductFilter) { products(first: 20, filter: $f) { ${shopperPage} } }`, {
      f: { category: 'Fashion', maxPrice: 9 },
    }),
    1,
  ],
  ['a product', post('{ product(slug: "lamp-7") { name } }'), 1],
  ['a page of 100 by REST', get('/api/product?limit=100'), 1],
  ['a search with both its counts', post(`{ ${counted('a')} }`), 3],
  ['the same search again, from memory', post(`{ ${counted('a')} }`), 1],
  ['two searches with both their counts', post(`{ ${counted('a')} ${counted('b')} }`), 5],
  [
    'counts behind a fragment',
    post(
      `{ products(first: 1, filter: { search: "the" }) { ...C } } fragment C on ProductConnection { n: totalCount }`,
    ),
    2,
  ],
  ['what was sold of a product', post('{ product(slug: "lamp-7") { sold } }'), 2],
  [
    'a part of the sitemap, one read for each thousand products and one to find its end',
    get('/sitemap-products-1.xml'),
    4,
  ],
  ['the same part once more, one for each thousand', get('/sitemap-products-1.xml'), 3],
])('%s is charged its cost in reads', async (_what, ask, reads) => {
  expect(await charged(ask)).toBe(reads);
});

test('a cached list that finds no slot is not charged its pages', async () => {
  const { token } = await signUp(small, 'other');
  expect((await get('/api/product')(small, newClient())).status).toBe(200);
  const headers = newClient();
  const signals = new EventEmitter();
  heldReads = 0;
  held = { which: ({ after }) => typeof after === 'string', until: once(signals, 'open') };
  const lists = [0, 1].map(() => small.call('GET', '/api/product', { headers, token }));
  while (heldReads < 2) await nextTurn();
  expect((await get('/api/product')(small, headers)).status).toBe(503);
  let left = 0;
  while ((await small.call('GET', '/api/none', { headers })).status !== 429) left += 1;
  // Two pages of two lists, and the refused call.
  expect(smallReads - left).toBe(5);
  held = null;
  signals.emit('open');
  // Nothing is left to pay their further pages.
  await Promise.allSettled(lists);
});

test('a dear document that finds no slot is not charged its cost', async () => {
  const headers = newClient();
  const dear = (_item: unknown, index: number) =>
    post(
      `{ products(first: 12, filter: { search: "number ${index}" }) { nodes { name } totalCount hiddenAbovePrice } }`,
    )(small, headers);
  let left = 0;
  await askTogether(
    ({ filter: asked }) => typeof asked?.search === 'string',
    1,
    () => Array.from({ length: 5 }, dear),
    async () => {
      while ((await small.call('GET', '/api/none', { headers })).status !== 429) left += 1;
    },
  );
  // One under way for three, three that wait, and the refused one.
  expect(smallReads - left).toBe(7);
});

describe('with the default limits of production', () => {
  test('charges a full list one read per page of 100, cached or not, and refuses it before it begins', async () => {
    const headers = newClient();
    const pages = amount / 100;
    const statuses: number[] = [];
    let first: string | undefined;
    for (let call = 0; call < defaults.reads / pages + 5; call += 1) {
      const { status, text } = await get('/api/product')(usual, headers);
      statuses.push(status);
      if (status === 200) expect((first ??= text) === text).toBe(true);
    }
    expect(JSON.parse(first ?? '')).toHaveLength(amount);
    expect(statuses.filter((status) => status === 200)).toHaveLength(defaults.reads / pages);
    expect(statuses.slice(-5)).toEqual(Array.from({ length: 5 }, () => 429));
  });

  test('runs two concurrent full lists per client and answers the others 503 with Retry-After', async () => {
    // A write, which invalidates the cached catalogue.
    await usual.repositories.products.deleteById(new ObjectId());
    const headers = newClient();
    const lists = () => Array.from({ length: 30 }, () => get('/api/product')(usual, headers));
    const answers = await askTogether(({ after }) => typeof after === 'string', 28, lists);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const { status, headers: sent } of answers)
      if (status !== 200) expect([status, sent.get('retry-after')]).toEqual([503, '1']);
    expect((await get('/api/product')(usual, headers)).status).toBe(200);
  });

  test('refuses four searches with counts in one document for their cost, before anything is counted', async () => {
    const { list } = usual.repositories.products;
    const count = jest.spyOn(list, 'count');
    const query = `{ ${['a', 'b', 'c', 'd'].map(counted).join(' ')} }`;
    const answers = await Promise.all(
      Array.from({ length: 49 }, () => usual.graphql(query, undefined, { headers: newClient() })),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(400);
      expect(text).toMatch(
        /The operation asks for too much at once: it costs \d+, and 548 is allowed\. Fewer rows or a smaller first cost less\./,
      );
    }
    expect(count).not.toHaveBeenCalled();
    expect((await post(`{ ${counted('a')} }`)(usual, newClient())).status).toBe(200);
    expect(count).toHaveBeenCalled();
    count.mockRestore();
  });

  test('accepts four concurrent expensive documents per client, one at a time, and ordinary pages meanwhile', async () => {
    const headers = newClient();
    const dear = (index: number) =>
      post(
        `{ products(first: 12, filter: { search: "the lamp number ${index}" }) { nodes { name } totalCount hiddenAbovePrice } }`,
      );
    const all = () => Array.from({ length: 40 }, (_, index) => dear(index)(usual, headers));
    heldReads = 0;
    const answers = await askTogether(
      ({ filter: asked }) => typeof asked?.search === 'string',
      36,
      all,
      async () => {
        expect((await post(`{ products(first: 12) { ${shopperPage} } }`)(usual, headers)).status).toBe(200);
        expect(heldReads).toBe(1);
      },
    );
    const statuses = answers.map(({ status }) => status);
    expect([statuses.filter((status) => status === 200), statuses.filter((status) => status === 503)]).toEqual([
      [200, 200, 200, 200],
      Array.from({ length: 36 }, () => 503),
    ]);
    expect((await dear(99)(usual, headers)).status).toBe(200);
  });
});

test('queries equal counts of a document once', async () => {
  const person = await signUp(small, 'owner');
  const { token } = person;
  const seen: string[] = [];
  const { count } = small.repositories.products.list;
  Object.assign(small.repositories.products.list, {
    count: (...args: Parameters<typeof count>) => {
      seen.push(JSON.stringify(args));
      return count(...args);
    },
  });
  const query = `{ a: products(first: 1) { totalCount } b: products(first: 2, sort: NAME) { totalCount totalCountIsExact }
    c: products(filter: { category: "Fashion" }) { totalCount } }`;
  const { json } = await small.graphql(query, undefined, { token });
  expect(json).toMatchObject({
    data: { a: { totalCount: 1_000 }, b: { totalCount: 1_000 }, c: { totalCount: 1_000 } },
  });
  expect(seen).toHaveLength(2);
});
