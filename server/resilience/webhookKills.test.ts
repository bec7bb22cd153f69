import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectId } from 'mongodb';
import Stripe from 'stripe';
import { eventTypes } from '../events/eventTypes';
import { asAdmin } from '../testing/contexts';
import { EventReceiver, type ReceivedEvent } from '../testing/eventReceiver';
import { shopChanges } from '../testing/shopChanges';
import { useTestDatabase } from '../testing/useTestDatabase';
import { expectedEvents } from '../testing/webhookJudge';
import { useWorkerProgram } from '../testing/workerProgram';
import { createEndpoint } from '../webhooks/endpoints.service';

const kills = Number(process.env['KIOSK_KILLS'] ?? 5);
const database = useTestDatabase();
const program = useWorkerProgram('webhookWorker');
const receiver = new EventReceiver();
const startedAt = Date.now();
const workers = new Set<ChildProcess>();

afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await receiver.stop();
});

/** Resolves when the worker runs. */
async function startWorker(isWriting: boolean): Promise<void> {
  const { uri: databaseUri, databaseName } = database;
  const orders = JSON.stringify({ databaseUri, databaseName, startedAt, isWriting });
  const worker = spawn(process.execPath, [program, orders], { stdio: ['ignore', 'pipe', 'inherit'] });
  workers.add(worker);
  if (!worker.stdout) throw new Error('It says when it is up.');
  await once(worker.stdout, 'data');
}

async function kill(many: readonly ChildProcess[]): Promise<void> {
  const ended = many.map((worker) => once(worker, 'exit'));
  for (const worker of many) {
    worker.kill('SIGKILL');
    workers.delete(worker);
  }
  await Promise.all(ended);
}

/** Kills both workers before a randomly chosen delivery is answered. */
function killOnReceipt(): Promise<void> {
  let left = 1 + Math.floor(Math.random() * 30);
  return new Promise((resolve, reject) => {
    receiver.answer = (response) => {
      left -= 1;
      if (left > 0) return void response.writeHead(204).end();
      receiver.answer = (later) => later.writeHead(204).end();
      kill([...workers]).then(resolve, reject);
    };
  });
}

/** Kills one or both workers at a random time. */
async function killAnywhere(): Promise<void> {
  await delay(50 + Math.random() * 1_500);
  const [first, ...others] = [...workers].sort(() => Math.random() - 0.5);
  if (first) await kill([first, ...(Math.random() < 0.4 ? others : [])]);
}

async function isEverythingTold(): Promise<boolean> {
  const { db } = database;
  for (const holder of ['orders', 'products', 'stock'])
    if ((await db.collection(holder).countDocuments({ 'pendingEvents.id': { $gt: '' } })) > 0) return false;
  const deletions = await db
    .collection('productDeletions')
    .find({ state: { $ne: 'TOLD' } })
    .toArray();
  // The deletion of a product that still exists was interrupted before the delete, so it has no event.
  for (const { state, productId } of deletions)
    if (state === 'CERTAIN' || !(await database.repositories.products.findById(productId as ObjectId))) return false;
  return (await db.collection('webhookDeliveries').countDocuments({ status: { $ne: 'DELIVERED' } })) === 0;
}

const textOf = ({ event: { type, data } }: ReceivedEvent) => `${type} ${JSON.stringify(data)}`;

test(
  `${kills} kills of two processes that write and deliver events: each event arrives under one id`,
  async () => {
    const admin = await asAdmin(database.repositories, 'root');
    const events = eventTypes.map((type) => type.toUpperCase().replace('.', '_'));
    const { secret } = await createEndpoint(admin, { url: await receiver.start(), events });
    const changes = shopChanges(database.db, database.repositories, admin);
    for (let killed = 0; killed < kills; killed += 1) {
      await Promise.all(Array.from({ length: 2 - workers.size }, () => startWorker(true)));
      await Promise.all([changes.oneOfEachKind(), killed % 2 === 0 ? killOnReceipt() : killAnywhere()]);
    }
    await kill([...workers]);
    await Promise.all([startWorker(false), startWorker(false)]);
    while (!(await isEverythingTold())) await delay(50);
    await kill([...workers]);

    const { received } = receiver;
    const byId = new Map(received.map((each) => [each.event.id, each]));
    const repeats = received.length - byId.size;
    console.log(`${kills} kills, ${byId.size} events, ${repeats} of them again`);
    expect([...byId.values()].map(textOf).sort()).toEqual(await expectedEvents(database.db));
    expect(new Set(received.map(({ body }) => body)).size).toBe(byId.size);
    for (const { body, headers, event } of received) {
      expect(headers['kiosk-event-id']).toBe(event.id);
      const signature = String(headers['kiosk-signature']);
      expect(Stripe.webhooks.constructEvent(body, signature, secret, Number.MAX_SAFE_INTEGER)).toEqual(event);
    }
    expect(repeats).toBeGreaterThan(0);
    expect(new Set(received.map(({ event }) => event.type))).toEqual(new Set(eventTypes));
  },
  120_000 + kills * 20_000,
);
