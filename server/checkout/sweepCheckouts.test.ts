import { ObjectId } from 'mongodb';
import { capturePayments } from '../orders/capturePayments';
import { amountOf } from '../testing/amountOf';
import { expectPurchasesInOrder, readPurchases } from '../testing/purchaseJudge';
import { SagaShop, type Wish } from '../testing/sagaShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { driveCheckout } from './driveCheckout';
import { payAgain } from './payAgain';
import { sweepCheckouts } from './sweepCheckouts';

const database = useTestDatabase();
const minute = 60_000;
let shop: SagaShop;
beforeEach(() => {
  shop = new SagaShop(database.repositories);
});

/** A checkout that holds its pieces and awaits payment. */
async function held(wishes?: readonly Wish[]): Promise<string> {
  const id = await shop.submit(wishes ?? [{ productId: await shop.product(3), quantity: 1 }]);
  await shop.drive('host', id);
  return id;
}

test('C23 a paid checkout is placed within a minute without a payment notice and without the browser', async () => {
  const id = await held();
  shop.wait(2 * minute);
  await shop.sweep();
  await shop.pay(id, '4000000000010050');
  shop.wait(minute - 10_000);
  await shop.sweep();
  await shop.require(id, 'PLACED');
});

test.each(['PAID', 'PLACING', 'order', 'entries'])(
  'C23 C26 a paid checkout whose driver died before %s is placed once its lease has expired',
  async (step) => {
    const id = await held();
    await shop.pay(id);
    await shop.dieBefore(step, id);
    await shop.sweep();
    expect((await shop.find(id))?.status).not.toBe('PLACED');
    shop.wait(11_000);
    await shop.sweep();
    await shop.require(id, 'PLACED');
    await expectPurchasesInOrder(database.db, shop.delivered);
  },
);

test('C26 repeatedly failing checkouts do not block others', async () => {
  const broken = await Promise.all(Array.from({ length: 60 }, () => held()));
  await database.db.collection('checkouts').updateMany({}, { $set: { email: null } });
  const good = await held();
  shop.wait(15 * minute + 10_000);
  await shop.sweep();
  await shop.sweep();
  await shop.require(good, 'EXPIRED');
  await shop.require(broken[0] ?? '', 'PAYING');
});

test('C26 C59 a sweep whose time is over leaves the rest to the next one', async () => {
  const ids = [await held(), await held(), await held()];
  shop.wait(15 * minute + 10_000);
  let asked = 0;
  await sweepCheckouts(shop.deps('sweeper'), () => (asked += 1) > 2);
  const over = async () => (await Promise.all(ids.map(shop.find))).filter((each) => each?.status === 'EXPIRED').length;
  expect(await over()).toBe(2);
  await shop.sweep();
  expect(await over()).toBe(3);
});

test('C26 one sweep releases hundreds of holds that expire at the same time', async () => {
  // All holds share one stock document, so the number stays low, but above one batch of the sweeper.
  const holds = amountOf({ few: 60, usual: 200 });
  const productId = await shop.product(300);
  for (let number = 0; number < holds; number += 1) await held([{ productId, quantity: 1 }]);
  shop.wait(15 * minute + 10_000);
  await shop.sweep();
  expect(await database.repositories.stock.find(productId)).toMatchObject({ available: 300, holds: [] });
}, 60_000);

test('C26 one sweep stores the stock movements of more than a hundred products', async () => {
  const products = await Promise.all(Array.from({ length: 120 }, () => shop.product(2)));
  const { stock } = database.repositories;
  for (const productId of products) {
    const more = { delta: 1, reason: 'DELIVERY', byUid: null, order: null, at: shop.now() } as const;
    await stock.adjust(productId, null, { _id: `delivery:${productId.toHexString()}`, productId, ...more });
  }
  await shop.sweep();
  const settled = await stock.findMany(products);
  expect(settled.filter(({ onHand, movements }) => onHand === 3 && movements.length === 0)).toHaveLength(120);
});

test('C02 the product is marked sold out before its checkout becomes PLACED', async () => {
  const productId = await shop.product(1);
  const id = await held([{ productId, quantity: 1 }]);
  await shop.pay(id);
  const { repositories } = database;
  const read: (string | undefined)[] = [];
  const setInStock = async (product: ObjectId, inStock: boolean) => {
    read.push((await shop.find(id))?.status);
    await repositories.products.setInStock(product, inStock);
  };
  const products = Object.assign(Object.create(repositories.products) as typeof repositories.products, { setInStock });
  await driveCheckout({ ...shop.deps('host'), repositories: { ...repositories, products } }, id);
  expect(read).toEqual(['PLACING']);
  await shop.require(id, 'PLACED');
});

