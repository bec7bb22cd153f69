import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readyGuest } from '../../../server/testing/buyer';
import { spawnShop, type SpawnedShop } from '../../../server/testing/runningShop';
import { startArguments } from '../../../server/testing/startArguments';
import { createCaller } from '../../../server/testing/startTestServer';
import { nodeOf } from '../otherNodes';

/** The running version is covered by all other tests. */
const running = Number(process.versions.node.split('.')[0]);
const tried = [20, 22, 24].filter((major) => major !== running);
const tooOld = nodeOf(18);
const testIf = (isInstalled: boolean) => (isInstalled ? test : test.skip);
for (const [major, isInstalled] of [...tried, 18].map((each) => [each, nodeOf(each) !== null] as const))
  if (!isInstalled) process.stdout.write(`NOT MEASURED: Node ${major} is not installed here (.ci/run installs it).\n`);
const operate = join('tools', 'scripts', 'operate.mjs');

let dataDir: string;
let shop: SpawnedShop | undefined;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-node-'));
});
afterEach(async () => {
  shop?.process.kill('SIGKILL');
  await shop?.exited;
  shop = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

for (const major of tried) {
  const node = nodeOf(major);
  testIf(node !== null)(
    `with Node ${major} the shop starts, sells a product, is backed up and stops (.ci/run installs it)`,
    async () => {
      shop = spawnShop(dataDir, { LOG_LEVEL: 'warn' }, { node: node ?? '' });
      const [, url = ''] = await shop.line(/Kiosk is ready: (http:\/\/\S+?)\/?$/);
      const caller = createCaller(url);
      expect((await caller.call('GET', '/')).text).toContain('<h1');
      const [product] = (await caller.call('GET', '/api/product')).json as [{ slug: string }];
      const { guest, checkout } = await readyGuest(caller, product.slug);
      const placed = await guest.submit(checkout);
      expect((await guest.pay(placed)).status).toBe(200);
      expect((await guest.call('confirmPayment', { id: checkout.id })).orderNumber).not.toBeNull();
      const backup = spawnSync(node ?? '', [operate, 'backup', join(dataDir, 'shop.archive.gz')], {
        env: { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir },
        encoding: 'utf8',
      });
      expect(backup).toMatchObject({ status: 0, stderr: '' });
      expect(backup.stdout).toMatch(/^orders: \d+ documents$/m);
      shop.process.kill('SIGTERM');
      expect(await shop.exited).toEqual({ code: 0, signal: null });
      expect(shop.stderr()).not.toMatch(/warning/i);
    },
    180_000,
  );
}

testIf(tooOld !== null).each([
  ['npm start', startArguments],
  ['npm run build', [join('tools', 'scripts', 'build.mjs')]],
  ['npm run dev', [join('tools', 'scripts', 'dev.mjs')]],
  ['npm test', [join('tools', 'scripts', 'test.mjs')]],
  ['npm run backup', [operate, 'backup', 'shop.archive']],
])('with Node 18 %s fails with one line that names the required Node version (.ci/run installs it)', (_, words) => {
  const { status, stdout, stderr } = spawnSync(tooOld ?? '', words, { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^Kiosk needs Node 20\.19 or newer; this is Node 18\.\d+\.\d+\.\n$/);
});
