import type { OrderDocument } from '../orders/orderDocument';
import { amountOf } from '../testing/amountOf';
import { expectPapersInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { runWorker, useWorkerProgram } from '../testing/workerProgram';

const amount = amountOf({ few: 10, usual: 24, long: 1_000 });
const workers = 3;
const database = useTestDatabase();
const program = useWorkerProgram('paperWorker');

/** Resolves to whether the worker was killed. */
const take = (numbers: readonly string[], endAtCall: number): Promise<boolean> =>
  runWorker(program, { databaseUri: database.uri, databaseName: database.databaseName, numbers, endAtCall });

async function countUnnumbered(): Promise<number> {
  const orders = await database.db.collection<OrderDocument>('orders').find().toArray();
  return orders.filter(({ invoice }) => !invoice).length;
}

test(
  `C48 ${amount} orders handled by ${workers} repeatedly killed processes get numbers without gaps`,
  async () => {
    const scene = new ShopScene(database);
    const numbers: string[] = [];
    for (let index = 0; index < amount; index += 1) numbers.push(await scene.place([1]));
    let kills = 0;
    for (let round = 0; round < amount && (round < 4 || (await countUnnumbered()) > 0); round += 1) {
      // A random number of calls; orders that already have a number take few of them.
      const lives = Array.from({ length: workers }, () => 4 + Math.floor(Math.random() * amount * 6));
      const ends = await Promise.all(lives.map((life) => take(numbers, life)));
      kills += ends.filter(Boolean).length;
    }
    expect(kills).toBeGreaterThan(2);
    expect(await take(numbers, 0)).toBe(false);
    scene.shop.wait(30 * 60_000);
    await scene.capture();
    await scene.sweepLater();
    await expectPapersInOrder(database.db);
    const { paperNumbers } = database.repositories;
    expect((await paperNumbers.findLast('invoices')).last).toBe(amount);
    expect((await paperNumbers.findLast('creditNotes')).last).toBe(Math.ceil(amount / 2));
  },
  600_000 + amount * 10_000,
);
