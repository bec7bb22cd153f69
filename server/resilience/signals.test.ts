import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { leftOver, processTree, spawnShop, type SpawnedShop } from '../testing/runningShop';
import { startArguments } from '../testing/startArguments';

const folder = mkdtempSync(join(tmpdir(), 'kiosk-signals-'));
const pidFile = join(folder, 'kiosk.pid');
let shop: SpawnedShop | undefined;
let tree: number[] = [];
afterEach(() => {
  for (const pid of [...tree, ...(shop?.process.exitCode === null ? processTree(shop.pid) : [])]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Already gone, as expected.
    }
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the shop like a service script: the shell writes its pid to a file and replaces itself by the shop. */
const service = `const { spawn } = require('node:child_process');
  const child = spawn('sh', ['-c', ${JSON.stringify(`echo $$ > '${pidFile}'; exec "$0" "$@"`)}, process.execPath, ...${JSON.stringify(startArguments)}], { stdio: 'inherit' });
  child.once('exit', (code, signal) => { process.exitCode = signal ? 128 : code; });`;

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'the pid file holds the pid of the shop itself: %s stops it gracefully and leaves no process',
  async (signal) => {
    shop = spawnShop(join(folder, 'shop'), { LOG_LEVEL: 'info', DEMO_DATA: 'off' }, { program: ['-e', service] });
    const [, url = ''] = await shop.line(/Kiosk answers at (\S+)/);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    const { pid: answering } = JSON.parse(readFileSync(join(folder, 'shop', 'shop.json'), 'utf8')) as { pid: number };
    expect(answering).toBe(pid);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    tree = processTree(shop.pid);
    process.kill(pid, signal);
    expect(await shop.exited).toEqual({ code: 0, signal: null });
    expect(shop.stderr()).toContain(`"reason":"${signal}","msg":"Stopping"`);
    expect(await leftOver(tree, 5_000)).toEqual([]);
  },
  120_000,
);
