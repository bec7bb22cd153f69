import { MongoClient } from 'mongodb';
import { startAlteringProxy, type AlteringProxy } from '../testing/alteringProxy';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { testAnswerMs } from '../testing/testAnswerMs';
import { connectDatabase } from '../collections/connect';
import { describeLacking, readFeatures } from './features';

const replicaSetFields = new Set(['setName', 'logicalSessionTimeoutMinutes']);

let database: TestDatabase;
let proxy: AlteringProxy;
beforeAll(async () => {
  database = await startTestDatabase();
  proxy = await startAlteringProxy(database.uri);
  proxy.alter = (command, reply) => {
    if ('hello' in command || 'ismaster' in command) {
      const kept = Object.entries(reply).filter(([name]) => !replicaSetFields.has(name));
      return { ...Object.fromEntries(kept), isWritablePrimary: true, ismaster: true };
    }
    const errors = reply['writeErrors'] as Record<string, unknown>[] | undefined;
    if (!errors) return reply;
    const poorer = errors.map(({ index, code, errmsg }) => ({ index, code, errmsg }));
    return { ...reply, writeErrors: poorer };
  };
});
afterAll(async () => {
  await proxy.stop();
  await database.stop();
});

test('detects a server without sessions and keyPattern', async () => {
  const client = await new MongoClient(proxy.uri).connect();
  try {
    expect(await readFeatures(client.db(database.databaseName))).toMatchObject({
      retryableWrites: false,
      keyPattern: false,
    });
    // What the first detection has stored does not mislead the second.
    expect(await readFeatures(client.db(database.databaseName))).toMatchObject({ keyPattern: false });
  } finally {
    await client.close();
  }
});

test('logs missing database features in one line and becomes ready', async () => {
  const lines: unknown[] = [];
  const log = { info: (...line: unknown[]) => lines.push(line.at(-1)), warn: () => undefined, error: () => undefined };
  const { databaseName } = database;
  const connected = connectDatabase({ uri: proxy.uri, databaseName, log: log as never, answerMs: testAnswerMs });
  await connected.ready();
  await connected.close();
  expect(lines.filter((line) => String(line).includes('With this database'))).toEqual([
    expect.stringMatching(
      /^With this database a write that is cut off is answered 503, .*the text of duplicate-key errors is read, for they have no keyPattern$/,
    ),
  ]);
});

test('repeats the detection of change streams when the primary steps down meanwhile', async () => {
  const lines: unknown[] = [];
  const note = (...line: unknown[]) => lines.push(line.at(-1));
  const log = { info: note, warn: note, error: note } as never;
  const direct = await new MongoClient(database.uri).connect();
  const { changeStreams } = await readFeatures(direct.db(database.databaseName));
  await direct.close();
  const steppingDown = await startAlteringProxy(database.uri);
  let asked = 0;
  steppingDown.alter = (command, reply) => {
    if (!JSON.stringify(command['pipeline'] ?? '').includes('$changeStream') || (asked += 1) > 1) return reply;
    return { ok: 0, code: 189, codeName: 'PrimarySteppedDown', errmsg: 'stepping down' };
  };
  const { databaseName } = database;
  const connected = connectDatabase({ uri: steppingDown.uri, databaseName, log, answerMs: testAnswerMs });
  try {
    await connected.ready();
  } finally {
    await connected.close();
    await steppingDown.stop();
  }
  expect(asked).toBeGreaterThan(1);
  const way = changeStreams ? /by a change stream$/ : /by a version document/;
  expect(lines).toContainEqual(expect.stringMatching(way));
});

test('describes missing retryable writes by the fallback and does not mention change streams', () => {
  expect(describeLacking({ retryableWrites: false, changeStreams: false, keyPattern: true })).toBe(
    'With this database a write that is cut off is answered 503, for there are no retryable writes',
  );
  expect(describeLacking({ retryableWrites: true, changeStreams: false, keyPattern: true })).toBeNull();
});

test('describes nothing when no feature is missing', () => {
  expect(describeLacking({ retryableWrites: true, changeStreams: true, keyPattern: true })).toBeNull();
});
