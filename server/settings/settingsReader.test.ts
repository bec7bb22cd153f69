import { setTimeout as delay } from 'node:timers/promises';
import { createAnswerCache } from '../cache/answerCache';
import { createRepositories } from '../collections/repositories';
import { UnavailableError } from '../errors';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createSettingsReader } from './settingsReader';
import type { ShopSettings } from './shopSettings';

const database = useTestDatabase();

/** A process whose catalogue version the test controls, with the number of its reads of the settings. */
function newProcess() {
  let version = 1;
  let reads = 0;
  const repositories = createRepositories(database.db, () => void (version += 1));
  const get = () => {
    reads += 1;
    return repositories.shopSettings.get();
  };
  const answers = createAnswerCache({ current: () => version, known: () => version });
  return { repositories, read: createSettingsReader(answers, { get }), reads: () => reads };
}

const next = ({ taxes }: ShopSettings) => ({ ...taxes, pricesIncludeTax: true, version: taxes.version + 1 });

test('reads settings once for concurrent callers, and again after a change by this process', async () => {
  const { repositories, read, reads } = newProcess();
  // The first read stores the defaults, which is a change.
  await read();
  const before = await read();
  const first = reads();
  await Promise.all(Array.from({ length: 20 }, read));
  expect(reads()).toBe(first);
  expect(await repositories.shopSettings.replace(next(before))).toBe(true);
  expect((await read()).taxes).toMatchObject({ pricesIncludeTax: true, version: 2 });
});

test('of concurrent replacements of one version exactly one succeeds', async () => {
  const { repositories, read } = newProcess();
  const before = await read();
  const replaced = await Promise.all(Array.from({ length: 8 }, () => repositories.shopSettings.replace(next(before))));
  expect(replaced.filter(Boolean)).toHaveLength(1);
  expect((await repositories.shopSettings.get()).taxes.version).toBe(2);
});

test('does not cache a failed read', async () => {
  const { repositories } = newProcess();
  let fails = true;
  const get = () => (fails ? Promise.reject(new UnavailableError()) : repositories.shopSettings.get());
  const read = createSettingsReader(createAnswerCache({ current: () => 1, known: () => 1 }), { get });
  const refused = await Promise.allSettled([read(), read()]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect((await read()).shipping.zones).toHaveLength(2);
});

describe('two processes on one database', () => {
  let one: TestServer;
  let other: TestServer;
  beforeAll(async () => {
    one = await startTestServer();
    other = await startTestServer({ besides: one });
  });
  afterAll(async () => {
    await other.stop();
    await one.stop();
  });

  test('serve a change by the other process within a second', async () => {
    const shown = async ({ graphql }: TestServer) =>
      (await graphql('{ delivery { pricesIncludeTax } }')).json as { data: { delivery: object } };
    expect((await shown(other)).data.delivery).toEqual({ pricesIncludeTax: false });
    await one.repositories.shopSettings.replace(next(await one.repositories.shopSettings.get()));
    expect((await shown(one)).data.delivery).toEqual({ pricesIncludeTax: true });
    const endsAt = performance.now() + 1_000;
    const isSeen = async () => JSON.stringify((await shown(other)).data.delivery).includes('true');
    let seen = await isSeen();
    while (!seen && performance.now() < endsAt) {
      await delay(20);
      seen = await isSeen();
    }
    expect(seen).toBe(true);
  });
});
