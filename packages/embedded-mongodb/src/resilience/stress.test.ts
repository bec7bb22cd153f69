import type { Collection, Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from '../openTestDatabase';

const rounds = Number(process.env['KIOSK_STRESS'] ?? 2);
const loadSeconds = 600;

interface Row extends Document {
  _id: string;
  owner: string;
  rank: number;
  tags: string[];
}

let database: TestDatabase;
let rows: Collection<Row>;
let answered = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  rows = database.db.collection<Row>('rows');
  await rows.createIndexes([{ key: { owner: 1, rank: -1 } }, { key: { tags: 1 } }]);
});

afterAll(() => database.close());

const row = (owner: string, i: number): Row => ({
  _id: `${owner}-${String(i).padStart(5, '0')}`,
  owner,
  rank: i % 37,
  tags: [`t${i % 9}`, 'all'],
});

async function repeat(times: number, run: (i: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i++) {
    await run(i);
    answered++;
  }
}

const load = (owner: string) =>
  repeat(rounds, (round) =>
    rows.insertMany(Array.from({ length: loadSeconds }, (_unused, i) => row(owner, round * loadSeconds + i))),
  );

/** Inserts two documents, updates one and deletes the other. */
async function write(owner: string): Promise<void> {
  await repeat(rounds * 10, async (i) => {
    await rows.insertOne(row(owner, 2 * i));
    await rows.insertOne(row(owner, 2 * i + 1));
    await rows.updateOne({ _id: row(owner, 2 * i)._id }, { $set: { tags: ['all', 'changed'] } });
    await rows.deleteOne({ owner, _id: row(owner, 2 * i + 1)._id });
  });
}

/** Commands that fail and are rolled back. */
const fail = (owner: string) =>
  repeat(rounds * 10, async (i) => {
    await rows.updateOne({ _id: `${owner}-kept` }, { $set: { owner, rank: i, tags: [] } }, { upsert: true });
    const refused = rows.findOneAndUpdate(
      { owner: 'nobody' },
      { $set: { _id: `${owner}-kept`, rank: i, tags: [] } } as Document,
      { upsert: true },
    );
    await expect(refused).rejects.toMatchObject({ code: 11000 });
  });

const read = (owner: string) =>
  repeat(rounds * 10, async () => {
    const found = await rows.find({ owner }).sort({ rank: -1 }).batchSize(50).toArray();
    expect(found.map(({ rank }) => rank)).toEqual(found.map(({ rank }) => rank).sort((a, b) => b - a));
    await rows.countDocuments({ tags: 'all' });
  });

const reindex = () =>
  repeat(rounds * 2, async () => {
    await rows.createIndex({ rank: 1, owner: 1 });
    await rows.dropIndex('rank_1_owner_1');
  });

const recreate = () =>
  repeat(rounds * 2, async () => {
    const other = database.db.collection('other');
    await other.createIndex({ n: 1 });
    await other.insertMany(Array.from({ length: loadSeconds }, (_unused, n) => ({ n })));
    expect(await other.countDocuments({ n: { $lt: 10 } })).toBe(10);
    await other.drop();
  });

test('answers all concurrent loads, writes, failed writes, reads and index builds with correct counts', async () => {
  const loaders = ['loader-1', 'loader-2', 'loader-3'];
  const writers = ['writer-1', 'writer-2', 'writer-3', 'writer-4'];
  await Promise.all([
    ...loaders.map(load),
    ...writers.map(write),
    ...['fail-1', 'fail-2'].map(fail),
    ...[...loaders, ...writers].map(read),
    reindex(),
    recreate(),
  ]);
  expect(answered).toBe(rounds * (3 + 40 + 20 + 70 + 2 + 2));
  const count = (filter: Document, hint: string | Document): Promise<number> => rows.countDocuments(filter, { hint });
  for (const owner of loaders) {
    expect(await count({ owner }, 'owner_1_rank_-1')).toBe(rounds * loadSeconds);
    expect(await count({ owner }, { $natural: 1 })).toBe(rounds * loadSeconds);
  }
  for (const owner of writers) expect(await count({ owner }, 'owner_1_rank_-1')).toBe(rounds * 10);
  expect(await count({ tags: 'changed' }, 'tags_1')).toBe(rounds * 40);
  expect(await count({ tags: 'all' }, 'tags_1')).toBe(rounds * (3 * loadSeconds + 40));
}, 300_000);
