import fc from 'fast-check';
import type { AnyBulkWriteOperation } from 'mongodb';
import type { CommandRequest } from './engine';
import type { Catalog } from './catalog';
import { KeptAnswers } from './keptAnswers';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';
import { Versions } from './versions';

interface Item {
  _id: number;
  n: number;
}

let database: TestDatabase;
beforeAll(async () => void (database = await openTestDatabase()));
afterEach(() => jest.restoreAllMocks());
afterAll(() => database.close());

/** What was found without a look at a document. */
const kept = (found: jest.SpyInstance<Uint8Array | undefined>): number =>
  found.mock.results.filter(({ value }) => value !== undefined).length;

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

/** Each twice: the second answer may be a kept one. */
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

/** What a question with a hint finds is never kept. */
const state = async (of: string) =>
  (
    await collection(of)
      .find({}, { hint: { $natural: 1 } })
      .toArray()
  ).sort((a, b) => a._id - b._id);

test('whatever is written, in whole, in part or in vain, the next answer is as new as what is stored', async () => {
  const found = jest.spyOn(KeptAnswers.prototype, 'find');
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 10 }), async (changes) => {
      await collection('left').drop();
      await collection('right').drop();
      for (const each of changes) {
        await apply(each).catch((error: unknown) => expect(error).toHaveProperty('code', expect.any(Number)));
        const [left, right] = [await state('left'), await state('right')];
        const united = [...left.filter(({ n }) => n >= 3), ...right.filter(({ n }) => n === 1)];
        for (let time = 0; time < 2; time++) {
          const [all, others, one, counted, few, together] = await Promise.all(readings.map((read) => read()));
          expect([all, others]).toEqual([left, right]);
          expect(one).toEqual(left.find(({ _id }) => _id === 1) ?? null);
          expect([counted, few]).toEqual([left.filter(({ n }) => n >= 3).length, Math.min(2, right.length)]);
          expect(new Set((together as Item[]).map((item) => JSON.stringify(item)))).toEqual(
            new Set(united.map((item) => JSON.stringify(item))),
          );
        }
      }
    }),
    { numRuns: process.env['KIOSK_LONG'] ? 500 : 40 },
  );
  expect(kept(found)).toBeGreaterThan(100);
});

test('whoever has been told of a write reads it, however many read at the same time', async () => {
  const items = collection('counter');
  await items.insertOne({ _id: 0, n: 0 });
  let told = 0;
  let isOver = false;
  const reader = async () => {
    while (!isOver) {
      const before = told;
      expect((await items.findOne({ _id: 0 }))?.n).toBeGreaterThanOrEqual(before);
    }
  };
  const readers = Array.from({ length: 8 }, reader);
  for (let n = 1; n <= 100; n++) {
    await items.updateOne({ _id: 0 }, { $set: { n } });
    told = n;
  }
  isOver = true;
  await Promise.all(readers);
});

test('a write to one collection leaves the answers of another, and a part of an answer is never kept', async () => {
  await collection('calm').insertMany(Array.from({ length: 20 }, (_, _id) => ({ _id, n: _id })));
  await collection('busy').insertOne({ _id: 1, n: 1 });
  const found = jest.spyOn(KeptAnswers.prototype, 'find');
  const read = () =>
    collection('calm')
      .find({ n: { $lt: 5 } })
      .toArray();
  await read();
  await collection('busy').updateOne({ _id: 1 }, { $inc: { n: 1 } });
  found.mockClear();
  await read();
  expect(kept(found)).toBe(1);
  found.mockClear();
  for (let time = 0; time < 2; time++) {
    expect(await collection('calm').find({}, { batchSize: 3 }).toArray()).toHaveLength(20);
    const chance = collection('calm').aggregate([{ $sample: { size: 20 } }], { batchSize: 50 });
    expect(await chance.toArray()).toHaveLength(20);
    const now = { $expr: { $lt: ['$n', { $toLong: '$$NOW' }] } };
    expect(await collection('calm').find(now, { batchSize: 50 }).toArray()).toHaveLength(20);
  }
  expect(kept(found)).toBe(0);
});

test('answers have only so much room: what was asked for last stays', () => {
  const answers = new KeptAnswers(new Versions(), 10_000);
  const catalog = { find: () => ({ id: 1 }) } as unknown as Catalog;
  const request: CommandRequest = { name: 'find', database: 'test', body: { find: 'items' }, sequences: new Map() };
  for (let question = 0; question < 100; question++) {
    answers.keep(`question ${question}`, Buffer.alloc(1_000), 0, request, catalog);
    answers.find('question 0');
    expect(answers.bytes).toBeLessThanOrEqual(10_000);
  }
  expect(answers.find('question 0')).toHaveLength(1_000);
  expect(answers.find('question 99')).toHaveLength(1_000);
  expect(answers.find('question 50')).toBeUndefined();
  answers.keep('long', Buffer.alloc(300_000), 0, request, catalog);
  expect(answers.find('long')).toBeUndefined();
});
