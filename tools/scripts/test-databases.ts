// `npm run test:databases [-- NAME[=URI] ... PATH ...]`: runs the repository and API suites on each MongoDB-compatible
// database, compares results with the embedded database, and prints a table. Without names: every available database,
// in parallel; with paths: only suites whose file name contains one.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { MongoClient, MongoServerError, type Db } from 'mongodb';
import { readFeatures, type Features } from '../../server/database/features';
import { expectedFailures } from './expectedFailures';
import { memoryFolder, mongodb, namedDatabase, otherDatabases, type StartedDatabase } from './otherDatabases';
import { runSuites, type SuiteOutcome } from './runSuites';
import { suitesOfOneDatabase } from './suitesOfOneDatabase';

const isLong = Boolean(process.env['KIOSK_LONG']);
const slowest = 'SecantusDB';

interface Row {
  readonly cells: readonly (string | number)[];
  readonly failed: boolean;
}

/** Marks a test that uses a database. */
const usesDatabase = /\b(useTestDatabase|useRecordedDatabase|startTestDatabase|startTestServer|startTwoHosts)\b/;
/** With the default timeout; it makes the commands of all clients fail. */
const outageSuite = 'server/resilience/cutConnections.test.ts';
/** They start an embedded database of their own, which they kill. */
const ownDatabaseSuites = ['server/resilience/noticeOutages.test.ts'];
/** A whole shop on the database, or moved to it. */
const shopSuites = ['mongodbServer', 'moveToMongodb'].map((name) => `tools/scripts/resilience/${name}.test.ts`);
const failoverSuite = 'server/resilience/failovers.test.ts';
const differentialSuites = ['differential', 'expressionDifferential', 'stageDifferential'].map(
  (name) => `packages/embedded-mongodb/src/${name}.test.ts`,
);
const minute = 60_000;
const suiteWithinMs = 10 * minute;
const questionWithinMs = 250;
const differentialWithinMs = Math.max(
  suiteWithinMs,
  questionWithinMs * Number(process.env['KIOSK_DIFFERENTIAL_CASES'] ?? 0),
);
/** The time limit of CI is an hour for everything, and the embedded database is tested there, too. */
const allWithinMs = (isLong ? 180 : 30) * minute;

// The suites are in process groups of their own, which a Ctrl-C does not reach.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const words = process.argv.slice(2);
const named = words.map(namedDatabase).filter((database) => database !== null);
const paths = words.filter((word) => namedDatabase(word) === null);

const isWanted = (file: string) => paths.length === 0 || paths.some((path) => file.includes(path));

/** Asked for, or with KIOSK_LONG, every file runs, the latter not on the slowest database, which would take hours. */
const leftOutOn = (name: string): readonly string[] =>
  paths.length > 0 || (isLong && name !== slowest) ? [] : suitesOfOneDatabase;

function findSuites(name: string): string[] {
  const { stdout } = spawnSync('git', ['ls-files', 'server/*.test.ts', ...shopSuites], { encoding: 'utf8' });
  const files = stdout.split('\n').filter((file) => file !== '');
  const wanted = files.filter(isWanted);
  const others = [outageSuite, failoverSuite, ...ownDatabaseSuites, ...leftOutOn(name)];
  return wanted.filter((file) => usesDatabase.test(readFileSync(file, 'utf8')) && !others.includes(file));
}

/** Concurrent files: a server of the slowest database does not become faster with more than one. */
const lanesOf = (name: string, servers: number): number => (name === slowest ? servers : 2);

/** With arguments nothing is distributed: each database runs every selected file. */
const sharesOut = words.length === 0 && !isLong;

/** The slowest database gets one file for every five of each other. */
const turnsOf = (name: string): string[] => Array.from({ length: name === slowest ? 1 : 5 }, () => name);

/** In CI, which has an hour, each file runs on one of the databases in turn. */
async function suitesOn(name: string): Promise<string[]> {
  const suites = findSuites(name);
  if (!sharesOut) return suites;
  const running: string[] = [];
  for (const [each, start] of started) if (await start.catch(() => null)) running.push(each);
  const turns = running.flatMap(turnsOf);
  return suites.filter((_, place) => turns[place % turns.length] === name);
}

