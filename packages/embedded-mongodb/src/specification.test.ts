import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EJSON } from 'bson';
import { MongoClient, type Collection, type Db, type Document, type MongoBulkWriteError } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';
import { runOperation } from './specificationOperations';

const specificationFolder =
  process.env['KIOSK_SPECIFICATION_TESTS'] ?? join('..', 'shared', 'mongodb-spec-tests', 'crud');
/** The required share of passing tests; raise it with every improvement. */
const minRatio = 0.95;
/** Tests that are refused with MongoDB's code for unsupported features. */
const leftOutRules: readonly { title: RegExp; reason: string }[] = [
  { title: /collation/i, reason: 'only the simple collation is here' },
  { title: /views/, reason: 'there are no views' },
  { title: /document validation errInfo/, reason: 'there are no validators' },
];

interface Entities {
  clients: Map<string, MongoClient>;
  databases: Map<string, Db>;
  collections: Map<string, Collection>;
}

interface Operation {
  name: string;
  object: string;
  arguments?: Document;
  expectResult?: unknown;
  expectError?: {
    isError?: boolean;
    isClientError?: boolean;
    errorCode?: number;
    errorContains?: string;
    errorResponse?: unknown;
    expectResult?: unknown;
  };
  ignoreResultAndError?: boolean;
}

interface SpecificationTest {
  description: string;
  operations: Operation[];
  outcome?: { collectionName: string; databaseName: string; documents: Document[] }[];
  runOnRequirements?: Document[];
  skipReason?: string;
}

interface SpecificationFile {
  createEntities: Document[];
  initialData?: { collectionName: string; databaseName: string; documents: Document[] }[];
  tests: SpecificationTest[];
  runOnRequirements?: Document[];
}

function versionNumber(version: string): number {
  const [major, minor, patch] = version.split('.').map(Number);
  return (major ?? 0) * 1e6 + (minor ?? 0) * 1e3 + (patch ?? 0);
}

function applies(requirements: Document[] | undefined): boolean {
  if (!requirements) return true;
  const own = versionNumber('8.0.0');
  return requirements.some(
    ({ minServerVersion, maxServerVersion, topologies, serverless }) =>
      (minServerVersion === undefined || versionNumber(String(minServerVersion)) <= own) &&
      (maxServerVersion === undefined || versionNumber(String(maxServerVersion).replace('.99', '.999')) >= own) &&
      (topologies === undefined || (topologies as string[]).includes('replicaset')) &&
      serverless !== 'require',
  );
}

function isSpecial(expected: unknown): expected is Document {
  return typeof expected === 'object' && expected !== null && (Object.keys(expected)[0]?.startsWith('$$') ?? false);
}

/**
 * Compares as the unified test format specifies: additional top-level fields are allowed, and $$ operators are rules.
 */
function fits(expected: unknown, actual: unknown, top = true): boolean {
  if (isSpecial(expected)) {
    if ('$$unsetOrMatches' in expected)
      return actual === undefined || actual === null || fits(expected['$$unsetOrMatches'], actual);
    if ('$$exists' in expected) return (actual !== undefined) === expected['$$exists'];
    return true;
  }
  if (Array.isArray(expected))
    return (
      Array.isArray(actual) && expected.length === actual.length && expected.every((item, i) => fits(item, actual[i]))
    );
  if (typeof expected !== 'object' || expected === null || expected instanceof Date || '_bsontype' in expected) {
    return EJSON.stringify(expected) === EJSON.stringify(actual);
  }
  if (typeof actual !== 'object' || actual === null) return false;
  const fields = actual instanceof Map ? (Object.fromEntries(actual) as Document) : (actual as Document);
  return (
    Object.entries(expected).every(([name, value]) => fits(value, fields[name], false)) &&
    (top || Object.keys(fields).length >= Object.keys(expected).length)
  );
}

async function openEntities(uri: string, file: SpecificationFile): Promise<Entities> {
  const entities: Entities = { clients: new Map(), databases: new Map(), collections: new Map() };
  for (const { client, database, collection } of file.createEntities as Record<string, Document | undefined>[]) {
    if (client)
      entities.clients.set(
        String(client['id']),
        await new MongoClient(uri, client['uriOptions'] as object | undefined).connect(),
      );
    if (database) {
      const owner = entities.clients.get(String(database['client']));
      if (owner)
        entities.databases.set(
          String(database['id']),
          owner.db(String(database['databaseName']), database['databaseOptions'] as object | undefined),
        );
    }
    if (collection) {
      const owner = entities.databases.get(String(collection['database']));
      if (owner)
        entities.collections.set(
          String(collection['id']),
          owner.collection(String(collection['collectionName']), collection['collectionOptions'] as object | undefined),
        );
    }
  }
  return entities;
}

