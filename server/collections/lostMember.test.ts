import type { MongoClient } from 'mongodb';
import { openTestDatabase, type TestDatabase } from '@kiosk/embedded-mongodb/openTestDatabase';
import type { Doc } from '@kiosk/embedded-mongodb/values';
import { startAlteringProxy, type AlteringProxy } from '../testing/alteringProxy';
import { freePort } from '../testing/databaseAt';
import { silentLog } from '../testing/silentLog';
import { testAnswerMs } from '../testing/testAnswerMs';
import { until } from '../testing/until';
import { connectDatabase, type Database } from './connect';

let server: TestDatabase;
let proxy: AlteringProxy;
let lost: string;
let own: string;
let database: Database;
let client: MongoClient;
let warnings: unknown[];

/** Of a replica set of two members, of which one cannot be reached. */
const member = (reply: Doc): Doc => ({ ...reply, hosts: [own, lost], me: own, primary: own });

beforeEach(async () => {
  server = await openTestDatabase();
  proxy = await startAlteringProxy(server.uri);
  own = new URL(proxy.uri).host;
  lost = `127.0.0.1:${await freePort()}`;
  proxy.alterHello = member;
  warnings = [];
  const warn = (fields: unknown) => void warnings.push(fields);
  database = connectDatabase({
    uri: proxy.uri.replace('directConnection=true', 'replicaSet=kiosk'),
    databaseName: 'test',
    log: { ...silentLog, warn } as typeof silentLog,
    answerMs: testAnswerMs,
    watch: (watched) => (client = watched),
  });
  await database.ready();
}, 60_000);

afterEach(async () => {
  await database.close();
  await proxy.stop();
  await server.close();
}, 60_000);

const failedHeartbeat = () =>
  new Promise<void>((resolve) => {
    client.on('serverHeartbeatFailed', ({ connectionId }) => connectionId === lost && resolve());
  });

test('a replica set that has lost one member and has a primary stays ready', async () => {
  await failedHeartbeat();
  await failedHeartbeat();
  expect(database.isReady()).toBe(true);
  expect(database.problem()).toBeNull();
  expect(warnings).toEqual([]);
}, 60_000);

test('without a primary it is not ready, although no connection was closed, and is again after the election', async () => {
  const follower = { isWritablePrimary: false, ismaster: false, secondary: true, primary: undefined };
  proxy.alterHello = (reply) => ({ ...member(reply), ...follower });
  await until('not ready', () => Promise.resolve(!database.isReady()));
  expect(warnings).toEqual([{ problem: 'no member of the replica set takes writes' }]);
  expect(database.problem()).toBe('no member of the replica set takes writes');
  proxy.alterHello = member;
  await until('ready', () => Promise.resolve(database.isReady()));
  expect(database.problem()).toBeNull();
}, 60_000);
