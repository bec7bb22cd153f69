import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../testing/databaseAt';
import { productionSettings } from '../testing/productionSettings';
import { spawnShop, type SpawnedShop } from '../testing/runningShop';

const folder = mkdtempSync(join(tmpdir(), 'kiosk-stripe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const keys = {
  STRIPE_SECRET_KEY: 'sk_test_hunter2',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x12',
  STRIPE_WEBHOOK_SECRET: 'whsec_hunter2hunter2',
};

async function start(settings: Record<string, string>): Promise<{ shop: SpawnedShop; url: string }> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const shop = spawnShop(join(folder, 'shop'), {
    ...{ ...productionSettings, AUTH_EMULATOR_PORT: undefined, PORT: new URL(url).port, PUBLIC_URL: url },
    // The database is not used here.
    MONGODB_URI: 'mongodb://127.0.0.1:1/kiosk',
    ...settings,
  });
  return { shop, url };
}

test('C54 C63 with test-mode keys the shop starts, logs that no money moves, and reveals no secret', async () => {
  const { shop, url } = await start(keys);
  try {
    await shop.line(/Kiosk answers at/);
    const config = await (await fetch(`${url}/config.json`)).text();
    expect(JSON.parse(config)).toMatchObject({ paymentProvider: 'stripe' });
    await shop.line(/No money moves: the keys of Stripe are those of its test mode/);
    expect(`${config}${shop.stderr()}${shop.stdout.join('')}`).not.toContain('hunter2');
  } finally {
    shop.process.kill('SIGKILL');
    await shop.exited;
  }
}, 60_000);

test('C48 C54 a start with Stripe logs that the seller is the example', async () => {
  const { shop } = await start({ ...keys, MONGODB_URI: 'embedded', DATA_DIR: join(folder, 'data') });
  try {
    const ready = shop.line(/Kiosk is ready/);
    await shop.line(/"level":"warn".*"msg":"The seller is the example: invoices carry it until/);
    await ready;
  } finally {
    shop.process.kill('SIGTERM');
    await shop.exited;
  }
}, 120_000);

test('C54 C63 with one of the Stripe settings the shop does not start and names the missing ones', async () => {
  const { shop } = await start({ STRIPE_SECRET_KEY: keys.STRIPE_SECRET_KEY });
  expect(await shop.exited).toMatchObject({ code: 1 });
  const lines = shop.stderr().split('\n').filter(Boolean);
  expect(lines).toEqual([
    'Kiosk cannot start: STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET are missing: payments by Stripe need ' +
      'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
  ]);
  expect(lines.join()).not.toContain('hunter2');
}, 60_000);
