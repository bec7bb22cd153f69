import fc from 'fast-check';
import type { Collection, Document, Filter, IndexSpecification, Sort } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(() => database.close());

interface Explained {
  executionStats: { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };
  queryPlanner: { winningPlan: Document };
}

async function explained(
  collection: Collection,
  filter: Filter<Document>,
  sort: Sort,
  limit: number,
): Promise<[number, number, number]> {
  const { executionStats } = (await collection
    .find(filter)
    .sort(sort)
    .limit(limit)
    .explain('executionStats')) as Explained;
  return [executionStats.nReturned, executionStats.totalKeysExamined, executionStats.totalDocsExamined];
}

const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -3, max: 6 }) },
  fc.constantFrom('a', 'ab', 'abc', 'b', '', null, 1.5, true, new Date(5)),
);
const anyField: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: anyValue },
  fc.array(anyValue, { maxLength: 3 }),
  fc.record({ x: anyValue }, { requiredKeys: [] }),
  fc.array(fc.record({ x: anyValue, y: anyValue }, { requiredKeys: [] }), { maxLength: 2 }),
);
const anyDocument = fc.record({ a: anyField, b: anyValue, c: anyValue }, { requiredKeys: [] });
const anyPath = fc.constantFrom('a', 'b', 'c', 'a.x', 'a.y');
const anyCondition = fc.oneof(
  { weight: 4, arbitrary: anyValue },
  fc.record({ $gt: anyValue }),
  fc.record({ $gte: anyValue, $lt: anyValue }),
  fc.record({ $lte: anyValue }),
  fc.record({ $in: fc.array(anyValue, { maxLength: 3 }) }),
  fc.record({ $ne: anyValue }),
  fc.record({ $exists: fc.boolean() }),
  fc.record({ $elemMatch: fc.record({ $gt: anyValue }) }),
  fc.record({ $elemMatch: fc.record({ x: anyValue }) }),
  fc.record({ $all: fc.array(anyValue, { minLength: 1, maxLength: 2 }) }),
  fc.constantFrom<unknown>({ $regex: '^a' }, /^ab/, { $type: 'int' }, { $not: { $gt: 2 } }),
);
const simpleFilter = fc
  .array(fc.tuple(anyPath, anyCondition), { maxLength: 3 })
  .map((parts) => Object.fromEntries(parts) as Document);
const anyFilter = fc.oneof(
  { weight: 4, arbitrary: simpleFilter },
  fc.record({ $or: fc.array(simpleFilter, { minLength: 1, maxLength: 3 }) }),
);
const anyKeys = fc.uniqueArray(fc.tuple(anyPath, fc.constantFrom(1, -1)), {
  minLength: 1,
  maxLength: 3,
  selector: ([path]) => path,
});
const anyOptions = fc.constantFrom<Document>(
  {},
  {},
  { sparse: true },
  { partialFilterExpression: { b: { $gt: 0 } } },
  { partialFilterExpression: { c: { $exists: true } } },
);
/** Indexes that end with _id may hold all fields of a sort. */
const anyIndexKeys = fc
  .tuple(anyKeys, fc.constantFrom([], [['_id', 1]], [['_id', -1]]))
  .map(([keys, ids]) => [...keys, ...ids]);
const anyIndex = fc.tuple(anyIndexKeys, anyOptions);

function parallelArrays(error: unknown): boolean {
  return error instanceof Error && error.message.includes('parallel arrays');
}

