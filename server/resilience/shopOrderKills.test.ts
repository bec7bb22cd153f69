import type { PaymentSettings } from '../env';
import { amountOf } from '../testing/amountOf';
import type { JudgedPayment } from '../testing/playedProvider';
import { expectPurchasesInOrder, expectTimelineComplete } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { paymentsAtStripe, playStripe } from '../testing/stripe/playStripe';
import { withStripeFakes } from '../testing/stripe/programs';
import { useTestDatabase } from '../testing/useTestDatabase';
import { useStripeFakes } from '../testing/stripe/useStripeFakes';
import { runWorker, useWorkerProgram } from '../testing/workerProgram';

const rounds = amountOf({ few: 4, usual: 8, long: 200 });
const roundsAtStripe = amountOf({ few: 2, usual: 3, long: 50 });
const workers = 3;
const ordersOfRound = 5;
/** After this time no buyer can undo any more. */
const aheadMs = 15 * 60_000;
const database = useTestDatabase();
const program = useWorkerProgram('shopOrderWorker');
const fakes = withStripeFakes('whether orders, money and pieces agree with Stripe when processes that work are killed');

interface Kills {
  readonly rounds: number;
  readonly payments: PaymentSettings;
  /** The ledger of a provider that is not in the database. */
  readonly outside?: () => Promise<readonly JudgedPayment[]>;
}

async function killWorkers(scene: ShopScene, { rounds: count, payments, outside }: Kills): Promise<void> {
  let kills = 0;
  const numbers: string[] = [];
  for (let round = 0; round < count; round += 1) {
    for (let order = 0; order < ordersOfRound; order += 1) numbers.push(await scene.place([3, 2]));
    const { uri: databaseUri, databaseName } = database;
    const shared = { databaseUri, databaseName, payments, numbers: numbers.slice(-2 * ordersOfRound), aheadMs };
    const ends = await Promise.all(
      Array.from({ length: workers }, (_, index) => {
        const seed = round * workers + index + 1;
        const endAtCall = 1 + Math.floor(Math.random() * 250);
        return runWorker(program, { ...shared, works: 40, adminUid: `admin-${index}`, seed, endAtCall });
      }),
    );
    kills += ends.filter(Boolean).length;
  }
  scene.shop.wait(60 * 60_000);
  await scene.sweepLater();
  await scene.capture();
  await scene.sweepLater();
  await expectPurchasesInOrder(database.db, scene.shop.delivered, await outside?.());
  let [shipped, refunded] = [0, 0];
  for (const number of numbers) {
    const order = await scene.order(number);
    expectTimelineComplete(order);
    const { fulfillments = [], refunds = [] } = order;
    shipped += fulfillments.length;
    refunded += refunds.length;
  }
  console.log(`${kills} of ${count * workers} processes were killed; ${shipped} shipments, ${refunded} refunds`);
  expect(kills).toBeGreaterThan(count / 2);
  expect(shipped + refunded).toBeGreaterThan(count / 2);
  // A few rounds may ship nothing.
  expect(Math.min(shipped, refunded)).toBeGreaterThan(count / 2 - 2);
}

test(
  `C45 C46 ${rounds} rounds of ${workers} killed processes doing shop order work keep ledgers consistent`,
  () => killWorkers(new ShopScene(database), { rounds, payments: { name: 'test' } }),
  120_000 + rounds * 60_000,
);

fakes.describe('with Stripe', () => {
  const there = useStripeFakes();

  test(
    `C45 C46 C58 ${roundsAtStripe} rounds of ${workers} killed processes doing shop order work keep ledgers consistent`,
    async () => {
      const scene = new ShopScene(database, undefined, (repositories, now) => playStripe(there, repositories, now));
      const outside = () => paymentsAtStripe(there.account);
      await killWorkers(scene, { rounds: roundsAtStripe, payments: there.settings, outside });
      expect(there.proxy.refusals).toEqual([]);
    },
    120_000 + roundsAtStripe * 60_000,
  );
});
