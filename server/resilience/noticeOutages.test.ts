import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedMongoProcess } from '@kiosk/embedded-mongodb/startEmbeddedMongo';
import { MongoClient } from 'mongodb';
import { longRunningOptions } from '../database/clientOptions';
import type { PaymentSettings } from '../env';
import { countedProduct, readyGuest } from '../testing/buyer';
import { freePort, startDatabaseAt } from '../testing/databaseAt';
import { NoticeSender, paidGuest } from '../testing/noticeSender';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { payAtStripe } from '../testing/stripe/buyersBrowser';
import { withStripeFakes } from '../testing/stripe/programs';
import { useStripeFakes } from '../testing/stripe/useStripeFakes';
import { StripeNoticeSender } from '../testing/stripe/stripeNoticeSender';

const folder = mkdtempSync(join(tmpdir(), 'kiosk-notices-'));
const fakes = withStripeFakes('whether notices of Stripe outlast an outage of the database');
let port: number;
let database: EmbeddedMongoProcess;
let client: MongoClient;
let server: TestServer | undefined;

beforeAll(async () => {
  port = await freePort();
  database = await startDatabaseAt(port, join(folder, 'mongodb'));
  client = await new MongoClient(database.uri, longRunningOptions).connect();
}, 120_000);
afterEach(() => server?.stop());
afterAll(async () => {
  await client.close();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function killDatabase(): Promise<void> {
  const isGone = new Promise<void>((resolve) => database.onExit(() => resolve()));
  process.kill(database.pid, 'SIGKILL');
  await isGone;
}

interface Side {
  readonly payments: PaymentSettings;
  readonly senderTo: (shop: TestServer) => NoticeSender;
  /** A guest who has paid, before the shop learns about it. */
  readonly pay: (shop: TestServer, slug: string) => Promise<{ id: string; paymentId: string; providerId: string }>;
}

async function killBetweenNotices({ payments, senderTo, pay }: Side): Promise<void> {
  const db = client.db(`notices-${payments.name}`);
  server = await startTestServer({ besides: { databaseUri: database.uri, db }, payments: { payments } });
  const { repositories } = server;
  const sender = senderTo(server);
  await sender.learnSecret();
  const { slug, id: product } = await countedProduct(server, 2);
  const { id, paymentId, providerId } = await pay(server, slug);
  await killDatabase();
  const refused = await Promise.all(['a', 'b', 'a'].map((notice) => sender.send(notice, providerId)));
  for (const { status, headers, json } of refused) {
    expect([status, json]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // An unsigned notice is refused without a database.
  expect((await sender.post(sender.bodyOf('c', providerId), {})).status).toBe(400);
  database = await startDatabaseAt(port, join(folder, 'mongodb'));
  const send = async (notice: string) => {
    for (;;) {
      const { status } = await sender.send(notice, providerId);
      if (status === 200) return;
      expect(status).toBe(503);
    }
  };
  await Promise.all(['a', 'b', 'a'].map(send));
  for (const notice of ['a', 'b']) expect(await sender.followed(notice)).toMatchObject({ status: 'DONE', paymentId });
  expect(await sender.find('c')).toBeNull();
  expect(await repositories.checkouts.find(id)).toMatchObject({ status: 'PLACED' });
  expect(await db.collection('orders').countDocuments({ checkout: id })).toBe(1);
  expect(await repositories.stock.find(product)).toMatchObject({ onHand: 1, available: 1, holds: [] });
}

test('C57 answers notices with 503 while the database is down and applies the redelivered ones once', async () => {
  await killBetweenNotices({
    payments: { name: 'test' },
    senderTo: (shop) => new NoticeSender(shop),
    async pay(shop, slug) {
      const { id, paymentId } = await paidGuest(shop, slug);
      return { id, paymentId, providerId: paymentId };
    },
  });
}, 180_000);

fakes.describe('with Stripe', () => {
  const there = useStripeFakes();

  test('C57 answers notices with 503 while the database is down and applies the redelivered ones once', async () => {
    await killBetweenNotices({
      payments: there.settings,
      senderTo: (shop) => new StripeNoticeSender(shop, there.settings),
      async pay(shop, slug) {
        const { guest, checkout } = await readyGuest(shop, slug);
        const { payment } = await guest.submit(checkout);
        await payAtStripe(there.proxy.url, payment?.clientSecret ?? '');
        return { id: checkout.id, paymentId: payment?.id ?? '', providerId: there.account.all()[0]?.id ?? '' };
      },
    });
    expect(there.proxy.refusals).toEqual([]);
  }, 180_000);
});
