import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { firebaseProject } from '../testing/productionSettings';
import { rawBytes } from '../testing/rawCall';
import { spawnShop, type SpawnedShop } from '../testing/runningShop';

let folder: string;
let shop: SpawnedShop;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-printed-'));
  shop = spawnShop(join(folder, 'shop'), {
    AUTH_EMULATOR_PORT: undefined,
    ...firebaseProject,
    NODE_OPTIONS: `--require ${resolve('server', 'process', 'printing.fixture.cjs')}`,
  });
  url = (await shop.line(/Kiosk answers at (\S+)/))[1] ?? '';
}, 120_000);
afterAll(async () => {
  shop.process.kill('SIGTERM');
  await shop.exited;
  rmSync(folder, { recursive: true, force: true });
});

interface Line {
  readonly msg: string;
  readonly status?: number;
  readonly introspection?: boolean;
  readonly err?: { readonly message: string };
}

/** All lines of standard error so far, parsed as JSON. */
const lines = () =>
  shop
    .stderr()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);

async function untilLogged(isThere: (lines: readonly Line[]) => boolean): Promise<void> {
  const until = performance.now() + 20_000;
  while (!isThere(lines()) && performance.now() < until) await delay(20);
  expect(isThere(lines())).toBe(true);
}

test('logs at the start whether introspection is on, decided by the identity provider, not by NODE_ENV', () => {
  expect(lines().filter(({ introspection }) => introspection !== undefined)).toEqual([
    expect.objectContaining({ introspection: false, msg: 'Introspection and the playground are off' }),
  ]);
});

test('logs malformed request targets as lines of JSON, without the target', async () => {
  const port = Number(new URL(url).port);
  const targets = [
    'http://x/?email=ada@shop.example&token=planted',
    'http://[planted',
    '//[planted',
    '//planted@?a=@#/',
    '/?email=ada@shop.example&token=planted',
    '/%ff?token=planted',
    'planted',
  ];
  const statuses: string[] = [];
  for (const target of targets)
    statuses.push(
      (await rawBytes(port, `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`)).slice(
        9,
        12,
      ),
    );
  expect(statuses.filter((status) => status >= '500' && status !== '503')).toEqual([]);
  await untilLogged((all) => all.filter(({ status }) => status !== undefined).length >= targets.length);
  expect(shop.stderr()).not.toMatch(/planted|ada@/);
});

test('turns output of Node and of libraries into log lines, without data of callers', async () => {
  const before = shop.stdout.length;
  shop.process.kill('SIGUSR2');
  const printed = (msg: string) => lines().filter((line) => line.msg === msg);
  await untilLogged(() => printed('A library printed').length >= 6 && printed('Node warns').length >= 2);
  const of = (msg: string) => printed(msg).map(({ err }) => err?.message);
  expect(of('Node warns')).toEqual(['a warning about [e-mail]', 'a deprecation of [e-mail]']);
  expect(of('A library is used in a deprecated way')).toEqual(['a deprecation for [e-mail]']);
  expect(of('A library printed')).toEqual(
    ['log', 'info', 'warn', 'error', 'debug', 'trace'].map(
      (method) => `${method} printed http://shop.example/login?[query]`,
    ),
  );
  expect(shop.stdout.slice(before).filter((line) => line.includes('printed'))).toEqual([]);
});
