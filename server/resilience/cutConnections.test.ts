import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { requestOptionsFor } from '../database/clientOptions';
import { readFeatures } from '../database/features';
import { startAlteringProxy, type AlteringProxy } from '../testing/alteringProxy';
import { amountOf } from '../testing/amountOf';
import { signUp } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import {
  appendNames,
  auditNames,
  auditProducts,
  createProducts,
  emptyLedger,
  moreAcknowledged,
  writeCommands,
  type NameDocument,
} from '../testing/writeLedger';

const cuts = amountOf({ few: 12, usual: 30, long: 1_000 });
const outages = amountOf({ few: 1, usual: 3 });
const writers = 4;

/** Reaches its database through the proxy, as the writers do. */
let shop: TestServer;
let database: TestServer;
let proxy: AlteringProxy;
beforeAll(async () => {
  database = await startTestServer();
  proxy = await startAlteringProxy(database.databaseUri);
  shop = await startTestServer({ besides: { databaseUri: proxy.uri, db: database.db } });
}, 120_000);
afterAll(async () => {
  await shop.stop();
  await proxy.stop();
  await database.stop();
});

test(`E8 E10: ${cuts} connections cut before a completed write is acknowledged: no write lost or duplicated`, async () => {
  const { token } = await signUp(shop, 'owner');
  const client = await new MongoClient(proxy.uri, requestOptionsFor(30_000)).connect();
  const { retryableWrites } = await readFeatures(client.db(shop.db.databaseName));
  const names = client.db(shop.db.databaseName).collection<NameDocument>('ledger');
  const [appended, created] = [emptyLedger(), emptyLedger()];
  let [answers, cut] = [0, 0];
  proxy.alter = (command, reply) => {
    const isWrite = writeCommands.some((name) => name in command);
    // Rare enough that a retried command gets its answer.
    if (!isWrite || (answers += 1) % 20 !== 0 || cut === cuts) return reply;
    cut += 1;
    return null;
  };
  const isOver = () => cut === cuts;
  await Promise.all(
    Array.from({ length: writers }, (_, writer) => [
      appendNames(names, `name-${writer}`, appended, isOver),
      createProducts(shop, { writer: `product-${writer}`, token }, created, isOver),
    ]).flat(),
  );
  expect(created.wrong).toEqual([]);
  expect(await auditNames(names, appended)).toEqual({ lost: [], doubled: [] });
  expect(await auditProducts(shop, created)).toEqual({ lost: [], doubled: [] });
  expect(created.acknowledged.length).toBeGreaterThan(writers);
  // With retryable writes, the server recognizes most retried commands by their transaction number.
  if (retryableWrites) expect(appended.unknown.length).toBeLessThan(cuts / 2);
  else expect(appended.unknown.length).toBeGreaterThan(0);
  await client.close();
}, 600_000);

test('releases an Idempotency-Key whose claim was not acknowledged and carries out the retry', async () => {
  const { token } = await signUp(shop, 'claimer');
  const create = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { slug } } }';
  const ask = () =>
    shop.graphql(create, { input: { name: 'Claimed', price: 5 } }, { token, headers: { 'idempotency-key': 'cut' } });
  proxy.alter = (command, reply) => (command['insert'] === 'idempotencyKeys' ? null : reply);
  expect((await ask()).status).toBe(503);
  expect(await database.db.collection('idempotencyKeys').countDocuments({ _id: /\ncut$/ as never })).toBe(1);
  proxy.alter = (_, reply) => reply;
  const retry = await ask();
  expect([retry.status, retry.json]).toEqual([200, { data: { createProduct: { product: { slug: 'claimed' } } } }]);
}, 60_000);

test('reports SERVICE_UNAVAILABLE while a user record is unreadable and still serves the catalogue', async () => {
  const { token } = await signUp(shop, 'outsider');
  const create = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { slug } } }';
  for (const name of ['Shown', 'Hidden']) await shop.graphql(create, { input: { name, price: 5 } }, { token });
  await database.db.collection('products').updateOne({ slug: 'hidden' }, { $set: { status: 'inactive' } });
  const ask = async (query: string) => {
    const { status, json } = await shop.graphql(query, undefined, { token });
    return { status, ...(json as object) };
  };
  const email = '{ product(slug: "shown") { email } }';
  const hidden = '{ product(slug: "hidden") { slug } }';
  const catalogue = '{ product(slug: "shown") { slug } products(first: 1) { nodes { slug } } }';
  proxy.alter = (command, reply) => (command['aggregate'] === 'users' ? null : reply);
  const away = (...path: string[]) => ({ errors: [{ path, extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  expect(await ask(email)).toMatchObject({ data: { product: { email: null } }, ...away('product', 'email') });
  expect(await ask(hidden)).toMatchObject({ status: 503, data: { product: null }, ...away('product') });
  expect(await ask(catalogue)).toMatchObject({ status: 200, data: { product: { slug: 'shown' } } });
  proxy.alter = (_, reply) => reply;
  const found = [await ask(email), await ask(hidden)];
  expect(found).toMatchObject([
    { status: 200, data: { product: { email: 'outsider@kiosk.test' } } },
    { status: 200, data: { product: { slug: 'hidden' } } },
  ]);
}, 60_000);

async function timed(path: string) {
  const startedAt = performance.now();
  const { status, headers } = await shop.call('GET', path);
  return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - startedAt };
}

async function untilReadyIs(status: number): Promise<number> {
  const startedAt = performance.now();
  while ((await timed('/readyz')).status !== status) await delay(20);
  return performance.now() - startedAt;
}

test('E10: answers 503 within 3 s without its database and is ready within 5 s of its return', async () => {
  const { token } = await signUp(shop, 'other');
  const created = emptyLedger();
  let over = false;
  const writing = createProducts(shop, { writer: 'outage', token }, created, () => over);
  for (let outage = 0; outage < outages; outage += 1) {
    await moreAcknowledged([created], 3);
    await proxy.interrupt();
    await untilReadyIs(503);
    const { ms, ...told } = await timed(`/api/product?limit=${outage + 1}`);
    expect(told).toEqual({ status: 503, retryAfter: '2' });
    expect(ms).toBeLessThan(3_000);
    expect(await timed('/livez')).toMatchObject({ status: 200 });
    await proxy.resume();
    expect(await untilReadyIs(200)).toBeLessThan(5_000);
    expect(await timed(`/api/product?limit=${outage + 1}`)).toMatchObject({ status: 200 });
  }
  over = true;
  await writing;
  expect(created.wrong).toEqual([]);
  expect(await auditProducts(shop, created)).toEqual({ lost: [], doubled: [] });
}, 180_000);
