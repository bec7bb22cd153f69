import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Engine } from './engine';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';
import { encode } from './values';

interface Item {
  _id: number;
  n: number;
}

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

const number = fc.integer({ min: 0, max: 20 });
const items = fc.array(fc.record({ _id: number, n: number }), { minLength: 1, maxLength: 6 });
/** Many of these changes fail completely or partly, because `n` is unique. */
const change = fc.oneof(
  fc.record({ insert: items, ordered: fc.boolean() }),
  fc.record({ remove: number, many: fc.boolean() }),
  fc.record({ update: number, n: number }),
  fc.record({ bulk: items, remove: number }),
  fc.record({ drop: fc.constant(true) }),
);

test('the cached count equals the number of documents after every change, including failed ones', async () => {
  const collection = database.db.collection<Item>('items');
  const apply = async (each: typeof change extends fc.Arbitrary<infer Change> ? Change : never) => {
    if ('insert' in each) await collection.insertMany(each.insert, { ordered: each.ordered });
    else if ('drop' in each) await collection.drop();
    else if ('update' in each)
      await collection.updateMany({ _id: { $gte: each.update } }, { $set: { n: each.n } }, { upsert: true });
    else if ('bulk' in each) {
      const inserts = each.bulk.map((document) => ({ insertOne: { document } }));
      await collection.bulkWrite([{ deleteMany: { filter: { _id: { $lt: each.remove } } } }, ...inserts]);
    } else if (each.many) await collection.deleteMany({ _id: { $gte: each.remove } });
    else await collection.findOneAndDelete({ _id: each.remove });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      await collection.drop();
      await collection.createIndex({ n: 1 }, { unique: true });
      for (const each of changes) {
        await apply(each).catch((error: unknown) => expect(error).toMatchObject({ code: 11000 }));
        const there = (await collection.find().toArray()).length;
        expect(await collection.countDocuments()).toBe(there);
        expect(await collection.countDocuments({}, { skip: 2, limit: 5 })).toBe(Math.min(5, Math.max(0, there - 2)));
        expect(await collection.estimatedDocumentCount()).toBe(there);
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

test('the cached count excludes documents of a failed command', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-mongodb-'));
  const engine = new Engine(dataDir);
  const insert = (_id: number) => {
    const collection = engine.collection('test', 'items');
    engine.records.insert(collection, { _id }, encode({ _id }));
    return collection;
  };
  const { id } = await engine.write(() => insert(1));
  const counted = () => engine.store.counts.of(id, () => 1);
  expect(counted()).toBe(1);
  const failing = engine.write(() => {
    insert(2);
    throw new Error('failed');
  });
  const [refused] = await Promise.allSettled([failing, engine.write(() => insert(3))]);
  expect(refused).toMatchObject({ status: 'rejected' });
  expect(counted()).toBe(2);
  await engine.close();
  rmSync(dataDir, { recursive: true, force: true });
});
