// `npm run test:databases [-- NAME=URI ... PATH ...]`: the repository and API suites on each database of MongoDB's protocol, its answers
// beside the embedded database's, and a table at the end. Without names: every database that can be had here; with paths: only
// the suites whose file has one of them in its name.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { readFeatures, type Features } from '../server/database/features';
import { expectedFailures } from './expectedFailures';
import { memoryFolder, namedDatabase, otherDatabases, type OtherDatabase } from './otherDatabases';

interface JestReport {
  numPassedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: { name: string; message: string; assertionResults: { status: string; fullName: string }[] }[];
}

interface Row {
  readonly cells: readonly (string | number)[];
  readonly failed: boolean;
}

/** What makes a test one of the shop on a database. */
const usesDatabase = /\b(useTestDatabase|startTestDatabase|startTestServer)\b/;
/** Alone, one after the other, and with the shop's usual time for an answer: they make everybody's commands fail. */
const outageSuite = 'server/cutConnections.test.ts';
const failoverSuite = 'server/failovers.test.ts';
const differentialSuite = 'server/embedded/mongodb/differential.test.ts';
const suiteWithinMs = 25 * 60_000;

const words = process.argv.slice(2);
const named = words.map(namedDatabase).filter((database) => database !== null);
const paths = words.filter((word) => namedDatabase(word) === null);

const isWanted = (file: string) => paths.length === 0 || paths.some((path) => file.includes(path));

function findSuites(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', 'server/*.test.ts'], { encoding: 'utf8' });
  const files = stdout.split('\n').filter((file) => file !== '' && !file.startsWith('server/embedded/'));
  const wanted = files.filter(isWanted);
  const alone = [outageSuite, failoverSuite];
  return wanted.filter((file) => usesDatabase.test(readFileSync(file, 'utf8')) && !alone.includes(file));
}

interface Server {
  readonly version: string;
  readonly features: Features;
  /** Whether its explain tells how many documents a plan examines, and a sorted page comes from an index. */
  readonly hasMongodbPlans: boolean;
  /** Whether it takes test commands: connections that are cut, a primary that steps down. */
  readonly canFail: boolean;
}

async function takes(db: Db, command: object): Promise<boolean> {
  try {
    await db.admin().command(command);
    return true;
  } catch (error) {
    if (error instanceof MongoServerError) return false;
    throw error;
  }
}

async function look(uri: string): Promise<Server> {
  const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 20_000 }).connect();
  const db = client.db(`kiosk_test_plans_${process.pid}`);
  try {
    const { version } = await db.command({ buildInfo: 1 });
    const numbers = db.collection('numbers');
    await numbers.createIndex({ number: 1 });
    await numbers.insertMany(Array.from({ length: 100 }, (_, number) => ({ number })));
    const plan = await numbers.find({}, { sort: { number: 1 }, limit: 5 }).explain('executionStats');
    const { executionStats } = plan as { executionStats?: { totalDocsExamined?: number } };
    const hasMongodbPlans = Number(executionStats?.totalDocsExamined ?? Infinity) <= 5;
    const canFail = await takes(db, { configureFailPoint: 'failCommand', mode: 'off' });
    return { version: String(version), features: await readFeatures(db), hasMongodbPlans, canFail };
  } finally {
    await db.dropDatabase();
    await client.close();
  }
}

const nothing: JestReport = { numPassedTests: 0, numRuntimeErrorTestSuites: 0, testResults: [] };

function runJest(files: readonly string[], reportFile: string, environment: Record<string, string>): JestReport {
  if (files.length === 0) return nothing;
  rmSync(reportFile, { force: true });
  const options = ['--maxWorkers=2', '--testTimeout=180000', '--forceExit', '--silent', '--json'];
  spawnSync(
    'node',
    ['node_modules/.bin/jest', ...options, `--outputFile=${reportFile}`, '--runTestsByPath', ...files],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: suiteWithinMs,
      env: {
        ...process.env,
        NODE_ENV: 'test',
        // They keep what was written safe, not fast, and two cores run everything.
        DATABASE_TIMEOUT_MS: '30000',
        KIOSK_PROPERTY_CASES: '50',
        ...environment,
      },
    },
  );
  if (!existsSync(reportFile)) throw new Error(`the tests did not end within ${suiteWithinMs / 60_000} minutes`);
  return JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport;
}

