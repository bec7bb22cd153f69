import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { testAnswerMs } from '../testing/testAnswerMs';
import { asAnonymous } from '../testing/contexts';
import { until } from '../testing/until';
import { silentLog } from '../testing/silentLog';
import { listProducts } from '../products/listProducts';
import { connectDatabase, type Database } from './connect';
import { checkIndexes } from '../database/indexes';
import { migrate, migrations } from './migrations';
import { createRepositories, declarations } from './repositories';

let database: TestDatabase;
const opened: Database[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
});
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));
afterAll(() => database.stop());

function connect(uri: string, answerMs = testAnswerMs, databaseName = database.databaseName): Database {
  const connected = connectDatabase({ uri, databaseName, log: silentLog, answerMs });
  opened.push(connected);
  return connected;
}

test('becomes ready when the database answers and everything is in order', async () => {
  const connected = connect(database.uri);
  expect(connected.isReady()).toBe(false);
  await connected.ready();
  expect(connected.isReady()).toBe(true);
  expect(connected.problem()).toBeNull();
});

test('processes that start concurrently on an empty database all become ready and create the indexes', async () => {
  for (let round = 0; round < 5; round += 1) {
    const name = `${database.databaseName}_${round}`;
    const started = Array.from({ length: 4 }, () => connect(database.uri, testAnswerMs, name));
    await Promise.all(started.map((one) => one.ready()));
    expect(started.map((one) => one.problem())).toEqual([null, null, null, null]);
    const [{ db }] = started as [Database];
    for (const { collection, indexes } of declarations) {
      const found = indexes.length === 0 ? [] : await db.collection(collection).listIndexes().toArray();
      const wanted = indexes.length === 0 ? [] : ['_id_', ...indexes.map((index) => index.name)];
      expect([collection, found.map((index) => index.name).sort()]).toEqual([collection, wanted.sort()]);
    }
    expect(await db.collection<{ _id: string }>('meta').findOne({ _id: 'storedData' })).toMatchObject({
      version: migrations.length + 1,
    });
    await db.dropDatabase();
  }
}, 120_000);

test('answers 503 within three seconds while the database is down', async () => {
  const connected = connect('mongodb://127.0.0.1:1/?directConnection=true', 1_500);
  const startedAt = performance.now();
  const listing = await listProducts(asAnonymous(createRepositories(connected.db)), { sort: 'NEWEST', first: 1 });
  await expect(listing.page()).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    retryAfterSeconds: 2,
  });
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(connected.isReady()).toBe(false);
});

test('neither reads nor writes data of a newer version', async () => {
  const databaseName = `${database.databaseName}_newer`;
  const first = connect(database.uri, testAnswerMs, databaseName);
  await first.ready();
  const meta = first.db.collection<{ _id: string; version: number }>('meta');
  await meta.updateOne({ _id: 'storedData' }, { $inc: { version: 1 } });
  let tell: (problem: unknown) => void = () => undefined;
  const told = new Promise((resolve) => (tell = resolve));
  const error = ({ problem }: { problem: string }) => tell(problem);
  const older = connectDatabase({ uri: database.uri, databaseName, log: { ...silentLog, error } as typeof silentLog });
  opened.push(older);
  const { products, messages } = createRepositories(older.db);
  const tries = [() => products.countAll(), () => messages.deleteByEmail('ada@kiosk.test')];
  const refused = async () => {
    for (const tried of tries) await expect(tried()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  };
  await refused();
  expect(await told).toMatch(/this Kiosk knows up to/);
  await refused();
  expect(older.isReady()).toBe(false);
  await meta.updateOne({ _id: 'storedData' }, { $inc: { version: -1 } });
  await older.ready();
  for (const tried of tries) await tried();
  await first.db.dropDatabase();
});

test('stops serving when another process has brought the data to a newer version', async () => {
  const databaseName = `${database.databaseName}_upgraded`;
  const [older, newer] = [1, 2].map(() => connect(database.uri, testAnswerMs, databaseName)) as [Database, Database];
  await Promise.all([older.ready(), newer.ready()]);
  const { products } = createRepositories(older.db);
  await products.countAll();
  expect(await older.recheck()).toBe(true);
  const meta = newer.db.collection<{ _id: string; version: number }>('meta');
  await meta.updateOne({ _id: 'storedData' }, { $inc: { version: 1 } });
  expect(await older.recheck()).toBe(false);
  expect(older.isReady()).toBe(false);
  expect(older.problem()).toMatch(/this Kiosk knows up to/);
  await expect(products.countAll()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await meta.updateOne({ _id: 'storedData' }, { $inc: { version: -1 } });
  await until('ready', () => Promise.resolve(older.isReady()));
  await products.countAll();
  await older.db.dropDatabase();
});

test('reports a mismatching index by name', async () => {
  const collection = database.db.collection('mismatch');
  await collection.createIndex({ slug: 1 }, { name: 'slug' });
  const declared = { name: 'slug', keys: { slug: 1 as const }, options: { unique: true }, reason: 'test' };
  await expect(checkIndexes(collection, [declared])).rejects.toThrow("The index 'slug' of 'mismatch' is");
});

test('migrates stored data step by step, each once, and refuses data of a newer version', async () => {
  const done: number[] = [];
  const steps = [1, 2].map((step) => () => Promise.resolve(void done.push(step)));
  await database.db.collection('meta').deleteMany({});
  await migrate(database.db, []);
  const said: unknown[][] = [];
  const told = { info: (...line: unknown[]) => void said.push(line) };
  await migrate(database.db, [...steps.slice(0, 1), () => Promise.resolve(expect(said).toHaveLength(1))], told);
  expect(said).toEqual([
    [{ from: 1, to: 3 }, 'Bringing the stored data from version 1 to 3'],
    [{ from: 1, to: 3, tookMs: expect.any(Number) }, 'The stored data has version 3 now'],
  ]);
  await database.db.collection<{ _id: string }>('meta').updateOne({ _id: 'storedData' }, { $set: { version: 2 } });
  await migrate(database.db, steps, told);
  await migrate(database.db, steps, told);
  expect(said).toHaveLength(4);
  expect(done).toEqual([1, 2]);
  await expect(migrate(database.db, [])).rejects.toThrow('The stored data has version 3, this Kiosk knows up to 1');
  await database.db.collection('meta').deleteMany({});
});

test('the slower of two concurrent migrations does not lower the version', async () => {
  const meta = database.db.collection<{ _id: string; version: number }>('meta');
  await meta.deleteMany({});
  await migrate(database.db, []);
  const none = () => Promise.resolve();
  let seen: number | undefined;
  const faster = () => migrate(database.db, [none, none]);
  const look = async () => {
    seen = (await meta.findOne({ _id: 'storedData' }))?.version;
  };
  await migrate(database.db, [faster, look]);
  expect(seen).toBe(3);
  await meta.deleteMany({});
});