function problemOf(
  { expectResult, expectError, ignoreResultAndError }: Operation,
  result: unknown,
  error: unknown,
): string | undefined {
  if (ignoreResultAndError) return undefined;
  if (!expectError) {
    if (error) return `failed: ${String(error)}`;
    if (expectResult === undefined || fits(expectResult, result)) return undefined;
    return `result ${EJSON.stringify(result as object)} instead of ${EJSON.stringify(expectResult as object)}`;
  }
  if (!error) return 'did not fail';
  // A client bulk write wraps the server's error.
  const { code, errorResponse } = ((error as Error).cause ?? error) as { code?: number; errorResponse?: unknown };
  const { message, result: written, partialResult } = error as MongoBulkWriteError & { partialResult?: unknown };
  if (expectError.errorCode !== undefined && code !== expectError.errorCode)
    return `code ${String(code)} instead of ${expectError.errorCode}`;
  if (
    expectError.errorContains !== undefined &&
    !message.toLowerCase().includes(expectError.errorContains.toLowerCase())
  )
    return `text: ${message}`;
  if (expectError.errorResponse !== undefined && !fits(expectError.errorResponse, errorResponse))
    return `response ${EJSON.stringify(errorResponse as object)}`;
  return expectError.expectResult === undefined || fits(expectError.expectResult, partialResult ?? written)
    ? undefined
    : 'the partial result differs';
}

async function runTestOperation(entities: Entities, { name, arguments: given = {} }: Operation): Promise<void> {
  if (name !== 'failPoint') throw new Error(`the runner does not know ${name}`);
  await entities.clients
    .get(String(given['client']))
    ?.db('admin')
    .command(given['failPoint'] as Document);
}

async function runTest(
  database: TestDatabase,
  file: SpecificationFile,
  test: SpecificationTest,
): Promise<string | undefined> {
  for (const { databaseName, collectionName, documents } of file.initialData ?? []) {
    const collection = database.client.db(databaseName).collection(collectionName);
    await collection.drop();
    if (documents.length > 0) await collection.insertMany(documents);
    else await database.client.db(databaseName).createCollection(collectionName);
  }
  const entities = await openEntities(database.uri, file);
  // Files without initial data must not see the data of other files.
  if (!file.initialData) for (const collection of entities.collections.values()) await collection.drop();
  try {
    for (const operation of test.operations) {
      const target =
        entities.collections.get(operation.object) ??
        entities.databases.get(operation.object) ??
        entities.clients.get(operation.object);
      let result: unknown;
      let error: unknown;
      try {
        if (operation.object === 'testRunner') await runTestOperation(entities, operation);
        else result = await runOperation(target, operation.name, operation.arguments ?? {});
      } catch (caught) {
        error = caught;
      }
      const problem = problemOf(operation, result, error);
      if (problem) return problem;
    }
    for (const { databaseName, collectionName, documents } of test.outcome ?? []) {
      const stored = await database.client
        .db(databaseName)
        .collection(collectionName)
        .find()
        .sort({ _id: 1 })
        .toArray();
      if (EJSON.stringify(stored) !== EJSON.stringify(documents)) return `outcome ${EJSON.stringify(stored)}`;
    }
    return undefined;
  } finally {
    for (const client of entities.clients.values()) await client.close();
  }
}

const areHere = existsSync(specificationFolder);
if (!areHere)
  process.stdout.write(`NOT MEASURED: the public CRUD specification tests. What is missing: ${specificationFolder}\n`);
(areHere ? test : test.skip)(
  'passes the public CRUD specification tests',
  async () => {
    const database = await openTestDatabase();
    const problems: string[] = [];
    let run = 0;
    let leftOut = 0;
    for (const name of readdirSync(specificationFolder).filter((entry) => entry.endsWith('.json'))) {
      const file = EJSON.parse(readFileSync(join(specificationFolder, name), 'utf8')) as SpecificationFile;
      if (!applies(file.runOnRequirements)) continue;
      for (const specificationTest of file.tests) {
        if (specificationTest.skipReason || !applies(specificationTest.runOnRequirements)) continue;
        const title = `${name}: ${specificationTest.description}`;
        if (leftOutRules.some((rule) => rule.title.test(title))) {
          leftOut++;
          continue;
        }
        run++;
        const problem = await runTest(database, file, specificationTest).catch((error: unknown) => String(error));
        if (problem) problems.push(`${title}: ${problem}`);
      }
    }
    await database.close();
    const ratio = (run - problems.length) / run;
    process.stdout.write(
      `CRUD specification: ${run - problems.length} of ${run} passed (${(ratio * 100).toFixed(1)} %), ${leftOut} left out\n`,
    );
    if (process.env['KIOSK_VERBOSE']) process.stdout.write(`${problems.join('\n')}\n`);
    expect(leftOut).toBeLessThanOrEqual(12);
    expect(run).toBeGreaterThanOrEqual(170);
    expect(ratio).toBeGreaterThanOrEqual(minRatio);
  },
  600_000,
);
