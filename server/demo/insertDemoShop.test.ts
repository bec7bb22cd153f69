import { buildProduct } from '../testing/builders';
import { asAnonymous } from '../testing/contexts';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { listProducts } from '../products/listProducts';
import { insertDemoShop, type DemoShopParts } from './insertDemoShop';

let database: TestDatabase;
let parts: DemoShopParts;
beforeAll(async () => {
  database = await startTestDatabase();
  const person = (uid: string) => ({ uid, email: `${uid}@kiosk.test`, name: `Demo ${uid}` });
  parts = {
    repositories: database.repositories,
    people: { admin: person('admin'), shopper: person('shopper'), other: person('other') },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    now: new Date('2026-03-01T12:00:00.000Z'),
  };
});
afterAll(() => database.stop());
beforeEach(() => database.clear());

test('fills an empty shop once', async () => {
  expect(await insertDemoShop(parts)).toBe(true);
  const { users, products, orders, store } = database.repositories;
  expect([await users.countAll(), await products.countAll(), await orders.countAll()]).toEqual([3, 60, 7]);
  expect(await users.findByUid('admin')).toMatchObject({ role: 'admin', email: 'admin@kiosk.test' });
  expect(await users.findByUid('shopper')).toMatchObject({ role: 'user' });
  expect(await store.list.count({ ownerUid: 'shopper' }, 10)).toBe(2);
  const listing = await listProducts(asAnonymous(database.repositories), { sort: 'NEWEST', first: 4 });
  expect((await listing.page()).rows[0]).toMatchObject({ slug: 'stillwater-wireless-headphones', rating: 4.7 });
  expect((await listing.count()).count).toBeGreaterThanOrEqual(20);
  expect(await insertDemoShop(parts)).toBe(false);
});

test('finishes what a crash has cut off', async () => {
  let calls = 0;
  const insert: typeof parts.repositories.products.insert = (product) => {
    calls += 1;
    if (calls > 10) throw new Error('crash');
    return database.repositories.products.insert(product);
  };
  const repositories = { ...database.repositories, products: { ...database.repositories.products, insert } };
  await expect(insertDemoShop({ ...parts, repositories })).rejects.toThrow('crash');
  expect(await insertDemoShop(parts)).toBe(true);
  expect(await database.repositories.products.countAll()).toBe(60);
});

test('leaves a shop alone that has products of its own', async () => {
  await database.repositories.products.insert(buildProduct());
  expect(await insertDemoShop(parts)).toBe(false);
  expect(await database.repositories.users.countAll()).toBe(0);
});
