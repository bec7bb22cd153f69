import { queryTexts } from '../__generated__/queryTexts';
import { addressByHash } from '../testing/addressByHash';
import { createPrincipals, type Principal } from '../testing/principals';
import { startTestServer, type Answer, type CallOptions, type TestServer } from '../testing/startTestServer';
import { storeProducts } from '../testing/storeProducts';
import { unknownVersion } from '../testing/unknownVersion';

const page = `query Page($first: Int!, $filter: ProductFilter) {
  products(first: $first, filter: $filter) { nodes { name slug price email } pageInfo { endCursor } totalCount }
}`;

let server: TestServer;
let owner: Principal;
beforeAll(async () => {
  // Nothing is cached: every answer is computed.
  server = await startTestServer({ parts: { catalogueVersion: unknownVersion } });
  ({ owner } = await createPrincipals(server));
  await storeProducts(server.repositories, 30, (number) => ({
    name: `Lamp ${number}`,
    slug: `lamp-${number}`,
    ownerUid: owner.uid,
  }));
});
afterAll(() => server.stop());

const ask = (variables: object, options?: CallOptions) => server.graphql(page, variables, options);
/** An unusual Content-Type, which takes the request past the fast path to Express. */
const byExpress = { headers: { 'content-type': 'application/json; v=1' } };
const askExpress = (variables: object) => ask(variables, byExpress);

function comparable({ status, headers, text }: Answer) {
  const { date, 'x-request-id': id, ...others } = Object.fromEntries(headers);
  expect([date, id]).toEqual([expect.any(String), expect.any(String)]);
  return { status, headers: others, text: text.replaceAll(String(id), 'ID') };
}

test.each([
  ['a page', { first: 24 }],
  ['a short page', { first: 3 }],
  ['a search', { first: 24, filter: { search: 'lamp 1' } }],
])('the fast path has the same headers and bytes as Express: %s', async (_what, variables) => {
  const answer = comparable(await ask(variables));
  expect(answer.status).toBe(200);
  expect(answer).toEqual(comparable(await askExpress(variables)));
});

test('private fields, anonymous mutations and invalid documents are answered as by Express', async () => {
  for (const query of [
    '{ me { id } }',
    '{ users(first: 1) { totalCount } }',
    'mutation { createProduct(input: { name: "Lamp", price: 1 }) { product { id } } }',
    '{ nothing }',
    '{',
  ]) {
    const answer = comparable(await server.graphql(query));
    expect([query, answer.headers['cache-control']]).toEqual([query, 'no-store']);
    expect(answer).toEqual(comparable(await server.graphql(query, undefined, byExpress)));
  }
});

test('a public query has the same ETag by hash and by text', async () => {
  const byHash = await server.call('GET', addressByHash({ operationName: 'Product', variables: { slug: 'lamp-2' } }));
  expect(byHash.json).toMatchObject({ data: { product: { name: 'Lamp 2' } } });
  const etag = byHash.headers.get('etag') ?? '';
  const parameters = new URLSearchParams({
    query: queryTexts.Product,
    operationName: 'Product',
    variables: '{"slug":"lamp-2"}',
  });
  const byText = await server.call('GET', `/graphql?${parameters}`, { headers: { 'if-none-match': etag } });
  expect([byText.status, byText.headers.get('etag')]).toEqual([304, etag]);
});

const refusals: [string, object][] = [
  ['a variable of another type', { first: 'many' }],
  ['a missing variable', {}],
  ['an unknown field', { first: 1, filter: { serch: 'lamp' } }],
  ['a page that is too long', { first: 101 }],
  ['a text that cannot be stored', { first: 1, filter: { search: '\ud800' } }],
  ['a name of every object', JSON.parse('{"first":1,"__proto__":{}}') as object],
];

async function expectRefusal(variables: object): Promise<void> {
  const refused = comparable(await ask(variables));
  expect(refused.status).toBe(400);
  expect(refused.headers['cache-control']).toBe('no-store');
  expect(refused).toEqual(comparable(await askExpress(variables)));
}

test.each(refusals)('%s is refused as by Express', (_what, variables) => expectRefusal(variables));

test('refuses an excessive cost, also after an accepted call of the same document', async () => {
  const dear = `query Dear($first: Int!) {
    ${['a', 'b', 'c', 'd', 'e'].map((alias) => `${alias}: products(first: $first) { totalCount nodes { name } }`).join(' ')}
  }`;
  expect((await server.graphql(dear, { first: 1 })).status).toBe(200);
  expect((await server.graphql(dear, { first: 2 })).status).toBe(200);
  for (let time = 0; time < 2; time += 1) {
    const refused = await server.graphql(dear, { first: 100 });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('asks for too much at once')]);
  }
});

test.each<[string, object]>([
  ['extensions', { query: page, variables: { first: 1 }, extensions: { persistedQuery: { version: 1 } } }],
  ['a name that is not in the document', { query: page, variables: { first: 1 }, operationName: 'Other' }],
  ['variables that are a list', { query: page, variables: [1] }],
  ['a name twice', {}],
])('%s with a known text is answered as by Express', async (what, given) => {
  const body = what === 'a name twice' ? `{"query":${JSON.stringify(page)},"variables":{"first":1,"first":2}}` : given;
  const answer = comparable(await server.call('POST', '/graphql', { body }));
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer).toEqual(comparable(await server.call('POST', '/graphql', { body, ...byExpress })));
});

