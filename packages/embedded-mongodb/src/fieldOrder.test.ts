import fc from 'fast-check';
import { serialize } from 'bson';
import { type Collection, type Document } from 'mongodb';
import { addField, FieldList, keepsOrder } from './fieldOrder';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';
import { decode, encode, type Doc } from './values';

const name = fc.constantFrom('a', 'b', '', '0', '2', '10', '007', '-1', '1.5', '1e3', '4294967294', '4294967295', 'ä');
/** Documents are maps here, because maps keep the insertion order. */
const { value } = fc.letrec<{ value: unknown; fields: [string, unknown][] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(1, 'text', null, /p/i, new Date(0)),
    fc.array(tie('value'), { maxLength: 12 }),
    tie('fields').map((fields) => new Map(fields)),
  ),
  fields: fc.uniqueArray(fc.tuple(name, tie('value')), { maxLength: 5, selector: ([each]) => each }),
}));

test('keepsOrder is true exactly when decoding and encoding give the same bytes', () => {
  let kept = 0;
  let reordered = 0;
  fc.assert(
    fc.property(value, (held) => {
      const bytes = serialize(new Map([['held', held]]));
      const isKept = Buffer.compare(bytes, encode(decode(bytes))) === 0;
      expect(keepsOrder(bytes)).toBe(isKept);
      if (isKept) kept++;
      else reordered++;
    }),
    { numRuns: 2000, seed: 20261128 },
  );
  expect(Math.min(kept, reordered)).toBeGreaterThan(200);
});

test('adds a field if JavaScript keeps it last, else refuses it', () => {
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 6 });
  const inOrder = (given: readonly string[], add: (one: string) => void): boolean => {
    try {
      given.forEach(add);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: 238 });
      return false;
    }
  };
  fc.assert(
    fc.property(names, (given) => {
      const document: Doc = {};
      const list = new FieldList();
      const expected = Object.keys(Object.fromEntries(given.map((each) => [each, 1]))).join() === given.join();
      expect(inOrder(given, (each) => addField(document, each, 1))).toBe(expected);
      expect(inOrder(given, (each) => list.set(each, 1))).toBe(expected);
      if (expected) expect([Object.keys(document), Object.keys(list.document)]).toEqual([given, given]);
    }),
    { numRuns: 1000, seed: 20261128 },
  );
});

let database: TestDatabase;
let items: Collection<Document & { _id: number }>;
beforeAll(async () => {
  database = await openTestDatabase();
  items = database.db.collection('items');
});
afterAll(() => database.close());
beforeEach(async () => {
  await items.deleteMany({});
  await items.insertOne({
    _id: 1,
    a: { x: 1 },
    counts: { 2: 'two', 10: 'ten' },
    list: [{ m: { b: 1 } }, { m: { 10: 1 } }],
  });
});

const written = (...fields: [string, unknown][]): Document => new Map(fields) as unknown as Document;
const mixed = () => written(['b', 1], ['10', 2], ['2', 3]);

