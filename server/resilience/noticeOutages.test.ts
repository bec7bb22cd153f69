import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedMongoProcess } from '@kiosk/embedded-mongodb/startEmbeddedMongo';
import { MongoClient } from 'mongodb';
import { longRunningOptions } from '../database/clientOptions';
import { countedProduct } from '../testing/buyer';
import { freePort, startDatabaseAt } from '../testing/databaseAt';
import { NoticeSender, paidGuest } from '../testing/noticeSender';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const folder = mkdtempSync(join(tmpdir(), 'kiosk-notices-'));
let port: number;
let database: EmbeddedMongoProcess;
let client: MongoClient;
let server: TestServer;

beforeAll(async () => {
  port = await freePort();
  database = await startDatabaseAt(port, join(folder, 'mongodb'));
  client = await new MongoClient(database.uri, longRunningOptions).connect();
  server = await startTestServer({ besides: { databaseUri: database.uri, db: client.db('notices') } });
}, 120_000);
afterAll(async () => {
  await server.stop();
  await client.close();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function killDatabase(): Promise<void> {
  const isGone = new Promise<void>((resolve) => database.onExit(() => resolve()));
  process.kill(database.pid, 'SIGKILL');
  await isGone;
}

test('C57 answers notices with 503 while the database is down and applies the redelivered ones once', async () => {
  const sender = new NoticeSender(server);
  await sender.learnSecret();
  const { slug, id: product } = await countedProduct(server, 2);
  const { id, paymentId } = await paidGuest(server, slug);
  await killDatabase();
  const refused = await Promise.all(['a', 'b', 'a'].map((notice) => sender.send(notice, paymentId)));
  for (const { status, headers, json } of refused) {
    expect([status, json]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
  // An unsigned notice is refused without a database.
  expect((await sender.post(sender.bodyOf('c', paymentId), {})).status).toBe(400);
  database = await startDatabaseAt(port, join(folder, 'mongodb'));
  const send = async (notice: string) => {
    for (;;) {
      const { status } = await sender.send(notice, paymentId);
      if (status === 200) return;
      expect(status).toBe(503);
    }
  };
  await Promise.all(['a', 'b', 'a'].map(send));
  for (const notice of ['a', 'b']) expect(await sender.followed(notice)).toMatchObject({ status: 'DONE', paymentId });
  expect(await sender.find('c')).toBeNull();
  expect(await server.repositories.checkouts.find(id)).toMatchObject({ status: 'PLACED' });
  expect(await server.db.collection('orders').countDocuments({ checkout: id })).toBe(1);
  expect(await server.repositories.stock.find(product)).toMatchObject({ onHand: 1, available: 1, holds: [] });
}, 180_000);
