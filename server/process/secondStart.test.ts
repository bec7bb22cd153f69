import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnShop } from '../testing/runningShop';
import { startArguments } from '../testing/startArguments';

const hasTerminal = spawnSync('script', ['--version']).status === 0;
if (!hasTerminal) process.stdout.write('NOT MEASURED: lines in a terminal. What is missing: script (util-linux)\n');

const kinds = ['a pipe', ...(hasTerminal ? ['a terminal'] : [])];
const folder = mkdtempSync(join(tmpdir(), 'kiosk-second-'));
const dataDir = join(folder, 'shop');
const first = spawnShop(dataDir, { LOG_LEVEL: 'info' });
afterAll(async () => {
  first.process.kill('SIGTERM');
  await first.exited;
  rmSync(folder, { recursive: true, force: true });
});

/** What a second start with the same DATA_DIR prints to both outputs. */
async function startAgain(kind: string): Promise<string> {
  const command = [process.execPath, ...startArguments].join(' ');
  // Starts the shop in a terminal of its own and passes the output on.
  const launcher = `const { spawnSync } = require('node:child_process');
    process.exitCode = spawnSync('script', ['--quiet', '--return', '--command', ${JSON.stringify(command)}, '/dev/null'], { stdio: ['ignore', 2, 2] }).status;`;
  const shop = spawnShop(dataDir, {}, kind === 'a terminal' ? { program: ['-e', launcher] } : {});
  expect(await shop.exited).toMatchObject({ code: 1 });
  return `${shop.stdout.join('\n')}${shop.stderr()}`.replaceAll('\r', '');
}

test.each(kinds)(
  'a second shop on a DATA_DIR prints once, in %s, where the first one answers, and exits',
  async (kind) => {
    const [, url = ''] = await first.line(/Kiosk answers at (\S+)/);
    const lines = (await startAgain(kind)).split('\n').filter(Boolean);
    expect(lines.at(-1)).toBe(
      `Kiosk cannot start: another shop runs on DATA_DIR ${dataDir}, answers at ${url} and is process ${first.pid}: stop it, or set another DATA_DIR.`,
    );
    expect(lines.filter((line) => /in use|another shop|Stopping/.test(line))).toHaveLength(1);
    const logged = lines.slice(0, -1);
    expect(logged.length).toBeGreaterThan(0);
    for (const line of logged)
      expect(line).toMatch(kind === 'a pipe' ? /^\{"level":"\w+",.*\}$/ : /^\d\d:\d\d:\d\d [^{]+/);
  },
  60_000,
);

test('each line of the log of a start has the process, the version and the name of the level', async () => {
  await first.line(/Kiosk answers at/);
  const lines = first.stderr().split('\n').filter(Boolean);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines)
    expect(JSON.parse(line)).toMatchObject({
      level: expect.stringMatching(/^(info|warn)$/),
      pid: first.pid,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      time: expect.stringMatching(/Z$/),
    });
  expect(first.stderr()).not.toMatch(/lacks/);
}, 60_000);
