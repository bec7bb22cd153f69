import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { freePort } from '../testing/databaseAt';
import { productionSettings } from '../testing/productionSettings';
import { spawnShop, type SpawnedShop } from '../testing/runningShop';

const folder = mkdtempSync(join(tmpdir(), 'kiosk-embedded-'));
const dataDir = join(folder, 'data');
let shop: SpawnedShop | undefined;
let proxy: Server | undefined;
let certificate: string;
let settings: Record<string, string | undefined>;
let shopPort: number;

beforeAll(async () => {
  const [key, cert] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject], {
    stdio: 'ignore',
  });
  certificate = readFileSync(cert, 'utf8');
  shopPort = await freePort();
  // Terminates TLS, like Caddy or nginx.
  proxy = createServer({ key: readFileSync(key), cert: certificate }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = { ...headers, 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    const passed = plainRequest({ port: shopPort, method, path: url, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => proxy?.listen(0, '127.0.0.1', resolve));
  settings = {
    ...{ ...productionSettings, AUTH_EMULATOR_PORT: undefined, MAX_PRODUCTS_PER_USER: undefined },
    ...{ MONGODB_URI: 'embedded', PORT: String(shopPort), TRUST_PROXY: '1', WEB_CONCURRENCY: '2' },
    PUBLIC_URL: `https://localhost:${(proxy.address() as AddressInfo).port}`,
    ...{ SMTP_URL: `smtp://kiosk:hunter2@127.0.0.1:${await freePort()}`, MAIL_FROM: 'orders@shop.example' },
    // No Firebase credentials, on any machine.
    ...{ GOOGLE_APPLICATION_CREDENTIALS: undefined, HOME: folder, METADATA_SERVER_DETECTION: 'none' },
  };
});
afterAll(async () => {
  shop?.process.kill('SIGKILL');
  await shop?.exited;
  proxy?.closeAllConnections();
  await new Promise((resolve) => proxy?.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

interface Shown {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends a request over TLS, as shoppers do. */
function get(path: string): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const sent = request(`${settings['PUBLIC_URL']}${path}`, { ca: certificate, agent: false }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    });
    sent.once('error', reject).end();
  });
}

async function start(): Promise<SpawnedShop> {
  const started = spawnShop(dataDir, settings);
  await started.line(/Kiosk answers at/);
  while ((await get('/readyz')).status !== 200) await delay(50);
  return started;
}

/** Runs an operator's command with the settings of the shop. */
function command(file: string, ...args: string[]) {
  const env = { ...process.env, ...settings, DATA_DIR: dataDir };
  return spawnSync(process.execPath, ['--import', 'tsx', file, ...args], { env, encoding: 'utf8' });
}

async function inDatabase<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(readFileSync(join(dataDir, 'mongodb-uri'), 'utf8'));
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

test('serves production on the embedded database by two processes behind TLS and reports degraded parts', async () => {
  shop = await start();
  expect(await get('/api/product')).toMatchObject({
    status: 200,
    // Production has no demo products.
    text: '[]',
    headers: { 'strict-transport-security': expect.stringContaining('max-age=') },
  });
  expect(JSON.parse((await get('/config.json')).text)).toMatchObject({ mode: 'firebase', demoAccounts: false });
  const degraded = '{"status":"degraded","parts":{"identity":"missing-credentials","mail":"unreachable"}}';
  for (let equal = 0; equal < 4; await delay(50)) {
    const { status, text } = await get('/readyz');
    expect(status).toBe(200);
    // Each of the two processes checks for itself.
    equal = text === degraded ? equal + 1 : 0;
  }
  await shop.line(/There are no credentials for Firebase, set GOOGLE_APPLICATION_CREDENTIALS/);
  await shop.line(/The mail server in SMTP_URL cannot be used: mails wait in the outbox/);
  expect(shop.stderr()).not.toContain('hunter2');
}, 120_000);

test('makes a backup while running and keeps acknowledged writes across a kill and a restart', async () => {
  await inDatabase(async (client) => {
    const notes = client.db().collection<{ _id: string }>('meta');
    await notes.insertOne({ _id: 'ofThisTest' }, { writeConcern: { w: 'majority', journal: true } });
  });
  const file = join(folder, 'shop.archive.gz');
  expect(command('server/backup/backup.cli.ts', file)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`is in ${file}, read back and whole.`),
  });
  const noted = await inDatabase((client) =>
    client.db('kiosk').collection<{ _id: string; at: Date }>('meta').findOne({ _id: 'lastBackup' }),
  );
  expect(noted?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
  shop?.process.kill('SIGKILL');
  await shop?.exited;
  shop = await start();
  expect(
    await inDatabase((client) => client.db().collection<{ _id: string }>('meta').countDocuments({ _id: 'ofThisTest' })),
  ).toBe(1);
  // The second process may still be starting.
  shop.process.kill('SIGTERM');
  expect(await shop.exited).toEqual({ code: 0, signal: null });
}, 120_000);
