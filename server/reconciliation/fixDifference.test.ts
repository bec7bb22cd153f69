import { MongoServerError, ObjectId } from 'mongodb';
import { finishJobs } from '../collections/finishJobs';
import type { Repositories } from '../collections/repositories';
import type { OrdersRepository } from '../orders/orders.repository';
import type { PaymentProvider } from '../payments/provider';
import { ShopScene } from '../testing/shopScene';
import { silentLog } from '../testing/silentLog';
import { useTestDatabase } from '../testing/useTestDatabase';
import { fixDifference } from './fixDifference';
import { reconcileDay } from './reconcileDay';
import { dayAt } from './reconciledDay';

const database = useTestDatabase();
let scene: ShopScene;
beforeEach(() => {
  // With two hours left of the UTC day, so that it does not end in the middle of a test.
  scene = new ShopScene(database, Math.min(Date.now(), new Date().setUTCHours(22, 0, 0, 0)));
});

/** What a test does with the only difference of today. */
async function fixing(number: string, provider: PaymentProvider) {
  const check = () => reconcileDay({ ...scene.reconcileDeps(), provider }, dayAt(scene.shop.now()));
  const id = (await check()).differences[0]?.id ?? '';
  const saga = { provider, owner: 'test', captureAfterMinutes: 10 } as const;
  const fix = async (uid: string, repositories: Repositories = database.repositories) =>
    fixDifference(await scene.admin(uid, { saga, repositories }), { id });
  const fixes = async () => {
    const { timeline = [] } = await scene.order(number);
    return timeline.flatMap(({ kind, byUid }) => (kind === 'DIFFERENCE_FIXED' ? [byUid] : []));
  };
  return { check, fix, fixes };
}

/** An order that has not heard of a dispute, which reconciliation has found. */
async function unheardDispute() {
  const number = await scene.placePaid([2]);
  const { payment } = await scene.order(number);
  const { bank } = scene.shop;
  await bank.dispute(payment.id, { id: 'dp_1', amountCents: 500, reason: 'fraudulent', status: 'OPEN' });
  const provider: typeof bank = {
    ...bank,
    async *movements(from, until) {
      yield* bank.movements(from, until);
      const common = { id: 'dp_1', providerId: 'pi_1', amountCents: 500, at: scene.shop.now() } as const;
      yield { ...common, kind: 'DISPUTE', paymentId: payment.id };
    },
  };
  return fixing(number, provider);
}

/** An order that has not heard of a refund. */
async function unheardRefund() {
  const number = await scene.placePaid([2]);
  const { payment } = await scene.order(number);
  await scene.shop.bank.refundInDashboard(payment.id, { id: 're_1', amountCents: 450 });
  return fixing(number, scene.shop.bank);
}

const kinds = [
  ['a dispute', unheardDispute],
  ['a refund', unheardRefund],
] as const;

/** The process ends before this call. */
function endingAt(method: 'noteFixed' | 'store' | 'endRecord'): Repositories {
  const { repositories } = database;
  const ended = () => Promise.reject(new Error('Ended.'));
  return { ...repositories, reconciliations: { ...repositories.reconciliations, [method]: ended } };
}

/** What each process does every minute. */
async function finishLater(repositories = database.repositories): Promise<void> {
  scene.shop.wait(61_000);
  const identity = { disableAccount: () => Promise.resolve() };
  await finishJobs({ repositories, identity, log: silentLog, now: scene.shop.now });
}

const outcomes = async () =>
  (await database.db.collection('auditEntries').find({ kind: 'FIX_DIFFERENCE' }).toArray())
    .map(({ actorUid, outcome }) => [String(actorUid), String(outcome)])
    .sort();

type Change = OrdersRepository['change'];

/** The database refuses to record a fix. */
const failing = (error: Error): Repositories => {
  const { repositories } = database;
  const change: Change = (order, made) =>
    made.timeline?.some(({ kind }) => kind === 'DIFFERENCE_FIXED')
      ? Promise.reject(error)
      : repositories.orders.change(order, made);
  return { ...repositories, orders: { ...repositories.orders, change } };
};

test('two admins who fix a difference at once leave one event in the timeline of its order', async () => {
  const { fix, fixes } = await unheardDispute();
  await Promise.all([fix('root'), fix('other')]);
  await fix('third');
  expect(await fixes()).toHaveLength(1);
});

test('a fix that could not be recorded is recorded by the retry, once', async () => {
  const { fix, fixes } = await unheardDispute();
  await expect(fix('root', failing(new Error('Ended.')))).rejects.toMatchObject({ status: 503 });
  expect(await fixes()).toEqual([]);
  await fix('root');
  await fix('other');
  expect(await fixes()).toEqual(['root']);
});

test.each(kinds)('a fix of %s that ended once the day was reconciled is finished by itself', async (_what, unheard) => {
  const { fix, fixes } = await unheard();
  await expect(fix('root', endingAt('noteFixed'))).rejects.toThrow();
  await Promise.all([finishLater(), finishLater()]);
  expect(await fixes()).toEqual(['root']);
  expect(await outcomes()).toEqual([['root', 'DONE']]);
  await fix('other');
  expect(await fixes()).toEqual(['root']);
});

