import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { startArguments } from '../../server/testing/startArguments';
import { parentOf, processTree, spawnShop, type SpawnedShop } from '../../server/testing/runningShop';

/** What a fresh checkout does not have. */
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

/** Its esbuild helpers; those of the client build are children of other processes. */
const helpersOf = (pid: number) =>
  processTree(pid).filter(
    (each) => parentOf(each) === pid && readFileSync(`/proc/${each}/cmdline`, 'utf8').includes('esbuild'),
  );

test('a fresh checkout generates code at its start and leaves no build process running', async () => {
  expect(readdirSync(join(folder, 'kiosk', 'server'))).not.toContain('__generated__');
  shop = spawnShop(join(folder, 'data'), { LOG_LEVEL: 'warn' }, { checkout: join(folder, 'kiosk') });
  const [, url = ''] = await shop.line(/Kiosk answers at (\S+)/);
  const answer = await fetch(`${url}/api/product`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toMatch(/^\[/);
  expect(helpersOf(shop.pid)).toEqual([]);
}, 60_000);

test('without development packages and a build, the start says in one line what to do', () => {
  const release = join(folder, 'release');
  cpSync('tools/scripts', join(release, 'tools', 'scripts'), { recursive: true });
  cpSync('package.json', join(release, 'package.json'));
  expect(spawnSync(process.execPath, startArguments, { cwd: release, encoding: 'utf8' })).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Kiosk cannot start: \S+dist\/server\/main\.js is not there: run npm run build .+\n$/,
    ),
  });
});
