import type { IncomingHttpHeaders } from 'node:http';
import { ObjectId } from 'mongodb';
import { setTimeout as delay } from 'node:timers/promises';
import Stripe from 'stripe';
import { neverStopping } from '../database/sweepPeriodically';
import { createRepositories, type Repositories } from '../collections/repositories';
import { withEvents } from '../orders/orderEvents';
import { createProduct } from '../products/products.service';
import { updateProduct } from '../products/updateProduct';
import { newStock } from '../stock/stock.repository';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { restoreStoreItem } from '../store/restoreStoreItem';
import { buildOrder } from '../testing/buildOrder';
import { asAdmin } from '../testing/contexts';
import { EventReceiver } from '../testing/eventReceiver';
import { useTestDatabase } from '../testing/useTestDatabase';
import { resendDelivery, sendTestEvent } from './deliveries.service';
import { createEndpoint, deleteEndpoint, rotateSecret, updateEndpoint } from './endpoints.service';
import { relayEvents } from './relayEvents';
import { createWebhookSweep, type WebhookDeps } from './startWebhooks';
import { webhookContext } from './webhookContext';

const database = useTestDatabase();
const hourMs = 60 * 60_000;
let receiver: EventReceiver;
let url: string;
/** The current time, because the database expires documents by its own clock. */
let time: number;
beforeEach(async () => {
  receiver = new EventReceiver();
  url = await receiver.start();
  time = Date.now();
});
afterEach(() => receiver.stop());

const now = () => new Date(time);
const logged: unknown[] = [];
const countGivenUp = jest.fn();
const log = { info: () => undefined, warn: (...line: unknown[]) => void logged.push(line) };
const admin = () => asAdmin(database.repositories, 'root', { now });

function partsOf(repositories: Repositories = database.repositories, timeoutMs = 5_000): WebhookDeps {
  const given = { firebase: null, webhooks: { privateAddresses: true, keys: [] } };
  return { repositories, now, log, timeoutMs, countGivenUp, ...webhookContext(given, database.repositories.shopKey) };
}

/** Another process of the shop. The shop key is new in each test and cached by this process only. */
const otherProcess = () => createWebhookSweep(partsOf(createRepositories(database.db)));

async function sweep(process = createWebhookSweep(partsOf())): Promise<void> {
  await process.sweep(neverStopping);
  await process.idle();
}

async function listen(events: readonly string[], to = url) {
  return createEndpoint(await admin(), { url: to, events });
}

const deliveries = () =>
  database.db
    .collection('webhookDeliveries')
    .find({}, { sort: { createdAt: 1, _id: 1 } })
    .toArray();
const allProductEvents = ['PRODUCT_CREATED', 'PRODUCT_CHANGED', 'PRODUCT_DELETED'];

test('sends each product event once, with ids and versions only, and a Stripe-compatible signature', async () => {
  const { secret } = await listen(allProductEvents);
  const root = await admin();
  const product = await createProduct(root, { name: 'Lamp', price: 5 });
  const id = product._id.toHexString();
  await updateProduct(root, { id, version: 1, price: 6 });
  await deleteStoreItem(root, { id });
  await sweep();
  await sweep();
  const byType = new Map(receiver.received.map(({ event }) => [event.type, event]));
  expect(receiver.received).toHaveLength(3);
  expect(byType.get('product.created')?.data).toEqual({ productId: id, version: 1 });
  expect(byType.get('product.changed')?.data).toEqual({ productId: id, version: 2 });
  expect(byType.get('product.deleted')?.data).toEqual({ productId: id, version: 2 });
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(3);
  for (const { headers, body, event } of receiver.received) {
    expect(Object.keys(event)).toEqual(['id', 'type', 'createdAt', 'data']);
    expect(headers['kiosk-event-id']).toBe(event.id);
    const signature = String(headers['kiosk-signature']);
    const verify = (given: string, by = secret) =>
      Stripe.webhooks.constructEvent(given, signature, by, undefined, undefined, now().getTime());
    expect(verify(body)).toEqual(event);
    expect(() => verify(`${body} `)).toThrow('No signatures found');
    expect(() => verify(body, 'whsec_other')).toThrow('No signatures found');
  }
  expect(await database.db.collection('products').countDocuments({ 'pendingEvents.id': { $gt: '' } })).toBe(0);
});

