import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Timestamp } from 'bson';
import { Engine } from './engine';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';
import { Snapshots } from './snapshots';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

test('a snapshot session reads one point in time of all collections despite concurrent changes', async () => {
  const { client, db } = database;
  const [rows, others] = [db.collection<{ _id: number; n: number }>('rows'), db.collection('others')];
  await rows.createIndex({ n: 1 });
  await rows.insertMany(Array.from({ length: 3000 }, (_unused, i) => ({ _id: i, n: i % 10 })));
  await others.insertOne({ name: 'before' });

  const session = client.startSession({ snapshot: true });
  expect(await rows.find({}, { session, limit: 1 }).toArray()).toEqual([{ _id: 0, n: 0 }]);
  const open = rows.find({ n: { $gte: 0 } }, { session, batchSize: 100 });
  expect(await open.next()).toEqual({ _id: 0, n: 0 });

  await rows.updateMany({ n: 3 }, { $set: { n: 99 } });
  await rows.deleteMany({ n: 5 });
  await rows.insertMany(Array.from({ length: 3000 }, (_unused, i) => ({ _id: 5000 + i, n: 3 })));
  await rows.dropIndex('n_1');
  await others.drop();
  await db.collection('later').insertOne({});
  // Deferred deletes run in small transactions.
  await delay(50);

  expect(await others.find({}, { session, projection: { _id: 0 } }).toArray()).toEqual([{ name: 'before' }]);
  expect(await db.collection('later').find({}, { session }).toArray()).toEqual([]);
  expect((await open.toArray()).length).toBe(2999);
  expect(await rows.find({ n: 3 }, { session, hint: 'n_1' }).toArray()).toHaveLength(300);
  expect(await rows.aggregate([{ $match: { n: 5 } }, { $count: 'n' }], { session }).toArray()).toEqual([{ n: 300 }]);
  expect(await rows.distinct('n', {}, { session })).toHaveLength(10);
  expect(await rows.countDocuments({ n: 3 })).toBe(3000);
  await session.endSession();
});

test('commands that do not support snapshot reads are refused', async () => {
  const { client, db } = database;
  const session = client.startSession({ snapshot: true });
  await expect(db.command({ count: 'rows' }, { session })).rejects.toMatchObject({ code: 72 });
  await expect(db.collection('rows').insertOne({}, { session })).rejects.toMatchObject({ code: 72 });
  await expect(
    db
      .collection('rows')
      .aggregate([{ $out: 'copy' }], { session })
      .toArray(),
  ).rejects.toMatchObject({
    code: 72,
  });
  const atClusterTime = new Timestamp({ t: 1, i: 1 });
  await expect(db.command({ find: 'rows', readConcern: { level: 'snapshot', atClusterTime } })).rejects.toMatchObject({
    code: 239,
    codeName: 'SnapshotTooOld',
  });
  await session.endSession();
});

test('a snapshot ends with its session or after five idle minutes', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  const engine = new Engine(dataDir);
  try {
    let now = 1_000_000;
    const snapshots = new Snapshots(() => now);
    const { time } = snapshots.take(engine.store, 'a');
    const second = snapshots.take(engine.store, 'b');
    now += 299_000;
    second.store.records.getKeysCount({});
    now += 2000;
    snapshots.dropIdle();
    expect(() => snapshots.find(time)).toThrow('older than the oldest');
    expect(snapshots.find(second.time).catalog.all()).toEqual([]);
    snapshots.endSession('b');
    expect(snapshots.size).toBe(0);
    expect(() => second.store.records.getKeysCount({})).toThrow('older than the oldest');
    snapshots.close();
  } finally {
    await engine.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
