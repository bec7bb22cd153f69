import { MongoClient } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { longRunningOptions } from '../database/clientOptions';
import { captureOrder } from '../orders/capturePayments';
import { driveOrder } from '../orders/driveOrder';
import { tryToEnd } from '../orders/endOrder';
import type { OrderDeps } from '../orders/orderDeps';
import { sweepOrders } from '../orders/sweepOrders';
import { createTestProvider } from '../payments/testProvider';
import { pausing } from './pausing';
import { silentLog } from './silentLog';

/**
 * A process of the shop that captures many orders concurrently and cancels every second one; it kills itself at one of
 * its calls.
 */
interface Orders {
  readonly databaseUri: string;
  readonly databaseName: string;
  readonly numbers: readonly string[];
  /** 0: never. */
  readonly endAtCall: number;
}

const orders = JSON.parse(process.argv[2] ?? '{}') as Orders;
const concurrency = 8;
/** After the undo period, so that the work of killed processes is due. */
const now = () => new Date(Date.now() + 15 * 60_000);
let calls = 0;

const before = (): Promise<void> => {
  calls += 1;
  if (calls === orders.endAtCall) process.kill(process.pid, 'SIGKILL');
  return Promise.resolve();
};

const client = new MongoClient(orders.databaseUri, longRunningOptions);
const real = createRepositories(client.db(orders.databaseName));
const provider = createTestProvider({
  ...{ payments: real.testPayments, secret: () => Promise.resolve('secret'), noticeUrl: () => '', now },
});
const deps: OrderDeps = {
  repositories: { ...real, orders: pausing(real.orders, before), paperNumbers: pausing(real.paperNumbers, before) },
  ...{ provider: pausing(provider, before), now },
  log: silentLog,
};

async function goOnWith(number: string): Promise<void> {
  const order = await deps.repositories.orders.find(number);
  if (!order) return;
  const isEven = orders.numbers.indexOf(number) % 2 === 0;
  if (order.payment.status === 'authorized' || order.payment.status === 'capturing') {
    const captured = await captureOrder({ orders: deps.repositories.orders, provider, now }, order);
    if (captured) await driveOrder(deps, captured);
  } else if (isEven && order.status === 'placed') await tryToEnd(deps, order, 'cancel');
}

async function work(): Promise<void> {
  const left = [...orders.numbers, ...orders.numbers].sort(() => Math.random() - 0.5);
  const one = async (): Promise<void> => {
    for (let number = left.pop(); number !== undefined; number = left.pop()) await goOnWith(number);
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  await sweepOrders(deps);
  await client.close();
}

void work();
