import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openTestDatabase, type TestDatabase } from '../openTestDatabase';

jest.setTimeout(180_000);

let database: TestDatabase;
const largeText = 'x'.repeat(150_000);

beforeAll(async () => {
  database = await openTestDatabase();
  const rows = database.db.collection<{ _id: number; group: number; text: string }>('rows');
  for (let i = 0; i < 720; i += 60)
    await rows.insertMany(
      Array.from({ length: 60 }, (_unused, j) => ({ _id: i + j, group: j % 3, text: largeText + (i + j) })),
    );
});

afterAll(() => database.close());

const run = (pipeline: object[]) => database.db.collection('rows').aggregate(pipeline).toArray();

// 720 documents of 150 kB exceed the stage limit of 100 MB.
test.each([
  ['$group', 292, [{ $group: { _id: '$group', all: { $push: '$text' } } }]],
  ['$group of whole documents', 292, [{ $group: { _id: null, all: { $push: '$$ROOT' } } }]],
  ['$sort', 292, [{ $addFields: { a: 1 } }, { $sort: { text: 1 } }]],
  ['$facet', 292, [{ $facet: { all: [{ $match: {} }] } }]],
  [
    'a $facet that multiplies',
    4031700,
    [
      { $limit: 40 },
      { $facet: { many: [{ $addFields: { a: Array.from({ length: 50 }, () => 1) } }, { $unwind: '$a' }] } },
    ],
  ],
  ['$lookup', 4568, [{ $limit: 1 }, { $lookup: { from: 'rows', as: 'all', pipeline: [] } }]],
  ['$sample', 292, [{ $sample: { size: 720 } }]],
  ['$out', 292, [{ $addFields: { a: 1 } }, { $out: 'copy' }]],
] as const)('%s fails with MongoDB’s error beyond the memory limit', async (_name, code, pipeline) => {
  await expect(run([...pipeline])).rejects.toMatchObject({ code });
});

test('a group that keeps small values of large documents processes all of them', async () => {
  const counts = await run([
    { $group: { _id: '$group', n: { $sum: 1 }, most: { $max: '$_id' } } },
    { $sort: { _id: 1 } },
  ]);
  expect(counts).toEqual([
    { _id: 0, n: 240, most: 717 },
    { _id: 1, n: 240, most: 718 },
    { _id: 2, n: 240, most: 719 },
  ]);
});

test('distinct fails if the values exceed the reply size limit', async () => {
  await expect(database.db.collection('rows').distinct('text')).rejects.toMatchObject({ code: 17217 });
  expect(await database.db.collection('rows').distinct('group')).toEqual([0, 1, 2]);
});

test('an open cursor holds little more memory than its returned batch', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const held = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = held();
  const cursors = Array.from({ length: 40 }, () => database.db.collection('rows').find({ group: 1 }).batchSize(2));
  await Promise.all(cursors.map((cursor) => cursor.next()));
  // Two documents of 150 kB for each cursor, in the server's reply and in the client.
  expect(held() - before).toBeLessThan(cursors.length * 1_000_000);
  await Promise.all(cursors.map((cursor) => cursor.close()));
});

test('answers a very long $in list and a full scan with a regular expression', async () => {
  const rows = database.db.collection('rows');
  const ids = Array.from({ length: 2_000 }, (_unused, i) => i * 2);
  expect(await rows.countDocuments({ group: { $in: ids } })).toBe(480);
  expect(await rows.countDocuments({ text: /x7{2}$/ })).toBe(1);
});