test.each<[string, () => Promise<unknown>]>([
  ['insert', () => items.insertOne(written(['_id', 2], ['held', mixed()]) as never)],
  ['insert beside the _id', () => items.insertOne({ _id: 2, 10: 1 } as never)],
  ['replace', () => items.replaceOne({ _id: 1 }, { held: mixed() })],
  ['replace beside the _id', () => items.replaceOne({ _id: 1 }, { 10: 1 })],
  ['$set of such a document', () => items.updateOne({ _id: 1 }, { $set: { held: mixed() } })],
  ['$set behind another field', () => items.updateOne({ _id: 1 }, { $set: { 'a.10': 1 } })],
  ['$set behind a greater one', () => items.updateOne({ _id: 1 }, { $set: { 'counts.9': 1 } })],
  ['$inc beside the _id', () => items.updateOne({ _id: 1 }, { $inc: { 10: 1 } })],
  ['$rename', () => items.updateOne({ _id: 1 }, { $rename: { list: 'a.1' } })],
  ['an update by a pipeline', () => items.updateOne({ _id: 1 }, [{ $set: { 'a.10': 1 } }])],
  ['upsert', () => items.updateOne({ _id: 3, 'a.b': 1, 'a.5': 1 }, { $set: { c: 1 } }, { upsert: true })],
  ['bulkWrite', () => items.bulkWrite([{ insertOne: { document: { _id: 4, held: mixed() } as never } }])],
  ['a filter on a document', () => items.find({ held: mixed() }).toArray()],
  ['sort', () => items.find({}, { sort: new Map([['10', 1] as const, ['2', -1] as const]) }).toArray()],
  [
    'an index',
    () =>
      items.createIndex(
        new Map([
          ['10', 1],
          ['2', 1],
        ]),
      ),
  ],
  ['$addFields', () => items.aggregate([{ $addFields: { 10: 1 } }]).toArray()],
  ['$addFields below', () => items.aggregate([{ $addFields: { 'a.10': 1 } }]).toArray()],
  ['$project', () => items.aggregate([{ $project: { 10: { $literal: 1 } } }]).toArray()],
  ['$group', () => items.aggregate([{ $group: { _id: '$a', 10: { $sum: '$x' } } }]).toArray()],
  ['$group that counts', () => items.aggregate([{ $group: { _id: null, 10: { $sum: 1 } } }]).toArray()],
  ['$lookup', () => items.aggregate([{ $lookup: { from: 'items', pipeline: [], as: '10' } }]).toArray()],
  ['$unwind', () => items.aggregate([{ $unwind: { path: '$list', includeArrayIndex: '5' } }]).toArray()],
  ['$out', () => items.aggregate([{ $replaceWith: '$counts' }, { $out: 'others' }]).toArray()],
  ...(
    [
      [
        '$arrayToObject',
        {
          $arrayToObject: {
            $literal: [
              ['b', 1],
              ['10', 2],
            ],
          },
        },
      ],
      [
        '$arrayToObject, descending',
        {
          $arrayToObject: {
            $literal: [
              ['10', 1],
              ['2', 2],
            ],
          },
        },
      ],
      ['$mergeObjects', { $mergeObjects: ['$a', '$counts'] }],
      ['$setField', { $setField: { field: '10', input: '$a', value: 1 } }],
      ['$literal', { $literal: mixed() }],
    ] as const
  ).map(([what, expression]): [string, () => Promise<unknown>] => [
    what,
    () => items.aggregate([{ $project: { held: expression } }]).toArray(),
  ]),
  [
    'the accumulator $mergeObjects',
    () => items.aggregate([{ $unwind: '$list' }, { $group: { _id: null, m: { $mergeObjects: '$list.m' } } }]).toArray(),
  ],
])('refuses a document that JavaScript would reorder: %s', async (_what, ask) => {
  await expect(ask()).rejects.toMatchObject({ code: 238 });
  expect(await items.find({}, { sort: { _id: 1 } }).toArray()).toEqual([
    { _id: 1, a: { x: 1 }, counts: { 2: 'two', 10: 'ten' }, list: [{ m: { b: 1 } }, { m: { 10: 1 } }] },
  ]);
});

test('accepts integer-like names that come first in ascending order', async () => {
  await items.updateOne({ _id: 1 }, { $set: { 'counts.11': 'eleven', 'counts.2': 'II', 'fresh.7': 1, 'a.07': 1 } });
  await items.createIndex({ 2: 1, 10: 1 });
  const held = {
    $arrayToObject: [
      {
        $literal: [
          ['2', 1],
          ['10', 2],
          ['b', 3],
        ],
      },
    ],
  };
  const [row] = await items
    .aggregate([{ $sort: { 2: 1, 10: 1 } }, { $project: { _id: 0, counts: 1, fresh: 1, a: 1, held } }])
    .toArray();
  expect(JSON.stringify(row)).toBe(
    '{"a":{"x":1,"07":1},"counts":{"2":"II","10":"ten","11":"eleven"},"fresh":{"7":1},"held":{"2":1,"10":2,"b":3}}',
  );
});
