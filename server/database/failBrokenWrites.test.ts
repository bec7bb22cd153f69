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

// Before the workaround is in place.
test('still needed: the driver alone waits for ever on a connection that breaks under a command', async () => {
  breakAll();
  const answered = ping().then(
    () => 'answered',
    () => 'failed',
  );
  expect(await Promise.race([answered, delay(1_000, 'waiting')])).toBe('waiting');
});

describe('with it', () => {
  beforeAll(failBrokenWrites);

  test('a command that is given while its connection breaks fails at once, and the next one is answered', async () => {
    breakAll();
    await expect(ping()).rejects.toMatchObject({ name: 'MongoNetworkError' });
    expect(await ping()).toMatchObject({ ok: 1 });
  });

  test('a monitor whose connection breaks under its command goes on', async () => {
    const failed = once(client, 'serverHeartbeatFailed');
    client.once('serverHeartbeatStarted', breakAll);
    await failed;
    await once(client, 'serverHeartbeatSucceeded');
    expect(await ping()).toMatchObject({ ok: 1 });
  });
});
