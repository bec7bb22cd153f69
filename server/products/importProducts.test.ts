import fc from 'fast-check';
import type { Context } from '../context';
import { UnavailableError } from '../errors';
import { buildProduct } from '../testing/builders';
import { amountOf } from '../testing/amountOf';
import { asAdmin, asUser, asViewer, testTime, viewerNamed } from '../testing/contexts';
import { productPage } from '../testing/productPages';
import { runBefore } from '../testing/runBefore';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createRepositories } from '../collections/repositories';
import type { ImportRow } from './importCells';
import { importProducts, type ImportRowResult } from './importProducts';
import { createProductInput } from './products.input';
import type { ProductDocument } from './products.repository';
import { productDocument } from './productDocument';
import { productColumns, productFields } from './productFields';
import { readProductFile, writeProductFile } from './productFile';
import { createProduct } from './products.service';
import { updateProduct } from './updateProduct';

const database = useTestDatabase();

const repositories = () => database.repositories;
const products = () => database.db.collection<ProductDocument>('products');
const load = (context: Context, rows: readonly ImportRow[], dryRun = false) =>
  importProducts(context, { rows, dryRun });
const outcomes = (results: readonly ImportRowResult[]) => results.map(({ outcome }) => outcome);

async function wholeDatabase(): Promise<string> {
  const names = (await database.db.listCollections().toArray()).map(({ name }) => name).sort();
  const contents = names.map((name) => database.db.collection(name).find().sort({ _id: 1 }).toArray());
  return JSON.stringify(await Promise.all(contents));
}

const lamp = {
  name: 'Lamp',
  slug: 'lamp',
  description: 'A lamp.\nTwo lines.',
  price: '19.90',
  discount: '10',
  inStock: 'no',
  status: 'inactive',
  categories: 'Home & Garden\nLamps',
  photos: '/pictures/lamp.avif\nhttps://example.com/a,b?c,d',
};

test('creates a product owned by the admin from a row, with its price before the discount, and search finds it', async () => {
  const root = await asAdmin(repositories(), 'root');
  const [result] = await load(root, [lamp]);
  expect(result).toMatchObject({ outcome: 'CREATED', errors: [] });
  expect(await products().findOne({ slug: 'lamp' })).toMatchObject({
    name: 'Lamp',
    description: 'A lamp.\nTwo lines.',
    priceCents: 1_990,
    originalPriceCents: 2_211,
    discount: 10,
    inStock: false,
    status: 'inactive',
    categories: ['Home & Garden', 'Lamps'],
    photos: ['/pictures/lamp.avif', 'https://example.com/a,b?c,d'],
    ownerUid: 'root',
    version: 1,
  });
  await load(root, [{ ...lamp, name: 'Brass sconce', slug: 'sconce', status: 'active' }]);
  const { rows } = await productPage(repositories(), { filter: { search: 'sconce' }, sort: 'NEWEST', first: 24 });
  expect(rows.map(({ slug }) => slug)).toEqual(['sconce']);
});

test('applies the form’s default to blank or absent cells and derives a blank slug from the name', async () => {
  const root = await asAdmin(repositories(), 'root');
  const results = await load(root, [
    { name: 'Mug', price: '5' },
    { name: 'Mug', slug: ' ', price: '5', inStock: '', status: '', discount: '', categories: '', photos: '' },
  ]);
  expect(results.map(({ product }) => product)).toMatchObject(
    ['mug', 'mug-2'].map((slug) => ({ slug, inStock: true, status: 'active', discount: 0, description: '' })),
  );
});

test('leaves products unchanged on an identical import and updates only the fields that differ', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  await createProduct(ada, { name: 'Kettle', price: 30, discount: 25, categories: ['Home'] });
  const rows = [lamp, { slug: 'kettle', price: '15.00' }];
  expect(outcomes(await load(root, rows))).toEqual(['CREATED', 'UPDATED']);
  const before = await wholeDatabase();
  expect(outcomes(await load(root, rows))).toEqual(['UNCHANGED', 'UNCHANGED']);
  expect(await wholeDatabase()).toBe(before);
  expect(await products().findOne({ slug: 'kettle' })).toMatchObject({
    name: 'Kettle',
    priceCents: 1_500,
    originalPriceCents: 2_000,
    categories: ['Home'],
    ownerUid: 'ada',
    version: 2,
  });
  expect(outcomes(await load(root, [{ ...lamp, name: 'Night lamp', description: '' }]))).toEqual(['UPDATED']);
  expect(await products().findOne({ slug: 'lamp' })).toMatchObject({ name: 'Night lamp', nameLower: 'night lamp' });
  expect(await products().findOne({ nameTerms: 'night lamp' })).not.toBeNull();
});

