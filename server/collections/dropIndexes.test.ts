import { ordersDeclaration } from '../orders/orders.repository';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { dropFormerOrderIndexes } from './dropIndexes';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const names = async () => (await database.db.collection('orders').indexes()).map(({ name }) => name ?? '').sort();

test('drops the former indexes of orders that exist, and no current one', async () => {
  const orders = database.db.collection('orders');
  await orders.createIndex({ createdAt: -1, _id: -1 }, { name: 'newest' });
  await orders.createIndex({ attentionAt: 1 }, { name: 'attention' });
  for (let run = 0; run < 2; run += 1) {
    await dropFormerOrderIndexes(database.db);
    expect(await names()).toEqual(['_id_', ...ordersDeclaration.indexes.map(({ name }) => name)].sort());
  }
});

test('does nothing without the collection', async () => {
  await database.db.collection('orders').drop();
  await dropFormerOrderIndexes(database.db);
  expect(await database.db.listCollections({ name: 'orders' }).toArray()).toEqual([]);
});
