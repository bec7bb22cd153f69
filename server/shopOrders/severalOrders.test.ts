import type { Context } from '../context';
import { mayRetrySucceed } from '../graphql/itemFailure';
import type { OrderDocument } from '../orders/orderDocument';
import type { PaymentProvider } from '../payments/provider';
import { buildOrder } from '../testing/buildOrder';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createFulfillments } from './createFulfillments';
import { listShopOrders } from './listShopOrders';
import { undoFulfillments } from './undoFulfillments';

const database = useTestDatabase();
let scene: ShopScene;
let root: Context;
beforeEach(async () => {
  scene = new ShopScene(database);
  root = await scene.admin();
});
afterEach(async () => {
  await scene.sweepLater();
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
});

async function place(count: number) {
  const numbers: string[] = [];
  for (let index = 0; index < count; index += 1) numbers.push(await scene.place([1]));
  scene.shop.wait(11 * 60_000);
  return numbers;
}

const shipmentsOf = (results: readonly { readonly number: string; readonly fulfillmentId: string | null }[]) =>
  results.flatMap(({ number, fulfillmentId: id }) => (id === null ? [] : [{ number, id }]));

/** A provider that fails for the payment of this order. */
async function silentAbout(number: string): Promise<PaymentProvider> {
  const { payment } = await scene.order(number);
  const { bank } = scene.shop;
  return {
    ...bank,
    capture: (id, amountCents) =>
      id === payment.id ? Promise.reject(new Error('It does not answer.')) : bank.capture(id, amountCents),
  };
}

/** Stores orders directly, because placing so many would take long. */
async function store(count: number, changesOf: (index: number) => Partial<OrderDocument>): Promise<string[]> {
  const orders = Array.from({ length: count }, (_, index) => {
    const order = buildOrder({ lines: [[1_000, 1]] }, { _id: `K-0000-${1_000 + index}`, checkout: '' });
    return { ...order, ...changesOf(index) };
  });
  await database.repositories.orders.insertMany(orders);
  return orders.map(({ _id }) => _id);
}

test('C41 lists an order to ship until it is shipped, and again once that is undone', async () => {
  const [shipped = '', other = ''] = await place(2);
  const toShip = async () =>
    (await (await listShopOrders(root, { filter: { toShip: true }, sort: 'OLDEST', first: 9 })).page()).rows
      .map(({ _id }) => _id)
      .sort();
  expect(await toShip()).toEqual([shipped, other].sort());
  const results = await createFulfillments(root, { numbers: [shipped] });
  expect(await toShip()).toEqual([other]);
  await undoFulfillments(root, { fulfillments: shipmentsOf(results) });
  expect(await toShip()).toEqual([shipped, other].sort());
});

test('C43 ships 50 orders at once with a result for each; those undone within the window send no mail', async () => {
  const { payment } = buildOrder({ lines: [[1_000, 1]] });
  const numbers = await store(49, (index) => (index === 3 ? { payment: { ...payment, status: 'failed' } } : {}));
  const asked = [...numbers, 'K-NONE-NONE'];
  const results = await createFulfillments(root, { numbers: asked, carrier: 'DHL' });
  expect(results.map(({ number }) => number)).toEqual(asked);
  expect(results.filter(({ error }) => error !== null)).toMatchObject([
    {
      number: numbers[3],
      error: 'The payment could not be captured. Try that again before anything is sent.',
      code: 'CONFLICT',
    },
    { number: 'K-NONE-NONE', error: 'There is no such order.', code: 'NOT_FOUND' },
  ]);
  expect(mayRetrySucceed(root)).toBe(false);
  const [last, ...undone] = shipmentsOf(results);
  expect(undone).toHaveLength(47);
  expect(await scene.messages(numbers[0] ?? '')).toHaveLength(1);
  scene.shop.wait(9_000);
  const taken = await undoFulfillments(root, { fulfillments: undone });
  expect(taken.every(({ error, order }) => error === null && order?.status === 'placed')).toBe(true);
  for (const { number } of undone) expect(await scene.messages(number)).toEqual([]);
  scene.shop.wait(3_000);
  expect(await undoFulfillments(root, { fulfillments: last ? [last] : [] })).toMatchObject([
    { order: null, error: 'It cannot be undone any more: its message has left.', code: 'CONFLICT' },
  ]);
  // Shipped again after the undo: two shipments, one of which stands.
  const again = await createFulfillments(root, { numbers: undone.slice(0, 3).map(({ number }) => number) });
  expect(again.every(({ error }) => error === null)).toBe(true);
  await expect(createFulfillments(root, { numbers: Array.from({ length: 51 }, () => 'K') })).rejects.toMatchObject({
    ...{ status: 400, field: 'numbers' },
  });
  await database.clear();
});

