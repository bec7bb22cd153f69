import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedMongoProcess } from '@kiosk/embedded-mongodb/startEmbeddedMongo';
import { MongoClient, ObjectId } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { sweepCheckouts } from '../checkout/sweepCheckouts';
import { sweepOrders } from '../orders/sweepOrders';
import { finalStatuses } from '../checkout/checkouts.repository';
import { longRunningOptions } from '../database/clientOptions';
import { newStock } from '../stock/stock.repository';
import { freePort, startDatabaseAt } from './databaseAt';
import { sidesOf, type ToldProvider } from './killedProvider';
import { expectCounted, readPurchases } from './purchaseJudge';
import { silentLog } from './silentLog';
import { useWorkerProgram } from './workerProgram';

/** A payment in the external ledger. */
export interface OutsidePayment {
  readonly checkout: string;
  readonly amountCents: number;
  readonly isPaid: boolean;
}

export interface KilledPurchases {
  /** How long a round waits for the next purchase. */
  readonly patienceMs: number;
  readonly start: () => Promise<ToldProvider>;
  readonly stop: () => Promise<void>;
  readonly payments: () => Promise<readonly OutsidePayment[]>;
}

const workerCount = 3;
const pieces = 100_000;
const fewPieces = 40;
const named = ['HOLDING', 'PAYING', 'PAID', 'PLACING', 'order', 'message', 'entries', 'READY', 'RELEASING'];
/** Steps of the saga that ends an order. */
const ofEnding = ['payment', 'stock', 'pieces', 'entries', 'message'];
const databaseName = 'purchases';
const products = [new ObjectId(), new ObjectId(), new ObjectId()];
const countOf = (index: number) => (index === 2 ? fewPieces : pieces);
const faults: Record<string, number> = {};
const announced: string[] = [];
const startedAt = Date.now();

let program: string;
let folder: string;
let port: number;
let told: ToldProvider;
let database: EmbeddedMongoProcess;
let isOver = false;
const workers: ChildProcess[] = [];
const killed = new WeakSet<ChildProcess>();

function startWorker(): void {
  const steps = Math.random() < 0.3 ? ofEnding : named;
  const step = steps[Math.floor(Math.random() * steps.length)] ?? 'PAYING';
  const endBefore = Math.random() < 0.5 ? { step, time: 1 + Math.floor(Math.random() * 8) } : null;
  const orders = {
    ...{ databaseUri: database.uri, databaseName, provider: told, startedAt, endBefore },
    products: products.map((id) => id.toHexString()),
  };
  const worker = spawn(process.execPath, [program, JSON.stringify(orders)], { stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: worker.stdout }).on('line', (line) => {
    const [, number] = /^placed (.*)$/.exec(line) ?? [];
    if (number !== undefined) announced.push(number);
  });
  workers.push(worker);
  worker.once('exit', () => {
    if (endBefore && !isOver && !killed.has(worker)) count('worker ended before a step');
    workers.splice(workers.indexOf(worker), 1);
    if (!isOver) startWorker();
  });
}

const count = (fault: string) => (faults[fault] = (faults[fault] ?? 0) + 1);
const anyWorker = () => workers[Math.floor(Math.random() * workers.length)];

function killWorker(): void {
  const worker = anyWorker();
  if (!worker) return;
  killed.add(worker);
  worker.kill('SIGKILL');
}

async function killDatabase(): Promise<void> {
  const isGone = new Promise<void>((resolve) => database.onExit(() => resolve()));
  process.kill(database.pid, 'SIGKILL');
  await isGone;
  await delay(Math.random() * 300);
  database = await startDatabaseAt(port, join(folder, 'mongodb'));
}

/** Pauses a worker for longer than its lease of half a second. */
async function pauseWorker(): Promise<void> {
  const worker = anyWorker();
  worker?.kill('SIGSTOP');
  await delay(600 + Math.random() * 900);
  worker?.kill('SIGCONT');
}

async function play(round: number): Promise<void> {
  const kind = Math.random();
  if (round % 10 === 9) {
    if (kind < 0.5) killWorker();
    count(kind < 0.5 ? 'both killed' : 'database killed');
    return killDatabase();
  }
  if (kind < 0.3) {
    count('worker paused');
    return pauseWorker();
  }
  count('worker killed');
  killWorker();
}

async function endAll(): Promise<void> {
  isOver = true;
  const exits = workers.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
  workers.forEach((worker) => worker.kill('SIGKILL'));
  await Promise.all(exits);
}

