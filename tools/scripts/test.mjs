// `npm run check` (no browser), `npm test` (check and browser), `npm run test:resilience` (kills, races, fuzz),
// `npm run test:long [-- PART ...]` (all of them with the full amounts, and other databases; or some of these parts).
import './requireNode.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findTestChromium } from './chromium.mjs';
import { findShared } from './sharedFolder.mjs';

const partsOfMode = {
  check: ['check'],
  all: ['check', 'browser'],
  resilience: ['resilience', 'fuzz'],
  long: ['check', 'resilience', 'fuzz', 'databases', 'browser'],
};
const [mode = 'all', ...askedParts] = process.argv.slice(2);
const unknownPart = askedParts.find((part) => !partsOfMode[mode].includes(part));
if (unknownPart !== undefined) {
  process.stderr.write(`There is no part '${unknownPart}': the parts are ${partsOfMode[mode].join(', ')}.\n`);
  process.exit(1);
}
const parts = askedParts.length > 0 ? askedParts : partsOfMode[mode];
const runs = (part) => parts.includes(part);
/** Kills, races, attacks, whole processes and fuzzing, which take a minute and more each. */
const longFolders = ['resilience', 'fuzz'];
const filesIn = (folders) => `/(${folders.join('|')})/`;
/** The full amounts: kills, inputs per field, cases per property (a planner case is three queries), rounds per race. */
const longRun = {
  KIOSK_LONG: '1',
  KIOSK_KILLS: '50',
  KIOSK_FAILOVERS: '100',
  KIOSK_RACE_ROUNDS: '200',
  KIOSK_FUZZ_CASES: '1000',
  KIOSK_PROPERTY_CASES: '5000',
  KIOSK_PLANNER_CASES: '2000',
  KIOSK_BAD_INPUTS: '20000',
  KIOSK_DIFFERENTIAL_CASES: '5000',
};
const normalRun = {
  KIOSK_KILLS: '3',
  KIOSK_FUZZ_CASES: '10',
  KIOSK_PROPERTY_CASES: '300',
  KIOSK_PLANNER_CASES: '200',
};
const scratch = mkdtempSync(join(tmpdir(), 'kiosk-test-'));
const specificationTests = findShared(join('mongodb-spec-tests', 'crud'));
const found = specificationTests === null ? {} : { KIOSK_SPECIFICATION_TESTS: specificationTests };
const env = { ...found, ...process.env, ...normalRun, ...(mode === 'long' ? longRun : {}), NODE_ENV: 'test' };
const totals = { passed: 0, failed: 0 };
const failedSteps = [];
const startedAt = process.hrtime.bigint();
const secondsSince = (start) => (Number(process.hrtime.bigint() - start) / 1e9).toFixed(0);

function step(name, command, args, extraEnv = {}) {
  process.stdout.write(`\n== ${name}\n`);
  const started = process.hrtime.bigint();
  const result = spawnSync(command, args, { stdio: 'inherit', env: { ...env, ...extraEnv } });
  return ended(name, started, result.status);
}

function ended(name, started, status) {
  process.stdout.write(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${secondsSince(started)} s\n`);
  if (status !== 0) failedSteps.push(name);
  return status === 0;
}

/** Runs single-threaded steps two at a time, which halves the time; prints each step's output after its name. */
async function stepsAtOnce(steps) {
  const waiting = [...steps];
  const runOneAfterTheOther = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command, args] = next;
      const started = process.hrtime.bigint();
      const { code, output } = await outputOf(command, args);
      process.stdout.write(`\n== ${name}\n${output}`);
      ended(name, started, code);
    }
  };
  await Promise.all([runOneAfterTheOther(), runOneAfterTheOther()]);
}

function outputOf(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function addJestCounts(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += report.numPassedTests;
  totals.failed += report.numFailedTests + report.numRuntimeErrorTestSuites;
}

/** One database per worker: a new database is slow at first, and each short file would otherwise start its own. */
async function withDatabases(workers, run) {
  const child = spawn(bin('tsx'), ['tools/scripts/testDatabases.ts', String(workers)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const failed = once(child, 'exit').then(() => {
    throw new Error('The databases of the tests could not be started.');
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), failed]);
  failed.catch(() => undefined);
  run({ KIOSK_TEST_DATABASES: String(line).trim() });
  child.stdin.end();
  await once(child, 'close');
}

function runJest(name, args, { workers = 2, extraEnv = {} } = {}) {
  const report = join(scratch, 'jest.json');
  step(
    name,
    'node',
    // Also for workers: test data are short-lived, so a larger young generation saves a twentieth of the time.
    [
      '--max-semi-space-size=64',
      bin('jest'),
      `--maxWorkers=${workers}`,
      '--json',
      `--outputFile=${report}`,
      '--silent',
      ...args,
    ],
    extraEnv,
  );
  addJestCounts(report);
}

function addBrowserCounts(file) {
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += stats.expected;
  totals.failed += stats.unexpected + stats.flaky;
}

if (runs('browser')) {
  try {
    findTestChromium();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const bin = (name) => join('node_modules', '.bin', name);
const codegenWorked = step('codegen', bin('graphql-codegen'), ['--config', 'codegen.ts']);
if (codegenWorked && runs('check')) {
  await stepsAtOnce([
    ['lint', bin('eslint'), ['.', '--max-warnings', '0']],
    ['types', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
    ['imports', 'npm', ['run', '--silent', 'imports']],
    ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
    ['unused code', bin('knip'), []],
    ['pictures', 'node', ['tools/pictures/pictures.mjs', '--check']],
    ['lockfile', 'node', ['tools/scripts/check-lockfile.mjs']],
    ['lockfile of mongosh', 'node', ['tools/scripts/check-lockfile.mjs', 'tools/scripts/mongosh']],
    ['lockfile of other Nodes', 'node', ['tools/scripts/check-lockfile.mjs', 'tools/scripts/nodes']],
    ['schema changes', 'node', ['tools/scripts/check-schema-changes.mjs']],
    // Also for tests that start the shop, which would otherwise build it concurrently in one folder.
    ['production build', 'node', ['tools/scripts/build.mjs']],
  ]);
  await withDatabases(2, (extraEnv) =>
    runJest(
      'unit, API and component tests',
      [`--testPathIgnorePatterns=${filesIn(longFolders)}`, '--testPathIgnorePatterns=/node_modules/'],
      { extraEnv },
    ),
  );
}
if (codegenWorked && !runs('check')) step('production build', 'node', ['tools/scripts/build.mjs']);
const folders = longFolders.filter(runs);
// These tests wait for processes a third of the time.
if (codegenWorked && folders.length > 0)
  runJest(folders.join(' and '), [`--testPathPatterns=${filesIn(folders)}`], { workers: 3 });
if (codegenWorked && runs('databases')) step('other databases', bin('tsx'), ['tools/scripts/test-databases.ts']);
if (codegenWorked && runs('browser')) {
  const browserReport = join(scratch, 'browser.json');
  step('browser tests', bin('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  });
  addBrowserCounts(browserReport);
}

rmSync(scratch, { recursive: true, force: true });
process.stdout.write(failedSteps.length === 0 ? '\nEverything passed.\n' : `\nFailed: ${failedSteps.join(', ')}\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed, in ${secondsSince(startedAt)} s\n`);
process.exit(failedSteps.length === 0 ? 0 : 1);
