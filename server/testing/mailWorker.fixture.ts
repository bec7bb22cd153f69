import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { longRunningOptions } from '../database/clientOptions';
import { messageReader } from '../mail/readMessage';
import { neverStopping } from '../database/sweepPeriodically';
import { sendMessages } from '../mail/sendMessages';
import { createSmtpTransport } from '../mail/smtpTransport';
import { messageGate } from '../orders/messageGate';

/**
 * A process of the shop that only sends mail. Its clock is fast, so that leases and pauses take a fortieth of their
 * time.
 */
interface Orders {
  readonly databaseUri: string;
  readonly databaseName: string;
  readonly smtpUrl: string;
  readonly startedAt: number;
}

const speed = 40;
const { databaseUri, databaseName, smtpUrl, startedAt } = JSON.parse(process.argv[2] ?? '{}') as Orders;
const now = () => new Date(startedAt + (Date.now() - startedAt) * speed);
const client = new MongoClient(databaseUri, longRunningOptions);
const repositories = createRepositories(client.db(databaseName));
const from = { name: 'Kiosk', address: 'orders@shop.example' };
const none = () => undefined;
const deps = {
  ...{ repositories, now, from, log: { info: none, warn: none, error: none } },
  transport: createSmtpTransport({ smtpUrl, from }),
  read: messageReader({ repositories, publicUrl: () => 'https://shop.example' }),
  maySend: messageGate(repositories),
};

async function forever(): Promise<never> {
  for (;;) {
    await sendMessages(deps, neverStopping).catch(none);
    await delay(20 + Math.random() * 40);
  }
}

void forever();
