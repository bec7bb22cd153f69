import type { ObjectId } from 'mongodb';
import { amountOf } from '../testing/amountOf';
import { faulty, InjectedFault } from '../testing/faulty';
import { Pause, pausing } from '../testing/pausing';
import { expectCounted, expectPurchasesInOrder, readPurchases } from '../testing/purchaseJudge';
import { SagaShop } from '../testing/sagaShop';
import { silentLog } from '../testing/silentLog';
import { useTestDatabase } from '../testing/useTestDatabase';
import { capturePayments } from './capturePayments';
import { driveOrder } from './driveOrder';
import { tryToEnd } from './endOrder';
import type { Cancellation, OrderDocument } from './orderDocument';
import type { OrderDeps } from './orderDeps';
import { sweepOrders } from './sweepOrders';

const limitMs = 600_000;
const database = useTestDatabase();
/** Upper bound of the calls in one run. */
const maxCalls = 60;
/** Tests every call, or every third one in short runs. */
const stride = amountOf({ few: 3, usual: 1 });
/** Quantities in the order. */
const pieces = { lamps: 2, chairs: 1 };

interface Scene {
  readonly shop: SagaShop;
  readonly deps: OrderDeps;
  readonly number: string;
  readonly products: readonly ObjectId[];
}

type Wrap = <T extends object>(real: T) => T;

/** Wraps every call of a process of the shop. */
function wrapped({ repositories, provider, ...others }: OrderDeps, wrap: Wrap): OrderDeps {
  const { orders, stock, store, products, outbox, paperNumbers, shopSettings } = repositories;
  return {
    ...others,
    repositories: {
      ...{ orders: wrap(orders), stock: wrap(stock), store: wrap(store), products: wrap(products) },
      ...{ outbox: wrap(outbox), paperNumbers: wrap(paperNumbers), shopSettings: wrap(shopSettings) },
    },
    provider: wrap(provider),
  };
}

/** Places a paid order from the cart; captures it if it is to be cancelled. */
async function newScene(kind: Cancellation['kind']): Promise<Scene> {
  await database.clear();
  const shop = new SagaShop(database.repositories);
  const [lamp, chair] = [await shop.product(3), await shop.product(3)];
  const id = await shop.submit([
    { productId: lamp, quantity: pieces.lamps },
    { productId: chair, quantity: pieces.chairs },
  ]);
  await shop.drive('buyer', id);
  await shop.pay(id);
  const placed = await shop.drive('buyer', id);
  const deps: OrderDeps = { repositories: database.repositories, provider: shop.bank, now: shop.now, log: silentLog };
  if (kind === 'cancel') {
    shop.wait(11 * 60_000);
    await capturePayments(deps);
  }
  return { shop, deps, number: placed?.orderNumber ?? '', products: [lamp, chair] };
}

const stored = async (number: string) => (await database.repositories.orders.find(number)) as OrderDocument;
const cart = () => database.repositories.store.findByOwner('anna', 500);

/** Sweeps a minute later, which completes whatever was left undone. */
async function sweepLater({ shop, deps }: Scene): Promise<void> {
  shop.wait(60_000);
  await sweepOrders(deps);
}

async function expectEnded({ shop, number, products }: Scene, kind: Cancellation['kind']): Promise<void> {
  const { status, cancellation, dueAt, payment, totalCents } = await stored(number);
  expect([status, cancellation?.kind, cancellation?.step, dueAt]).toEqual(['cancelled', kind, 'done', null]);
  const state = await shop.bank.findState(payment.id);
  if (kind === 'undo') expect(state).toMatchObject({ result: 'CANCELLED', capturedCents: 0 });
  else expect(state).toMatchObject({ capturedCents: totalCents, refundedCents: totalCents });
  expect(await cart()).toHaveLength(kind === 'undo' ? pieces.lamps + pieces.chairs : 0);
  for (const id of products)
    expect(await database.repositories.stock.find(id)).toMatchObject({ onHand: 3, available: 3 });
  expect(await database.db.collection('stockMovements').countDocuments({ reason: 'CANCELLATION' })).toBeLessThanOrEqual(
    2,
  );
  await expectPurchasesInOrder(database.db, shop.delivered);
}

