import { ObjectId } from 'mongodb';
import { newApiKeyText } from '../auth/apiKeyText';
import { RateLimitedError } from '../errors';
import { insertApiKey } from '../testing/apiKeyAttempts';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { createApiKeyReader } from './apiKeyReader';

const reads = 200;
let server: TestServer;
beforeAll(async () => {
  const rateLimits = { reads, writes: 0, tokens: 0, registrations: 0 };
  server = await startTestServer({ settings: { rateLimits } });
});
afterAll(() => server.stop());

const read = async (token: string) => (await server.graphql('{ categories { id } }', undefined, { token })).status;
const goodKey = () => insertApiKey(server.repositories, ['read:products']);
async function revokedKey(): Promise<string> {
  const { id, key } = await goodKey();
  await server.repositories.apiKeys.revoke(new ObjectId(id), { revokedAt: new Date(), revokedByUid: 'uid-admin' });
  return key;
}

test('a revoked key that keeps calling gets 401, is looked up once and does not block other keys of its address', async () => {
  const lookups = jest.spyOn(server.repositories.apiKeys, 'findLive');
  const key = await revokedKey();
  const told = new Set<number>();
  for (let tried = 0; tried < 65; tried += 1) told.add(await read(key));
  const mistyped = `${key}0`;
  for (let tried = 0; tried < 65; tried += 1) told.add(await read(mistyped));
  expect([...told]).toEqual([401]);
  expect(lookups).toHaveBeenCalledTimes(1);
  lookups.mockRestore();
  expect(await read((await goodKey()).key)).toBe(200);
  // Its calls count against the reads of the address, like anonymous ones.
  for (let tried = 0; tried < reads; tried += 1) told.add(await read(key));
  expect([...told]).toEqual([401, 429]);
});

function readerOf(room: { used: number }) {
  let now = 0;
  const { apiKeys } = server.repositories;
  const findLive = jest.fn(apiKeys.findLive);
  const reader = createApiKeyReader({
    apiKeys: { ...apiKeys, findLive },
    now: () => new Date(),
    onFailedNote: () => undefined,
    clock: () => now,
  });
  const limits = {
    refuseExhausted: () => {
      if (room.used >= 60) throw new RateLimitedError(60);
    },
    countWrong: () => void (room.used += 1),
    countRepeated: () => undefined,
  };
  return { find: (text: string) => reader.find(text, limits), findLive, wait: (ms: number) => void (now += ms) };
}

test('a key that was valid within the last hour is looked up even after its address exceeded the limit for wrong keys', async () => {
  const room = { used: 0 };
  const { find, wait } = readerOf(room);
  const { key } = await goodKey();
  expect(await find(key)).not.toBeNull();
  room.used = 60;
  for (const waited of [1_000, 60 * 60_000 - 1]) {
    wait(waited);
    expect(await find(key)).not.toBeNull();
  }
  wait(60 * 60_000);
  await expect(find(key)).rejects.toThrow(RateLimitedError);
  await expect(find(newApiKeyText())).rejects.toThrow(RateLimitedError);
});

test('counts a revoked key that was valid before as wrong once a minute, without lookups in between', async () => {
  const room = { used: 0 };
  const { find, findLive, wait } = readerOf(room);
  const { id, key } = await goodKey();
  await find(key);
  await server.repositories.apiKeys.revoke(new ObjectId(id), { revokedAt: new Date(), revokedByUid: 'uid-admin' });
  wait(1_000);
  expect(await Promise.all([find(key), find(key), find(key)])).toEqual([null, null, null]);
  wait(59_999);
  expect(await find(key)).toBeNull();
  expect([room.used, findLive.mock.calls.length]).toEqual([1, 4]);
  wait(1);
  expect(await find(key)).toBeNull();
  expect([room.used, findLive.mock.calls.length]).toEqual([2, 5]);
});
