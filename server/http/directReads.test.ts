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
let throughApollo: jest.SpyInstance;
beforeAll(async () => {
  // Nothing is kept: every answer is made.
  server = await startTestServer({ parts: { catalogueVersion: unknownVersion } });
  ({ owner } = await createPrincipals(server));
  await storeProducts(server.repositories, 30, (number) => ({
    name: `Lamp ${number}`,
    slug: `lamp-${number}`,
    ownerUid: owner.uid,
  }));
  throughApollo = jest.spyOn(server.server.apollo, 'executeHTTPGraphQLRequest');
  await ask({ first: 1 });
});
afterAll(() => server.stop());
beforeEach(() => throughApollo.mockClear());

const ask = (variables: object, options?: CallOptions) => server.graphql(page, variables, options);
/** Another text each time, so that Apollo has to read it. */
let texts = 0;
const askApollo = (variables: object, options?: CallOptions) =>
  server.graphql(`${page}${' '.repeat((texts += 1))}`, variables, options);

function comparable({ status, headers, text }: Answer) {
  const { date, 'x-request-id': id, ...others } = Object.fromEntries(headers);
  expect([date, id]).toEqual([expect.any(String), expect.any(String)]);
  return { status, headers: others, text: text.replaceAll(String(id), 'ID') };
}

test('the headers and bytes are those of the application, which is not asked', async () => {
  for (const variables of [{ first: 24 }, { first: 3 }, { first: 24, filter: { search: 'lamp 1' } }]) {
    const direct = comparable(await ask(variables));
    expect(throughApollo).toHaveBeenCalledTimes(0);
    expect(direct).toEqual(comparable(await askApollo(variables)));
    expect(throughApollo).toHaveBeenCalledTimes(1);
    expect(direct.status).toBe(200);
    throughApollo.mockClear();
  }
});

test('a public query by its hash neither', async () => {
  const path = (slug: string) => addressByHash({ operationName: 'Product', variables: { slug } });
  await server.call('GET', path('lamp-1'));
  throughApollo.mockClear();
  const answer = await server.call('GET', path('lamp-2'));
  expect(answer.json).toMatchObject({ data: { product: { name: 'Lamp 2' } } });
  expect(throughApollo).toHaveBeenCalledTimes(0);
  const etag = answer.headers.get('etag') ?? '';
  expect((await server.call('GET', path('lamp-2'), { headers: { 'if-none-match': etag } })).status).toBe(304);
  // Nor by its text, which is the same question.
  const text = new URLSearchParams({
    query: queryTexts.Product,
    operationName: 'Product',
    variables: '{"slug":"lamp-3"}',
  });
  expect((await server.call('GET', `/graphql?${text}`)).json).toMatchObject({ data: { product: { name: 'Lamp 3' } } });
  expect(throughApollo).toHaveBeenCalledTimes(0);
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
  expect(refused).toEqual(comparable(await askApollo(variables)));
}

test.each(refusals)('the application refuses %s', (_what, variables) => expectRefusal(variables));

test('a cost that is too high is refused, also after one that was not', async () => {
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
])('%s beside a known text is for the application', async (_what, body) => {
  await server.call('POST', '/graphql', { body });
  expect(throughApollo).toHaveBeenCalledTimes(1);
});

test('whoever says who they are is answered by the application, and nobody else sees theirs', async () => {
  const signedIn = { headers: { authorization: `Bearer ${owner.token}` } };
  const asked = [await ask({ first: 2 }, signedIn), await ask({ first: 2 }), await ask({ first: 2 }, signedIn)];
  expect(throughApollo).toHaveBeenCalledTimes(2);
  expect(asked.map(({ text }) => text.includes(owner.email))).toEqual([true, false, true]);
});

test('each is counted once, whoever answers it in the end', async () => {
  const limited = await startTestServer({
    settings: { rateLimits: { reads: 5, writes: 0, tokens: 0, registrations: 0 } },
    parts: { catalogueVersion: unknownVersion },
  });
  try {
    const statuses: number[] = [];
    for (const first of [1, 2, 'many', 3, 'many', 4, 5]) statuses.push((await limited.graphql(page, { first })).status);
    expect(statuses).toEqual([200, 200, 400, 200, 400, 429, 429]);
  } finally {
    await limited.stop();
  }
});

test('each has its line in the log and its place in the metrics', async () => {
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

describe('what is asked often is compiled', () => {
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

  test.each(questions)('and answered as by Apollo: %s', async (_what, document, all) => {
    await often(document, all[0] ?? {});
    throughApollo.mockClear();
    const direct = [];
    for (const variables of all) direct.push(comparable(await server.graphql(document, variables)));
    expect(throughApollo).toHaveBeenCalledTimes(0);
    for (const [at, variables] of all.entries()) {
      const other = comparable(await server.graphql(`${document}${' '.repeat((texts += 1))}`, variables));
      expect(direct[at]).toEqual(other);
      expect(other.status).toBe(200);
    }
    expect(throughApollo).toHaveBeenCalledTimes(all.length);
  });

  test.each(refusals)('and the application refuses %s', async (_what, variables) => {
    await often(page, { first: 1 });
    await expectRefusal(variables);
  });
});
