import { Decimal128, Double, EJSON, Int32, Long } from 'bson';
import { MongoServerError, type Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const int = (value: number) => new Int32(value);
const long = (value: number | string) => Long.fromString(String(value));
const double = (value: number) => new Double(value);
const decimal = (text: string) => Decimal128.fromString(text);
const exact = (value: unknown) => EJSON.stringify(value, { relaxed: false });

async function answer(documents: readonly Document[], stages: Document[]): Promise<unknown> {
  const items = database.db.collection('items', { promoteValues: false });
  await items.deleteMany({});
  await items.insertMany(documents.map((each, at) => ({ _id: int(at), ...each })) as never[]);
  try {
    return exact(await items.aggregate(stages).toArray());
  } catch (error) {
    if (error instanceof MongoServerError) return Number(error.code);
    throw error;
  }
}

const values = [
  { k: int(1), d: decimal('19.99'), n: long('9007199254740993'), x: double(1.5) },
  { k: double(1), d: decimal('0.01'), n: int(2), x: int(2) },
  { k: decimal('1.00'), d: null, n: 'text', x: null },
  { k: int(2), n: int(2147483647), x: double(NaN) },
];

/** Accumulators over all of the values, as specified in MongoDB's documentation. */
test.each<[string, unknown, unknown]>([
  ['a sum of decimals', { $sum: '$d' }, decimal('20.00')],
  ['a mean of decimals', { $avg: '$d' }, decimal('10.00')],
  ['a sum of longs', { $sum: '$n' }, long('9007201402224642')],
  ['a sum without numbers', { $sum: '$missing' }, int(0)],
  ['a mean without numbers', { $avg: '$missing' }, null],
  ['a count by a sum', { $sum: int(1) }, int(4)],
  ['a count by a sum of decimals', { $sum: decimal('1.0') }, decimal('4.0')],
  ['a count', { $count: {} }, int(4)],
  ['the maximum', { $max: '$n' }, 'text'],
  ['the minimum', { $min: '$n' }, int(2)],
  ['the greatest decimal', { $max: '$d' }, decimal('19.99')],
  ['the first', { $first: '$d' }, decimal('19.99')],
  ['the last, missing', { $last: '$d' }, null],
  ['all present values', { $push: '$d' }, [decimal('19.99'), decimal('0.01'), null]],
  ['all as documents', { $push: { k: '$k', d: '$d' } }, values.map(({ k, d }) => (d === undefined ? { k } : { k, d }))],
  ['the distinct values', { $addToSet: '$k' }, [int(1), int(2)]],
  ['the first two', { $firstN: { input: '$d', n: int(2) } }, [decimal('19.99'), decimal('0.01')]],
  ['the last two, one missing', { $lastN: { input: '$d', n: int(2) } }, [null, null]],
  ['the two greatest', { $maxN: { input: '$k', n: int(2) } }, [int(2), int(1)]],
  ['the two least', { $minN: { input: '$d', n: int(2) } }, [decimal('0.01'), decimal('19.99')]],
  ['$top', { $top: { sortBy: { n: -1 }, output: '$x' } }, null],
  ['$bottom', { $bottom: { sortBy: { k: 1 }, output: '$n' } }, int(2147483647)],
  ['$topN', { $topN: { sortBy: { d: -1 }, output: '$_id', n: int(2) } }, [int(0), int(1)]],
  ['$bottomN', { $bottomN: { sortBy: { _id: 1 }, output: '$_id', n: int(2) } }, [int(2), int(3)]],
  ['$mergeObjects', { $mergeObjects: { k: '$k', x: '$x' } }, { k: int(2), x: double(NaN) }],
  ['a deviation', { $stdDevPop: '$_id' }, double(Math.sqrt(1.25))],
  ['a deviation of a sample', { $stdDevSamp: '$_id' }, double(Math.sqrt(5 / 3))],
  ['a deviation of none', { $stdDevSamp: '$missing' }, null],
])('%s', async (_name, accumulator, value) => {
  expect(await answer(values, [{ $group: { _id: null, value: accumulator } }])).toBe(exact([{ _id: null, value }]));
});

test('groups equal numbers of different types together, and missing values with null', async () => {
  const documents = [...values, { k: null }, {}];
  const grouped = await answer(documents, [{ $group: { _id: '$k', n: { $sum: int(1) } } }, { $sort: { _id: 1 } }]);
  expect(grouped).toBe(
    exact([
      { _id: null, n: int(2) },
      { _id: int(1), n: int(3) },
      { _id: int(2), n: int(1) },
    ]),
  );
});

test.each<[string, Document[], Document[], Document[]]>([
  [
    '$group by a document keeps the order of its fields',
    [{ a: int(1), b: int(2) }],
    [{ $group: { _id: { b: '$b', a: '$a', c: '$c' } } }],
    [{ _id: { b: int(2), a: int(1) } }],
  ],
  [
    '$bucket of decimals, with _id first',
    values,
    [
      { $match: { k: { $lt: 3 } } },
      { $bucket: { groupBy: '$k', boundaries: [int(0), decimal('1.5'), int(3)], output: { n: { $sum: int(1) } } } },
    ],
    [
      { _id: int(0), n: int(3) },
      { _id: decimal('1.5'), n: int(1) },
    ],
  ],
  [
    '$bucket by dates, and a default',
    [{ at: new Date('2024-01-15') }, { at: new Date('2024-02-15') }, {}],
    [{ $bucket: { groupBy: '$at', boundaries: [new Date('2024-01-01'), new Date('2024-02-01')], default: 'other' } }],
    [
      { _id: 'other', count: int(2) },
      { _id: new Date('2024-01-01'), count: int(1) },
    ],
  ],
  [
    '$sortByCount',
    [{ a: 'x' }, { a: 'y' }, { a: 'x' }],
    [{ $sortByCount: '$a' }],
    [
      { _id: 'x', count: int(2) },
      { _id: 'y', count: int(1) },
    ],
  ],
  [
    '$set below an array, and of what is no document',
    [{ a: [{ b: int(1), c: int(2) }, int(3)], d: int(4) }],
    [{ $set: { 'a.b': int(9), 'd.e': int(5) } }],
    [{ _id: int(0), a: [{ b: int(9), c: int(2) }, { b: int(9) }], d: { e: int(5) } }],
  ],
  [
    '$set keeps the place of a field and takes $$REMOVE',
    [{ a: int(1), b: int(2), c: int(3) }],
    [{ $set: { b: { $add: ['$a', '$c'] }, a: '$$REMOVE', d: '$missing' } }],
    [{ _id: int(0), b: int(4), c: int(3) }],
  ],
  [
    '$project computes below an array',
    [{ a: [{ b: int(1), c: int(2) }, int(3)], x: int(7) }],
    [{ $project: { _id: 0, 'a.b': '$x', x: 1 } }],
    [{ a: [{ b: int(7) }, { b: int(7) }], x: int(7) }],
  ],
  [
    '$unwind counts in longs, and keeps what is empty when it is told to',
    [{ a: [int(5), int(6)] }, { a: [] }, { a: int(7) }, {}],
    [{ $unwind: { path: '$a', includeArrayIndex: 'at', preserveNullAndEmptyArrays: true } }],
    [
      { _id: int(0), a: int(5), at: long(0) },
      { _id: int(0), a: int(6), at: long(1) },
      { _id: int(1), at: null },
      { _id: int(2), a: int(7), at: null },
      { _id: int(3), at: null },
    ],
  ],
  [
    '$replaceWith a document of the document',
    [{ a: { b: int(1) } }],
    [{ $replaceWith: { $mergeObjects: ['$a', { c: '$_id' }] } }],
    [{ b: int(1), c: int(0) }],
  ],
  [
    '$lookup with variables and $expr',
    [{ a: int(1) }, { a: int(2) }],
    [
      { $match: { a: 2 } },
      {
        $lookup: {
          from: 'items',
          let: { mine: '$a' },
          pipeline: [{ $match: { $expr: { $lt: ['$a', '$$mine'] } } }],
          as: 'less',
        },
      },
    ],
    [{ _id: int(1), a: int(2), less: [{ _id: int(0), a: int(1) }] }],
  ],
  ['$count', values, [{ $count: 'n' }], [{ n: int(4) }]],
  ['$unset', [{ a: int(1), b: int(2) }], [{ $unset: ['a'] }], [{ _id: int(0), b: int(2) }]],
])('%s', async (_name, documents, stages, expected) => {
  expect(await answer(documents, stages)).toBe(exact(expected));
});

test.each<[string, Document, number]>([
  ['$densify', { $densify: { field: '_id', range: { step: 1, bounds: [1, 5] } } }, 238],
  ['$fill', { $fill: { output: { a: { value: 1 } } } }, 238],
  ['$setWindowFields', { $setWindowFields: { sortBy: { _id: 1 }, output: {} } }, 238],
  ['$bucketAuto', { $bucketAuto: { groupBy: '$a', buckets: 2 } }, 238],
  ['$redact', { $redact: '$$KEEP' }, 238],
  ['an unknown stage', { $noSuch: 1 }, 40324],
  ['an unknown accumulator', { $group: { _id: null, a: { $noSuch: '$a' } } }, 15952],
  ['a constant instead of an accumulator', { $group: { _id: null, a: 1 } }, 40234],
  ['an expression instead of an accumulator', { $group: { _id: null, a: { $add: [1, 2] } } }, 15952],
  ['two accumulators', { $group: { _id: null, a: { $sum: 1, $avg: 1 } } }, 40238],
  ['an unknown operator', { $project: { a: { $noSuch: 1 } } }, 168],
  ['an operator that is not supported', { $set: { a: { $sin: '$x' } } }, 168],
  ['an unsupported operator in an unused branch', { $match: { $expr: { $cond: [true, true, { $sin: 1 }] } } }, 168],
  ['a value outside of all buckets', { $bucket: { groupBy: '$_id', boundaries: [100, 200] } }, 40066],
  ['boundaries out of order', { $bucket: { groupBy: '$_id', boundaries: [2, 1] } }, 40194],
  ['boundaries of different types', { $bucket: { groupBy: '$_id', boundaries: [1, 'a'] } }, 40193],
  ['an unknown variable', { $match: { $expr: '$$nobody' } }, 17276],
  ['two paths that collide', { $set: { a: 1, 'a.b': 2 } }, 40176],
])('%s is refused', async (_name, stage, code) => {
  expect(await answer(values, [stage])).toBe(code);
});

test('an update pipeline evaluates expressions like an aggregation', async () => {
  const items = database.db.collection<Document>('updated', { promoteValues: false });
  await items.insertOne({ a: [{ b: int(1) }, { b: int(2) }], price: decimal('19.99'), n: long('9007199254740993') });
  await items.updateOne({}, [{ $set: { 'a.c': { $add: ['$n', int(1)] }, total: { $multiply: ['$price', int(3)] } } }]);
  const after = await items.findOne({}, { projection: { _id: 0 } });
  const c = long('9007199254740994');
  expect(exact(after)).toBe(
    exact({
      a: [
        { b: int(1), c },
        { b: int(2), c },
      ],
      price: decimal('19.99'),
      n: long('9007199254740993'),
      total: decimal('59.97'),
    }),
  );
});

test('$$NOW is constant within a command', async () => {
  const items = database.db.collection<Document>('moments');
  await items.insertMany([{}, {}, {}]);
  const rows = await items.aggregate([{ $set: { a: '$$NOW' } }, { $set: { b: '$$NOW' } }]).toArray();
  expect(new Set(rows.flatMap(({ a, b }) => [String((a as Date).getTime()), String((b as Date).getTime())])).size).toBe(
    1,
  );
});

/** Cases in which other servers differ from MongoDB's documentation and published source. */
test.each<[string, Document, Document[], unknown[]]>([
  ['$count of no documents returns no document', {}, [{ $match: { none: 1 } }, { $count: 'n' }], []],
  [
    'a computed path replaces a scalar by a document in the same position',
    { a: 'text', list: [int(1), { b: int(2) }], z: int(0) },
    [{ $set: { 'a.b': '$z', 'list.b': '$z', 'c.d': '$nothing' } }],
    [{ a: { b: int(0) }, list: [{ b: int(0) }, { b: int(0) }], z: int(0), c: {} }],
  ],
  [
    '$first, $last, $topN and $firstN return null for missing values',
    {},
    [
      {
        $group: {
          _id: null,
          a: { $first: '$nothing' },
          b: { $last: '$nothing' },
          c: { $topN: { sortBy: { _id: 1 }, output: '$nothing', n: int(1) } },
          d: { $firstN: { input: { x: '$nothing' }, n: int(1) } },
        },
      },
      { $unset: '_id' },
    ],
    [{ a: null, b: null, c: [null], d: [{}] }],
  ],
  [
    'includeArrayIndex of $unwind is a long',
    { list: ['x'] },
    [{ $unwind: { path: '$list', includeArrayIndex: 'at' } }],
    [{ list: 'x', at: long(0) }],
  ],
  ['a facet keeps an empty document', {}, [{ $facet: { a: [{ $replaceWith: { b: '$nothing' } }] } }], [{ a: [{}] }]],
])('%s', async (_name, document, stages, expected) => {
  const last = stages.some((stage) => '$facet' in stage || '$count' in stage) ? [] : [{ $unset: '_id' }];
  expect(await answer([document], [...stages, ...last])).toBe(exact(expected));
});

const failing = { $divide: [int(1), int(0)] };
test.each([
  ['$cond', { $cond: [true, int(1), failing] }],
  ['$switch', { $switch: { branches: [{ case: '$nothing', then: failing }], default: int(1) } }],
  ['$ifNull', { $ifNull: [int(1), failing] }],
  ['$and', { $and: [false, failing] }],
  ['$map of a missing array', { $map: { input: '$nothing', in: failing } }],
])('%s: refuses a failing constant also where its value is not needed', async (_name, expression) => {
  expect(await answer([{}], [{ $project: { value: expression } }])).toBe(2);
});

test('fails for a document-dependent expression only where its value is needed', async () => {
  const needed = (condition: unknown) => [
    { $project: { _id: 0, value: { $cond: [condition, int(1), { $divide: [int(1), '$zero'] }] } } },
  ];
  expect(await answer([{ zero: int(0) }], needed(true))).toBe(exact([{ value: int(1) }]));
  expect(await answer([{ zero: int(0) }], needed(false))).toBe(2);
});