test.each(kinds)(
  'a fix of %s that ended is finished by whoever repeats it, as the first one’s',
  async (_what, unheard) => {
    const { fix, fixes } = await unheard();
    await expect(fix('root', endingAt('noteFixed'))).rejects.toThrow();
    await fix('other');
    expect(await fixes()).toEqual(['root']);
    await finishLater();
    expect(await outcomes()).toEqual([['root', 'DONE']]);
  },
);

test.each(kinds)('a fix of %s that ended before the day was reconciled waits for that', async (_what, unheard) => {
  const { check, fix, fixes } = await unheard();
  await expect(fix('root', endingAt('store'))).rejects.toMatchObject({ status: 503 });
  await finishLater();
  expect(await outcomes()).toEqual([['root', 'PENDING']]);
  expect((await check()).differences).toEqual([]);
  await finishLater();
  expect(await fixes()).toEqual(['root']);
  expect(await outcomes()).toEqual([['root', 'DONE']]);
});

test('two admins at once leave one event, also where both are cut off', async () => {
  const productId = await scene.shop.product(3);
  const checkout = await scene.shop.submit([{ productId, quantity: 1 }]);
  await scene.shop.drive('buyer', checkout);
  await scene.shop.pay(checkout);
  const payment = `${checkout}:1`;
  const { amountCents = 0 } = (await scene.shop.bank.findState(payment)) ?? {};
  await scene.shop.bank.capture(payment, amountCents);
  const { orderNumber } = await scene.shop.require(checkout, 'PAYING');
  const { check, fix, fixes } = await fixing(orderNumber, scene.shop.bank);
  const { reconciliations } = database.repositories;
  const beginRecord: typeof reconciliations.beginRecord = async (...mended) => {
    await expect(fix('other', endingAt('store'))).rejects.toThrow();
    return reconciliations.beginRecord(...mended);
  };
  const { store } = endingAt('store').reconciliations;
  const overtaken = { ...database.repositories, reconciliations: { ...reconciliations, beginRecord, store } };
  await expect(fix('root', overtaken)).rejects.toThrow();
  await check();
  await finishLater();
  expect(await fixes()).toHaveLength(1);
  expect(await outcomes()).toEqual([
    ['other', 'DONE'],
    ['root', 'DONE'],
  ]);
});

test('a capture whose answer was lost is recorded when the fix is repeated, once', async () => {
  const number = await scene.placePaid([2]);
  const { payment } = await scene.order(number);
  const { bank } = scene.shop;
  const reserved = { $set: { status: 'authorized', capturedCents: 0 }, $unset: { capturedAt: '' as const } };
  await database.db.collection<{ _id: string }>('testPayments').updateOne({ _id: payment.id }, reserved);
  let isLost = true;
  const losing: typeof bank = {
    ...bank,
    async capture(...asked) {
      const state = await bank.capture(...asked);
      if (isLost) throw new Error('No answer.');
      return state;
    },
  };
  const { fix, fixes } = await fixing(number, losing);
  await expect(fix('root')).rejects.toMatchObject({ status: 503 });
  isLost = false;
  await fix('other');
  await fix('root');
  expect(await fixes()).toEqual(['other']);
});

test('a charge without an order that went back is DONE, though the fix was cut off', async () => {
  const { bank } = scene.shop;
  const id = `${new ObjectId().toHexString()}:1`;
  const { clientSecret } = await bank.start({ id, amountCents: 700, checkout: 'gone', order: 'K-0', email: '' });
  await bank.pay(id, clientSecret, { number: '4242424242424242', expiry: '12/99', securityCode: '123' });
  await bank.capture(id, 700);
  const { fix } = await fixing('K-0', bank);
  await expect(fix('root', endingAt('noteFixed'))).rejects.toThrow();
  expect(await bank.findState(id)).toMatchObject({ refundedCents: 700 });
  await finishLater();
  expect(await outcomes()).toEqual([['root', 'DONE']]);
});

test('a fix that cannot be recorded yet stays open, and is recorded once it can be', async () => {
  const { fix, fixes } = await unheardDispute();
  await expect(fix('root', failing(new Error('Ended.')))).rejects.toMatchObject({ status: 503 });
  await finishLater(failing(new Error('Away.')));
  expect(await outcomes()).toEqual([['root', 'PENDING']]);
  await finishLater();
  expect(await fixes()).toEqual(['root']);
  expect(await outcomes()).toEqual([['root', 'DONE']]);
});

test('a crash before the end of the record leaves one event', async () => {
  const { fix, fixes } = await unheardDispute();
  await expect(fix('root', endingAt('endRecord'))).rejects.toThrow();
  await finishLater();
  expect(await fixes()).toEqual(['root']);
  expect(await outcomes()).toEqual([['root', 'DONE']]);
});

test('a failure of the database is not blamed on the payment service', async () => {
  const { fix } = await unheardDispute();
  const refused = new MongoServerError({ message: 'Unknown operator', code: 9 });
  await expect(fix('root', failing(refused))).rejects.toBe(refused);
});