test('updates a product that the file names by its former slug', async () => {
  const root = await asAdmin(repositories(), 'root');
  const { _id, version } = await createProduct(root, { name: 'Lamp', price: 19.9 });
  await updateProduct(root, { id: _id.toHexString(), version, slug: 'desk-lamp' });
  for (const dryRun of [true, false]) {
    expect(outcomes(await load(root, [{ ...lamp, price: '21' }], dryRun))).toEqual(['UPDATED']);
  }
  expect(await products().find().toArray()).toMatchObject([{ _id, slug: 'desk-lamp', priceCents: 2_100 }]);
});

test.each([true, false])('of two rows with one slug the later wins, in whatever case; dry run: %s', async (dryRun) => {
  const root = await asAdmin(repositories(), 'root');
  await load(root, [{ name: 'Mug', slug: 'mug', price: '5' }]);
  const rows = [
    { slug: 'mug', price: '6' },
    { slug: 'MUG', price: '5' },
    { slug: 'Mug', name: 'Cup' },
  ];
  expect(outcomes(await load(root, rows, dryRun))).toEqual(['UPDATED', 'UPDATED', 'UPDATED']);
  const { name, priceCents } = (await products().findOne({ slug: 'mug' })) ?? {};
  expect([name, priceCents]).toEqual([dryRun ? 'Mug' : 'Cup', 500]);
});

test('a dry run compares a row with what an earlier one did to the product under its former slug', async () => {
  const root = await asAdmin(repositories(), 'root');
  const [created] = await load(root, [{ name: 'Mug', slug: 'mug', price: '5' }]);
  const { _id, version } = created?.product as ProductDocument;
  await updateProduct(root, { id: _id.toHexString(), version, slug: 'cup' });
  const rows = [
    { slug: 'cup', price: '6' },
    { slug: 'mug', price: '6' },
  ];
  expect(outcomes(await load(root, rows, true))).toEqual(['UPDATED', 'UNCHANGED']);
});

test('imports valid rows beside invalid ones and reports the errors of each row by column, in order', async () => {
  const root = await asAdmin(repositories(), 'root');
  await load(root, [lamp]);
  const results = await load(root, [
    { name: 'One', slug: 'one', price: '1' },
    { name: '', slug: 'No Slug', price: 'free', discount: '100', inStock: 'maybe', status: 'gone', photos: 'x' },
    { slug: 'lamp', price: '0', categories: 'a'.repeat(101) },
    { slug: 'unknown' },
    { name: 'Two', slug: 'two', price: '2' },
  ]);
  expect(outcomes(results)).toEqual(['CREATED', 'REFUSED', 'REFUSED', 'REFUSED', 'CREATED']);
  expect(results[1]?.errors).toEqual([
    { column: 'name', message: 'Name is required' },
    { column: 'slug', message: 'Slug may hold lower-case letters, digits and single hyphens only' },
    { column: 'price', message: 'Price must be a number such as 1299.00' },
    { column: 'discount', message: 'Discount must be below 100' },
    { column: 'inStock', message: 'inStock must say yes or no, such as true or false' },
    { column: 'status', message: 'Status must be active or inactive' },
    {
      column: 'photos',
      message: 'Photos must be http(s) addresses or paths of this site, at most 2048 characters each',
    },
  ]);
  expect(results[2]?.errors).toEqual([
    { column: 'price', message: 'Price must be at least 0.01' },
    { column: 'categories', message: 'Categories must be at most 100 characters' },
  ]);
  expect(results[3]?.errors).toEqual([
    { column: 'name', message: 'Name is required, and the file has no column name' },
    { column: 'price', message: 'Price is required, and the file has no column price' },
  ]);
  expect(await products().countDocuments()).toBe(3);
});

test('reads ambiguous numbers by the other rows, or by the number format of the call', async () => {
  const root = await asAdmin(repositories(), 'root');
  const rows = [
    { name: 'Rug', slug: 'rug', price: '1.299' },
    { name: 'Lamp', slug: 'lamp', price: '24,50', discount: '12,5 %' },
  ];
  const priceOf = async (given: object) => {
    const [first] = await importProducts(root, { rows, dryRun: true, ...given });
    return first?.errors[0]?.message ?? first?.values.price;
  };
  expect(await priceOf({})).toBe(1299);
  expect(await priceOf({ numberFormat: 'POINT' })).toBe('Price must have at most two decimals');
  expect(await priceOf({ rows: [rows[0]] })).toBe('Price can be read as 1299 or as 1.299: write 1299.00 or 1.30');
});

