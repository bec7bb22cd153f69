// `npm run check` (no browser), `npm test` (check, and the browser), `npm run test:resilience` (kills, races, fuzz),
// `npm run test:long` (all of them with the full figures, and other databases).
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { findShared } from './sharedFolder.mjs';

const mode = process.argv[2] ?? 'all';
const withBrowser = mode === 'all' || mode === 'long';
/** Kills, races, attacks, whole processes, fuzz: each a minute and more. */
const takesLong = '/(resilience|fuzz)/';
/** The full figures: kills, inputs of each field, cases of each property (a planner case asks three questions), rounds of each race. */
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
  KIOSK_KILLS: '5',
  KIOSK_FUZZ_CASES: '100',
  KIOSK_PROPERTY_CASES: '500',
  KIOSK_PLANNER_CASES: '200',
};
const scratch = mkdtempSync(join(tmpdir(), 'kiosk-test-'));
const specificationTests = findShared(join('mongodb-spec-tests', 'crud'));
const found = specificationTests === null ? {} : { KIOSK_SPECIFICATION_TESTS: specificationTests };
const env = { ...found, ...process.env, ...normalRun, ...(mode === 'long' ? longRun : {}), NODE_ENV: 'test' };
const totals = { passed: 0, failed: 0 };
const failedSteps = [];

function step(name, command, args, extraEnv = {}) {
  process.stdout.write(`\n== ${name}\n`);
  const started = process.hrtime.bigint();
  const result = spawnSync(command, args, { stdio: 'inherit', env: { ...env, ...extraEnv } });
  return ended(name, started, result.status);
}

function ended(name, started, status) {
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  process.stdout.write(`== ${name}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds.toFixed(0)} s\n`);
  if (status !== 0) failedSteps.push(name);
  return status === 0;
}

/** For steps of one thread each: two at a time take half as long. What one prints follows its name. */
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

function runJest(name, args) {
  const report = join(scratch, 'jest.json');
  step(name, 'node', [bin('jest'), '--maxWorkers=2', '--json', `--outputFile=${report}`, '--silent', ...args]);
  addJestCounts(report);
}

function addBrowserCounts(file) {
  const { stats } = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += stats.expected;
  totals.failed += stats.unexpected + stats.flaky;
}

if (withBrowser) {
  try {
    findChromium();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

const bin = (name) => join('node_modules', '.bin', name);
const codegenWorked = step('codegen', bin('graphql-codegen'), ['--config', 'codegen.ts']);
if (codegenWorked && mode !== 'resilience') {
  await stepsAtOnce([
    ['lint', bin('eslint'), ['.', '--max-warnings', '0']],
    ['types', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
    ['imports', 'npm', ['run', '--silent', 'imports']],
    ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
    ['unused code', bin('knip'), []],
    ['pictures', 'node', ['tools/pictures/pictures.mjs', '--check']],
    ['lockfile', 'node', ['tools/scripts/check-lockfile.mjs']],
    ['lockfile of mongosh', 'node', ['tools/scripts/check-lockfile.mjs', 'tools/scripts/mongosh']],
    ['schema changes', 'node', ['tools/scripts/check-schema-changes.mjs']],
    // Also for the tests that start the shop: each would build it, two of them side by side into one folder.
    ['production build', 'node', ['tools/scripts/build.mjs']],
  ]);
  runJest('unit, API and component tests', [
    `--testPathIgnorePatterns=${takesLong}`,
    '--testPathIgnorePatterns=/node_modules/',
  ]);
}
if (codegenWorked && (mode === 'resilience' || mode === 'long')) {
  if (mode === 'resilience') step('production build', 'node', ['tools/scripts/build.mjs']);
  runJest('resilience and fuzz', [`--testPathPatterns=${takesLong}`]);
}
if (codegenWorked && mode === 'long') step('other databases', bin('tsx'), ['tools/scripts/test-databases.ts']);
if (codegenWorked && withBrowser) {
  const browserReport = join(scratch, 'browser.json');
  step('browser tests', bin('playwright'), ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
  });
  addBrowserCounts(browserReport);
}

rmSync(scratch, { recursive: true, force: true });
process.stdout.write(failedSteps.length === 0 ? '\nEverything passed.\n' : `\nFailed: ${failedSteps.join(', ')}\n`);
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed\n`);
process.exit(failedSteps.length === 0 ? 0 : 1);
