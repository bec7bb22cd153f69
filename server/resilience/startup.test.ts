import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, startDatabaseAt } from '../testing/databaseAt';
import { productionSettings } from '../testing/productionSettings';
import { spawnShop, type SpawnedShop } from '../testing/runningShop';
import { startArguments } from '../testing/startArguments';
import { until } from '../testing/until';
import { uriWithDatabase } from '../testing/uriWithDatabase';

let folder: string;
let shop: SpawnedShop | undefined;
let mongo: Awaited<ReturnType<typeof startDatabaseAt>> | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-startup-'));
});
afterEach(async () => {
  shop?.process.kill('SIGTERM');
  await shop?.exited;
  await mongo?.stop();
  shop = mongo = undefined;
  rmSync(folder, { recursive: true, force: true });
});

async function timed(url: string, init: RequestInit = {}) {
  const startedAt = performance.now();
  const response = await fetch(url, init);
  const text = await response.text();
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text,
    ms: performance.now() - startedAt,
  };
}

/** Milliseconds until /readyz answers with this status. */
async function untilReadyzIs(url: string, status: number, patienceMs: number): Promise<number> {
  const startedAt = performance.now();
  while ((await timed(`${url}/readyz`)).status !== status) {
    if (performance.now() - startedAt > patienceMs) throw new Error(`/readyz is not ${status} after ${patienceMs} ms`);
    await delay(50);
  }
  return performance.now() - startedAt;
}

test('E18 R1: without its database the shop stays up, answers 503, and is ready within 5 s of its return', async () => {
  const port = await freePort();
  // User and password persist with the data folder.
  const { uri, stop } = await startDatabaseAt(port, join(folder, 'mongo'));
  await stop();
  shop = spawnShop(join(folder, 'shop'), { MONGODB_URI: uriWithDatabase(uri, 'kiosk'), LOG_LEVEL: 'warn' });
  const url = (await shop.line(/Kiosk answers at (\S+)/))[1] ?? '';
  expect(await timed(`${url}/livez`)).toMatchObject({ status: 200 });
  expect(await timed(`${url}/readyz`)).toMatchObject({
    status: 503,
    retryAfter: '2',
    text: '{"status":"unavailable","problem":"database"}',
  });
  expect(await timed(`${url}/config.json`)).toMatchObject({ status: 200 });
  // The page itself, or the page shown while it is being built.
  expect((await timed(`${url}/`)).text).toMatch(/^<!doctype html>/i);
  const query = JSON.stringify({ query: '{ product(slug: "lamp") { id } }' });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: query };
  for (const [path, init] of [
    ['/api/product', {}],
    ['/graphql', post],
  ] as const) {
    const { status, retryAfter, text, ms } = await timed(url + path, init);
    expect([path, status, retryAfter]).toEqual([path, 503, '2']);
    expect(text).toContain('SERVICE_UNAVAILABLE');
    expect(ms).toBeLessThan(3_000);
  }
  expect(shop.process.exitCode).toBeNull();

  mongo = await startDatabaseAt(port, join(folder, 'mongo'));
  expect(await untilReadyzIs(url, 200, 30_000)).toBeLessThan(5_000);
  expect(await timed(`${url}/api/product`)).toMatchObject({ status: 200, text: '[]' });

  await mongo.stop();
  expect(await untilReadyzIs(url, 503, 30_000)).toBeLessThan(5_000);
  expect((await timed(`${url}/api/product`)).status).toBe(503);
  mongo = await startDatabaseAt(port, join(folder, 'mongo'));
  expect(await untilReadyzIs(url, 200, 30_000)).toBeLessThan(5_000);
  expect(await timed(`${url}/api/product`)).toMatchObject({ status: 200, text: '[]' });
}, 240_000);

test('a log and a standard output on a full disk end nothing', async () => {
  const port = await freePort();
  const program = ['-c', 'exec "$0" "$@" >/dev/full 2>/dev/full', process.execPath, ...startArguments];
  const settings = { PORT: String(port), HTML_DATA: 'off', LOG_LEVEL: 'debug', DEMO_DATA: 'off' };
  shop = spawnShop(join(folder, 'shop'), settings, { node: '/bin/sh', program });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;
  await until(
    'the shop is ready, or has ended',
    async () => shop?.process.exitCode !== null || (await isReady()),
    90_000,
  );
  expect(shop.process.exitCode).toBeNull();
  // Each of them is a line of the log.
  for (let count = 0; count < 50; count++) expect((await timed(`${url}/api/nothing`)).status).toBe(404);
  shop.process.kill('SIGTERM');
  expect(await shop.exited).toEqual({ code: 0, signal: null });
}, 120_000);

const production = { ...productionSettings, MONGODB_URI: 'mongodb://127.0.0.1:1/kiosk' };

test.each([
  ['FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:9099', 'FIREBASE_AUTH_EMULATOR_HOST must not be set'],
  ['AUTH_EMULATOR_PORT', '9099', 'AUTH_EMULATOR_PORT must not be set in production'],
])('E18 B3: production with %s exits within 5 s with one line and never listens', async (name, value, line) => {
  const port = await freePort();
  const startedAt = performance.now();
  shop = spawnShop(join(folder, 'shop'), {
    ...production,
    AUTH_EMULATOR_PORT: undefined,
    PORT: String(port),
    [name]: value,
  });
  await expect(timed(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed');
  expect(await shop.exited).toEqual({ code: 1, signal: null });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(shop.stderr()).toMatch(new RegExp(`^Kiosk cannot start: ${line}[^\\n]*\\n$`));
  expect(shop.stdout).toEqual([]);
});
