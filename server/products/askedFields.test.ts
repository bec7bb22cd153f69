import type { GraphQLObjectType } from 'graphql';
import { buildSchema, getNamedType, isObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { storeProducts } from '../testing/storeProducts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await storeProducts(server.repositories, 1, () => ({
    name: 'Asked Lamp',
    slug: 'asked-lamp',
    discount: 12.5,
    rating: 3.5,
    reviewCount: 11,
    photos: ['/pictures/category-sports-and-fitness-800.avif'],
  }));
});
afterAll(() => server.stop());

const { Product } = buildSchema(readFileSync('schema.graphql', 'utf8')).getTypeMap();
const fieldsOfProduct = Object.values((Product as GraphQLObjectType).getFields()).map(({ name, type }) =>
  isObjectType(getNamedType(type)) ? `${name} { width height }` : name,
);

async function asked(query: string): Promise<unknown> {
  const { json } = await server.graphql(query);
  expect(json).not.toHaveProperty('errors');
  return (json as { data: unknown }).data;
}

test('returns the same field values in a list as for a single product, by field, by fragment and by edge', async () => {
  for (const field of fieldsOfProduct) {
    const alone = (await asked(`{ product(slug: "asked-lamp") { ${field} } }`)) as { product: object };
    const list = (selection: string) => asked(`{ products(first: 1) { ${selection} } }`);
    expect(await list(`nodes { ${field} }`)).toEqual({ products: { nodes: [alone.product] } });
    expect(await list(`edges { node { ...on Product { ${field} } } }`)).toEqual({
      products: { edges: [{ node: alone.product }] },
    });
    const fragment = `{ products(first: 1) { nodes { ...Item } } } fragment Item on Product { ${field} }`;
    expect(await asked(fragment)).toEqual({ products: { nodes: [alone.product] } });
  }
});