test('sends an event for each restore and each deletion of a product', async () => {
  await listen(['PRODUCT_CREATED', 'PRODUCT_DELETED']);
  const root = await admin();
  const id = (await createProduct(root, { name: 'Lamp', price: 5 }))._id.toHexString();
  for (let round = 0; round < 2; round += 1) {
    await deleteStoreItem(root, { id });
    await restoreStoreItem(root, { id });
  }
  await sweep();
  expect(receiver.types.sort()).toEqual([
    ...['product.created', 'product.created', 'product.created', 'product.deleted', 'product.deleted'],
  ]);
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(5);
});

test('sends the event of an interrupted deletion only if the product was deleted', async () => {
  await listen(['PRODUCT_DELETED']);
  const root = await admin();
  const { productDeletions } = database.repositories;
  const gone = new ObjectId();
  const there = (await createProduct(root, { name: 'Lamp', price: 5 }))._id;
  // Two deletions had begun; the one of the earlier version was refused.
  for (const [id, version] of [
    [gone, 3],
    [gone, 4],
    [there, 1],
  ] as const)
    await productDeletions.begin(id, version, []);
  await sweep();
  expect(receiver.received).toEqual([]);
  time += 2 * 60_000;
  await sweep();
  await sweep();
  expect(receiver.received.map(({ event }) => event.data)).toEqual([{ productId: gone.toHexString(), version: 4 }]);
});

test('sends an event for each relevant entry of an order’s timeline, but not for a note', async () => {
  await listen(['ORDER_PLACED', 'ORDER_CANCELLED', 'ORDER_REFUNDED']);
  const { orders } = database.repositories;
  const at = now();
  const placed = {
    ...buildOrder({ lines: [[500, 1]] }),
    timeline: [{ at, kind: 'PLACED', by: 'BUYER', amountCents: null }],
  } as const;
  await orders.insertPlaced(placed);
  expect(await orders.insertPlaced(placed)).toBe(false);
  const order = await orders.find(placed._id);
  if (!order) throw new Error('It was placed.');
  const event = (kind: 'NOTE' | 'CANCELLED' | 'REFUNDED') => ({ at, kind, by: null, amountCents: null });
  const noted = await orders.change(order, { timeline: withEvents(order, event('NOTE')) });
  expect(await orders.change(order, { timeline: withEvents(order, event('CANCELLED')) })).toBeNull();
  if (!noted) throw new Error('Nobody else has changed it.');
  await orders.change(noted, { timeline: withEvents(noted, event('CANCELLED'), event('REFUNDED')) });
  await sweep();
  const told = receiver.received.map(({ event: { type, data } }) => [type, data]);
  expect(told.sort()).toEqual([
    ['order.cancelled', { orderNumber: placed._id, version: order.version + 2 }],
    ['order.placed', { orderNumber: placed._id, version: placed.version }],
    ['order.refunded', { orderNumber: placed._id, version: order.version + 2 }],
  ]);
  expect(JSON.stringify(receiver.received.map(({ body }) => body))).not.toMatch(/anna|Meyer|Alder|kiosk\.test/);
});

test('sends stock.low when the stock reaches the threshold, not for holds and not again below it', async () => {
  await listen(['STOCK_LOW']);
  const { stock } = database.repositories;
  const productId = new ObjectId();
  await stock.create({ ...newStock(productId, 8), lowStockThreshold: 5 });
  const sell = (_id: string, delta: number) =>
    stock.adjust(productId, null, { _id, productId, delta, reason: 'CORRECTION', byUid: null, order: null, at: now() });
  await stock.hold(productId, { checkout: 'c:1', quantity: 6, until: now() });
  await stock.release(productId, { checkout: 'c:1', quantity: 6 });
  await sell('a', -2);
  await sweep();
  expect(receiver.received).toEqual([]);
  await sell('b', -1);
  await sell('c', -1);
  await sell('d', 10);
  await stock.setThreshold(productId, null, 20);
  await sweep();
  const told = receiver.received.map(({ event }) => event.data);
  expect(told.sort((a, b) => Number(a['onHand']) - Number(b['onHand']))).toMatchObject([
    { productId: productId.toHexString(), onHand: 5, lowStockThreshold: 5 },
    { productId: productId.toHexString(), onHand: 14, lowStockThreshold: 20 },
  ]);
});