test('keeps a category with a separator whole if the shop has it, and splits it otherwise', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  await createProduct(ada, { name: 'Cap', price: 5, categories: ['Hats, caps', 'A; B'] });
  const rows = ['Hats, caps', 'A; B', 'Mugs, cups', 'Hats, caps\nMugs; cups', 'A; B, C'].map((categories, index) => ({
    name: 'Thing',
    slug: `thing-${index}`,
    price: '5',
    categories,
  }));
  const results = await load(root, rows);
  expect(results.map(({ product, errors }) => product?.categories ?? errors[0]?.column)).toEqual([
    ['Hats, caps'],
    ['A; B'],
    ['Mugs', 'cups'],
    ['Hats, caps', 'Mugs', 'cups'],
    'categories',
  ]);
});

test('keeps a photo with a semicolon of the product itself, and refuses it on its column for another one', async () => {
  const root = await asAdmin(repositories(), 'root');
  const photos = ['https://example.com/a;v=1.jpg', '/b.avif'];
  await createProduct(root, { name: 'Cap', slug: 'cap', price: 5, photos });
  const row = { name: 'Cap', price: '6', photos: photos.join('\n') };
  const [kept, refused] = await load(root, [
    { ...row, slug: 'cap' },
    { ...row, slug: 'other' },
  ]);
  expect([kept?.outcome, kept?.product?.photos]).toEqual(['UPDATED', photos]);
  expect([refused?.outcome, refused?.errors.map(({ column }) => column)]).toEqual(['REFUSED', ['photos']]);
});

test('a dry run returns the outcomes of the import, also for dependent rows, and writes nothing', async () => {
  const root = await asAdmin(repositories(), 'root');
  await load(root, [lamp]);
  const rows = [
    { slug: 'lamp', price: '5' },
    { slug: 'lamp', price: '5' },
    { name: 'New', slug: 'new', price: '1' },
    { name: 'New', slug: 'new', price: '1' },
    { slug: 'new', price: '2' },
    { slug: 'lamp', price: 'free' },
  ];
  const before = await wholeDatabase();
  const dry = await load(root, rows, true);
  expect(await wholeDatabase()).toBe(before);
  expect(outcomes(dry)).toEqual(['UPDATED', 'UNCHANGED', 'CREATED', 'UNCHANGED', 'UPDATED', 'REFUSED']);
  expect(dry.map(({ product }) => product?.priceCents ?? null)).toEqual([1_990, 1_990, null, null, null, null]);
  expect(outcomes(await load(root, rows))).toEqual(outcomes(dry));
});

test.each([
  [{ rows: [], dryRun: true }, 'rows', 'Rows must hold 1 to 100 rows'],
  [
    { rows: Array.from({ length: 101 }, () => ({ name: 'a', price: '1' })), dryRun: true },
    'rows',
    'Rows must hold 1 to 100 rows',
  ],
  [{ rows: [{ nmae: 'a' }], dryRun: true }, 'nmae', 'Nmae is not a known field'],
  [{ rows: [{ name: 'a' }] }, 'dryRun', 'dryRun must be true or false'],
])('refuses an invalid import as a whole: %#', async (input, field, message) => {
  const root = await asAdmin(repositories(), 'root');
  await expect(importProducts(root, input)).rejects.toMatchObject({ status: 400, field, message });
});

test('refuses an import by a user who is not an admin', async () => {
  const ada = await asUser(repositories(), 'ada');
  await expect(load(ada, [lamp])).rejects.toMatchObject({ status: 403 });
  expect(await products().countDocuments()).toBe(0);
});

test('creates one product per slug in two concurrent imports', async () => {
  const root = await asAdmin(repositories(), 'root');
  const rows = Array.from({ length: 10 }, (_, index) => ({ name: `Mug ${index}`, slug: `mug-${index}`, price: '5' }));
  const both = await Promise.all([load(root, rows), load(root, rows)]);
  expect(await products().countDocuments()).toBe(10);
  for (const index of rows.keys()) {
    expect(both.map((results) => results[index]?.outcome).sort()).toEqual(['CREATED', 'UNCHANGED']);
  }
});

test('E11: updates the product when its slug is taken between read and write', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ada = await asUser(repositories(), 'ada');
  const rival = () => createProduct(ada, { name: 'Lamp', slug: 'lamp', price: 1 });
  const late = createRepositories(runBefore(database.db, { collection: 'products', write: 'updateOne' }, rival));
  expect(outcomes(await load({ ...root, repositories: late }, [lamp]))).toEqual(['UPDATED']);
  expect(await products().findOne()).toMatchObject({ ownerUid: 'ada', priceCents: 1_990, version: 2 });
});

