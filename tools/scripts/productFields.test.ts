import { readFileSync } from 'node:fs';
import { columns, readProductFile } from '../../client/features/products/csv/productsCsv';
import { commas, toInput as toCreateInput } from '../../client/features/products/form/createProduct';
import { type EditableProduct, toInput as toUpdateInput } from '../../client/features/products/form/editProduct';
import {
  cellsOf,
  productFieldNames,
  productFields,
  type ProductField,
  type ProductValues,
  valuesOf,
} from '../../client/features/products/productFields';
import { importColumns } from '../../server/products/productFields';
import { must, signUp, type Principal } from '../../server/testing/principals';
import { startTestServer, type TestServer } from '../../server/testing/startTestServer';

/** Form values, different from those of an empty record. */
const before: ProductValues = {
  name: 'Lamp',
  slug: 'lamp',
  description: 'Stands on a desk.\nBends.',
  price: '24.5',
  discount: '10',
  taxClass: 'REDUCED',
  inStock: true,
  stock: '12',
  status: 'ACTIVE',
  categories: 'Home & Garden, Lamps',
  photos: '/a.avif, https://example.com/b.jpg',
};

const after: ProductValues = {
  name: 'Torch',
  slug: 'torch',
  description: 'Fits a pocket.',
  price: '8',
  discount: '0',
  taxClass: 'ZERO',
  inStock: false,
  stock: '7',
  status: 'INACTIVE',
  categories: 'Sports & Fitness',
  photos: '/c.avif',
};

const fragments = readFileSync('client/features/products/productFields.graphql', 'utf8');
const fragment = /fragment ProductFields [^}]+}/.exec(fragments)?.[0] ?? '';
const product = `product { id version ...ProductFields } } } ${fragment}`;
const creation = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { ${product}`;
const change = `mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { ${product}`;
const load = `mutation ($rows: [ImportProductRow!]!) { importProducts(input: { rows: $rows, dryRun: false }) {
  results { outcome errors { message } } } }`;

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server, 'admin');
});
afterAll(() => server.stop());

/** The result of the only field of an operation. */
async function ask<T>(query: string, variables: object = {}): Promise<T> {
  return Object.values((await must(server, query, variables, admin.token)) as object)[0] as T;
}

type Answer = { product: EditableProduct };

async function made(values: ProductValues): Promise<EditableProduct> {
  return (await ask<Answer>(creation, { input: toCreateInput(values, commas) })).product;
}

const bySlug = async (path: string, slug: string) =>
  ((await server.call('GET', path, { token: admin.token })).json as Record<string, unknown>[]).find(
    (item) => item['slug'] === slug,
  );

test('client and server have the same import columns in the same order', () => {
  expect(productFieldNames).toEqual(importColumns);
});

test('form values are stored, read, returned by REST and exported unchanged', async () => {
  const values = { ...before, slug: 'whole' };
  const created = await made(values);
  expect(valuesOf(created)).toEqual(values);
  const inRest = await bySlug('/api/product', 'whole');
  for (const field of productFieldNames) {
    // One field per query, so that each is resolved alone.
    const { nodes } = await ask<{ nodes: object[] }>(`{ products(first: 1) { nodes { ${field} } } }`);
    expect(nodes).toEqual([{ [field]: created[field] }]);
    if (!isNotInRest(field)) expect(inRest?.[field]).toEqual(field === 'status' ? 'active' : created[field]);
  }
  expect(await ask(load, { rows: [cellsOf(created)] })).toEqual({ results: [{ outcome: 'UNCHANGED', errors: [] }] });
});

test.each(productFieldNames)('a change of %s is stored, logged, and reverted by an import', async (field) => {
  const slug = field === 'slug' ? before.slug : `lamp-${field.toLowerCase()}`;
  const base = await made({ ...before, slug });
  const values = { ...valuesOf(base), [field]: after[field] };
  const input = toUpdateInput(values, base, commas);
  expect(Object.keys(input)).toEqual(['id', 'version', field, ...(field === 'stock' ? ['seenStock'] : [])]);
  const changed = (await ask<Answer>(change, { input })).product;
  expect(valuesOf(changed)).toEqual(values);
  const inRest = isNotInRest(field) ? {} : { [field]: field === 'status' ? 'inactive' : changed[field] };
  expect(await bySlug('/api/store', changed.slug)).toMatchObject(inRest);

  const log = await ask<{ nodes: { changes: { field: string; before: string; after: string }[] }[] }>(
    '{ auditEntries(first: 1) { nodes { changes { field before after } } } }',
  );
  expect(log.nodes[0]?.changes.filter((each) => each.field !== 'reason')).toEqual([
    { field, before: expect.any(String) as string, after: expect.any(String) as string },
  ]);

  // A file saved earlier; the slug identifies the product and so is not changed.
  const row = { slug: changed.slug, [field]: cellsOf(base)[field] };
  const outcome = field === 'slug' ? 'UNCHANGED' : 'UPDATED';
  expect(await ask(load, { rows: [row] })).toEqual({ results: [{ outcome, errors: [] }] });
  if (field === 'slug') return;
  if (isNotInRest(field)) expect(await shown(field, slug)).toBe(base[field]);
  else expect(await bySlug('/api/store', slug)).toMatchObject({ [field]: restValue(field, base) });
});

type NotInRest = 'taxClass';

/** Fields that REST does not have. */
const isNotInRest = (field: ProductField): field is NotInRest => field === 'taxClass';

const shown = async (field: NotInRest, slug: string) =>
  (await ask<Partial<EditableProduct>>(`query ($slug: String!) { product(slug: $slug) { ${field} } }`, { slug }))[
    field
  ];

const restValue = (field: Exclude<ProductField, NotInRest>, base: EditableProduct) =>
  field === 'status' ? base.status.toLowerCase() : base[field];

test('every field has a unique label', () => {
  expect(new Set(productFieldNames.map((field) => productFields[field].label)).size).toBe(productFieldNames.length);
});

test('the REST export has the dashboard’s columns and is imported unchanged', async () => {
  const { text } = await server.call('GET', '/api/products.csv', { token: admin.token });
  const file = await readProductFile(text);
  expect([file.columns, file.unknownColumns]).toEqual([columns, []]);
  const { json } = await server.graphql(load, { rows: file.rows.map(({ cells }) => cells) }, { token: admin.token });
  const { results } = (json as { data: { importProducts: { results: { outcome: string }[] } } }).data.importProducts;
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['UNCHANGED']));
});
