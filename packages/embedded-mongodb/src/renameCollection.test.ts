import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, type Collection, type Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';
import { startEmbeddedMongo } from './startEmbeddedMongo';

const kills = Number(process.env['KIOSK_KILLS'] ?? 5);

interface Row extends Document {
  _id: number;
}

let database: TestDatabase;
let source: Collection<Row>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.dropDatabase();
  await database.client.db('other').dropDatabase();
  source = database.db.collection<Row>('source');
  await source.createIndex({ n: 1 }, { unique: true });
  await source.insertMany([
    { _id: 1, n: 1 },
    { _id: 2, n: 2 },
  ]);
});

const names = async (name = 'test') =>
  (await database.client.db(name).listCollections({}, { nameOnly: true }).toArray()).map((each) => each.name).sort();
const rename = (from: unknown, to: unknown, more: Document = {}) =>
  database.client.db('admin').command({ renameCollection: from, ...(to === undefined ? {} : { to }), ...more });

test('moves documents, indexes and uuid to the new name', async () => {
  const [{ info } = { info: {} }] = (await database.db.listCollections().toArray()) as { info?: Document }[];
  await source.rename('target');
  expect(await names()).toEqual(['target']);
  const target = database.db.collection<Row>('target');
  expect(await target.find({ n: { $gt: 1 } }, { hint: { n: 1 } }).toArray()).toEqual([{ _id: 2, n: 2 }]);
  await expect(target.insertOne({ _id: 3, n: 1 })).rejects.toMatchObject({ code: 11000 });
  expect(await source.find().toArray()).toEqual([]);
  expect(await source.countDocuments()).toBe(0);
  expect((await database.db.listCollections().toArray())[0]).toMatchObject({ info });
  await source.insertOne({ _id: 9 });
  expect(await target.countDocuments()).toBe(2);
});

test('reads after a rename return the new contents under both names', async () => {
  const target = database.db.collection<Row>('target');
  await target.insertOne({ _id: 7 });
  const both = async () => [await source.find().toArray(), await target.find().toArray()];
  await both();
  await source.rename('target', { dropTarget: true });
  expect(await both()).toEqual([[], [{ _id: 1, n: 1 }, { _id: 2, n: 2 }]]); // prettier-ignore
});

test('moves a collection to another database and accepts dots in the name', async () => {
  await rename('test.source', 'other.a.b');
  expect(await names()).toEqual([]);
  expect(await names('other')).toEqual(['a.b']);
  expect(await database.client.db('other').collection<Row>('a.b').countDocuments({ n: 2 })).toBe(1);
});

test('closes the open cursors of both collections', async () => {
  const target = database.db.collection<Row>('target');
  await target.insertMany([{ _id: 1 }, { _id: 2 }]);
  const cursors = [source, target].map((each) => each.find({}, { batchSize: 1 }));
  for (const cursor of cursors) await cursor.next();
  await source.rename('target', { dropTarget: true });
  for (const cursor of cursors) await expect(cursor.next()).rejects.toMatchObject({ code: 43 });
});

test.each<[string, unknown, unknown, Document, number]>([
  ['a missing source', 'test.absent', 'test.target', {}, 26],
  ['an existing target', 'test.source', 'test.taken', {}, 48],
  ['the same source and target', 'test.source', 'test.source', {}, 20],
  ['no target', 'test.source', undefined, {}, 40414],
  ['a target that is not a string', 'test.source', 5, {}, 14],
  ['a source that is not a string', 5, 'test.target', {}, 14],
  ['a target without a database', 'test.source', 'target', {}, 73],
  ['a target without a name', 'test.source', 'test.', {}, 73],
  ['a system collection', 'test.source', 'test.system.users', {}, 73],
  ['a name with a dollar', 'test.source', 'test.a$b', {}, 73],
  ['a dropTarget that is not a boolean', 'test.source', 'test.taken', { dropTarget: 'yes' }, 14],
])('refuses %s and changes nothing', async (_name, from, to, more, code) => {
  await database.db.collection<Row>('taken').insertOne({ _id: 5 });
  await expect(rename(from, to, more)).rejects.toMatchObject({ code });
  expect(await names()).toEqual(['source', 'taken']);
  expect(await source.countDocuments()).toBe(2);
  expect(await database.db.collection('taken').countDocuments()).toBe(1);
});

test('is refused outside of the admin database', async () => {
  await expect(database.db.command({ renameCollection: 'test.source', to: 'test.target' })).rejects.toMatchObject({
    code: 13,
  });
});

test(
  `keeps the collection complete under one of the two names after each of ${kills} kills during renames`,
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
    let last = 0;
    for (let round = 0; round < kills; round++) {
      const server = await startEmbeddedMongo({ dataDir });
      const client = await new MongoClient(server.uri, { serverSelectionTimeoutMS: 500 }).connect();
      const db = client.db('test');
      if (round === 0) {
        await db.collection<Row>('rows').insertMany(Array.from({ length: 500 }, (_, i) => ({ _id: i, n: i })));
        await db.collection('rows').createIndex({ n: 1 });
      }
      let acknowledged = 0;
      const renames = async () => {
        for (;;) {
          // dropTarget removes the rename target with the next rename; a kill may leave it.
          await db.collection<Row>('other').replaceOne({ _id: 0 }, { n: 0 }, { upsert: true });
          await db.collection('rows').rename('other', { dropTarget: true });
          acknowledged++;
          await db.collection('other').rename('rows');
          acknowledged++;
        }
      };
      let failure: unknown;
      const running = renames().catch((error: unknown) => void (failure = error));
      while (acknowledged < 20 + round * 7 && failure === undefined)
        await new Promise((resolve) => setImmediate(resolve));
      expect(failure).toBeUndefined();
      const gone = new Promise<void>((resolve) => server.onExit(() => resolve()));
      process.kill(server.pid, 'SIGKILL');
      await gone;
      await running;
      await client.close();
      const again = await startEmbeddedMongo({ dataDir });
      const reader = await new MongoClient(again.uri).connect();
      const rows = reader.db('test').collection<Row>('rows');
      const other = reader.db('test').collection<Row>('other');
      const whole = (await rows.countDocuments()) === 500 ? rows : other;
      expect(await whole.find({ n: { $gte: 0 } }, { hint: { n: 1 } }).toArray()).toHaveLength(500);
      expect(await (whole === rows ? other : rows).countDocuments()).toBeLessThanOrEqual(1);
      if (whole === other) await other.rename('rows', { dropTarget: true });
      last += acknowledged;
      await reader.close();
      await again.stop();
    }
    expect(last).toBeGreaterThan(0);
    rmSync(dataDir, { recursive: true, force: true });
  },
  30_000 + kills * 10_000,
);
