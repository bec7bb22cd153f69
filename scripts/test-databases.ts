// `npm run test:databases -- NAME=URI ...`: the repository and API suites on each database, and a table at the end.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** The suites that reach a database: everything of the server but the embedded services' own tests. */
const suites = [
  'server/(database|products|store|users|counts|messages|orders|rest|testing)/',
  'server/(access|interleaving|races).test',
];
/** Counts the documents that a plan examines. */
const planSuite = 'searchBudget.test.ts';

interface Server {
  readonly version: string;
  /** Whether its explain tells how many documents a plan examines, and a sorted page comes from an index. */
  readonly hasMongodbPlans: boolean;
}

async function look(uri: string): Promise<Server> {
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 }).connect();
  const db = client.db(`kiosk_test_plans_${process.pid}`);
  try {
    const { version } = await db.command({ buildInfo: 1 });
    const numbers = db.collection('numbers');
    await numbers.createIndex({ number: 1 });
    await numbers.insertMany(Array.from({ length: 100 }, (_, number) => ({ number })));
    const plan = await numbers.find({}, { sort: { number: 1 }, limit: 5 }).explain('executionStats');
    const { executionStats } = plan as { executionStats?: { totalDocsExamined?: number } };
    return { version: String(version), hasMongodbPlans: Number(executionStats?.totalDocsExamined ?? Infinity) <= 5 };
  } finally {
    await db.dropDatabase();
    await client.close();
  }
}

function runOn(uri: string, reportFile: string, ignored: readonly string[]): JestReport {
  rmSync(reportFile, { force: true });
  const options = ['--maxWorkers=2', '--testTimeout=120000', '--forceExit', '--json', `--outputFile=${reportFile}`];
  const ignoring = ignored.flatMap((pattern) => ['--testPathIgnorePatterns', pattern]);
  spawnSync('node', ['node_modules/.bin/jest', ...options, ...suites, ...ignoring], {
    stdio: 'inherit',
    env: { ...process.env, TEST_MONGODB_URI: uri },
  });
  if (!existsSync(reportFile)) throw new Error('the tests ended without a report');
  return JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport;
}

async function rowOf(name: string, uri: string, scratch: string): Promise<{ line: string; failed: boolean }> {
  const { version, hasMongodbPlans } = await look(uri);
  const report = runOn(uri, join(scratch, 'report.json'), hasMongodbPlans ? [] : [planSuite]);
  const pending = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'pending')
    .map(({ fullName }) => fullName);
  const leftOut = [...pending, ...(hasMongodbPlans ? [] : [`${planSuite}: its plans are not MongoDB's`])];
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  const cells = [name, version, report.numPassedTests, failed, leftOut.join('; ') || 'nothing'];
  return { line: `| ${cells.join(' | ')} |`, failed: failed > 0 };
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
const rows = [];
for (const { name, uri } of databases) rows.push(await rowOf(name, uri, scratch));
rmSync(scratch, { recursive: true, force: true });

process.stdout.write('\n| Database | Says it is | Passed | Failed | Left out |\n| --- | --- | --- | --- | --- |\n');
process.stdout.write(`${rows.map(({ line }) => line).join('\n')}\n`);
process.exit(rows.some(({ failed }) => failed) ? 1 : 0);
