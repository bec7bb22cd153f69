import type { ObjectId } from 'mongodb';
import { Pause, pausing } from '../testing/pausing';
import { expectPurchasesInOrder, readPurchases } from '../testing/purchaseJudge';
import { SagaShop } from '../testing/sagaShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { driveCheckout } from './driveCheckout';
import type { SagaDeps } from './sagaDeps';

const database = useTestDatabase();
/** More calls than any driver makes in one run. */
const maxCalls = 60;
const beyondLeaseMs = 11_000;

interface Scene {
  readonly shop: SagaShop;
  readonly lamps: ObjectId;
  readonly chairs: ObjectId;
  readonly id: string;
  /** Resumes the paused driver and waits until it ends. */
  readonly goOn: () => Promise<void>;
}

interface Scenario {
  readonly title: string;
  /** What happened before the driver that will be paused. */
  readonly before?: (scene: Scene) => Promise<unknown>;
  /** What other drivers do while it is paused beyond its lease. */
  readonly meanwhile: (scene: Scene) => Promise<unknown>;
  /** What happens after it was resumed. */
  readonly after?: (scene: Scene) => Promise<unknown>;
  readonly orders: number;
}

const drive = ({ shop, id }: Scene) => shop.drive('another', id);
const buy = async (scene: Scene) => {
  await drive(scene);
  await scene.shop.pay(scene.id);
  await drive(scene);
};
/** Submits again with lamps only, after five chairs were too many. */
const wantLamps = async (scene: Scene, quantity: number) => {
  await drive(scene);
  await scene.shop.submitAgain(scene.id, [{ productId: scene.lamps, quantity }]);
};
const endHold = ({ shop }: Scene) => shop.wait(16 * 60_000);

/** Ends the driver before it stores the order. */
const dieBeforeOrder = ({ shop, id }: Scene) => shop.dieBefore('order', id);

/** Resumes the paused driver between the check of the holds and the sale. */
async function sellWhileItGoesOn({ shop, id, goOn }: Scene): Promise<void> {
  await shop.drive('another', id);
  await shop.pay(id);
  const beforeStep = (step: string) => (step === 'PLACING' ? goOn() : undefined);
  await driveCheckout({ ...shop.deps('another'), beforeStep }, id);
}

const scenarios: readonly Scenario[] = [
  { title: 'the pieces are sold', meanwhile: buy, orders: 1 },
  { title: 'pieces are short', meanwhile: drive, orders: 0 },
  {
    title: 'pieces are short, and others are bought',
    meanwhile: async (scene) => {
      await wantLamps(scene, 1);
      await buy(scene);
    },
    orders: 1,
  },
  {
    title: 'pieces are short, and fewer are wanted, then bought',
    meanwhile: (scene) => wantLamps(scene, 1),
    after: buy,
    orders: 1,
  },
  {
    title: 'pieces are short, and as many are being sold',
    meanwhile: async (scene) => {
      await wantLamps(scene, 2);
      await sellWhileItGoesOn(scene);
    },
    orders: 1,
  },
  {
    title: 'a driver ends between stock and order, and its movements are stored',
    meanwhile: async (scene) => {
      await drive(scene);
      await scene.shop.pay(scene.id);
      await dieBeforeOrder(scene);
      await scene.shop.sweep('another');
    },
    after: async (scene) => {
      scene.shop.wait(beyondLeaseMs);
      await drive(scene);
    },
    orders: 1,
  },
  {
    title: 'a paid checkout is placed',
    before: async (scene) => {
      await drive(scene);
      await scene.shop.pay(scene.id);
    },
    meanwhile: drive,
    orders: 1,
  },
  {
    title: 'a hold ends',
    before: async (scene) => {
      await drive(scene);
      endHold(scene);
    },
    meanwhile: drive,
    orders: 0,
  },
  {
    title: 'a hold ends before there is a payment',
    meanwhile: async (scene) => (endHold(scene), drive(scene)),
    orders: 0,
  },
  {
    title: 'the buyer cancels',
    meanwhile: async (scene) => {
      await scene.shop.cancel(scene.id);
      await drive(scene);
    },
    orders: 0,
  },
  {
    title: 'the buyer cancels what is paid',
    before: async (scene) => {
      await drive(scene);
      await scene.shop.pay(scene.id);
      await scene.shop.cancel(scene.id);
    },
    meanwhile: drive,
    orders: 0,
  },
];

async function newScene(chairs: number): Promise<Omit<Scene, 'goOn'>> {
  await database.clear();
  const shop = new SagaShop(database.repositories);
  const [lamp, chair] = [await shop.product(3), await shop.product(3)];
  const id = await shop.submit([
    { productId: lamp, quantity: 2 },
    { productId: chair, quantity: chairs },
  ]);
  return { shop, lamps: lamp, chairs: chair, id };
}

/** Returns false when the driver ended before its n-th call. */
async function playPausedAt(call: number, scenario: Scenario): Promise<boolean> {
  const begun = await newScene(scenario.title.startsWith('pieces are short') ? 5 : 1);
  const pause = new Pause(call);
  let driver: Promise<unknown> = Promise.resolve();
  const goOn = async () => {
    pause.resume();
    await driver.catch(() => undefined);
  };
  const scene: Scene = { ...begun, goOn };
  await scenario.before?.(scene);
  const { repositories, provider, ...others } = scene.shop.deps('paused');
  const deps: SagaDeps = {
    ...others,
    provider: pausing(provider, pause.before),
    repositories: {
      checkouts: pausing(repositories.checkouts, pause.before),
      stock: pausing(repositories.stock, pause.before),
      orders: pausing(repositories.orders, pause.before),
      outbox: pausing(repositories.outbox, pause.before),
      store: pausing(repositories.store, pause.before),
      products: pausing(repositories.products, pause.before),
      paperNumbers: pausing(repositories.paperNumbers, pause.before),
      shopSettings: pausing(repositories.shopSettings, pause.before),
    },
  };
  driver = driveCheckout(deps, scene.id);
  const isPaused = await pause.isReachedBy(driver);
  scene.shop.wait(beyondLeaseMs);
  if (isPaused) await scenario.meanwhile(scene);
  await goOn();
  if (isPaused) {
    await scenario.after?.(scene);
    await scene.shop.settle();
    await expectPurchasesInOrder(database.db, scene.shop.delivered);
    expect((await readPurchases(database.db)).orders).toHaveLength(scenario.orders);
  }
  return isPaused;
}

test.each(scenarios)(
  'C26 purchases stay consistent when a driver is paused beyond its lease at any call while $title',
  async (scenario) => {
    let call = 1;
    while (call < maxCalls && (await playPausedAt(call, scenario))) call += 1;
    expect(call).toBeGreaterThan(3);
    expect(call).toBeLessThan(maxCalls);
  },
);
