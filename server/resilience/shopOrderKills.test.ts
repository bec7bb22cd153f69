import { amountOf } from '../testing/amountOf';
import { expectPurchasesInOrder, expectTimelineComplete } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { runWorker, useWorkerProgram } from '../testing/workerProgram';

const rounds = amountOf({ few: 4, usual: 8, long: 200 });
const workers = 3;
const ordersOfRound = 3;
/** After this time no buyer can undo any more. */
const aheadMs = 15 * 60_000;
const database = useTestDatabase();
const program = useWorkerProgram('shopOrderWorker');

test(
  `C45 C46 ${rounds} rounds of ${workers} killed processes doing shop order work keep ledgers consistent`,
  async () => {
    let kills = 0;
    const scene = new ShopScene(database);
    const numbers: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (let order = 0; order < ordersOfRound; order += 1) numbers.push(await scene.place([3, 2]));
      const { uri: databaseUri, databaseName } = database;
      const shared = { databaseUri, databaseName, numbers: numbers.slice(-2 * ordersOfRound), works: 40, aheadMs };
      const ends = await Promise.all(
        Array.from({ length: workers }, (_, index) => {
          const seed = round * workers + index + 1;
          const endAtCall = 1 + Math.floor(Math.random() * 200);
          return runWorker(program, { ...shared, adminUid: `admin-${index}`, seed, endAtCall });
        }),
      );
      kills += ends.filter(Boolean).length;
    }
    scene.shop.wait(60 * 60_000);
    await scene.sweepLater();
    await scene.capture();
    await scene.sweepLater();
    await expectPurchasesInOrder(database.db, scene.shop.delivered);
    let [shipped, refunded] = [0, 0];
    for (const number of numbers) {
      const order = await scene.order(number);
      expectTimelineComplete(order);
      const { fulfillments = [], refunds = [] } = order;
      shipped += fulfillments.length;
      refunded += refunds.length;
    }
    console.log(`${kills} of ${rounds * workers} processes were killed; ${shipped} shipments, ${refunded} refunds`);
    expect(kills).toBeGreaterThan(rounds);
    expect(Math.min(shipped, refunded)).toBeGreaterThan(rounds);
  },
  120_000 + rounds * 60_000,
);
