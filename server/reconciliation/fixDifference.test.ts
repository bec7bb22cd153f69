import { MongoServerError } from 'mongodb';
import type { Repositories } from '../collections/repositories';
import type { OrdersRepository } from '../orders/orders.repository';
import { ShopScene } from '../testing/shopScene';
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
  const found = await reconcileDay({ ...scene.reconcileDeps(), provider }, dayAt(scene.shop.now()));
  const id = found.differences[0]?.id ?? '';
  const saga = { provider, owner: 'test', captureAfterMinutes: 10 } as const;
  const fix = async (uid: string, repositories: Repositories = database.repositories) =>
    fixDifference(await scene.admin(uid, { saga, repositories }), { id });
  const fixes = async () => {
    const { timeline = [] } = await scene.order(number);
    return timeline.flatMap(({ kind, byUid }) => (kind === 'DIFFERENCE_FIXED' ? [byUid] : []));
  };
  return { fix, fixes };
}

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

test('a fix whose process ended right after the day was reconciled is recorded by the retry', async () => {
  const { fix, fixes } = await unheardDispute();
  const { repositories } = database;
  const noteFixed = () => Promise.reject(new Error('Ended.'));
  const reconciliations = { ...repositories.reconciliations, noteFixed };
  await expect(fix('root', { ...repositories, reconciliations })).rejects.toThrow();
  await fix('root');
  expect(await fixes()).toEqual(['root']);
});

test('a failure of the database is not blamed on the payment service', async () => {
  const { fix } = await unheardDispute();
  const refused = new MongoServerError({ message: 'Unknown operator', code: 9 });
  await expect(fix('root', failing(refused))).rejects.toBe(refused);
});
