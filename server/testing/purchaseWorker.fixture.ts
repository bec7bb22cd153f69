import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient, ObjectId } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { driveCheckout } from '../checkout/driveCheckout';
import { payAgain } from '../checkout/payAgain';
import type { SagaDeps } from '../checkout/sagaDeps';
import { sweepCheckouts } from '../checkout/sweepCheckouts';
import { longRunningOptions } from '../database/clientOptions';
import { tryToEnd } from '../orders/endOrder';
import { sweepOrders } from '../orders/sweepOrders';
import { sidesOf, type ToldProvider } from './killedProvider';
import { submission } from './sagaShop';
import { silentLog } from './silentLog';

/**
 * A process of the shop that only handles purchases: its buyers buy one after another, and it continues the work of
 * others. Its clock is fast, so that leases, holds and polls take a twentieth of their time. It prints the acknowledged
 * orders.
 */
interface Orders {
  readonly databaseUri: string;
  readonly databaseName: string;
  readonly provider: ToldProvider;
  readonly products: readonly string[];
  readonly startedAt: number;
  /** Kills itself before this step, the n-th time. */
  readonly endBefore: { readonly step: string; readonly time: number } | null;
}

const speed = 20;
const buyers = 4;
const orders = JSON.parse(process.argv[2] ?? '{}') as Orders;
const now = () => new Date(orders.startedAt + (Date.now() - orders.startedAt) * speed);
const chance = (share: number) => Math.random() < share;
let steps = 0;

function beforeStep(step: string): void {
  if (step !== orders.endBefore?.step) return;
  steps += 1;
  if (steps === orders.endBefore.time) process.kill(process.pid, 'SIGKILL');
}

const client = new MongoClient(orders.databaseUri, longRunningOptions);
const repositories = createRepositories(client.db(orders.databaseName));
const sides = sidesOf(orders.provider, repositories, now);
const deps: SagaDeps = {
  ...{ repositories, now, owner: new ObjectId().toHexString(), captureAfterMinutes: 10, beforeStep },
  provider: sides.provider,
  log: silentLog,
};

async function newEntry(productId: ObjectId): Promise<ObjectId> {
  const _id = new ObjectId();
  await repositories.store.insertMany([
    {
      ...{ _id, productId, ownerUid: 'anna', name: 'Lamp', nameLower: 'lamp', slug: 'lamp', photos: [] },
      ...{ priceCents: 1_999, discount: 0, inStock: true, categories: [], createdAt: now() },
    },
  ]);
  return _id;
}

async function cancel(id: string): Promise<void> {
  const checkout = await repositories.checkouts.find(id);
  if (!checkout || !['HOLDING', 'READY', 'PAYING'].includes(checkout.status)) return;
  const change = { status: 'RELEASING', releaseTo: 'CANCELLED', lease: null, dueAt: now(), expiresAt: null } as const;
  await repositories.checkouts.change(checkout, change);
  await driveCheckout(deps, id);
}

/** A browser may pay late, during a cancellation or after it. */
async function pay(secret: string, isDeclined: boolean): Promise<void> {
  if (chance(0.3)) await delay(Math.random() * 60);
  await sides.pay(secret, isDeclined).catch(() => undefined);
}

async function buy(): Promise<void> {
  const wanted = [...orders.products].sort(() => Math.random() - 0.5).slice(0, chance(0.5) ? 1 : 2);
  const wishes = await Promise.all(
    wanted.map(async (hex) => {
      const productId = new ObjectId(hex);
      return { productId, quantity: 1, entryIds: [await newEntry(productId)] };
    }),
  );
  const checkout = submission(wishes, now());
  await repositories.checkouts.insert(checkout);
  let held = await driveCheckout(deps, checkout._id);
  for (let tries = 0; tries < 3 && held?.attempt?.clientSecret; tries += 1) {
    const paying = pay(held.attempt.clientSecret, chance(0.2));
    await Promise.all([paying, ...(chance(0.15) ? [cancel(checkout._id)] : [])]);
    // Some buyers never return from the bank.
    if (chance(0.1)) return;
    held = await driveCheckout(deps, checkout._id);
    if (held?.status === 'READY') held = await payAgain(deps, held);
  }
  if (held?.status === 'PLACED') {
    process.stdout.write(`placed ${held.orderNumber}\n`);
    if (chance(0.4)) await takeBack(held.orderNumber);
  } else if (chance(0.5)) await cancel(checkout._id);
}

/** Undoes the order, now and then in two tabs. */
async function takeBack(number: string): Promise<void> {
  const order = await repositories.orders.find(number);
  if (!order) return;
  const kinds = chance(0.5) ? (['undo'] as const) : (['undo', 'cancel'] as const);
  await Promise.all(kinds.map((kind) => tryToEnd(deps, order, kind)));
}

async function forever(work: () => Promise<unknown>, everyMs: number): Promise<never> {
  for (;;) {
    await work().catch(() => undefined);
    await delay(everyMs * (0.5 + Math.random()));
  }
}

for (let buyer = 0; buyer < buyers; buyer += 1) void forever(buy, 20);
void forever(() => sweepCheckouts(deps), 250);
void forever(() => sweepOrders(deps), 250);
