import { once } from 'node:events';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { failBrokenWrites } from './failBrokenWrites';

const channel = 'net.client.socket';
const sockets: Socket[] = [];
const remember = (event: unknown) => void sockets.push((event as { socket: Socket }).socket);

let database: TestDatabase;
let client: MongoClient;
beforeAll(async () => {
  database = await startTestDatabase();
  subscribe(channel, remember);
});
afterAll(async () => {
  unsubscribe(channel, remember);
  await database.stop();
});
beforeEach(async () => {
  sockets.length = 0;
  client = await new MongoClient(database.uri, { heartbeatFrequencyMS: 500, serverMonitoringMode: 'poll' }).connect();
  await ping();
  expect(sockets.length).toBeGreaterThan(0);
});
afterEach(() => client.close());

const ping = () => client.db('admin').command({ ping: 1 });
const breakAll = () => {
  for (const socket of sockets) socket.destroy();
};

// Runs before the workaround is installed.
test('still needed: the driver alone hangs when its connection breaks during a command', async () => {
  breakAll();
  const answered = ping().then(
    () => 'answered',
    () => 'failed',
  );
  expect(await Promise.race([answered, delay(1_000, 'waiting')])).toBe('waiting');
});

describe('with the workaround', () => {
  beforeAll(failBrokenWrites);

  test('a command on a breaking connection fails at once, and the next one succeeds', async () => {
    breakAll();
    await expect(ping()).rejects.toMatchObject({ name: 'MongoNetworkError' });
    expect(await ping()).toMatchObject({ ok: 1 });
  });

  test('a monitor recovers when its connection breaks during a heartbeat', async () => {
    const failed = once(client, 'serverHeartbeatFailed');
    client.once('serverHeartbeatStarted', breakAll);
    await failed;
    await once(client, 'serverHeartbeatSucceeded');
    expect(await ping()).toMatchObject({ ok: 1 });
  });
});
