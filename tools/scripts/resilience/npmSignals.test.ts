import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { leftOver, processTree } from '../../../server/testing/runningShop';

let dataDir: string;
let tree: number[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'kiosk-npm-'));
});
afterEach(() => {
  for (const pid of tree) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }
  rmSync(dataDir, { recursive: true, force: true });
});

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const;
const commands = [
  ['npm start', ['start'], /Kiosk is ready/],
  ['npm run dev', ['run', 'dev', '--', '--port', '0'], /Kiosk is ready/],
] as const;

const pairs = signals.flatMap((signal) => commands.map(([name, args, ready]) => [signal, name, args, ready] as const));
/** Each signal once and each command twice; with KIOSK_LONG every combination. */
const tried = process.env['KIOSK_LONG'] ? pairs : pairs.filter((_, place) => [0, 3, 5, 6].includes(place));

test.each(tried)(
  '%s to %s alone leaves no process behind',
  async (signal, _name, args, ready) => {
    const env = { ...process.env, NODE_ENV: 'development', DATA_DIR: dataDir, PORT: '0', AUTH_EMULATOR_PORT: '0' };
    const npm = spawn('npm', args, { env, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    const ended = new Promise((resolve) => npm.once('exit', resolve));
    const lines = createInterface({ input: npm.stdout });
    await new Promise<void>((resolve, reject) => {
      lines.on('line', (line) => ready.test(line) && resolve());
      void ended.then(() => reject(new Error('npm ended before the shop was ready')));
    });
    tree = processTree(npm.pid ?? 0);
    expect(tree.length).toBeGreaterThan(2);
    npm.kill(signal);
    await ended;
    expect(await leftOver(tree, 10_000)).toEqual([]);
  },
  180_000,
);