test('an authenticated caller gets a private answer that is not served to others', async () => {
  const signedIn = { headers: { authorization: `Bearer ${owner.token}` } };
  const asked = [await ask({ first: 2 }, signedIn), await ask({ first: 2 }), await ask({ first: 2 }, signedIn)];
  expect(asked.map(({ text }) => text.includes(owner.email))).toEqual([true, false, true]);
  expect(asked.map(({ headers }) => headers.get('cache-control')?.split(',')[0])).toEqual([
    'no-store',
    'public',
    'no-store',
  ]);
});

describe('counts each request once as a read, whichever path answers it', () => {
  async function statusesWithin(reads: number, all: readonly object[]): Promise<number[]> {
    const limited = await startTestServer({
      settings: { rateLimits: { reads, writes: 0, tokens: 0, registrations: 0 } },
      parts: { catalogueVersion: unknownVersion },
    });
    try {
      const statuses: number[] = [];
      for (const variables of all) statuses.push((await limited.graphql(page, variables)).status);
      return statuses;
    } finally {
      await limited.stop();
    }
  }

  test('before the document is compiled', async () => {
    const all = [1, 2, 'many', 3, 'many', 4, 5].map((first) => ({ first }));
    expect(await statusesWithin(5, all)).toEqual([200, 200, 400, 200, 400, 429, 429]);
  });

  test('after it is compiled, also for a refused request that costs two reads', async () => {
    const often = Array.from({ length: 60 }, () => ({ first: 1 }));
    const refused = { first: 0, filter: { search: 'lamp' } };
    const statuses = await statusesWithin(64, [...often, refused, { first: 1 }, refused, { first: 2 }]);
    // The third spends the one read that is left.
    expect(statuses.slice(60)).toEqual([400, 200, 429, 429]);
  });
});

test('logs each answer and counts it in the metrics', async () => {
  const count = async () =>
    Number(/operations_total\{operation="products",outcome="ok"\} (\d+)/.exec(await server.server.metrics.text())?.[1]);
  const before = await count();
  const requestId = '6f1c5f6e-0000-4000-8000-000000000002';
  const { headers } = await ask({ first: 6 }, { headers: { 'x-request-id': requestId } });
  expect([headers.get('x-request-id'), await count()]).toEqual([requestId, before + 1]);
  const lines = server.logLines.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(lines.filter((line) => line['requestId'] === requestId)).toMatchObject([
    { msg: 'answered', method: 'POST', route: 'graphql', operation: 'products', status: 200 },
  ]);
});

describe('frequent documents are compiled', () => {
  const often = async (document: string, variables: object) => {
    for (let time = 0; time < 60; time += 1) await server.graphql(document, variables);
  };
  const nothing = [{ first: 3, filter: null }, { first: 3 }, { first: 3, filter: {} }];
  const filters = [
    { search: 'lamp 1' },
    { search: 'no such lamp' },
    { category: 'Fashion', minPrice: 1, inStockOnly: true },
  ];
  const questions: [string, string, object[]][] = [
    ['a page', page, [...nothing, ...filters.map((filter) => ({ first: 5, filter }))]],
    [
      'fragments, other names and texts in the document',
      `query ($sort: ProductSort, $first: Int = 2) {
        list: products(sort: $sort, first: $first, filter: { search: "lamp" }) { ...List } categories { id name }
      }
      fragment List on ProductConnection { nodes { __typename label: name photos } pageInfo { endCursor } }`,
      [{}, { sort: 'NAME' }, { sort: 'PRICE_ASC', first: 4 }],
    ],
    [
      'a product',
      'query ($slug: String!) { product(slug: $slug) { name createdAt status email rating } }',
      [{ slug: 'lamp-3' }, { slug: 'nowhere' }],
    ],
    [
      'a variable within a value',
      'query ($text: String) { products(filter: { search: $text }) { totalCount } }',
      [{}, { text: null }, { text: 'lamp 2' }],
    ],
    [
      'a directive',
      'query ($with: Boolean!) { products(first: 1) { totalCount nodes @include(if: $with) { name } } }',
      [{ with: true }, { with: false }],
    ],
  ];

  /** Makes each text unique, so that it is interpreted. */
  let texts = 0;

  test.each(questions)('and answered like interpreted ones: %s', async (_what, document, all) => {
    await often(document, all[0] ?? {});
    for (const variables of all) {
      const compiled = comparable(await server.graphql(document, variables));
      const interpreted = comparable(await server.graphql(`${document}${' '.repeat((texts += 1))}`, variables));
      expect(compiled).toEqual(interpreted);
      expect(compiled.status).toBe(200);
    }
  });

  test.each(refusals)('and %s is refused as by Express', async (_what, variables) => {
    await often(page, { first: 1 });
    await expectRefusal(variables);
  });
});
