import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { MongoClient } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { endBrokenWrites } from './endBrokenWrites';

const channel = 'net.client.socket';
const sockets: Socket[] = [];
const remember = (event: unknown) => void sockets.push((event as { socket: Socket }).socket);

let database: TestDatabase;
let client: MongoClient;
beforeAll(async () => {
  database = await startTestDatabase();
  endBrokenWrites();
  subscribe(channel, remember);
  client = await new MongoClient(database.uri).connect();
});
afterAll(async () => {
  unsubscribe(channel, remember);
  await client.close();
  await database.stop();
});

test('a command that is given while its connection breaks fails at once, and the next one is answered', async () => {
  const ping = () => client.db('admin').command({ ping: 1 });
  await ping();
  expect(sockets.length).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await expect(ping()).rejects.toMatchObject({ name: 'MongoNetworkError' });
  expect(await ping()).toMatchObject({ ok: 1 });
});
