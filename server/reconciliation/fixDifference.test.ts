import { MongoServerError, ObjectId } from 'mongodb';
import { finishJobs } from '../collections/finishJobs';
import type { Repositories } from '../collections/repositories';
import type { OrdersRepository } from '../orders/orders.repository';
import type { PaymentProvider } from '../payments/provider';
import { startSweeper } from '../process/startSweeper';
import { ShopScene } from '../testing/shopScene';
import { silentLog } from '../testing/silentLog';
import { until } from '../testing/until';
import { useTestDatabase } from '../testing/useTestDatabase';
import { checkEndedFixes } from './checkEndedFixes';
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
  const deps = { ...scene.reconcileDeps(), provider };
  const check = () => reconcileDay(deps, dayAt(scene.shop.now()));
  const sweep = (repositories = database.repositories) => checkEndedFixes({ ...deps, repositories })();
  const id = (await check()).differences[0]?.id ?? '';
  const saga = { provider, owner: 'test', captureAfterMinutes: 10 } as const;
  const fix = async (uid: string, repositories: Repositories = database.repositories) =>
    fixDifference(await scene.admin(uid, { saga, repositories }), { id });
  const fixes = async () => {
    const { timeline = [] } = await scene.order(number);
    return timeline.flatMap(({ kind, byUid }) => (kind === 'DIFFERENCE_FIXED' ? [byUid] : []));
  };
  return { check, sweep, fix, fixes };
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
function finish(repositories = database.repositories): Promise<void> {
  const identity = { disableAccount: () => Promise.resolve(null) };
  return finishJobs({ repositories, identity, log: silentLog, now: scene.shop.now });
}

function finishLater(repositories = database.repositories): Promise<void> {
  scene.shop.wait(61_000);
  return finish(repositories);
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

test.each(kinds)(
  'a fix of %s that ended before the day was reconciled is finished after that',
  async (_what, unheard) => {
    const { sweep, fix, fixes } = await unheard();
    await expect(fix('root', endingAt('store'))).rejects.toMatchObject({ status: 503 });
    await sweep();
    await finishLater();
    expect(await outcomes()).toEqual([['root', 'PENDING']]);
    await Promise.all([sweep(), sweep()]);
    await finishLater();
    expect(await fixes()).toEqual(['root']);
    expect(await outcomes()).toEqual([['root', 'DONE']]);
  },
);

test('the sweeper checks the day of an ended fix', async () => {
  const { fix } = await unheardRefund();
  await expect(fix('root', endingAt('store'))).rejects.toMatchObject({ status: 503 });
  scene.shop.wait(61_000);
  const saga = { provider: scene.shop.bank, owner: 'sweeper', captureAfterMinutes: 10 };
  const process = { databaseReady: () => true, countNotice: () => undefined, log: silentLog };
  const stop = startSweeper({ ...saga, ...process, repositories: database.repositories, now: scene.shop.now });
  try {
    await until('the fix is done', async () => {
      await finish();
      return (await outcomes()).every(([, outcome]) => outcome === 'DONE');
    });
  } finally {
    await stop();
  }
}, 60_000);

/** The provider is away while it is. */
async function refundWithoutProvider() {
  const number = await scene.placePaid([2]);
  const { payment } = await scene.order(number);
  const { bank } = scene.shop;
  await bank.refundInDashboard(payment.id, { id: 're_1', amountCents: 450 });
  const provider = { isAway: false };
  const answered = <T>(work: () => T): T => {
    if (provider.isAway) throw new Error('No answer.');
    return work();
  };
  const failing: typeof bank = {
    ...bank,
    findState: async (...asked) => answered(() => bank.findState(...asked)),
    movements: (...asked) => answered(() => bank.movements(...asked)),
  };
  return { provider, ...(await fixing(number, failing)) };
}

test('a fix that the provider has not answered fails once the day has its difference still', async () => {
  const { provider, sweep, fix, fixes } = await refundWithoutProvider();
  provider.isAway = true;
  await expect(fix('root')).rejects.toMatchObject({ status: 503 });
  await finishLater();
  await sweep();
  await finishLater();
  expect(await outcomes()).toEqual([['root', 'PENDING']]);
  provider.isAway = false;
  await sweep();
  await finishLater();
  expect(await outcomes()).toEqual([['root', 'FAILED']]);
  await fix('other');
  expect(await fixes()).toEqual(['other']);
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

test('a capture whose answer was lost is recorded as the first one’s, once', async () => {
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
  const { sweep, fix, fixes } = await fixing(number, losing);
  await expect(fix('root')).rejects.toMatchObject({ status: 503 });
  isLost = false;
  await finishLater();
  await sweep();
  await finishLater();
  expect(await outcomes()).toEqual([['root', 'DONE']]);
  await fix('other');
  expect(await fixes()).toEqual(['root']);
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
