import { createRandom } from '../collections/random';
import { amountOf } from '../testing/amountOf';
import { expectPurchasesInOrder, expectTimelineComplete } from '../testing/purchaseJudge';
import { doAnyShopOrderWork } from '../testing/shopOrderWork';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';

const limitMs = 900_000;
const rounds = amountOf({ few: 6, usual: 20, long: 400 });
const atOnce = 5;
const database = useTestDatabase();

test(
  'I2 I4 C45 C46 concurrent ship, cancel, refund, capture and undo keep all ledgers consistent',
  async () => {
    const happened: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1) {
      const random = createRandom(round * 7_919 + 1);
      const below = (count: number) => random.below(count);
      await database.clear();
      const scene = new ShopScene(database);
      const number = await scene.place([3, 2]);
      // The undo period is over; in half of the rounds the sweeper has captured.
      scene.shop.wait(11 * 60_000);
      if (round % 2 === 0) await scene.capture();
      const anything = async (uid: string) =>
        doAnyShopOrderWork({ admin: await scene.admin(uid), orderDeps: scene.deps(), number, below });
      for (let wave = 0; wave < 3; wave += 1) {
        const work = Array.from({ length: atOnce }, (_, index) => anything(`admin-${index}`));
        for (const name of await Promise.all(work)) happened[name] = (happened[name] ?? 0) + 1;
        scene.shop.wait(3_000);
      }
      await scene.sweepLater();
      await scene.sweepLater();
      await scene.capture();
      await expectPurchasesInOrder(database.db, scene.shop.delivered);
      expectTimelineComplete(await scene.order(number));
    }
    console.log(`In ${rounds} rounds: ${JSON.stringify(happened)}`);
    expect(Object.keys(happened).filter((name) => !name.endsWith('refused')).length).toBeGreaterThan(5);
  },
  limitMs,
);
