import { listStoreItems } from '../store/storeItems';
import { buildProduct } from '../testing/builders';
import { asAdmin, asUser } from '../testing/contexts';
import { productPage } from '../testing/productPages';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { addProductTerms } from './addProductTerms';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const batch = 100;
const all = () => database.db.collection('products').find().sort({ _id: 1 }).toArray();

test('adds the search terms of earlier products, removes the old search data, and changes nothing on a second run', async () => {
  const { db, repositories } = database;
  const products = Array.from({ length: 2 * batch + 10 }, (_, number) =>
    buildProduct({ name: `Lamp ${number}`, ownerUid: number % 2 === 0 ? 'ada' : 'bob' }),
  );
  await repositories.products.insertMany(products);
  const before = await all();
  // Data as of versions 3 and 4.
  await db.collection('products').updateMany({}, { $unset: { categoryGrams: '' } });
  await db.collection('products').updateMany({ ownerUid: 'ada' }, { $unset: { nameTerms: '', nameGrams: '' } });
  await db.collection('productSearch').insertOne({ grams: ['lam'] });
  await db.collection('jobs').insertMany([{ kind: 'syncSearch' }, { kind: 'deleteUser' }]);
  await addProductTerms(db, batch);
  expect(await all()).toEqual(before);
  expect(await db.listCollections({ name: 'productSearch' }).toArray()).toEqual([]);
  expect(await db.collection('jobs').find().toArray()).toMatchObject([{ kind: 'deleteUser' }]);
  await addProductTerms(db, batch);
  expect(await all()).toEqual(before);

  const { rows } = await productPage(repositories, { filter: { search: 'lamp 209' }, sort: 'NEWEST', first: 5 });
  expect(rows.map(({ name }) => name)).toEqual(['Lamp 209']);
  await asUser(repositories, 'ada');
  const root = await asAdmin(repositories, 'root');
  const own = await listStoreItems(root, {
    owner: { email: 'ada@kiosk.test' },
    filter: { search: 'lamp 10' },
    first: 5,
  });
  expect(await own.count()).toEqual({ count: 6, isExact: true });
});

test('keeps the name of a product that is renamed during the migration', async () => {
  const { db, repositories } = database;
  const product = buildProduct({ name: 'Old Torch' });
  await repositories.products.insert(product);
  const products = db.collection('products');
  await products.updateOne({ _id: product._id }, { $unset: { categoryGrams: '' } });
  const slow = new Proxy(products, {
    get(target, name) {
      if (name !== 'bulkWrite') return (Reflect.get(target, name, target) as () => unknown).bind(target);
      return async (...args: Parameters<typeof products.bulkWrite>) => {
        await repositories.products.update(product, { ...product, name: 'Kettle', nameLower: 'kettle' }, product._id);
        return target.bulkWrite(...args);
      };
    },
  });
  const overtaken = new Proxy(db, {
    get: (target, name) =>
      name === 'collection'
        ? (wanted: string) => (wanted === 'products' ? slow : target.collection(wanted))
        : (Reflect.get(target, name, target) as () => unknown).bind(target),
  });
  await addProductTerms(overtaken);
  expect(await products.findOne({ nameTerms: 'kettle' })).toMatchObject({ name: 'Kettle' });
});
