import type { Context } from '../context';
import type { Repositories } from '../collections/repositories';
import { lineId } from '../orders/orderPieces';
import { amountOf } from '../testing/amountOf';
import { faulty, InjectedFault } from '../testing/faulty';
import { Pause, pausing } from '../testing/pausing';
import { expectCounted, expectPurchasesInOrder, readPurchases } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { cancelShopOrder } from './cancelShopOrder';
import { createFulfillment } from './createFulfillment';
import { refundOrder } from './refundOrder';
import { undoFulfillments } from './undoFulfillments';
import { updateFulfillment } from './updateFulfillment';

const limitMs = 900_000;
const database = useTestDatabase();
/** Upper bound of the calls in one run. */
const maxCalls = 60;
/**
 * Every call with the full figures, else every third one: successive steps alternate between the sweeper and a repeated
 * request, so the stride is odd.
 */
const stride = amountOf({ few: 3, usual: 3, long: 1 });
const minute = 60_000;

type Wrap = <T extends object>(real: T) => T;

/** An admin's request in a process whose calls are all wrapped; a repeated request carries the same key. */
async function request(scene: ShopScene, wrap: Wrap = (real) => real): Promise<Context> {
  const admin = await scene.admin();
  const { orders, stock, products, outbox, auditEntries, paperNumbers, shopSettings } = database.repositories;
  const repositories: Repositories = {
    ...database.repositories,
    ...{ orders: wrap(orders), stock: wrap(stock), products: wrap(products), outbox: wrap(outbox) },
    ...{ auditEntries: wrap(auditEntries), paperNumbers: wrap(paperNumbers), shopSettings: wrap(shopSettings) },
  };
  const saga = { ...admin.saga, provider: wrap(scene.shop.bank) };
  return { ...admin, repositories, saga, idempotencyKey: 'root\nthe key' };
}

interface Work {
  readonly title: string;
  readonly place: (scene: ShopScene) => Promise<string>;
  readonly work: (context: Context, number: string) => Promise<unknown>;
  /** The timeline of the order once the work is done. */
  readonly done: readonly string[];
}

const firstLine = async ({ repositories: { orders } }: Context, number: string) => {
  const line = (await orders.find(number))?.lines[0];
  return line ? lineId(line) : '';
};

const works: readonly Work[] = [
  {
    title: 'ship, and take the money before',
    async place(scene) {
      const number = await scene.place([2]);
      scene.shop.wait(11 * minute);
      return number;
    },
    work: (context, number) => createFulfillment(context, { number }),
    done: ['PLACED', 'CAPTURED', 'SHIPPED'],
  },
  {
    title: 'refund a piece and put it back',
    place: (scene) => scene.placePaid([2, 1]),
    async work(context, number) {
      const lines = [{ id: await firstLine(context, number), quantity: 1 }];
      return refundOrder(context, { number, lines, restock: true });
    },
    done: ['PLACED', 'CAPTURED', 'REFUND_BEGUN', 'REFUNDED'],
  },
  {
    title: 'cancel what has not left',
    async place(scene) {
      const number = await scene.placePaid([2, 1]);
      const admin = await scene.admin('ada');
      await createFulfillment(admin, { number, lines: [{ id: await firstLine(admin, number), quantity: 1 }] });
      return number;
    },
    work: (context, number) => cancelShopOrder(context, { number }),
    done: ['PLACED', 'CAPTURED', 'SHIPPED', 'REST_CANCELLED', 'REFUNDED'],
  },
  {
    title: 'correct a shipment',
    async place(scene) {
      const number = await scene.placePaid([1]);
      await createFulfillment(await scene.admin('ada'), { number, carrier: 'UPS' });
      return number;
    },
    async work(context, number) {
      const id = (await context.repositories.orders.find(number))?.fulfillments?.[0]?.id ?? '';
      return updateFulfillment(context, { number, id, carrier: 'DHL' });
    },
    done: ['PLACED', 'CAPTURED', 'SHIPPED', 'SHIPMENT_CORRECTED'],
  },
  {
    title: 'undo a shipment',
    async place(scene) {
      const number = await scene.placePaid([1]);
      await createFulfillment(await scene.admin('ada'), { number });
      return number;
    },
    async work(context, number) {
      const id = (await context.repositories.orders.find(number))?.fulfillments?.[0]?.id ?? '';
      const [result] = await undoFulfillments(context, { fulfillments: [{ number, id }] });
      // A failure by the crash is an internal error, not a refusal.
      if (result?.error && result.code !== 'INTERNAL_SERVER_ERROR') throw new Error(result.error);
    },
    done: ['PLACED', 'CAPTURED', 'SHIPPED', 'SHIPMENT_UNDONE'],
  },
];

