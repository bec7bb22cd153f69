import fc from 'fast-check';
import type { AnyBulkWriteOperation } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

interface Item {
  _id: number;
  n: number;
}

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterAll(() => database.close());

const number = fc.integer({ min: 0, max: 9 });
const name = fc.constantFrom('left', 'right');
const change = fc.oneof(
  fc.record({ insert: fc.array(fc.record({ _id: number, n: number }), { minLength: 1, maxLength: 3 }), name }),
  fc.record({ update: number, by: fc.constantFrom(1, 20), name }),
  fc.record({ upsert: number, n: number, name }),
  fc.record({ remove: number, many: fc.boolean(), name }),
  fc.record({ replace: number, n: number, name }),
  fc.record({ bulk: number, n: number, name }),
  fc.record({ drop: fc.constant(true), name }),
  fc.record({ copy: name, name }),
  fc.record({ index: fc.constantFrom('make', 'drop'), name }),
);
type Change = typeof change extends fc.Arbitrary<infer Each> ? Each : never;

const collection = (of: string) => database.db.collection<Item>(of);

async function apply(each: Change): Promise<void> {
  const items = collection(each.name);
  if ('insert' in each) await items.insertMany(each.insert, { ordered: false });
  else if ('update' in each) await items.updateMany({ n: { $gte: each.update } }, { $inc: { n: each.by } });
  else if ('upsert' in each) await items.updateOne({ _id: each.upsert }, { $set: { n: each.n } }, { upsert: true });
  else if ('remove' in each)
    await (each.many ? items.deleteMany({ n: { $lt: each.remove } }) : items.findOneAndDelete({ _id: each.remove }));
  else if ('replace' in each) await items.findOneAndReplace({ _id: each.replace }, { n: each.n });
  else if ('bulk' in each) {
    const writes: AnyBulkWriteOperation<Item>[] = [
      { deleteOne: { filter: { _id: each.bulk } } },
      { insertOne: { document: { _id: each.bulk, n: each.n } } },
      { insertOne: { document: { _id: each.bulk, n: each.n } } },
    ];
    await items.bulkWrite(writes);
  } else if ('drop' in each) await items.drop();
  else if ('copy' in each) await items.aggregate([{ $sort: { _id: 1 } }, { $out: each.copy }]).toArray();
  else if (each.index === 'make') await items.createIndex({ n: 1 });
  else await items.dropIndexes();
}

const both = [{ $match: { n: { $gte: 3 } } }, { $unionWith: { coll: 'right', pipeline: [{ $match: { n: 1 } }] } }];

const readings: readonly (() => Promise<unknown>)[] = [
  () =>
    collection('left')
      .find({}, { sort: { _id: 1 } })
      .toArray(),
  () =>
    collection('right')
      .find({}, { sort: { _id: 1 } })
      .toArray(),
  () => collection('left').findOne({ _id: 1 }),
  () => collection('left').countDocuments({ n: { $gte: 3 } }),
  () => collection('right').countDocuments({}, { limit: 2 }),
  () => collection('left').aggregate(both, { batchSize: 50 }).toArray(),
];

/** Reads all documents in storage order and sorts them by _id. */
const state = async (of: string) =>
  (
    await collection(of)
      .find({}, { hint: { $natural: 1 } })
      .toArray()
  ).sort((a, b) => a._id - b._id);

test('after any successful, partial or failed write every kind of read returns the stored documents', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 10 }), async (changes) => {
      await collection('left').drop();
      await collection('right').drop();
      for (const each of changes) {
        await apply(each).catch((error: unknown) => expect(error).toHaveProperty('code', expect.any(Number)));
        const [left, right] = [await state('left'), await state('right')];
        const united = [...left.filter(({ n }) => n >= 3), ...right.filter(({ n }) => n === 1)];
        const [all, others, one, counted, few, together] = await Promise.all(readings.map((read) => read()));
        expect([all, others]).toEqual([left, right]);
        expect(one).toEqual(left.find(({ _id }) => _id === 1) ?? null);
        expect([counted, few]).toEqual([left.filter(({ n }) => n >= 3).length, Math.min(2, right.length)]);
        expect(new Set((together as Item[]).map((item) => JSON.stringify(item)))).toEqual(
          new Set(united.map((item) => JSON.stringify(item))),
        );
      }
    }),
    { numRuns: process.env['KIOSK_LONG'] ? 500 : 40 },
  );
});

test('every concurrent reader sees an acknowledged write', async () => {
  const items = collection('counter');
  await items.insertOne({ _id: 0, n: 0 });
  let acknowledged = 0;
  let isOver = false;
  const reader = async () => {
    while (!isOver) {
      const before = acknowledged;
      expect((await items.findOne({ _id: 0 }))?.n).toBeGreaterThanOrEqual(before);
    }
  };
  const readers = Array.from({ length: 8 }, reader);
  for (let n = 1; n <= 100; n++) {
    await items.updateOne({ _id: 0 }, { $set: { n } });
    acknowledged = n;
  }
  isOver = true;
  await Promise.all(readers);
});