test('C26 concurrent sweepers and drivers place each checkout once', async () => {
  const ids = await Promise.all(Array.from({ length: 10 }, () => held()));
  for (const id of ids) await shop.pay(id);
  shop.wait(minute);
  await Promise.all([shop.sweep('one'), shop.sweep('another'), ...ids.map((id) => shop.drive('notice', id))]);
  shop.wait(minute);
  await shop.sweep();
  expect((await readPurchases(database.db)).orders).toHaveLength(10);
  await expectPurchasesInOrder(database.db, shop.delivered);
});

test('C21 paying again after the declined payment succeeded in another tab places the order without a second payment', async () => {
  const id = await held();
  await shop.pay(id, '4000000000000002');
  await shop.drive('host', id);
  const checkout = await shop.require(id, 'READY');
  await shop.pay(id);
  expect((await payAgain(shop.deps('host'), checkout)).status).toBe('PLACED');
  await expectPurchasesInOrder(database.db, shop.delivered);
});

test('C24 draws another order number when the first one is taken', async () => {
  const first = await held();
  await shop.pay(first);
  await shop.drive('host', first);
  const { orderNumber } = await shop.require(first, 'PLACED');
  const id = await shop.submit([{ productId: await shop.product(1), quantity: 1 }], { orderNumber });
  await shop.drive('host', id);
  await shop.pay(id);
  await shop.drive('host', id);
  expect((await shop.require(id, 'PLACED')).orderNumber).not.toBe(orderNumber);
  await expectPurchasesInOrder(database.db, shop.delivered);
});

test('C18 of two concurrent checkouts of one cart, one is placed and the other holds nothing', async () => {
  const productId = await shop.product(5);
  const entry = { _id: new ObjectId(), productId, ownerUid: 'anna', name: 'Lamp', nameLower: 'lamp', slug: 'lamp' };
  await database.repositories.store.insertMany([
    { ...entry, photos: [], priceCents: 1_999, discount: 0, inStock: true, categories: [], createdAt: shop.now() },
  ]);
  const wishes = [{ productId, quantity: 1, entryIds: [entry._id] }];
  const tabs = await Promise.all([shop.submit(wishes), shop.submit(wishes)]);
  await Promise.all(tabs.map((id, tab) => shop.drive(`host ${tab}`, id)));
  const statuses = await Promise.all(tabs.map(async (id) => (await shop.find(id))?.status));
  expect([...statuses].sort()).toEqual(['OPEN', 'PAYING']);
  const [paid = '', other = ''] = statuses[0] === 'PAYING' ? tabs : [...tabs].reverse();
  await shop.pay(paid);
  await shop.drive('host', paid);
  await shop.submitAgain(other, wishes);
  await shop.drive('host', other);
  await shop.require(other, 'OPEN');
  await expectPurchasesInOrder(database.db, shop.delivered);
});

test('C18 the next checkout can claim the cart entries of a cancelled one', async () => {
  const productId = await shop.product(5);
  const entry = { _id: new ObjectId(), productId, ownerUid: 'anna', name: 'Lamp', nameLower: 'lamp', slug: 'lamp' };
  await database.repositories.store.insertMany([
    { ...entry, photos: [], priceCents: 1_999, discount: 0, inStock: true, categories: [], createdAt: shop.now() },
  ]);
  const wishes = [{ productId, quantity: 1, entryIds: [entry._id] }];
  const first = await held(wishes);
  await shop.cancel(first);
  await shop.drive('host', first);
  await shop.require(await held(wishes), 'PAYING');
});

test('payments whose capture the bank refuses become failed and do not block others', async () => {
  const refused = Array.from({ length: 60 }, () => '4000000000010001');
  for (const card of [...refused, '4242424242424242']) {
    const id = await held();
    await shop.pay(id, card);
    await shop.drive('host', id);
  }
  shop.wait(11 * minute);
  await capturePayments(shop.deps('host'));
  const { orders } = await readPurchases(database.db);
  expect(orders.filter(({ payment }) => payment.status === 'failed')).toHaveLength(60);
  expect(orders.filter(({ payment }) => payment.status === 'paid')).toHaveLength(1);
});

test('payments for which the provider does not answer do not block the capture of others', async () => {
  const ids: string[] = [];
  for (let number = 0; number < 61; number += 1) {
    const id = await held();
    await shop.pay(id);
    await shop.drive('host', id);
    ids.push(`${id}:1`);
  }
  shop.wait(11 * minute);
  const deps = shop.deps('host');
  const { provider } = deps;
  const answered = new Set(ids.slice(60));
  const capture: typeof provider.capture = (id, amount) =>
    answered.has(id) ? provider.capture(id, amount) : Promise.reject(new Error('No answer.'));
  await capturePayments({ ...deps, provider: { ...provider, capture } });
  const { orders } = await readPurchases(database.db);
  expect(orders.filter(({ payment }) => payment.status === 'paid')).toHaveLength(1);
  expect(orders.filter(({ payment }) => payment.status === 'capturing')).toHaveLength(60);
});
