import { signUp } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.stop());

const fields = '__typename id name price photos status ... on Product { version originalPrice }';
const list = `query ($email: String!) { storeItems(email: $email, first: 9, sort: NAME) {
  nodes { ${fields} } edges { node { ${fields} } } } }`;
const bulk = `mutation ($ids: [ID!]!, $action: BulkProductAction!) {
  bulkUpdateProducts(input: { ids: $ids, action: $action }) { results { storeItem { ${fields} } } } }`;
const removal = `mutation ($id: ID!) { deleteStoreItem(input: { id: $id }) { storeItem { ${fields} } } }`;
const recovery = `mutation ($id: ID!) { restoreStoreItem(input: { id: $id }) { storeItem { ${fields} } } }`;

test('every operation returns a store item as a product or an entry, with its own fields', async () => {
  const owner = await signUp(server, 'admin');
  const ask = async (query: string, variables: object) => {
    const { json } = await server.graphql(query, variables, { token: owner.token });
    const { data, errors } = json as { data: Record<string, unknown>; errors?: unknown };
    expect(errors).toBeUndefined();
    return Object.values(data)[0];
  };
  const body = { name: 'Lamp', slug: 'lamp', price: 5, discount: 50, photos: ['/a.png'] };
  await server.call('POST', '/api/product', { token: owner.token, body });
  await server.call('POST', '/api/store', { token: owner.token, body: { slug: 'lamp' } });
  const common = { name: 'Lamp', price: 5, photos: ['/a.png'], status: 'ACTIVE', id: expect.any(String) as string };
  const product = { __typename: 'Product', ...common, version: 1, originalPrice: 10 };
  const entry = { __typename: 'StoreEntry', ...common };

  const { nodes, edges } = (await ask(list, { email: owner.email })) as {
    nodes: { __typename: string; id: string }[];
    edges: unknown[];
  };
  expect(nodes).toHaveLength(2);
  expect(nodes).toEqual(expect.arrayContaining([product, entry]));
  expect(edges).toEqual(nodes.map((node) => ({ node })));
  for (const shown of [product, entry]) {
    const { id = '' } = nodes.find(({ __typename }) => __typename === shown.__typename) ?? {};
    expect(await ask(removal, { id })).toEqual({ storeItem: { ...shown, id } });
    expect(await ask(recovery, { id })).toEqual({ storeItem: { ...shown, id } });
    const results = [{ storeItem: { ...shown, id } }];
    expect(await ask(bulk, { ids: [id], action: 'DELETE' })).toEqual({ results });
    await ask(recovery, { id });
  }
});
