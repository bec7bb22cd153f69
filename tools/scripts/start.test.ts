import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { spawnShop, type SpawnedShop } from '../../server/testing/runningShop';

/** What a checkout does not have before anything is built in it. */
const made = new Set(['node_modules', '__generated__', 'dist', '.data', '.git', 'test-results', 'screenshots']);

let folder: string;
let shop: SpawnedShop | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kiosk-fresh-'));
  const checkout = join(folder, 'kiosk');
  cpSync('.', checkout, { recursive: true, filter: (path) => !made.has(basename(path)) });
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'));
});
afterEach(async () => {
  shop?.process.kill('SIGTERM');
  await shop?.exited;
  rmSync(folder, { recursive: true, force: true });
});

test('a fresh checkout starts: what is generated is made first', async () => {
  expect(readdirSync(join(folder, 'kiosk', 'server'))).not.toContain('__generated__');
  shop = spawnShop(join(folder, 'data'), { LOG_LEVEL: 'warn' }, { checkout: join(folder, 'kiosk') });
  const [, url = ''] = await shop.line(/Kiosk answers at (\S+)/);
  const answer = await fetch(`${url}/api/product`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^\[/);
}, 60_000);
