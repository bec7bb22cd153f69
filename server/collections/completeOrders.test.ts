import type { OrderDocument } from '../orders/orderDocument';
import { withListFields } from '../orders/orderListFields';
import { listShopOrders } from '../shopOrders/listShopOrders';
import { buildOrder } from '../testing/buildOrder';
import { asAdmin } from '../testing/contexts';
import { useTestDatabase } from '../testing/useTestDatabase';
import { completeOrders } from './completeOrders';

const database = useTestDatabase();

test('makes earlier orders searchable and filterable, and changes nothing on a second run', async () => {
  const orders = database.db.collection<{ _id: string }>('orders');
  const placed = ['K-AAAA-AAAA', 'K-BBBB-BBBB', 'K-CCCC-CCCC'].map((_id) =>
    buildOrder({ lines: [[1_000, 1]] }, { _id, attentionAt: null }),
  );
  const before: OrderDocument[] = placed.map(({ attentionAt: _, ...order }) => order);
  await orders.insertMany(before);
  const demo = { buyerUid: 'anna', lines: [{ slug: 'lamp', name: 'Lamp', priceCents: 500, quantity: 2 }] };
  await orders.insertOne({
    ...{ _id: 'demo-order-1', ...demo, totalCents: 1_000, status: 'delivered', createdAt: new Date(1_000) },
  });
  await completeOrders(database.db, 2);
  const now = await orders.find({}, { sort: { _id: 1 } }).toArray();
  expect(now.slice(0, 3)).toEqual(before.map(withListFields));
  expect(now[3]).toMatchObject({
    payment: { status: 'paid', capturedCents: 1_000 },
    version: 0,
    searchText: 'demo-order-1\ndemoorder1',
  });
  await completeOrders(database.db, 2);
  expect(await orders.find({}, { sort: { _id: 1 } }).toArray()).toEqual(now);
  const root = await asAdmin(database.repositories, 'root');
  const found = async (filter: object) =>
    (await (await listShopOrders(root, { filter, first: 9 })).page()).rows.map(({ _id }) => _id);
  expect(await found({ search: 'bbbb' })).toEqual(['K-BBBB-BBBB']);
  expect(await found({ status: 'COMPLETED', paymentStatus: 'PAID' })).toEqual(['demo-order-1']);
});

test('lists earlier orders to ship, and finds their numbers without hyphens', async () => {
  const orders = database.db.collection<{ _id: string }>('orders');
  const { payment } = buildOrder({ lines: [[1_000, 1]] });
  const earlier = (_id: string, overrides: Partial<OrderDocument>) => ({
    ...buildOrder({ lines: [[1_000, 1]] }, { _id, ...overrides }),
    ...{ attentionAt: null, searchText: _id.toLowerCase(), searchTerms: [_id.toLowerCase()], pendingEvents: [] },
  });
  await orders.insertMany([
    earlier('K-DDDD-DDDD', { status: 'partlyShipped', announced: ['first'] }),
    earlier('K-EEEE-EEEE', { status: 'shipped' }),
    earlier('K-FFFF-FFFF', { payment: { ...payment, status: 'refunded' } }),
    earlier('K-GGGG-GGGG', { buyerUid: 'deleted', forgetAt: new Date(1_000) }),
  ]);
  await completeOrders(database.db, 3);
  const root = await asAdmin(database.repositories, 'root');
  const found = async (filter: object) =>
    (await (await listShopOrders(root, { filter, sort: 'OLDEST', first: 9 })).page()).rows.map(({ _id }) => _id);
  expect((await found({ toShip: true })).sort()).toEqual(['K-DDDD-DDDD', 'K-GGGG-GGGG']);
  expect(await found({ toShip: true, paymentStatus: 'REFUNDED' })).toEqual([]);
  expect(await found({ search: 'eeeeeeee' })).toEqual(['K-EEEE-EEEE']);
  const [anonymous] = await orders.find({ _id: 'K-GGGG-GGGG' }).toArray();
  expect(anonymous).toMatchObject({ searchText: 'k-gggg-gggg\nkgggggggg' });
  // Written by others without a new version of the order.
  expect(await orders.findOne({ _id: 'K-DDDD-DDDD' })).toMatchObject({ announced: ['first'], pendingEvents: [] });
});
