import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { createRepositories } from '../collections/repositories';
import { longRunningOptions } from '../database/clientOptions';
import { databaseNameOf, databaseUri } from '../database/databaseUri';
import { startDatabaseAt } from '../testing/databaseAt';
import { expectPurchasesInOrder, readPurchases, sweepUntilOver } from '../testing/purchaseJudge';
import { processTree, startRunningShop, type RunningShop } from '../testing/runningShop';
import { graphql, signUp } from '../testing/shopClient';

const kills = Number(process.env['KIOSK_KILLS'] ?? 5);
const buyers = 6;
const pieces = 10_000;
const cards = ['4242424242424242', '4242424242424242', '4000000000000002', '4000002500003155', '4000000000010035'];

let dataDir: string;
let shop: RunningShop;
let slug: string;
let productId: string;

async function ask<T>(idToken: string, query: string, input: object): Promise<T> {
  return graphql<T>(shop.url, idToken, query, { input });
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-purchases-'));
  shop = await startRunningShop(dataDir, { LOG_LEVEL: 'warn', DEMO_DATA: 'off' });
  const { idToken } = await signUp(shop.identityUrl, 'seller@purchases.test', 'secret-word');
  const { createProduct } = await ask<{ createProduct: { product: { id: string; slug: string } } }>(
    idToken,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }',
    { name: 'Arc reading lamp', price: 84 },
  );
  ({ id: productId, slug } = createProduct.product);
  await ask(idToken, 'mutation ($input: AdjustStockInput!) { adjustStock(input: $input) { stockLevel { id } } }', {
    id: productId,
    count: pieces,
    reason: 'DELIVERY',
  });
}, 120_000);
afterAll(async () => {
  await shop.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly total: { readonly amount: number };
  readonly payment: { readonly id: string; readonly clientSecret: string } | null;
  readonly orderNumber: string | null;
}

const shown = 'checkout { id status total { amount } payment { id clientSecret } orderNumber }';
const address = { fullName: 'A', streetLine1: 'B 1', city: 'Bonn', postalCode: '53111', countryCode: 'DE' };

const mutation = (name: string) =>
  `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { ${shown} } }`;

/** Buys repeatedly until the shop is killed, and records the acknowledged order numbers. */
async function buyUntilKilled(idToken: string, gone: () => boolean, told: string[]): Promise<void> {
  const call = async (name: string, input: object): Promise<Shown> => {
    const data = await ask<Record<string, { checkout: Shown } | undefined>>(idToken, mutation(name), input);
    return data[name]?.checkout as Shown;
  };
  for (let number = 0; !gone(); number += 1) {
    try {
      const { id } = await call('startCheckout', { slug });
      const { total } = await call('updateCheckout', { id, email: 'guest@example.com', shippingAddress: address });
      const { payment } = await call('submitCheckout', { id, expectedTotal: total.amount });
      const card = { number: cards[number % cards.length], expiry: '12/99', securityCode: '123' };
      await fetch(`${shop.url}/api/test-payments/${payment?.id ?? ''}/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientSecret: payment?.clientSecret, ...card }),
      });
      const { orderNumber } = await call('confirmPayment', { id });
      if (orderNumber === null) await call('cancelCheckout', { id });
      else told.push(orderNumber);
    } catch (error) {
      if (!gone()) throw error;
    }
  }
}

test(
  `C26 ${kills} kill -9 of the whole shop during purchases keep money, pieces and orders consistent`,
  async () => {
    const told: string[] = [];
    for (let round = 0; round < kills; round += 1) {
      let gone = false;
      const accounts = await Promise.all(
        Array.from({ length: buyers }, (_, buyer) =>
          signUp(shop.identityUrl, `r${round}b${buyer}@purchases.test`, 'secret-word'),
        ),
      );
      const work = accounts.map(({ idToken }) => buyUntilKilled(idToken, () => gone, told));
      // Kills while some purchases are complete and others in progress.
      const before = told.length;
      const until = performance.now() + 30_000;
      while (told.length < before + 2 && performance.now() < until) await delay(20);
      await delay((round * 617) % 1_600);
      const tree = processTree(shop.spawned.pid);
      gone = true;
      await shop.kill(tree);
      await Promise.all(work);
      if (round < kills - 1) shop = await startRunningShop(dataDir, { LOG_LEVEL: 'warn', DEMO_DATA: 'off' });
    }
    expect(told.length).toBeGreaterThan(kills);
    await judge(told);
  },
  60_000 + kills * 60_000,
);

/** With the shop stopped: sweeps what is left, like the next start, at a time when every hold has expired. */
async function judge(told: readonly string[]): Promise<void> {
  const mongo = await startDatabaseAt(0, join(dataDir, 'mongodb'));
  const client = await new MongoClient(mongo.uri, longRunningOptions).connect();
  try {
    const db = client.db(databaseNameOf(databaseUri({ mongodbUri: null, dataDir })));
    const repositories = createRepositories(db);
    await sweepUntilOver(repositories);
    await expectPurchasesInOrder(db, new Map([[productId, pieces]]));
    const { orders } = await readPurchases(db);
    const numbers = new Set(orders.map(({ _id }) => _id));
    expect(told.filter((number) => !numbers.has(number))).toEqual([]);
    expect(await repositories.orders.countAll()).toBeGreaterThanOrEqual(numbers.size);
  } finally {
    await client.close();
    await mongo.stop();
  }
}
