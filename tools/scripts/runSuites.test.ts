import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runSuites, type SuiteOutcome } from './runSuites';

const folder = mkdtempSync(join(tmpdir(), 'kiosk-suites-'));
afterAll(() => rmSync(folder, { recursive: true }));

const suites = {
  good: `test('holds', () => undefined); test.skip('waits', () => undefined);`,
  bad: `test('holds', () => undefined); test('breaks', () => { throw new Error('boom'); }); test('is listed', () => { throw new Error(); });`,
  mended: `test('is listed', () => undefined);`,
  unreadable: `throw new Error('before any test');`,
  hanging: `test('holds', () => undefined); test('hangs', () => {
    require('node:child_process').spawn('sleep', ['600'], { stdio: 'inherit' });
    for (;;);
  });`,
  dying: `test('dies', () => process.kill(process.pid, 'SIGKILL'));`,
};

const fileOf = (name: string) => relative(process.cwd(), join(folder, `${name}.js`));

function run(names: readonly string[], until = Infinity): Promise<SuiteOutcome[]> {
  return runSuites(names.map(fileOf), {
    environment: {},
    jestConfig: join(folder, 'config.json'),
    withinMs: 3_000,
    until,
    listed: ['is listed'],
    onOutcome: () => undefined,
  });
}

/** By name, without varying texts. */
const told = (outcomes: readonly SuiteOutcome[]) =>
  Object.fromEntries(
    outcomes.map(({ file, passed, failed, known, leftOut, mended }) => [
      /([a-z]+)\.js$/.exec(file)?.[1],
      [passed, failed.map((each) => each.replace(file, 'FILE')), known, leftOut, mended],
    ]),
  );

test('each file has its own outcome, even after files that hang or kill their process', async () => {
  for (const [name, text] of Object.entries(suites)) writeFileSync(join(folder, `${name}.js`), text);
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ testMatch: ['**/*.js'], transform: {} }));
  const outcomes = await run(Object.keys(suites));
  expect(told(outcomes)).toEqual({
    good: [1, [], [], ['waits'], []],
    bad: [1, ['breaks'], ['is listed'], [], []],
    mended: [1, [], [], [], ['is listed']],
    unreadable: [0, [expect.stringMatching(/^FILE: .*before any test/s)], [], [], []],
    hanging: [0, ['FILE: it did not end in time'], [], [], []],
    dying: [0, ['FILE: its process ended'], [], [], []],
  });
  expect(outcomes.find(({ file }) => file.endsWith('bad.js'))?.words.join()).toContain('boom');
}, 180_000);

test('starts no further file after the deadline', async () => {
  expect(told(await run(['good', 'bad'], performance.now()))).toEqual({
    good: [0, ['FILE: no time was left for it'], [], [], []],
    bad: [0, ['FILE: no time was left for it'], [], [], []],
  });
});
