import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ObjectId } from 'mongodb';
import { readEnvironment } from '../env';
import { createLogger } from '../http/logging';
import { queueMessage } from '../mail/queueMessage';
import { storeNotice } from '../notices/storeNotice';
import { createProduct } from '../products/products.service';
import { serveShop, type ServedProcess } from '../process/serveShop';
import { newStock } from '../stock/stock.repository';
import { buildOrder } from '../testing/buildOrder';
import { countedProduct, readyGuest } from '../testing/buyer';
import { asAdmin } from '../testing/contexts';
import { EventReceiver } from '../testing/eventReceiver';
import { MailServer } from '../testing/mailServer';
import { createCaller } from '../testing/startTestServer';
import { uriWithDatabase } from '../testing/uriWithDatabase';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createEndpoint } from '../webhooks/endpoints.service';

const database = useTestDatabase();
const dayMs = 24 * 60 * 60_000;
const [mailServer, receiver] = [new MailServer(), new EventReceiver()];
/** The requests to a stand-in for Stripe. */
const asked: string[] = [];
const stripe = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(500).end('{"error":{"type":"api_error","message":"It failed."}}');
});
let mailPort: number;

beforeAll(async () => {
  mailPort = await mailServer.start();
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  stripe.closeAllConnections();
  await Promise.all([mailServer.stop(), receiver.stop(), new Promise((resolve) => stripe.close(resolve))]);
});

async function start(outbound: 'on' | 'off'): Promise<ServedProcess> {
  const shop = await serveShop({
    environment: readEnvironment({
      ...{ PORT: '0', DEMO_DATA: 'off', OUTBOUND: outbound, MAIL_FROM: 'orders@shop.example' },
      SMTP_URL: `smtp://kiosk:right@127.0.0.1:${mailPort}/?tls.rejectUnauthorized=false`,
      ...{ STRIPE_SECRET_KEY: 'sk_test_hunter2', STRIPE_PUBLISHABLE_KEY: 'pk_test_x12' },
      STRIPE_WEBHOOK_SECRET: 'whsec_hunter2hunter2',
      STRIPE_API_BASE: `http://127.0.0.1:${(stripe.address() as AddressInfo).port}`,
    } as unknown as NodeJS.ProcessEnv),
    mongodbUri: uriWithDatabase(database.uri, database.databaseName),
    // No user signs in.
    emulatorHost: '127.0.0.1:1',
    log: createLogger('silent'),
  });
  await shop.ready();
  return shop;
}

/** Leaves due work of every kind, like the backup of a busy shop. */
async function leaveWork() {
  const { repositories } = database;
  const now = () => new Date();
  const admin = await asAdmin(repositories, 'root', { now });
  await createEndpoint(admin, { url: await receiver.start(), events: ['PRODUCT_CREATED'] });
  await createProduct(admin, { name: 'Lamp', price: 5 });
  const mail = { content: { kind: 'TEST' }, order: null, recipient: 'anna@example.com', buyerUid: null } as const;
  await queueMessage({ repositories, now }, { ...mail, event: 'fresh' });
  await queueMessage({ repositories, now: () => new Date(Date.now() - 4 * dayMs) }, { ...mail, event: 'stale' });
  const before = new Date(Date.now() - 60_000);
  const payment = {
    provider: 'stripe',
    status: 'authorized',
    capturedCents: 0,
    captureAt: before,
    card: null,
  } as const;
  await repositories.orders.insertPlaced(buildOrder({ lines: [[500, 1]] }, { payment: { id: 'c:1', ...payment } }));
  await repositories.stripePayments.insert({
    ...{ _id: 'c:1', checkout: 'c', order: 'K-7QF2-M4XD', amountCents: 536, email: null, intent: 'pi_1' },
    ...{ result: 'AUTHORIZED', declineReason: null, card: null, capturedCents: 0, refundedCents: 0 },
    ...{ createdAt: before, askedAt: before, expiresAt: null },
  });
  const notice = { id: 'evt_1', providerId: 'pi_2', kind: 'payment_intent.succeeded' };
  await storeNotice({ repositories, now: () => before }, 'stripe', notice);
}

/**
 * Waits for two sweeps of purchases, each of which removes an expired hold; other due work had its turn between them.
 */
async function untilPurchasesWereSwept(): Promise<void> {
  const { stock } = database.repositories;
  for (let sweeps = 0; sweeps < 2; sweeps += 1) {
    const id = new ObjectId();
    await stock.create(newStock(id, 8));
    await stock.hold(id, { checkout: `gone${sweeps}:1`, quantity: 1, until: new Date(Date.now() - dayMs) });
    while ((await stock.find(id))?.available !== 8) await delay(50);
  }
}

const read = async (shop: ServedProcess, path: string) => (await fetch(`${shop.url}${path}`)).json();
const messages = async () =>
  (await database.db.collection('outbox').find().toArray()).map(({ status }) => String(status));
const deliveries = () => database.db.collection('webhookDeliveries').find().toArray();

test('with OUTBOUND off nothing is sent and nothing is lost; with OUTBOUND on the due work is done', async () => {
  const { slug } = await countedProduct(database, 1);
  await leaveWork();
  const copy = await start('off');
  try {
    await untilPurchasesWereSwept();
    while ((await deliveries()).length === 0) await delay(50);
    // Stripe and the mail server are not checked, and there is no identity provider here.
    const parts = { identity: 'starting', outbound: 'switched-off' };
    expect(await read(copy, '/readyz')).toMatchObject({ status: 'degraded', parts });
    expect(await copy.metricsText()).toMatch(/^kiosk_part_faulty\{part="outbound"\} 1$/m);
    expect(await read(copy, '/config.json')).toMatchObject({ outbound: false, paymentProvider: 'none' });
    await expect(readyGuest(createCaller(copy.url), slug)).rejects.toThrow(/Buying is closed/);
  } finally {
    await copy.stop();
  }
  expect([asked, mailServer.passwords, receiver.connections]).toEqual([[], [], 0]);
  expect(await messages()).toEqual(['PENDING', 'PENDING']);
  expect(await deliveries()).toMatchObject([{ status: 'PENDING', attempts: 0 }]);
  expect(await database.repositories.orders.find('K-7QF2-M4XD')).toMatchObject({ payment: { status: 'authorized' } });
  expect(await database.repositories.paymentNotices.find('stripe:evt_1')).toMatchObject({ tries: 0 });

  const shop = await start('on');
  const isAsked = (part: string) => asked.some((each) => each.includes(part));
  try {
    while (!isAsked('pi_1') || !isAsked('pi_2')) await delay(50);
    while (receiver.received.length === 0 || mailServer.received.length === 0) await delay(50);
    while ((await messages()).includes('SENDING')) await delay(50);
    expect(await shop.metricsText()).toMatch(/^kiosk_part_faulty\{part="outbound"\} 0$/m);
    expect(await read(shop, '/config.json')).toMatchObject({ outbound: true, paymentProvider: 'stripe' });
  } finally {
    await shop.stop();
  }
  expect((await messages()).sort()).toEqual(['FAILED', 'SENT']);
  expect(receiver.types).toEqual(['product.created']);
}, 90_000);