/** A $match after $limit applies to the limited documents only, and later stages to its result. */
async function checkTail(
  collection: Collection,
  { filter, sort, other }: { filter: Document; sort: [string, 1 | -1][]; other: Document },
  scanned: Document[],
): Promise<void> {
  const first = scanned.slice(0, 5);
  const ids = first.map(({ _id }) => _id as never);
  const accepted = await collection
    .find({ $and: [{ _id: { $in: ids } }, other] })
    .hint({ $natural: 1 })
    .toArray();
  const left = first.filter(({ _id }) => accepted.some((document) => document._id === _id));
  const stages = [
    { $match: filter },
    { $sort: Object.fromEntries(sort) as Document },
    { $limit: 5 },
    { $match: other },
  ];
  const run = (...more: Document[]) => collection.aggregate([...stages, ...more]).toArray();
  expect(await run()).toEqual(left);
  expect(await run({ $limit: 2 })).toEqual(left.slice(0, 2));
  expect(await run({ $limit: 2 }, { $project: { b: 0 } })).toEqual(left.slice(0, 2).map(({ b: _b, ...rest }) => rest));
  const counted = Math.min(left.length, 3);
  expect(await run({ $limit: 3 }, { $count: 'n' })).toEqual(counted > 0 ? [{ n: counted }] : []);
  expect(await run({ $count: 'n' }, { $project: { n: 1 } })).toEqual(left.length > 0 ? [{ n: left.length }] : []);
}

async function checkPlans(
  collection: Collection,
  documents: Document[],
  indexes: [[string, number][], Document][],
  queries: [Document, [string, number][]][],
): Promise<void> {
  await collection.drop();
  if (documents.length > 0)
    await collection.insertMany(documents.map((document, i) => ({ _id: i as never, ...document })));
  for (const [i, [keys, options]] of indexes.entries()) {
    try {
      await collection.createIndex(Object.fromEntries(keys) as IndexSpecification, { ...options, name: `index${i}` });
    } catch (error) {
      if (!parallelArrays(error) && (error as { code?: number }).code !== 85) throw error;
    }
  }
  for (const [i, [filter, keys]] of queries.entries()) {
    const [other = {}] = queries[(i + 1) % queries.length] ?? [];
    const sort: [string, 1 | -1][] = [
      ...keys.map(([path, direction]): [string, 1 | -1] => [path, direction as 1 | -1]),
      ['_id', 1],
    ];
    const scanned = await collection.find(filter).sort(sort).hint({ $natural: 1 }).toArray();
    const planned = await collection.find(filter).sort(sort).toArray();
    expect(planned).toEqual(scanned);
    expect(await collection.find(filter).sort(sort).skip(2).limit(3).toArray()).toEqual(scanned.slice(2, 5));
    const unsorted = await collection.find(filter).toArray();
    expect(unsorted.map(({ _id }) => _id as unknown as number).sort((x, y) => x - y)).toEqual(
      scanned.map(({ _id }) => _id as unknown as number).sort((x, y) => x - y),
    );
    expect(await collection.countDocuments(filter)).toBe(scanned.length);
    await checkTail(collection, { filter, sort, other }, scanned);
  }
}

const runs = Number(process.env['KIOSK_PLANNER_CASES'] ?? 200);

test(
  'an index plan returns the same documents in the same order as a full scan',
  async () => {
    const collection = database.db.collection('fuzz');
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDocument, { maxLength: 12 }),
        fc.array(anyIndex, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(anyFilter, anyKeys), { minLength: 3, maxLength: 3 }),
        (documents, indexes, queries) =>
          checkPlans(
            collection,
            documents as Document[],
            indexes as [[string, number][], Document][],
            queries as [Document, [string, number][]][],
          ),
      ),
      { numRuns: runs },
    );
  },
  Math.max(120_000, runs * 500),
);

describe('a cached index choice', () => {
  const ids = async (filter: Document) =>
    (await database.db.collection('known').find(filter).sort({ b: 1 }).toArray()).map(({ _id }) => Number(_id));

  test('is not used when the index does not provide the sort order or was dropped', async () => {
    const collection = database.db.collection('known');
    await collection.insertMany([3, 1, 4, 2].map((b, i) => ({ _id: i as never, a: i % 2, b })));
    const name = await collection.createIndex({ a: 1, b: 1 });
    expect(await ids({ a: { $in: [0, 1] } })).toEqual([1, 3, 0, 2]);
    // More values than the planner merges.
    const many = Array.from({ length: 501 }, (_unused, i) => i);
    expect(await ids({ a: { $in: many } })).toEqual([1, 3, 0, 2]);
    await collection.dropIndex(name);
    expect(await ids({ a: { $in: [0, 1] } })).toEqual([1, 3, 0, 2]);
  });

  test('examines the same number of keys for the next query of the same shape', async () => {
    const collection = database.db.collection('shapes');
    await collection.insertMany(Array.from({ length: 40 }, (_unused, i) => ({ a: i % 4, b: i })));
    await collection.createIndexes([{ key: { b: 1 } }, { key: { a: 1, b: 1 } }]);
    for (const a of [1, 2, 3]) expect(await explained(collection, { a }, { b: 1 }, 5)).toEqual([5, 5, 5]);
  });
});