const kindsOf = async (scene: ShopScene, number: string) =>
  (await scene.order(number)).timeline?.map(({ kind }) => kind);

async function expectDone(scene: ShopScene, number: string, { done }: Work): Promise<void> {
  expect(await kindsOf(scene, number)).toEqual(done);
  expect((await scene.order(number)).dueAt ?? null).toBeNull();
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
}

test.each(works)(
  'C26 C42 C45 C46 $title: after a crash at any call the sweeper or a retry completes the work',
  async (each) => {
    let ended = 0;
    for (let at = 0; at < maxCalls; at += stride) {
      await database.clear();
      const scene = new ShopScene(database);
      const number = await each.place(scene);
      let call = -1;
      const dying = await request(scene, (real) => faulty(real, () => (call += 1) === at));
      await each.work(dying, number).catch((error: unknown) => {
        if (!(error instanceof InjectedFault) && (error as { status?: number }).status !== 503) throw error;
      });
      (await readPurchases(database.db)).stock.forEach(expectCounted);
      if (at % 2 === 0) {
        // Without a retry: the work was either decided or never recorded.
        await scene.sweepLater();
        await scene.capture();
        await expectPurchasesInOrder(database.db, scene.shop.delivered);
      }
      // Within the undo window of a shipment.
      if (each.done.at(-1) !== 'SHIPMENT_UNDONE' || at % 2 === 1) await each.work(await request(scene), number);
      await scene.sweepLater();
      if (each.done.at(-1) !== 'SHIPMENT_UNDONE' || at % 2 === 1) await expectDone(scene, number, each);
      if (call < at) break;
      ended += 1;
    }
    // A crash occurred at every call.
    expect(ended * stride).toBeGreaterThan(8);
    expect(ended * stride).toBeLessThan(maxCalls);
  },
  limitMs,
);

test.each(works)(
  'C26 $title: a process paused before any call changes nothing after another one has finished',
  async (each) => {
    let paused = 0;
    for (let at = 1; at < maxCalls; at += stride) {
      await database.clear();
      const scene = new ShopScene(database);
      const number = await each.place(scene);
      const pause = new Pause(at);
      const work = each.work(await request(scene, (real) => pausing(real, pause.before)), number);
      work.catch(() => undefined);
      if (!(await pause.isReachedBy(work))) break;
      paused += 1;
      await each.work(await request(scene), number);
      await scene.sweepLater();
      for (const document of await database.repositories.stock.findUnfinished(10))
        await database.repositories.stock.storeMovements(document);
      pause.resume();
      // By the stale order the shipment could be undone, but no longer in the database.
      await work.catch((error: unknown) => expect(String(error)).toContain('It cannot be undone any more'));
      await scene.sweepLater();
      await expectDone(scene, number, each);
    }
    expect(paused * stride).toBeGreaterThan(5);
  },
  limitMs,
);

test('C43 a process paused while queueing the mail of a shipment that is undone meanwhile withdraws it', async () => {
  const scene = new ShopScene(database);
  const number = await scene.placePaid([1]);
  const { outbox } = database.repositories;
  const pause = new Pause(1);
  const slow = {
    ...outbox,
    insert: async (...args: Parameters<typeof outbox.insert>) => (await pause.before(), outbox.insert(...args)),
  };
  const admin = await scene.admin('ada', { repositories: { ...database.repositories, outbox: slow } });
  const work = createFulfillment(admin, { number });
  expect(await pause.isReachedBy(work)).toBe(true);
  const id = (await scene.order(number)).fulfillments?.[0]?.id ?? '';
  const [undone] = await undoFulfillments(await scene.admin(), { fulfillments: [{ number, id }] });
  expect(undone?.error).toBeNull();
  pause.resume();
  await work;
  await scene.sweepLater();
  expect(await scene.messages(number)).toEqual([]);
});
