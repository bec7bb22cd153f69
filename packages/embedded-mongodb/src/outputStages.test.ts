import type { Collection, Document } from 'mongodb';
import { Long } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

let database: TestDatabase;
let source: Collection;
let target: Collection;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(async () => {
  source = database.db.collection('source');
  target = database.db.collection('target');
  await source.drop();
  await target.drop();
  await source.insertMany([
    { _id: 1, a: 10, n: Long.fromString('9007199254740993') },
    { _id: 2, a: 20 },
    { _id: 3, a: 30 },
  ] as unknown as Document[]);
  await target.insertMany([{ _id: 2, a: 0, kept: true }, { _id: 7 }] as unknown as Document[]);
});

afterAll(() => database.close());

const stored = (): Promise<Document[]> =>
  target.find({}, { promoteLongs: false }).sort({ _id: 1 }).project({ n: 0 }).toArray();
const run = (...stages: Document[]): Promise<Document[]> => source.aggregate(stages).toArray();

test('$out replaces all documents and keeps the indexes', async () => {
  await target.createIndex({ a: 1 }, { unique: true });
  expect(await run({ $match: { a: { $gt: 10 } } }, { $out: 'target' })).toEqual([]);
  expect(await stored()).toEqual([
    { _id: 2, a: 20 },
    { _id: 3, a: 30 },
  ]);
  expect((await target.indexes()).map(({ name }) => name)).toEqual(['_id_', 'a_1']);
  expect(await target.countDocuments({ a: 30 }, { hint: 'a_1' })).toBe(1);
});

test('$out changes nothing when a document violates a unique index', async () => {
  await target.createIndex({ b: 1 }, { unique: true, partialFilterExpression: { b: { $exists: true } } });
  const before = await stored();
  await expect(run({ $set: { b: 'same' } }, { $out: 'target' })).rejects.toMatchObject({ code: 11000 });
  expect(await stored()).toEqual(before);
});

test.each<[string, Document, Document[]]>([
  ['by default', {}, [{ _id: 1, a: 10 }, { _id: 2, a: 20, kept: true }, { _id: 3, a: 30 }, { _id: 7 }]],
  ['replace and discard', { whenMatched: 'replace', whenNotMatched: 'discard' }, [{ _id: 2, a: 20 }, { _id: 7 }]],
  [
    'keepExisting',
    { whenMatched: 'keepExisting' },
    [{ _id: 1, a: 10 }, { _id: 2, a: 0, kept: true }, { _id: 3, a: 30 }, { _id: 7 }],
  ],
  [
    'a pipeline with variables',
    { let: { more: '$a' }, whenMatched: [{ $set: { a: { $add: ['$a', '$$more', 1] } } }], whenNotMatched: 'discard' },
    [{ _id: 2, a: 21, kept: true }, { _id: 7 }],
  ],
])('$merge %s', async (_name, options, expected) => {
  expect(await run({ $merge: { into: 'target', ...options } })).toEqual([]);
  expect(await stored()).toEqual(expected);
});

test('$merge copies numbers exactly, also into another database', async () => {
  await run({ $merge: { into: { db: 'elsewhere', coll: 'copies' } } });
  const copies = database.client.db('elsewhere').collection('copies');
  expect(String((await copies.findOne({}, { promoteLongs: false }))?.['n'])).toBe('9007199254740993');
  await database.client.db('elsewhere').dropDatabase();
});

test('$merge requires a unique index on the join fields and keeps documents written before a failure', async () => {
  await expect(run({ $merge: { into: 'target', on: 'a' } })).rejects.toMatchObject({ code: 51183 });
  await target.createIndex({ a: 1 }, { unique: true });
  await target.insertOne({ _id: 20, a: 20 } as unknown as Document);
  const merge = { $merge: { into: 'target', on: 'a', whenMatched: 'merge' } };
  await expect(run({ $sort: { a: 1 } }, merge)).rejects.toMatchObject({ code: 66 });
  expect((await stored()).map(({ _id }) => _id as unknown)).toEqual([1, 2, 7, 20]);
});

test.each<[string, Document[], number]>([
  ['an output stage before the end', [{ $out: 'target' }, { $limit: 1 }], 40601],
  ['a match with whenMatched: fail', [{ $merge: { into: 'target', whenMatched: 'fail' } }], 11000],
  ['no match with whenNotMatched: fail', [{ $merge: { into: 'target', whenNotMatched: 'fail' } }], 328],
  [
    'modes that exclude each other',
    [{ $merge: { into: 'target', whenMatched: 'fail', whenNotMatched: 'discard' } }],
    51189,
  ],
  ['an unknown mode', [{ $merge: { into: 'target', whenMatched: 'explode' } }], 2],
  ['a missing field to join on', [{ $project: { _id: 0 } }, { $merge: { into: 'target', on: 'b' } }], 51183],
])('%s is refused', async (_name, stages, code) => {
  await expect(run(...stages)).rejects.toMatchObject({ code });
});