test('completes an interrupted import under the same idempotency key and returns its original outcomes', async () => {
  const root = await asAdmin(repositories(), 'root');
  await load(root, [{ ...lamp, name: 'Old' }]);
  const rows = [
    lamp,
    { name: 'Mug', price: '5' },
    { name: 'Mug', price: '6' },
    { name: 'Cup', slug: 'cup', price: '7' },
  ];
  const keyed = (given = repositories()) =>
    asViewer(given, viewerNamed('root'), { idempotencyKey: 'root\nchunk 1\nfingerprint' });
  let inserts = 0;
  const broken = {
    ...repositories(),
    products: {
      ...repositories().products,
      insert: (product: ProductDocument) =>
        (inserts += 1) === 3 ? Promise.reject(new UnavailableError()) : repositories().products.insert(product),
    },
  };
  await expect(load(keyed(broken), rows)).rejects.toMatchObject({ status: 503 });
  const wanted = ['UPDATED', 'CREATED', 'CREATED', 'CREATED'];
  const again = await load(keyed(), rows);
  expect(outcomes(again)).toEqual(wanted);
  expect(again.map(({ product }) => product?.slug)).toEqual(['lamp', 'mug', 'mug-2', 'cup']);
  expect(outcomes(await load(keyed(), rows))).toEqual(wanted);
  expect(await products().countDocuments()).toBe(4);
  expect(await products().findOne({ slug: 'lamp' })).toMatchObject({ version: 2 });
});

/** The rows of an export of all products, without their stock. */
async function exportedRows(): Promise<ImportRow[]> {
  const { header, lines } = writeProductFile(false);
  const shown = (await products().find().toArray()).map((product) =>
    Object.fromEntries(productColumns.map((column) => [column, productFields[column].resolve(product)])),
  );
  return readProductFile(header + lines(shown));
}

test('leaves malformed products of other programs UNCHANGED when their export is imported', async () => {
  const root = await asAdmin(repositories(), 'root');
  const odd = {
    ...buildProduct({ slug: 'odd' }),
    slug: 'Odd_One',
    name: 'n'.repeat(300),
    priceCents: 0,
    categories: 'One',
  };
  await database.db.collection('products').insertOne(odd);
  await products().insertOne(buildProduct({ slug: 'lacking' }));
  await products().updateOne({ slug: 'lacking' }, { $unset: { description: '', photos: '', version: '' } });
  expect(outcomes(await load(root, await exportedRows()))).toEqual(['UNCHANGED', 'UNCHANGED']);
});

test('leaves products UNCHANGED whose export has whole prices and a discount of three decimals', async () => {
  const root = await asAdmin(repositories(), 'root');
  await createProduct(root, { name: 'Lamp', price: 25, discount: 33.333 });
  await createProduct(root, { name: 'Mug', price: 1299 });
  const rows = await exportedRows();
  expect(rows.map(({ price, discount }) => [price, discount])).toEqual([
    ['25', '33.333'],
    ['1299', '0'],
  ]);
  expect((await load(root, rows)).map(({ outcome, errors }) => [outcome, errors])).toEqual(
    rows.map(() => ['UNCHANGED', []]),
  );
});

const text = (most: number) => fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: most });
const someProduct = fc
  .record({
    name: text(60),
    description: fc.string({ unit: 'grapheme', maxLength: 200 }).map((each) => each.replace(/ /g, '\n')),
    price: fc.oneof(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 100_000_000 }).map((cents) => cents / 100),
    ),
    discount: fc
      .tuple(fc.integer({ min: 0, max: 999_999 }), fc.constantFrom(0, 1, 2, 3, 4))
      .map(([parts, decimals]) => Math.floor(parts / 10 ** (4 - decimals)) / 10 ** decimals),
    photos: fc.array(fc.webUrl({ withQueryParameters: true }), { maxLength: 4 }),
    categories: fc.array(text(20), { maxLength: 4 }),
    inStock: fc.boolean(),
  })
  .map((given) => createProductInput.safeParse(given))
  .filter(({ success }) => success)
  .map(({ data }) => data)
  .filter((data) => data !== undefined);

test('an export of any products, imported again, changes nothing', async () => {
  const root = await asAdmin(repositories(), 'root');
  const many = fc.array(fc.tuple(someProduct, fc.constantFrom('active' as const, 'inactive' as const)), {
    minLength: 1,
    maxLength: 10,
  });
  await fc.assert(
    fc.asyncProperty(many, async (given) => {
      await products().deleteMany({});
      for (const [index, [input, status]] of given.entries()) {
        const stamps = { ...buildProduct(), ownerUid: 'ada', createdAt: testTime };
        const { _id, ownerUid, createdAt } = stamps;
        await repositories().products.insert(
          productDocument({ ...input, slug: `p-${index}` }, { status }, { _id, ownerUid, createdAt }),
        );
      }
      const before = await wholeDatabase();
      const results = await load(root, await exportedRows());
      expect(results.map(({ outcome, errors }) => [outcome, errors])).toEqual(given.map(() => ['UNCHANGED', []]));
      expect(await wholeDatabase()).toBe(before);
    }),
    { numRuns: amountOf({ few: 15, usual: 60 }) },
  );
}, 120_000);