test.each(['undo', 'cancel'] as const)(
  'C33 %s: after a crash at any call the sweeper completes payment, stock and cart exactly once',
  async (kind) => {
    let ended = 0;
    for (let at = 0; at < maxCalls; at += stride) {
      const scene = await newScene(kind);
      let call = -1;
      const fails = () => (call += 1) === at;
      const dying = wrapped(scene.deps, (real) => faulty(real, fails));
      const order = await stored(scene.number);
      await tryToEnd(dying, order, kind).catch((error: unknown) => {
        if (!(error instanceof InjectedFault)) throw error;
      });
      (await readPurchases(database.db)).stock.forEach(expectCounted);
      // The crash came before the order was changed.
      if ((await stored(scene.number)).status === 'placed') await tryToEnd(scene.deps, order, kind);
      await sweepLater(scene);
      await expectEnded(scene, kind);
      if (call < at) break;
      ended += 1;
    }
    // A crash occurred at every call.
    expect(ended * stride).toBeGreaterThan(12);
    expect(ended * stride).toBeLessThan(maxCalls);
  },
  limitMs,
);

test.each(['undo', 'cancel'] as const)(
  'C33 %s: a process paused before any call changes nothing after another one has finished',
  async (kind) => {
    let paused = 0;
    for (let at = 1; at < maxCalls; at += stride) {
      const scene = await newScene(kind);
      const pause = new Pause(at);
      const slow = wrapped(scene.deps, (real) => pausing(real, pause.before));
      const work = tryToEnd(slow, await stored(scene.number), kind);
      if (!(await pause.isReachedBy(work))) break;
      paused += 1;
      const present = await stored(scene.number);
      if (present.status === 'placed') await tryToEnd(scene.deps, present, kind);
      await sweepLater(scene);
      // Moves the movements out of the stock document, where the late process does not see them.
      for (const document of await database.repositories.stock.findUnfinished(10))
        await database.repositories.stock.storeMovements(document);
      pause.resume();
      await work;
      await expectEnded(scene, kind);
    }
    expect(paused * stride).toBeGreaterThan(8);
  },
  limitMs,
);

test('C33 cancels the order while the provider is down and returns money, pieces and cart later', async () => {
  const scene = await newScene('undo');
  const away = { ...scene.shop.bank, void: () => Promise.reject(new Error('It does not answer.')) };
  const order = await tryToEnd({ ...scene.deps, provider: away }, await stored(scene.number), 'undo');
  expect(order).toMatchObject({ status: 'cancelled', payment: { status: 'authorized' } });
  expect(await cart()).toEqual([]);
  for (const id of scene.products) expect((await database.repositories.stock.find(id))?.onHand).toBeLessThan(3);
  scene.shop.wait(60_000);
  await sweepOrders({ ...scene.deps, provider: away });
  expect(await stored(scene.number)).toMatchObject({ cancellation: { step: 'payment' } });
  await sweepLater(scene);
  await expectEnded(scene, 'undo');
});

test('C33 refunds a capture that completes during a cancellation', async () => {
  const scene = await newScene('undo');
  const order = await stored(scene.number);
  // The provider has captured, but the shop did not get the answer.
  const capturing = { payment: { ...order.payment, status: 'capturing' } } as const;
  const begun = (await database.repositories.orders.change(order, capturing)) as OrderDocument;
  await scene.shop.bank.capture(order.payment.id, order.totalCents);
  await expect(tryToEnd(scene.deps, begun, 'undo')).rejects.toThrow('It cannot be undone any more.');
  await tryToEnd(scene.deps, begun, 'cancel');
  await expectEnded(scene, 'cancel');
});

test('leaves an order that was not ended unchanged', async () => {
  const scene = await newScene('undo');
  expect(await driveOrder(scene.deps, await stored(scene.number))).toMatchObject({ status: 'placed', version: 1 });
});
