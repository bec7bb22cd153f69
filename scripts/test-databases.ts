// `npm run test:databases -- NAME=URI ...`: the repository and API suites on each database, and a table at the end.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** The suites that reach a database: everything of the server but the embedded services' own tests. */
const suites = [
  'server/(database|products|store|users|counts|messages|orders|rest|testing)/',
  'server/(access|interleaving|races).test',
];

function runOn(uri: string, reportFile: string): JestReport {
  const env = { ...process.env, TEST_MONGODB_URI: uri };
  spawnSync('node', ['node_modules/.bin/jest', '--maxWorkers=2', '--json', `--outputFile=${reportFile}`, ...suites], {
    stdio: 'inherit',
    env,
  });
  return JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport;
}

const databases = process.argv.slice(2).map((argument) => {
  const at = argument.indexOf('=');
  return { name: argument.slice(0, at), uri: argument.slice(at + 1), valid: at > 0 };
});
if (databases.length === 0 || databases.some(({ valid }) => !valid)) {
  process.stderr.write('Usage: npm run test:databases -- NAME=URI [NAME=URI ...]\n');
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'kiosk-databases-'));
const rows = databases.map(({ name, uri }) => {
  const report = runOn(uri, join(scratch, 'report.json'));
  const leftOut = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending')
    .map(({ fullName }) => fullName);
  return {
    name,
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
    leftOut,
  };
});
rmSync(scratch, { recursive: true, force: true });

process.stdout.write('\n| Database | Passed | Failed | Left out |\n| --- | --- | --- | --- |\n');
for (const { name, passed, failed, leftOut } of rows) {
  process.stdout.write(`| ${name} | ${passed} | ${failed} | ${leftOut.length === 0 ? 'none' : leftOut.join('; ')} |\n`);
}
process.exit(rows.some(({ failed }) => failed > 0) ? 1 : 0);