/** Compares with the external ledger: every payment has its order, and nothing else is paid. */
async function judge(client: MongoClient, payments: readonly OutsidePayment[]) {
  const db = client.db(databaseName);
  const { checkouts, orders, stock, messages } = await readPurchases(db);
  const confirmed = new Set(messages.map(({ order }) => order));
  const written = new Set(messages.map(({ _id }) => _id));
  const entries = new Set((await db.collection('storeEntries').find().toArray()).map(({ _id }) => _id.toHexString()));
  const paid = payments.filter(({ isPaid }) => isPaid);
  const paidBy = new Map<string, number[]>();
  for (const { checkout, amountCents } of paid) paidBy.set(checkout, [...(paidBy.get(checkout) ?? []), amountCents]);
  const kept = orders.filter(({ status }) => status !== 'cancelled');
  const ended = orders.filter((order) => !kept.includes(order));
  const ordered = new Set(orders.map(({ checkout }) => checkout));
  const totals = new Map(kept.map(({ checkout, totalCents }) => [checkout, totalCents]));
  const sold = (id: ObjectId) =>
    kept.flatMap(({ lines }) => lines).filter(({ productId }) => productId?.equals(id)).length;
  stock.forEach(expectCounted);
  const numbers = new Set(orders.map(({ _id }) => _id));
  return {
    taken: ended.length,
    stuck: checkouts.filter(({ status }) => ![...finalStatuses, 'OPEN'].includes(status)).length,
    chargedTwice: [...paidBy.values()].filter((amounts) => amounts.length > 1).length,
    chargedWithoutOrder: [...paidBy.keys()].filter((checkout) => !totals.has(checkout)).length,
    ordersWithoutCharge: [...totals.keys()].filter((checkout) => !paidBy.has(checkout)).length,
    otherAmount: [...totals].filter(([checkout, total]) => ![undefined, total].includes(paidBy.get(checkout)?.[0]))
      .length,
    ordersTwice: orders.length - ordered.size,
    endedInPart: ended.filter(({ cancellation, dueAt }) => cancellation?.step !== 'done' || dueAt !== null).length,
    endedButCharged: ended.filter(({ checkout }) => paidBy.has(checkout)).length,
    endedWithoutMessage: ended.filter(({ _id }) => !written.has(`ORDER_CANCELLED:${_id}`)).length,
    ordersWithoutMessage: orders.filter(({ _id }) => !confirmed.has(_id)).length,
    messagesWithoutOrder: [...confirmed].filter((order) => order !== null && !numbers.has(order)).length,
    toldButGone: announced.filter((number) => !numbers.has(number)).length,
    wrongStock: stock.filter(
      ({ _id, onHand }) => onHand !== countOf(products.findIndex((id) => id.equals(_id))) - sold(_id),
    ).length,
    leakedHolds: stock.flatMap(({ holds }) => holds).length,
    wrongEntries: checkouts.filter(({ status, frozen }) => {
      const ids = (frozen?.lines ?? []).flatMap(({ entryIds }) => entryIds.map((id) => id.toHexString()));
      return ids.some((id) => entries.has(id) === (status === 'PLACED'));
    }).length,
  };
}

async function settle(client: MongoClient): Promise<void> {
  const repositories = createRepositories(client.db(databaseName));
  // The clocks of the workers are ahead of this one.
  let time = startedAt + (Date.now() - startedAt) * 20;
  const now = () => new Date(time);
  const parts = { repositories, now, log: silentLog, owner: 'judge', captureAfterMinutes: 10 };
  const { provider } = sidesOf(told, repositories, now);
  for (let minutes = 0; minutes < 60; minutes += 1) {
    time += 60_000;
    await sweepCheckouts({ ...parts, provider });
    await sweepOrders({ ...parts, provider });
  }
}

/**
 * Kills and pauses processes that buy, and their database, and compares the result with the provider's external ledger.
 * For a test file without other tests; returns a function that runs so many rounds.
 */
export function useKilledPurchases({
  patienceMs,
  start,
  stop,
  payments,
}: KilledPurchases): (rounds: number) => Promise<void> {
  program = useWorkerProgram('purchaseWorker');
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kiosk-kills-'));
    port = await freePort();
    told = await start();
    database = await startDatabaseAt(port, join(folder, 'mongodb'));
    const client = await new MongoClient(database.uri, longRunningOptions).connect();
    const { stock } = createRepositories(client.db(databaseName));
    for (const [index, _id] of products.entries()) await stock.create(newStock(_id, countOf(index)));
    await client.close();
  }, 120_000);

  afterAll(async () => {
    isOver = true;
    workers.forEach((worker) => worker.kill('SIGKILL'));
    await stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  return async (rounds) => {
    for (let worker = 0; worker < workerCount; worker += 1) startWorker();
    const begun = performance.now();
    for (let round = 0; round < rounds; round += 1) {
      // Some purchases complete in between.
      const before = announced.length;
      const until = performance.now() + patienceMs;
      while (announced.length < before + 1 && performance.now() < until) await delay(20);
      await delay(Math.random() * 200);
      await play(round);
    }
    const seconds = (performance.now() - begun) / 1_000;
    await endAll();
    const client = await new MongoClient(database.uri, longRunningOptions).connect();
    await settle(client);
    const all = await payments();
    const { taken, ...wrong } = await judge(client, all);
    await client.close();
    const done = `${announced.length} orders told, ${taken} taken back, ${all.length} payments`;
    console.log(
      `${rounds} rounds in ${seconds.toFixed(0)} s: ${JSON.stringify(faults)}; ${done}; ${JSON.stringify(wrong)}`,
    );
    expect(announced.length).toBeGreaterThan(rounds / 2);
    expect(taken).toBeGreaterThan(0);
    expect(Object.entries(wrong).filter(([, found]) => found > 0)).toEqual([]);
  };
}
