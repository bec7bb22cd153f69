import { newApiKeyText } from '../auth/apiKeyText';
import { insertApiKey } from '../testing/apiKeyAttempts';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createApiKeyReader } from './apiKeyReader';

const limit = 20;
let server: TestServer;
beforeAll(async () => {
  const rateLimits = { reads: limit, writes: 3, tokens: 0, registrations: 0 };
  server = await startTestServer({ settings: { rateLimits }, parts: { sharesDatabase: true } });
});
afterAll(() => server.stop());

const read = (token?: string) => server.graphql('{ categories { id } }', undefined, { token });
const write = (token: string) =>
  server.graphql('mutation { createProduct(input: { name: "Lamp", price: 5 }) { product { id } } }', undefined, {
    token,
  });
const statuses = async (calls: readonly Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status);
const many = (count: number, call: () => Promise<{ status: number }>) => statuses(Array.from({ length: count }, call));
const ok = (all: readonly number[]) => all.filter((status) => status === 200).length;

test('each key has its own read and write limits, and an exhausted address limit does not block keys', async () => {
  const scopes = ['read:products', 'write:products'] as const;
  const [first, second] = [
    await insertApiKey(server.repositories, scopes),
    await insertApiKey(server.repositories, scopes),
  ];
  expect(ok(await many(limit + 5, () => read()))).toBe(limit);
  expect(ok(await many(limit + 5, () => read(first.key)))).toBe(limit);
  const refused = await read(first.key);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  expect(refused.text).not.toContain(first.key.slice(11));
  expect(ok(await many(5, () => write(second.key)))).toBe(3);
  expect((await read(second.key)).status).toBe(200);
  // Counted for all processes, under the uid of the key.
  const counted = await server.db
    .collection<{ _id: string }>('rateCounts')
    .findOne({ _id: `writes apiKey:${second.id}` });
  expect(counted).toMatchObject({ used: expect.any(Number) });
});

test('rate-limits wrong API keys by client and skips the lookup beyond the limit', async () => {
  const lookups = jest.spyOn(server.repositories.apiKeys, 'findLive');
  const all: number[] = [];
  for (let tried = 0; tried < 70; tried += 1) all.push((await read(newApiKeyText())).status);
  expect(all).toEqual([...Array.from({ length: 60 }, () => 401), ...Array.from({ length: 10 }, () => 429)]);
  expect(lookups).toHaveBeenCalledTimes(60);
  lookups.mockRestore();
});

const database = useTestDatabase();
const never = () => {
  throw new Error('not to be called');
};
const free = { refuseExhausted: () => undefined, countWrong: () => undefined, countRepeated: () => undefined };

test('caches a key for one second, applies its expiry at once and looks up no malformed key', async () => {
  const { apiKeys } = database.repositories;
  let now = Date.now();
  const findLive = jest.fn(apiKeys.findLive);
  const parts = { apiKeys: { ...apiKeys, findLive }, now: () => new Date(now), clock: () => now, onFailedNote: never };
  const reader = createApiKeyReader(parts);
  const { key } = await insertApiKey(database.repositories, ['read:products'], new Date(now + 1_500));
  const find = () => reader.find(key, free);
  expect(await find()).toMatchObject({ scopes: ['read:products'] });
  now += 999;
  expect(await find()).not.toBeNull();
  expect(findLive).toHaveBeenCalledTimes(1);
  now += 1;
  expect(await find()).not.toBeNull();
  expect(findLive).toHaveBeenCalledTimes(2);
  now += 500;
  expect(await find()).toBeNull();
  expect(await reader.find('kiosk_live_none', { ...free, refuseExhausted: never })).toBeNull();
});

test('several processes record the use of a key once in five minutes, and a failed record refuses no call', async () => {
  const { apiKeys } = database.repositories;
  let now = Date.now();
  const noteUse = jest.fn(apiKeys.noteUse);
  const failed = jest.fn();
  const reader = () =>
    createApiKeyReader({ apiKeys: { ...apiKeys, noteUse }, now: () => new Date(now), onFailedNote: failed });
  const { id, key } = await insertApiKey(database.repositories, ['read:products']);
  const used = async () =>
    (await database.db.collection('apiKeys').findOne({ lastFour: key.slice(-4) }))?.['lastUsedAt'] as Date;
  const find = () => reader().find(key, free);
  await Promise.all([find(), find(), find()]);
  expect(await used()).toEqual(new Date(now));
  const first = now;
  now += 299_999;
  await find();
  expect(await used()).toEqual(new Date(first));
  now += 1;
  await find();
  expect(await used()).toEqual(new Date(now));
  now += 300_000;
  noteUse.mockRejectedValueOnce(new Error('away'));
  expect((await find())?._id.toHexString()).toBe(id);
  expect(failed).toHaveBeenCalledTimes(1);
});
