import { MongoClient } from 'mongodb';
import { createSaga } from '../checkout/createSaga';
import { createRandom } from '../collections/random';
import { createRepositories } from '../collections/repositories';
import { longRunningOptions } from '../database/clientOptions';
import type { PaymentSettings } from '../env';
import { UnavailableError } from '../errors';
import { sweepOrders } from '../orders/sweepOrders';
import { asAdmin } from './contexts';
import { pausing } from './pausing';
import { doAnyShopOrderWork } from './shopOrderWork';
import { silentLog } from './silentLog';

/**
 * A process of the shop in which an admin runs random operations on orders, several at once; it kills itself at one of
 * its calls.
 */
interface Settings {
  readonly databaseUri: string;
  readonly databaseName: string;
  readonly payments: PaymentSettings;
  readonly numbers: readonly string[];
  readonly adminUid: string;
  readonly works: number;
  readonly aheadMs: number;
  readonly seed: number;
  /** 0: never. */
  readonly endAtCall: number;
}

const settings = JSON.parse(process.argv[2] ?? '{}') as Settings;
const concurrency = 4;
const now = () => new Date(Date.now() + settings.aheadMs);
let calls = 0;

const before = (): Promise<void> => {
  calls += 1;
  if (calls === settings.endAtCall) process.kill(process.pid, 'SIGKILL');
  return Promise.resolve();
};

const client = new MongoClient(settings.databaseUri, longRunningOptions);
const real = createRepositories(client.db(settings.databaseName));
const { orders, stock, outbox, paperNumbers, auditEntries } = real;
const repositories = {
  ...real,
  ...{ orders: pausing(orders, before), stock: pausing(stock, before), outbox: pausing(outbox, before) },
  ...{ paperNumbers: pausing(paperNumbers, before), auditEntries: pausing(auditEntries, before) },
};
const { shopKey, testPayments, stripePayments } = real;
const { provider: books } = createSaga({
  ...{ repositories: { shopKey, testPayments, stripePayments: pausing(stripePayments, before) }, now },
  ...{ payments: settings.payments, publicUrl: () => '' },
});
const provider = pausing(books, before);
const orderDeps = { repositories, provider, now, log: silentLog };

/** Stripe refuses a key while another process uses it: the outcome is unknown then, and looked at later. */
function requireUnanswered(error: unknown): void {
  if (settings.payments.name !== 'stripe' || !(error instanceof UnavailableError)) throw error;
}

async function work(): Promise<void> {
  const { below } = createRandom(settings.seed);
  const saga = { provider, owner: settings.adminUid, captureAfterMinutes: 10 };
  const admin = await asAdmin(repositories, settings.adminUid, { now, saga });
  let left = settings.works;
  const workOn = async (): Promise<void> => {
    for (left -= 1; left >= 0; left -= 1) {
      const number = settings.numbers[below(settings.numbers.length)] ?? '';
      await doAnyShopOrderWork({ admin, orderDeps, number, below }).catch(requireUnanswered);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, workOn));
  await sweepOrders(orderDeps);
  await client.close();
}

void work();