describe('on 2,000 products', () => {
  let products: Collection;

  beforeAll(async () => {
    products = database.db.collection('products');
    await products.createIndexes([
      { key: { grams: 1, createdAt: -1, _id: -1 } },
      { key: { status: 1, createdAt: -1, _id: -1 } },
      { key: { status: 1, price: 1, _id: 1 } },
      { key: { suffixes: 1 } },
    ]);
    const rows = Array.from({ length: 2000 }, (_unused, i) => ({
      status: i % 10 === 0 ? 'inactive' : 'active',
      price: i % 100,
      createdAt: new Date(i * 1000),
      grams: ['all', `g${i % 7}`, `h${i % 50}`],
      suffixes: [`leather ${i}`, `wallet ${i % 3}`],
    }));
    await products.insertMany(rows);
  });

  test('a page in index order examines no more entries than it returns', async () => {
    expect(await explained(products, { status: 'active' }, { createdAt: -1, _id: -1 }, 24)).toEqual([24, 24, 24]);
  });

  test('scans an index backwards for the reverse order', async () => {
    expect(await explained(products, { status: 'active' }, { createdAt: 1, _id: 1 }, 24)).toEqual([24, 24, 24]);
  });

  test('serves an array element and a sort from one index', async () => {
    const found = await products.find({ grams: 'g3' }).sort({ createdAt: -1, _id: -1 }).limit(3).toArray();
    expect(found.map(({ createdAt }) => (createdAt as Date).getTime())).toEqual([1_998_000, 1_991_000, 1_984_000]);
    expect(await explained(products, { grams: 'g3' }, { createdAt: -1, _id: -1 }, 24)).toEqual([24, 24, 24]);
  });

  test('merges a short $in list in sort order', async () => {
    const filter = { status: { $in: ['active', 'inactive'] } };
    expect(await explained(products, filter, { createdAt: -1, _id: -1 }, 24)).toEqual([24, 24, 24]);
  });

  test('sorts the keys of a range and reads only the documents of the page', async () => {
    await products.createIndex({ price: 1, createdAt: -1, status: 1, _id: 1 }, { name: 'sorted' });
    const filter = { price: { $gte: 10, $lt: 30 } };
    const sort: Sort = { status: -1, createdAt: 1, _id: -1 };
    const all = await products.find(filter).sort(sort).hint({ $natural: 1 }).toArray();
    const find = () => products.find(filter).sort(sort).hint('sorted');
    expect(await find().toArray()).toEqual(all);
    expect(await find().skip(5).limit(7).toArray()).toEqual(all.slice(5, 12));
    const { queryPlanner, executionStats } = (await find().limit(7).explain('executionStats')) as unknown as Explained;
    expect([executionStats.totalKeysExamined, executionStats.totalDocsExamined]).toEqual([400, 7]);
    expect(queryPlanner.winningPlan).toMatchObject({ stage: 'FETCH', inputStage: { stage: 'SORT' } });
    await products.dropIndex('sorted');
  });

  test('bounds a range after an equality', async () => {
    expect(await explained(products, { status: 'active', price: { $gte: 98 } }, { price: 1, _id: 1 }, 100)).toEqual([
      40, 40, 40,
    ]);
  });

  test('scans a range for an anchored regular expression on an array', async () => {
    expect(await explained(products, { suffixes: /^leather 199/ }, {}, 100)).toEqual([11, 11, 11]);
  });

  test.each([false, true])('counts documents with and without buffered index entries: %s', async (many) => {
    const collection = database.db.collection(`counted-${many}`);
    await collection.createIndex({ owner: 1, at: -1 });
    const records = Array.from({ length: many ? 3_000 : 30 }, (_, at) => ({ owner: at % 3 === 0 ? 'ada' : 'bob', at }));
    await collection.insertMany(records);
    await collection.deleteMany({ at: { $lt: 6 } });
    const left = records.length - 6;
    expect(await collection.countDocuments()).toBe(left);
    expect(await collection.countDocuments({}, { skip: 5, limit: 10 })).toBe(10);
    expect(await collection.countDocuments({}, { skip: left - 2, limit: 10 })).toBe(2);
    expect(await collection.countDocuments({}, { skip: left + 2 })).toBe(0);
    expect(await collection.estimatedDocumentCount()).toBe(left);
    expect(await collection.countDocuments({ owner: 'ada' })).toBe(left / 3);
    expect(await collection.countDocuments({ owner: 'ada', at: { $lt: 12 } })).toBe(2);
    expect(await collection.countDocuments({ owner: 'ada', at: { $gt: 8 } }, { limit: 4 })).toBe(4);
    expect(await collection.countDocuments({ owner: 'nobody' })).toBe(0);
  });

  test('counts an $in list up to the limit', async () => {
    const collection = database.db.collection('manyValues');
    await collection.createIndex({ owner: 1 });
    await collection.insertMany(Array.from({ length: 400 }, (_, at) => ({ owner: at % 100 })));
    const some = Array.from({ length: 40 }, (_, owner) => owner * 2);
    expect(await collection.countDocuments({ owner: { $in: some } })).toBe(160);
    expect(await collection.countDocuments({ owner: { $in: some } }, { limit: 21 })).toBe(21);
    expect(await collection.countDocuments({ owner: { $in: some } }, { skip: 150 })).toBe(10);
  });

  test('counts a document once when several array elements match', async () => {
    const collection = database.db.collection('elements');
    await collection.createIndex({ grams: 1, at: -1 });
    await collection.insertMany(
      Array.from({ length: 3_000 }, (_, at) => ({ grams: ['a', 'b', `c${at % 3}`, 'a'], at })),
    );
    expect(await collection.countDocuments({ grams: 'a' })).toBe(3_000);
    expect(await collection.countDocuments({ grams: 'a' }, { skip: 10, limit: 2_500 })).toBe(2_500);
    expect(await collection.countDocuments({ grams: { $in: ['a', 'b', 'c1'] } })).toBe(3_000);
    expect(await collection.countDocuments({ grams: { $gt: 'a' } })).toBe(3_000);
    expect(await collection.countDocuments({ grams: 'c1', at: { $gte: 1_500 } })).toBe(500);
    const newest = await collection.find({ grams: 'c1' }).sort({ at: -1 }).limit(3).toArray();
    expect(newest.map(({ at }) => at as number)).toEqual([2_998, 2_995, 2_992]);
  });

  test('a bounded count reads keys only', async () => {
    const pipeline = [{ $match: { suffixes: /^leather/ } }, { $limit: 501 }, { $count: 'n' }];
    expect(await products.aggregate(pipeline).toArray()).toEqual([{ n: 501 }]);
    const { executionStats } = (await products.aggregate(pipeline).explain('executionStats')) as unknown as Explained;
    expect([executionStats.totalKeysExamined, executionStats.totalDocsExamined]).toEqual([501, 0]);
  });

  test('follows a hint and refuses an unknown one', async () => {
    const plan = (await products
      .find({ status: 'active' })
      .hint({ suffixes: 1 })
      .explain('executionStats')) as unknown as Explained;
    expect(plan.queryPlanner.winningPlan['inputStage']).toMatchObject({ stage: 'IXSCAN', indexName: 'suffixes_1' });
    await expect(products.find({}).hint('nowhere').toArray()).rejects.toMatchObject({ code: 2 });
  });

  test('scans the collection if no index is usable', async () => {
    expect(await explained(products, { unknown: 1 }, {}, 5)).toEqual([0, 0, 2000]);
  });
});
