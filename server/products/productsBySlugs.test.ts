import { createPrincipals, must, type Principal, type PrincipalName } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { storeProducts } from '../testing/storeProducts';

let server: TestServer;
let people: Record<PrincipalName, Principal>;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
  await storeProducts(server.repositories, 14, (number) => ({
    name: `Lamp ${number}`,
    slug: `lamp-${number}`,
    ownerUid: people.owner.uid,
    ...(number === 2 && { status: 'inactive' as const }),
  }));
});
afterAll(() => server.stop());

const query = 'query ($slugs: [String!]!) { productsBySlugs(slugs: $slugs) { slug } }';
const ask = (slugs: readonly string[], who: PrincipalName = 'anonymous') =>
  server.graphql(query, { slugs }, { token: people[who].token });
const found = async (slugs: readonly string[], who?: PrincipalName) => {
  const { json } = await ask(slugs, who);
  const { data } = json as { data: { productsBySlugs: ({ slug: string } | null)[] } };
  return data.productsBySlugs.map((product) => product?.slug ?? null);
};

test('returns products in the requested order, with null for unknown slugs', async () => {
  expect(await found(['lamp-5', 'nothing', 'lamp-1', 'lamp-4', ''])).toEqual([
    'lamp-5',
    null,
    'lamp-1',
    'lamp-4',
    null,
  ]);
  expect(await found(['lamp-1', 'lamp-1'])).toEqual(['lamp-1', 'lamp-1']);
  expect(await found([])).toEqual([]);
});

test('finds each product by slug in any letter case and by a former slug, as `product` does', async () => {
  const make = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id version } } }';
  const { createProduct } = (await must(
    server,
    make,
    { input: { name: 'Lantern', slug: 'lantern', price: 5 } },
    people.owner.token,
  )) as { createProduct: { product: { id: string; version: number } } };
  const rename = 'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { slug } } }';
  await must(server, rename, { input: { ...createProduct.product, slug: 'torch' } }, people.owner.token);
  expect(await found(['LAMP-1', 'lantern', 'torch'])).toEqual(['lamp-1', 'torch', 'torch']);
});

test.each([
  ['anonymous', null],
  ['other', null],
  ['deleted', null],
  ['owner', 'lamp-2'],
  ['admin', 'lamp-2'],
] as const)('for a hidden product, %s gets %j', async (who, expected) => {
  expect(await found(['lamp-1', 'lamp-2'], who)).toEqual(['lamp-1', expected]);
});

test('accepts at most 12 slugs per request', async () => {
  const slugs = Array.from({ length: 13 }, (_, index) => `lamp-${index + 1}`);
  expect(await found(slugs.slice(0, 12), 'admin')).toEqual(slugs.slice(0, 12));
  expect(await ask(slugs)).toMatchObject({
    json: {
      errors: [{ message: 'Slugs may hold at most 12 texts', extensions: { code: 'BAD_USER_INPUT', field: 'slugs' } }],
    },
  });
});