interface Outcome {
  readonly passed: number;
  readonly failed: readonly string[];
  readonly known: readonly string[];
  readonly leftOut: readonly string[];
}

function judge(name: string, { testResults, numPassedTests }: JestReport): Outcome {
  const listed = expectedFailures.filter(({ database }) => database === name).map(({ test }) => test);
  const cases = testResults.flatMap(({ assertionResults }) => assertionResults);
  const of = (status: string) => cases.filter((each) => each.status === status).map(({ fullName }) => fullName);
  const broken = testResults
    .filter(
      ({ message, assertionResults }) => message !== '' && !assertionResults.some(({ status }) => status === 'failed'),
    )
    .map(({ name: file, message }) => `${file}: ${message.trim().split('\n').slice(0, 3).join(' ')}`);
  const failed = [...of('failed').filter((test) => !listed.includes(test)), ...broken];
  for (const test of of('passed').filter((each) => listed.includes(each)))
    process.stdout.write(`${name} passes a case of the list of expected failures: ${test}\n`);
  for (const test of failed) process.stdout.write(`${name} FAILED: ${test}\n`);
  const known = of('failed').filter((test) => listed.includes(test));
  return { passed: numPassedTests, failed, known, leftOut: of('pending') };
}

async function measure(name: string, uri: string, reportFile: string): Promise<Row> {
  const startedAt = performance.now();
  const { version, features, hasMongodbPlans, canFail } = await look(uri);
  const plans = hasMongodbPlans ? {} : { KIOSK_OTHER_PLANS: '1' };
  const shop = judge(name, runJest(findSuites(), reportFile, { TEST_MONGODB_URI: uri, ...plans }));
  const alone = [outageSuite, ...(canFail ? [failoverSuite] : [])].filter(isWanted);
  const usualTime = { TEST_MONGODB_URI: uri, DATABASE_TIMEOUT_MS: '1500' };
  const outcomes = [
    shop,
    ...alone.map((file) => judge(name, runJest([file], reportFile, usualTime))),
    judge(name, runJest([differentialSuite].filter(isWanted), reportFile, { KIOSK_OTHER_DATABASE: `${name}=${uri}` })),
  ];
  const sum = (count: (outcome: Outcome) => number) => outcomes.reduce((total, each) => total + count(each), 0);
  const failed = sum((outcome) => outcome.failed.length);
  const leftOut = [...shop.leftOut, ...(canFail ? [] : [`${failoverSuite}: it takes no test commands`])];
  const lacks = Object.entries(features).flatMap(([feature, is]) => (is ? [] : [feature]));
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  return {
    cells: [
      name,
      version,
      sum(({ passed }) => passed),
      failed,
      sum(({ known }) => known.length),
      leftOut.join('; ') || '-',
      lacks.join(', ') || '-',
      minutes,
    ],
    failed: failed > 0,
  };
}

async function rowOf({ name, start }: OtherDatabase, reportFile: string): Promise<Row> {
  let started;
  try {
    started = await start(memoryFolder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { cells: [name, `NOT MEASURED: ${reason}`, '', '', '', '', '', ''], failed: false };
  }
  process.stdout.write(`\n== ${name}\n`);
  try {
    return await measure(name, started.uri, reportFile);
  } catch (error) {
    return { cells: [name, `FAILED: ${String(error)}`, '', '', '', '', '', ''], failed: true };
  } finally {
    await started.stop();
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'kiosk-databases-'));
const rows: Row[] = [];
for (const database of named.length > 0 ? named : otherDatabases)
  rows.push(await rowOf(database, join(scratch, 'report.json')));
rmSync(scratch, { recursive: true, force: true });

const head = ['Database', 'Says it is', 'Passed', 'Failed', 'Failed as listed', 'Left out', 'Lacks', 'Minutes'];
const table = [head, head.map(() => '---'), ...rows.map(({ cells }) => cells)];
process.stdout.write(`\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
for (const { database, test, reason } of expectedFailures) process.stdout.write(`${database}: ${test} (${reason})\n`);
process.exit(rows.some(({ failed }) => failed) ? 1 : 0);