test('writes no pending event when no endpoint listens', async () => {
  const product = await createProduct(await admin(), { name: 'Lamp', price: 5 });
  const stored = await database.db.collection('products').findOne({ _id: product._id });
  expect(stored).not.toHaveProperty('pendingEvents');
});

test('with OUTBOUND off, events are queued and not sent', async () => {
  await listen(['PRODUCT_CREATED']);
  await createProduct(await admin(), { name: 'Lamp', price: 5 });
  await sweep(createWebhookSweep({ ...partsOf(), isSending: false }));
  expect(receiver.connections).toBe(0);
  expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 0 }]);
  await sweep();
  expect(receiver.received).toHaveLength(1);
});

test('four concurrent sweeps deliver each event once', async () => {
  await listen(['PRODUCT_CREATED']);
  const root = await admin();
  for (let number = 0; number < 12; number += 1) await createProduct(root, { name: `Lamp ${number}`, price: 5 });
  await Promise.all([otherProcess(), otherProcess(), otherProcess(), otherProcess()].map((each) => sweep(each)));
  await sweep();
  expect(receiver.received).toHaveLength(12);
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(12);
});

test('a process killed after queueing, or before recording an answer, repeats the delivery under one id', async () => {
  await listen(['PRODUCT_CREATED']);
  await createProduct(await admin(), { name: 'Lamp', price: 5 });
  const deps = partsOf();
  const { repositories } = deps;
  const killed = () => Promise.reject(new Error('killed'));
  const dying = { ...repositories, products: { ...repositories.products, removePendingEvents: killed } };
  await expect(relayEvents({ ...deps, repositories: dying })).rejects.toThrow('killed');
  expect(await deliveries()).toHaveLength(1);
  let isNoted = false;
  const webhookDeliveries: typeof repositories.webhookDeliveries = {
    ...repositories.webhookDeliveries,
    change: (delivery, change) => {
      if (change.status !== 'DELIVERED') return repositories.webhookDeliveries.change(delivery, change);
      isNoted = true;
      return killed();
    },
  };
  await sweep(createWebhookSweep({ ...deps, repositories: { ...repositories, webhookDeliveries } }));
  expect(isNoted).toBe(true);
  await sweep();
  expect(receiver.received).toHaveLength(1);
  time += 2 * 60_000;
  await sweep();
  expect(receiver.received).toHaveLength(2);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(await deliveries()).toMatchObject([{ status: 'DELIVERED', attempts: 2, dueAt: null }]);
});

