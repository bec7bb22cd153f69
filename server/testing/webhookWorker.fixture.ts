import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { longRunningOptions } from '../database/clientOptions';
import { neverStopping } from '../database/sweepPeriodically';
import { createWebhookSweep } from '../webhooks/startWebhooks';
import { webhookContext } from '../webhooks/webhookContext';
import { asViewer, viewerNamed } from './contexts';
import { shopChanges } from './shopChanges';

/**
 * A process of the shop that only handles webhooks: it makes changes, turns their events into deliveries and sends
 * them. The clock of its deliveries is fast, so that leases and pauses take a fortieth of their time.
 */
interface Orders {
  readonly databaseUri: string;
  readonly databaseName: string;
  readonly startedAt: number;
  /** Whether it makes changes; after the kills it only sends what is left. */
  readonly isWriting: boolean;
}

const speed = 40;
const writers = 3;
const { databaseUri, databaseName, startedAt, isWriting } = JSON.parse(process.argv[2] ?? '{}') as Orders;
const client = new MongoClient(databaseUri, longRunningOptions);
const db = client.db(databaseName);
const repositories = createRepositories(db);
const none = () => undefined;
const changes = shopChanges(db, repositories, asViewer(repositories, viewerNamed('root')));
const sweep = createWebhookSweep({
  ...{ repositories, log: { info: none, warn: none } },
  now: () => new Date(startedAt + (Date.now() - startedAt) * speed),
  ...webhookContext({ firebase: null, webhooks: { privateAddresses: true, keys: [] } }, repositories.shopKey),
});

async function forever(work: () => Promise<unknown>, everyMs: number): Promise<never> {
  for (;;) {
    // A change that another process has made first is refused.
    await work().catch(none);
    await delay(everyMs * (0.5 + Math.random()));
  }
}

async function start(): Promise<void> {
  await client.connect();
  process.stdout.write('up\n');
  void forever(() => sweep.sweep(neverStopping), 40);
  if (isWriting) for (let writer = 0; writer < writers; writer += 1) void forever(changes.anything, 40);
}

void start();