test('C43 the undo window starts when the last order is shipped, and the mails leave after it', async () => {
  const numbers = await place(3);
  const { bank } = scene.shop;
  const slow: PaymentProvider = {
    ...bank,
    async capture(...args) {
      scene.shop.wait(6_000);
      // The sweeper runs meanwhile.
      await scene.sweep();
      return bank.capture(...args);
    },
  };
  const saga = { provider: slow, owner: 'test', captureAfterMinutes: 10 };
  const results = await createFulfillments(await scene.admin('root', { saga }), { numbers });
  const answeredAt = scene.shop.now().getTime();
  for (const { number, id } of shipmentsOf(results)) {
    const message = await database.repositories.outbox.find(`ORDER_SHIPPED:${number}:${id}`);
    const leavesAfterMs = (message?.sendAfter?.getTime() ?? 0) - answeredAt;
    expect(leavesAfterMs).toBeGreaterThanOrEqual(10_000);
    expect(leavesAfterMs).toBeLessThanOrEqual(11_000);
  }
  expect(shipmentsOf(results)).toHaveLength(3);
  scene.shop.wait(9_999);
  const undone = await undoFulfillments(root, { fulfillments: shipmentsOf(results) });
  expect(undone.map(({ error }) => error)).toEqual([null, null, null]);
});

test('C43 a crash before all orders are shipped loses no mail of the shipped ones', async () => {
  const [number = ''] = await place(1);
  const { orders } = database.repositories;
  const ended = new Error('Ended.');
  let isSent = false;
  const dying = {
    ...orders,
    async change(...args: Parameters<typeof orders.change>) {
      if (isSent) throw ended;
      const changed = await orders.change(...args);
      isSent = changed?.fulfillments !== undefined;
      return changed;
    },
    find: (...args: Parameters<typeof orders.find>) => (isSent ? Promise.reject(ended) : orders.find(...args)),
  };
  const dies = await scene.admin('root', { repositories: { ...database.repositories, orders: dying } });
  const [shipped] = shipmentsOf(await createFulfillments(dies, { numbers: [number] }));
  expect(await scene.messages(number)).toEqual([]);
  await scene.sweepLater();
  expect(await scene.messages(number)).toEqual([`ORDER_SHIPPED:${shipped?.id}`]);
});

test('C43 a provider failure for one order does not stop the others, and a retry ships it later', async () => {
  const numbers = await place(10);
  const provider = await silentAbout(numbers[4] ?? '');
  const saga = { provider, owner: 'test', captureAfterMinutes: 10 };
  const first = await scene.admin('root', { saga, idempotencyKey: 'root\nmany' });
  const results = await createFulfillments(first, { numbers });
  expect(results.map(({ number }) => number)).toEqual(numbers);
  expect(results.filter(({ error }) => error !== null)).toEqual([
    {
      ...{ number: numbers[4], order: null, fulfillmentId: null },
      ...{ error: 'The payment service does not answer. Please try again.', code: 'SERVICE_UNAVAILABLE' },
    },
  ]);
  expect(shipmentsOf(results)).toHaveLength(9);
  expect(mayRetrySucceed(first)).toBe(true);
  const again = await createFulfillments(await scene.admin('root', { idempotencyKey: 'root\nmany' }), { numbers });
  expect(again.every(({ error }) => error === null)).toBe(true);
  for (const [index, { number, fulfillmentId }] of again.entries()) {
    if (index !== 4) expect(fulfillmentId).toBe(results[index]?.fulfillmentId);
    expect((await scene.order(number)).fulfillments).toHaveLength(1);
  }
});

test('C43 a failed undo of one order does not affect the others', async () => {
  const numbers = await place(3);
  const fulfillments = shipmentsOf(await createFulfillments(root, { numbers }));
  const { orders } = database.repositories;
  const failing = {
    ...orders,
    change: (...args: Parameters<typeof orders.change>) =>
      args[0]._id === numbers[1] ? Promise.reject(new TypeError('a fault')) : orders.change(...args),
  };
  const errors: unknown[] = [];
  const faulty = {
    ...(await scene.admin('root', { repositories: { ...database.repositories, orders: failing } })),
    log: { ...root.log, error: (details: unknown) => errors.push(details) },
  };
  expect(await undoFulfillments(faulty, { fulfillments })).toMatchObject([
    { error: null, order: { status: 'placed' } },
    { error: 'Internal server error', code: 'INTERNAL_SERVER_ERROR', order: null },
    { error: null, order: { status: 'placed' } },
  ]);
  expect([errors.length, mayRetrySucceed(faulty)]).toEqual([1, true]);
  expect(await undoFulfillments(root, { fulfillments })).toMatchObject([
    { error: null },
    { error: null },
    { error: null },
  ]);
});