interface Server {
  readonly version: string;
  readonly features: Features;
  /** Whether explain reports examined documents, and sorted pages use an index. */
  readonly hasMongodbPlans: boolean;
  /** Whether it supports test commands: cutting connections, stepping a primary down. */
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

const databases = named.length > 0 ? named : otherDatabases;
/** All databases run until the end: each is a reference when another one differs. */
const started = new Map(databases.map(({ name, start }) => [name, start(memoryFolder)]));
/** With KIOSK_LONG the slowest database has a second server. */
const second = databases
  .filter(({ name }) => isLong && name === slowest)
  .map(({ name, start }) => ({ name, server: start(memoryFolder) }));
for (const { server } of second) server.catch(() => undefined);

async function urisOf(name: string, { uri }: StartedDatabase): Promise<string[]> {
  const others = await Promise.all(second.filter((each) => each.name === name).map(({ server }) => server));
  return [uri, ...others.map((other) => other.uri)];
}

/** MongoDB itself needs no reference. */
async function witnessAgainst(name: string): Promise<Record<string, string>> {
  for (const [other, start] of name === mongodb.name ? [] : started) {
    const running = other === name ? null : await start.catch(() => null);
    if (running) return { KIOSK_WITNESS_DATABASE: `${other}=${running.uri}` };
  }
  return {};
}

/** Files with the same environment, which run in one process. */
interface Batch {
  readonly files: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** The time limit for each file. */
  readonly withinMs: number;
  readonly isAskedOnce?: true;
  /** The servers on which its files may run in parallel: none makes the commands of all clients fail. */
  readonly sideBySide?: readonly string[];
}

/** Other databases are slower, and two cores run everything. */
const patience = { DATABASE_TIMEOUT_MS: '30000', KIOSK_PROPERTY_CASES: '50' };
const longAmounts = { KIOSK_LONG: '', KIOSK_KILLS: '10', KIOSK_RACE_ROUNDS: '5', KIOSK_FAILOVERS: '20' };
function amountsOn(name: string): Readonly<Record<string, string>> {
  if (!isLong) return { KIOSK_FEW: '1', KIOSK_RACE_ROUNDS: '2', KIOSK_FAILOVERS: '5' };
  return name === slowest ? { ...longAmounts, KIOSK_FEW: '1' } : longAmounts;
}

async function batchesOn(
  name: string,
  database: StartedDatabase,
  { hasMongodbPlans, canFail }: Server,
): Promise<Batch[]> {
  const { uri, pid } = database;
  const uris = await urisOf(name, database);
  const keep: Readonly<Record<string, string>> = pid === null ? {} : { KIOSK_KEEP_DATABASES: '1' };
  const usual = { TEST_MONGODB_URI: uri, DATABASE_TIMEOUT_MS: '1500', ...amountsOn(name), ...keep };
  const patient = { ...usual, ...patience, ...(hasMongodbPlans ? {} : { KIOSK_OTHER_PLANS: '1' }) };
  const alone = [outageSuite, ...(canFail ? [failoverSuite] : [])];
  return [
    { files: await suitesOn(name), environment: patient, withinMs: suiteWithinMs, sideBySide: uris },
    { files: alone.filter(isWanted), environment: usual, withinMs: suiteWithinMs },
    {
      files: differentialSuites.filter(isWanted),
      environment: { KIOSK_OTHER_DATABASE: `${name}=${uri}`, ...(await witnessAgainst(name)) },
      withinMs: differentialWithinMs,
      isAskedOnce: true,
    },
  ];
}

const say = (text: string) => process.stdout.write(`${text}\n`);

function tell(name: string, { file, seconds, passed, failed, mended, words }: SuiteOutcome): void {
  say(`${name} ${file}: ${passed} passed, ${failed.length} failed in ${seconds.toFixed(0)} s`);
  for (const test of failed) say(`${name} FAILED: ${test}`);
  if (failed.length > 0) say(words.map((line) => `${name}| ${line}`).join('\n'));
  for (const test of mended) say(`${name} passes a case of the list of expected failures: ${test}`);
}

/**
 * Retries a failed file once, alone, as the machine may have been busy. Not the random queries, which would differ
 * then.
 */
async function outcomesOf(
  name: string,
  { files, environment, withinMs, isAskedOnce, sideBySide }: Batch,
  until: number,
): Promise<SuiteOutcome[]> {
  const listed = expectedFailures.filter(({ database }) => database === name).map(({ test }) => test);
  const onOutcome = (outcome: SuiteOutcome) => tell(name, outcome);
  const onLine = (line: string) => {
    if (/^(OUTVOTED|UNREVIEWED)/.test(line)) say(`${name} ${line}`);
  };
  const options = { environment, withinMs, until, listed, onOutcome, onLine };
  const targets = sideBySide?.map((uri) => ({ TEST_MONGODB_URI: uri })) ?? [];
  const lanes = sideBySide ? lanesOf(name, targets.length) : 1;
  const inLane = (lane: number) => {
    const share = files.filter((_file, place) => place % lanes === lane);
    return runSuites(share, { ...options, environment: { ...environment, ...targets[lane % targets.length] } });
  };
  const outcomes: SuiteOutcome[] = [];
  for (const outcome of (await Promise.all(Array.from({ length: lanes }, (_, lane) => inLane(lane)))).flat()) {
    if (outcome.failed.length === 0 || isAskedOnce) outcomes.push(outcome);
    else outcomes.push(...(await runSuites([outcome.file], options)));
  }
  return outcomes;
}

async function measure(name: string, database: StartedDatabase): Promise<Row> {
  const startedAt = performance.now();
  const server = await look(database.uri);
  const { version, features, canFail } = server;
  const outcomes: SuiteOutcome[] = [];
  const until = startedAt + allWithinMs;
  for (const batch of await batchesOn(name, database, server)) outcomes.push(...(await outcomesOf(name, batch, until)));
  const sum = (count: (outcome: SuiteOutcome) => number) => outcomes.reduce((total, each) => total + count(each), 0);
  const failed = sum((outcome) => outcome.failed.length);
  const missing = canFail || !isWanted(failoverSuite) ? [] : [`${failoverSuite}: it takes no test commands`];
  const leftOut = [...outcomes.flatMap((outcome) => outcome.leftOut), ...missing];
  const lacks = Object.entries(features).flatMap(([feature, is]) => (is ? [] : [feature]));
  const minutes = ((performance.now() - startedAt) / minute).toFixed(1);
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

async function rowOf([name, start]: [string, Promise<StartedDatabase>]): Promise<Row> {
  let running;
  try {
    running = await start;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { cells: [name, `NOT MEASURED: ${reason}`, '', '', '', '', '', ''], failed: false };
  }
  say(`== ${name} is there`);
  try {
    return await measure(name, running);
  } catch (error) {
    return { cells: [name, `FAILED: ${String(error)}`, '', '', '', '', '', ''], failed: true };
  }
}

const rows = await Promise.all([...started].map(rowOf));
const servers = [...started.values(), ...second.map(({ server }) => server)];
await Promise.allSettled(servers.map(async (server) => (await server).stop()));

const head = ['Database', 'Says it is', 'Passed', 'Failed', 'Failed as listed', 'Left out', 'Lacks', 'Minutes'];
const table = [head, head.map(() => '---'), ...rows.map(({ cells }) => cells)];
process.stdout.write(`\n${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
for (const { database, test, reason } of expectedFailures) process.stdout.write(`${database}: ${test} (${reason})\n`);
process.stdout.write(`Left out on ${isLong ? slowest : 'all of them'}: ${leftOutOn(slowest).join(', ') || '-'}\n`);
process.exit(rows.some(({ failed }) => failed) ? 1 : 0);
