import { MongoClient } from 'mongodb';
import { startAlteringProxy, type AlteringProxy } from '../testing/alteringProxy';
import { silentLog } from '../testing/silentLog';
import { testAnswerMs } from '../testing/testAnswerMs';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { requestOptions, requestOptionsFor } from './clientOptions';
import { connectDatabase } from '../collections/connect';
import { prepareDatabase } from '../collections/prepareDatabase';
import { checkOptions } from './selfChecks';

let database: TestDatabase;
let proxy: AlteringProxy;
let made = 0;
const opened: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  database = await startTestDatabase();
  proxy = await startAlteringProxy(database.uri);
});
afterEach(async () => {
  proxy.alter = (_, reply) => reply;
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  await proxy.stop();
  await database.stop();
});

const newName = () => `${database.databaseName}_${(made += 1)}`;

/** The message with which the shop refuses this database, or null. */
async function problemOf(uri: string, name = newName()): Promise<string | null> {
  return prepareDatabase(uri, name).then(
    () => null,
    (error: Error) => error.message,
  );
}

async function collection(name: string, of: string) {
  const client = await new MongoClient(database.uri).connect();
  opened.push(client);
  return client.db(of).collection(name);
}

test('E18: accepts a database that passes every check', async () => {
  expect(await problemOf(proxy.uri)).toBeNull();
});

test.each([
  ['journal', 'false', 'true', 'journal=false'],
  ['readPreference', 'secondaryPreferred', 'primary', 'readPreference=secondaryPreferred'],
])('E18: refuses a connection string that sets %s to %s and names the option', async (name, found, wanted, query) => {
  expect(await problemOf(`${proxy.uri}&${query}`)).toBe(
    `MONGODB_URI or the program sets ${name} to ${found}, but the shop needs ${wanted}.`,
  );
});

test('E18: a connection string cannot override majority writes, retries or timeouts', async () => {
  const wishes =
    'w=1&retryWrites=false&retryReads=false&socketTimeoutMS=0&serverSelectionTimeoutMS=30000&waitQueueTimeoutMS=0';
  expect(await problemOf(`${proxy.uri}&${wishes}`)).toBeNull();
});

test.each([
  ['w', { writeConcern: { w: 1, journal: true } }],
  ['journal', { writeConcern: { w: 'majority' } }],
  ['retryWrites', { retryWrites: false }],
  ['retryReads', { retryReads: false }],
  ['serverSelectionTimeoutMS', { serverSelectionTimeoutMS: 30_000 }],
  ['connectTimeoutMS', { connectTimeoutMS: 30_000 }],
  ['socketTimeoutMS', { socketTimeoutMS: 0 }],
  ['waitQueueTimeoutMS', { waitQueueTimeoutMS: 0 }],
] as const)('E18: refuses a client with a wrong %s and names the option', (name, changed) => {
  expect(() => checkOptions(new MongoClient('mongodb://127.0.0.1:1', requestOptions))).not.toThrow();
  const client = new MongoClient('mongodb://127.0.0.1:1', { ...requestOptions, ...changed });
  expect(() => checkOptions(client)).toThrow(`the program sets ${name} to `);
});

test('E18: becomes ready only once the server confirms majority writes', async () => {
  proxy.alter = (command, reply) =>
    'update' in command
      ? {
          ...reply,
          writeConcernError: { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'not enough members' },
        }
      : reply;
  let told: (problem: string) => void = () => undefined;
  const refused = new Promise<string>((resolve) => (told = resolve));
  const error = ({ problem }: { problem: string }) => told(problem);
  const connected = connectDatabase({
    uri: proxy.uri,
    databaseName: newName(),
    log: { ...silentLog, error: error as never },
    answerMs: testAnswerMs,
  });
  opened.push(connected);
  expect(await refused).toBe('The database does not confirm writes by a majority: not enough members');
  expect(connected.isReady()).toBe(false);
  proxy.alter = (_, reply) => reply;
  await connected.ready();
  expect(connected.isReady()).toBe(true);
});

test.each([
  ['products', 'slug', { slug: 1 }],
  ['users', 'email', { email: 1 }],
] as const)('E18: refuses %s with a non-unique index on %s and names the index', async (name, index, keys) => {
  const of = newName();
  await (await collection(name, of)).createIndex(keys, { name: index });
  expect(await problemOf(database.uri, of)).toMatch(
    `The index '${index}' of '${name}' is {"keys":{"${index}":1}} but must be`,
  );
});

test.each([
  ['products', 'slug'],
  ['users', 'email'],
] as const)('E18: refuses %s with a duplicate %s', async (name, field) => {
  const of = newName();
  await (await collection(name, of)).insertMany([{ [field]: 'same' }, { [field]: 'same' }]);
  expect(await problemOf(database.uri, of)).toMatch(`The index '${field}' of '${name}' cannot be built: `);
});

test.each(['users', 'idempotencyKeys'] as const)('E18: refuses %s without an index on _id', async (name) => {
  proxy.alter = (command, reply) => {
    if (command['listIndexes'] !== name || !reply['cursor']) return reply;
    const cursor = reply['cursor'] as { firstBatch: { name: string }[] };
    return {
      ...reply,
      cursor: { ...cursor, firstBatch: cursor.firstBatch.filter((index) => index.name !== '_id_') },
    };
  };
  expect(await problemOf(proxy.uri)).toBe(`'${name}' has no index '_id_'.`);
});

test('E18: detects an index that the server claims to have created but lacks', async () => {
  const name = newName();
  await (await collection('products', name)).insertOne({ slug: 'one' });
  proxy.alter = (command, reply) => {
    if (command['listIndexes'] !== 'products' || !reply['cursor']) return reply;
    const cursor = reply['cursor'] as { firstBatch: { name: string }[] };
    return { ...reply, cursor: { ...cursor, firstBatch: cursor.firstBatch.filter((index) => index.name !== 'slug') } };
  };
  expect(await problemOf(proxy.uri, name)).toBe("'products' has no index 'slug'.");
});

test('E18: scales every timeout for a slower database and checks against the scaled ones', () => {
  const options = requestOptionsFor(15_000);
  expect(options).toMatchObject({
    serverSelectionTimeoutMS: 20_000,
    connectTimeoutMS: 20_000,
    socketTimeoutMS: 15_000,
    waitQueueTimeoutMS: 10_000,
  });
  const client = new MongoClient('mongodb://127.0.0.1:1', options);
  expect(() => checkOptions(client, options)).not.toThrow();
  expect(() => checkOptions(client)).toThrow('sets serverSelectionTimeoutMS to 20000, but the shop needs 2000.');
});
