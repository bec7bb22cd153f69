import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { OrderDocument } from '../orders/orderDocument';
import { amountOf } from '../testing/amountOf';
import { expectPapersInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';

const amount = amountOf({ few: 10, usual: 24, long: 1_000 });
const workers = 3;
const database = useTestDatabase();
const program = join('node_modules', '.cache', `kiosk-papers-${process.pid}.cjs`);
/** Of the driver: it goes without them. */
const optional = [
  ...['kerberos', 'snappy', '@mongodb-js/zstd', '@aws-sdk/*', 'aws4', 'gcp-metadata', 'socks'],
  'mongodb-client-encryption',
];

beforeAll(() => {
  buildSync({
    ...{ entryPoints: [join('server', 'testing', 'paperWorker.fixture.ts')], outfile: program, bundle: true },
    ...{ format: 'cjs', platform: 'node', external: optional },
  });
});
afterAll(() => rmSync(program, { force: true }));

/** Answers whether it was killed. */
function runWorker(numbers: readonly string[], endAtCall: number): Promise<boolean> {
  const { uri: databaseUri, databaseName } = database;
  const orders = JSON.stringify({ databaseUri, databaseName, numbers, endAtCall });
  const worker = spawn(process.execPath, [program, orders], { stdio: ['ignore', 'ignore', 'inherit'] });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`A worker ended with ${code ?? signal}.`));
    });
  });
}

async function countUnnumbered(): Promise<number> {
  const orders = await database.db.collection<OrderDocument>('orders').find().toArray();
  return orders.filter(({ invoice }) => !invoice).length;
}

test(
  `C48 ${amount} orders are paid and half of them cancelled by ${workers} processes that are killed again and again: no number is left out or given twice`,
  async () => {
    const scene = new ShopScene(database);
    const numbers: string[] = [];
    for (let index = 0; index < amount; index += 1) numbers.push(await scene.place([1]));
    let kills = 0;
    for (let round = 0; round < amount && (round < 4 || (await countUnnumbered()) > 0); round += 1) {
      // Somewhere in what is left, sooner or later; what is numbered already takes few calls.
      const lives = Array.from({ length: workers }, () => 4 + Math.floor(Math.random() * amount * 6));
      const ends = await Promise.all(lives.map((life) => runWorker(numbers, life)));
      kills += ends.filter(Boolean).length;
    }
    expect(kills).toBeGreaterThan(2);
    expect(await runWorker(numbers, 0)).toBe(false);
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
