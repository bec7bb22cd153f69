import { queryTexts } from '../__generated__/queryTexts';
import { testTime } from '../testing/contexts';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { storeProducts } from '../testing/storeProducts';
import { unknownVersion } from '../testing/unknownVersion';
import { recordCommands, type Watch } from '../testing/recordCommands';

let server: TestServer;
let watch: Watch;
let watched: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { databaseUri: uri, db } = server;
  watch = recordCommands({ uri, databaseName: db.databaseName, db });
  const parts = { repositories: watch.repositories, catalogueVersion: unknownVersion };
  watched = await startTestServer({ besides: server, parts });
  await storeProducts(server.repositories, 150, (number) => ({
    name: `Counted Lamp ${number}`,
    slug: `counted-${number}`,
    categories: ['Electronics'],
    createdAt: new Date(testTime.getTime() + number),
  }));
});
afterAll(async () => {
  await watched.stop();
  await watch.stop();
  await server.stop();
});

interface Answered {
  readonly data: {
    readonly products: { readonly nodes: unknown[]; readonly pageInfo: { readonly endCursor: string } };
  };
}

/** Sends the query twice: a repeated query bypasses Apollo and must read the same collections. */
async function readsOf(operationName: keyof typeof queryTexts, variables: object = {}): Promise<string[]> {
  const body = { operationName, query: queryTexts[operationName], variables };
  const ask = async () => expect((await watched.call('POST', '/graphql', { body })).json).not.toHaveProperty('errors');
  const first = await watch.readsOf(ask);
  expect(await watch.readsOf(ask)).toEqual(first);
  return first;
}

const page = (filter: object = {}) => ({ filter, sort: 'NEWEST', first: 24 });

test('the number of database reads of a public query does not depend on its number of rows', async () => {
  expect(await readsOf('Categories')).toEqual([]);
  expect(await readsOf('Product', { slug: 'counted-7' })).toEqual(['products']);
  expect(await readsOf('RelatedProducts', { category: 'Electronics', first: 1 })).toEqual(['products']);
  expect(await readsOf('RelatedProducts', { category: 'Electronics', first: 50 })).toEqual(['products']);
  // The page and its count.
  expect(await readsOf('Products', page())).toEqual(['products', 'products']);
  expect(await readsOf('Products', page({ category: 'Electronics' }))).toEqual(['products', 'products']);
});

test('reads a page after the first with one query', async () => {
  const query = `query Next($after: String) {
    products(first: 24, after: $after) { nodes { name } pageInfo { endCursor } }
  }`;
  const { json } = await watched.graphql(query);
  const after = (json as Answered).data.products.pageInfo.endCursor;
  const ask = async () => {
    const answer = (await watched.graphql(query, { after })).json as Answered;
    expect(answer.data.products.nodes).toHaveLength(24);
    expect(answer.data.products.nodes[0]).toEqual({ name: 'Counted Lamp 125' });
  };
  expect(await watch.readsOf(ask)).toEqual(['products']);
});

test('searches with one query, after one sample read, and with four for a frequent text in another category', async () => {
  const search = (filter: string) => `{ products(first: 24, filter: { ${filter} }) { nodes { name } } }`;
  const readsFor = (filter: string) => watch.readsOf(() => watched.graphql(search(filter)));
  expect(await readsFor('search: "no such lamp"')).toHaveLength(2);
  expect(await readsFor('search: "no such lamp"')).toHaveLength(1);
  expect(await readsFor('search: "ounted lamp 12"')).toHaveLength(1);
  expect(await readsFor('search: "ounted lamp", category: "Electronics"')).toHaveLength(1);
  expect(await readsFor('search: "ounted lamp"')).toHaveLength(1);
  expect(await readsFor('search: "lam"')).toHaveLength(1);
  expect(await readsFor('search: "lam", category: "Electronics"')).toHaveLength(1);
  // No match among the newest products: two more queries continue the scan, and one counts the matches.
  expect(await readsFor('search: "lam", category: "Fashion"')).toHaveLength(4);
});

test('reads only those fields of a product that the query and the sort need', async () => {
  const sent = await watch.documentsOf(() =>
    watched.graphql('{ products(first: 1, filter: { category: "Electronics" }) { nodes { photos } } }'),
  );
  expect(Object.keys(sent[0] ?? {}).sort()).toEqual([
    '_id',
    'categories',
    'createdAt',
    'name',
    'photos',
    'priceCents',
    'slug',
  ]);
});