test('retries without a 2xx with growing pauses for two days, then fails; an admin can resend', async () => {
  await listen(['PRODUCT_CREATED']);
  await createProduct(await admin(), { name: 'Lamp', price: 5 });
  receiver.answer = (response) => response.writeHead(503).end();
  const startedAt = time;
  const pauses: number[] = [];
  for (let [delivery] = [{ dueAt: now() } as object | undefined]; delivery;) {
    await sweep();
    const [stored] = await deliveries();
    const dueAt = stored?.['dueAt'] as Date | null;
    if (dueAt === null) break;
    pauses.push((dueAt.getTime() - time) / 60_000);
    time = dueAt.getTime();
    delivery = stored;
  }
  expect(pauses.slice(0, 8)).toEqual([0.5, 2, 10, 30, 60, 120, 240, 480]);
  expect(time - startedAt).toBe(48 * hourMs);
  const [failed] = await deliveries();
  expect(failed).toMatchObject({ status: 'FAILED', responseStatus: 503, lastError: 'It was not answered by a 2xx.' });
  expect([failed?.['attempts'], countGivenUp.mock.calls.length]).toEqual([receiver.received.length, 1]);
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
  receiver.answer = (response) => response.writeHead(200).end('thanks');
  const root = await admin();
  const id = String(failed?.['_id']);
  const results = await Promise.allSettled([resendDelivery(root, { id }), resendDelivery(root, { id })]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await sweep();
  expect(await deliveries()).toMatchObject([
    { status: 'DELIVERED', attempts: 1, responseStatus: 200, lastError: null },
  ]);
});

test('respects Retry-After, with at least the usual pause and at most an hour', async () => {
  await listen(['PRODUCT_CREATED']);
  await createProduct(await admin(), { name: 'Lamp', price: 5 });
  const pauseAfter = async (status: number, retryAfter: string): Promise<number> => {
    receiver.answer = (response) => response.writeHead(status, { 'retry-after': retryAfter }).end();
    await sweep();
    const [stored] = await deliveries();
    const due = (stored?.['dueAt'] as Date).getTime();
    const minutes = (due - time) / 60_000;
    time = due;
    return minutes;
  };
  expect(await pauseAfter(429, '120')).toBe(2);
  expect(await pauseAfter(503, '1')).toBe(2);
  expect(await pauseAfter(500, '3000')).toBe(10);
  expect(await pauseAfter(503, new Date(time + 45 * 60_000).toUTCString())).toBeCloseTo(45, 1);
  expect(await pauseAfter(429, '86400')).toBe(60);
  expect(receiver.received).toHaveLength(5);
});

test('disables an endpoint after a week of failures and logs that; an admin can reactivate it', async () => {
  const { _id: id } = (await listen(['PRODUCT_CREATED'])).webhookEndpoint;
  receiver.answer = (response) => response.writeHead(500).end();
  const root = await admin();
  const stored = () => database.repositories.webhookEndpoints.find(id);
  for (let day = 0; day <= 7; day += 1) {
    await createProduct(root, { name: `Lamp of day ${day}`, price: 5 });
    await sweep();
    const failingSince = new Date(time - day * 24 * hourMs);
    expect(await stored()).toMatchObject({ status: day < 7 ? 'active' : 'disabled', failingSince });
    time += 24 * hourMs;
  }
  expect(JSON.stringify(logged)).toContain('a webhook endpoint is disabled: nothing has arrived for 7 days');
  receiver.received.length = 0;
  await createProduct(root, { name: 'Mug', price: 5 });
  await sweep();
  expect(receiver.received).toEqual([]);
  receiver.answer = (response) => response.writeHead(200).end();
  await updateEndpoint(root, { id, version: 2, isActive: true });
  await createProduct(root, { name: 'Cup', price: 5 });
  await sweep();
  expect(await stored()).toMatchObject({ status: 'active', failingSince: null });
});

test('a slow endpoint does not delay another one', async () => {
  const other = new EventReceiver();
  await listen(['PRODUCT_CREATED']);
  await listen(['PRODUCT_CREATED'], await other.start());
  const waiting: (() => void)[] = [];
  receiver.answer = (response) => void waiting.push(() => response.end());
  const root = await admin();
  for (let number = 0; number < 6; number += 1) await createProduct(root, { name: `Lamp ${number}`, price: 5 });
  const process = createWebhookSweep(partsOf());
  await process.sweep(neverStopping);
  while (other.received.length < 6) await delay(5);
  // At most two requests at a time go to one endpoint.
  expect(receiver.received).toHaveLength(2);
  await createProduct(root, { name: 'One more', price: 5 });
  await process.sweep(neverStopping);
  while (other.received.length < 7) await delay(5);
  expect(receiver.received).toHaveLength(2);
  receiver.answer = (response) => response.end();
  for (const answer of waiting) answer();
  await process.idle();
  await other.stop();
});

test('signs with a new secret at once, and with the former one for another day', async () => {
  const { webhookEndpoint, secret: first } = await listen(['PRODUCT_CREATED']);
  const root = await admin();
  const id = webhookEndpoint._id;
  const { secret: second } = await rotateSecret(root, { id });
  expect(second).not.toBe(first);
  const accepted = async () => {
    await sendTestEvent(await admin(), { id });
    await sweep();
    const { body = '', headers } = receiver.received.at(-1) ?? {};
    const isOf = (secret: string) => {
      try {
        Stripe.webhooks.constructEvent(body, String(headers?.['kiosk-signature']), secret, undefined, undefined, time);
        return true;
      } catch {
        return false;
      }
    };
    return [isOf(first), isOf(second)];
  };
  expect(await accepted()).toEqual([true, true]);
  time += 25 * hourMs;
  expect(await accepted()).toEqual([false, true]);
  expect(JSON.stringify(await database.db.collection('webhookEndpoints').find().toArray())).not.toContain(second);
});

test('with WEBHOOKS_KEY, secrets derive from the key, and nothing is sent without that key', async () => {
  const contextBy = (...keys: string[]) =>
    webhookContext({ firebase: null, webhooks: { privateAddresses: true, keys } }, database.repositories.shopKey);
  const [before, after] = ['a'.repeat(40), 'b'.repeat(40)];
  const root = { ...(await admin()), webhooks: contextBy(before) };
  const { webhookEndpoint, secret } = await createEndpoint(root, { url, events: ['ORDER_PLACED'] });
  await sendTestEvent(root, { id: webhookEndpoint._id });
  const attempt = (...keys: string[]) => sweep(createWebhookSweep({ ...partsOf(), ...contextBy(...keys) }));
  await attempt(after);
  expect(receiver.received).toEqual([]);
  expect((await deliveries())[0]?.['lastError']).toContain('WEBHOOKS_KEY has changed');
  time += 60_000;
  await attempt(after, before);
  const [{ body = '', headers } = {}] = receiver.received as { body?: string; headers?: IncomingHttpHeaders }[];
  const signature = String(headers?.['kiosk-signature']);
  expect(Stripe.webhooks.constructEvent(body, signature, secret, undefined, undefined, time)).toMatchObject({
    type: 'webhook.test',
  });
});

test('a paused endpoint gets no new events, keeps waiting ones, and refuses test events', async () => {
  const { webhookEndpoint } = await listen(['PRODUCT_CREATED']);
  const id = webhookEndpoint._id;
  const root = await admin();
  await createProduct(root, { name: 'Lamp', price: 5 });
  await relayEvents(partsOf());
  await updateEndpoint(root, { id, version: 1, isActive: false });
  await createProduct(root, { name: 'Mug', price: 5 });
  await expect(sendTestEvent(root, { id })).rejects.toMatchObject({ status: 409, field: 'id' });
  await sweep();
  expect(receiver.received).toEqual([]);
  await updateEndpoint(root, { id, version: 2, isActive: true });
  await sweep();
  expect(receiver.received).toHaveLength(1);
  await deleteEndpoint(root, { id });
  expect(await deliveries()).toEqual([]);
});

test('drops, counts and logs events beyond an endpoint’s limit; orders have a separate limit', async () => {
  const { webhookEndpoint } = await listen(['PRODUCT_CREATED', 'ORDER_PLACED']);
  const deps = partsOf();
  const { repositories } = deps;
  const full: typeof repositories.webhookDeliveries = {
    ...repositories.webhookDeliveries,
    countWaiting: ({ lane }, limit) => Promise.resolve(lane === 'catalogue' ? limit : 0),
  };
  await createProduct(await admin(), { name: 'Lamp', price: 5 });
  await database.repositories.orders.insertPlaced({
    ...buildOrder({ lines: [[500, 1]] }),
    timeline: [{ at: now(), kind: 'PLACED', by: 'BUYER', amountCents: null }],
  });
  logged.length = 0;
  await relayEvents({ ...deps, repositories: { ...repositories, webhookDeliveries: full } });
  expect(await deliveries()).toMatchObject([{ type: 'order.placed' }]);
  expect(await repositories.webhookEndpoints.find(webhookEndpoint._id)).toMatchObject({ dropped: 1 });
  expect(JSON.stringify(logged)).toContain('too many events waiting');
});

test('keeps the latest ended deliveries of an endpoint, and all waiting ones', async () => {
  const { webhookEndpoint } = await listen(['PRODUCT_CREATED']);
  const root = await admin();
  for (let number = 0; number < 5; number += 1) {
    await sendTestEvent(root, { id: webhookEndpoint._id });
    if (number === 3) await sweep();
    time += 1_000;
  }
  await database.repositories.webhookDeliveries.trim(webhookEndpoint._id, 2);
  expect((await deliveries()).map(({ status }) => String(status))).toEqual(['DELIVERED', 'DELIVERED', 'PENDING']);
});
