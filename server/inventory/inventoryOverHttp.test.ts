import { createPrincipals, must, type Principal, type PrincipalName } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let people: Record<PrincipalName, Principal>;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
});
afterAll(() => server.stop());

interface Made {
  readonly createProduct: { readonly product: { readonly id: string; readonly slug: string; readonly stock: number } };
}

async function newCounted(stock: number) {
  const query = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id slug stock } } }';
  const input = { name: 'Lamp', price: 5, stock };
  return ((await must(server, query, { input }, people.owner.token)) as Made).createProduct.product;
}

interface Answer {
  readonly data?: Record<string, unknown> | null;
  readonly errors?: readonly { readonly extensions: { readonly code: string; readonly field?: string } }[];
}

async function ask(query: string, variables: object, token?: string): Promise<Answer> {
  const body = { query, variables };
  const { json } = await server.call('POST', '/graphql', { body, ...(token !== undefined && { token }) });
  return json as Answer;
}

test('C01 shows the stock to the owner and admins; others read null, in lists too', async () => {
  const { slug, stock } = await newCounted(7);
  expect(stock).toBe(7);
  const one = async (token?: string) =>
    (await ask('query ($slug: String!) { product(slug: $slug) { stock } }', { slug }, token)).data?.['product'];
  expect(await one(people.owner.token)).toEqual({ stock: 7 });
  expect(await one(people.admin.token)).toEqual({ stock: 7 });
  expect(await one(people.other.token)).toEqual({ stock: null });
  expect(await one()).toEqual({ stock: null });
  const listed = await ask('{ products(first: 100) { nodes { slug stock } } }', {});
  expect(listed.data?.['products']).toMatchObject({
    nodes: expect.arrayContaining([{ slug, stock: null }]) as unknown,
  });
});

const adjust = 'mutation ($input: AdjustStockInput!) { adjustStock(input: $input) { stockLevel { onHand version } } }';

test.each([
  [{ delta: 1, count: 1 }, 'count'],
  [{}, 'count'],
  [{ count: -1 }, 'count'],
  [{ delta: 1_000_001 }, 'delta'],
  [{ count: 1, lowStockThreshold: -1 }, 'lowStockThreshold'],
])('C04 an adjustment by %j is refused on %s', async (wanted, field) => {
  const { id } = await newCounted(7);
  const answer = await ask(adjust, { input: { id, reason: 'DELIVERY', ...wanted } }, people.owner.token);
  expect(answer.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field });
});

test('C04 of two concurrent adjustments of one version, one succeeds and the other gets CONFLICT', async () => {
  const { id } = await newCounted(7);
  const answers = await Promise.all(
    [people.owner, people.admin].map(({ token }) =>
      ask(adjust, { input: { id, delta: 3, version: 1, reason: 'DELIVERY' } }, token),
    ),
  );
  expect(answers.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions))).toMatchObject([
    { code: 'CONFLICT', field: 'version' },
  ]);
  const { data } = await ask('query ($id: ID!) { stockLevel(id: $id) { onHand } }', { id }, people.owner.token);
  expect(data?.['stockLevel']).toEqual({ onHand: 10 });
});

test('C04 the counts of the inventory page fit into one operation within the cost limit', async () => {
  const counts = ['LOW', 'SOLD_OUT', 'NOT_COUNTED'].map(
    (state) => `${state}: stockLevels(filter: { state: ${state} }, first: 1) { totalCount totalCountIsExact }`,
  );
  const query = `{ all: stockLevels(first: 1) { totalCount totalCountIsExact } ${counts.join(' ')} }`;
  expect(await ask(query, {}, people.admin.token)).not.toHaveProperty('errors');
});
