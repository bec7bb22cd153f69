import { Binary, Decimal128, Double, Int32, Long, ObjectId, Timestamp, type Collection, type Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

let database: TestDatabase;
let items: Collection;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(async () => {
  items = database.db.collection('items');
  await items.drop();
});

afterAll(() => database.close());

const ids = (rows: Document[]): unknown[] => rows.map(({ _id }) => _id as unknown);
const key = (id: unknown): ObjectId => id as ObjectId;

describe('handshake', () => {
  test('the driver sees the primary of a replica set with one member', async () => {
    const hello = await database.db.admin().command({ hello: 1 });
    expect(hello).toMatchObject({
      isWritablePrimary: true,
      setName: 'kiosk',
      secondary: false,
      logicalSessionTimeoutMinutes: 30,
      maxWireVersion: 25,
    });
    expect(hello['topologyVersion']).toBeUndefined();
    expect((await database.db.admin().buildInfo())['version']).toMatch(/^8\.0\./);
  });
});

describe('writes', () => {
  test('inserts, updates, replaces, finds and removes', async () => {
    await items.insertMany([
      { _id: key(1), a: 1 },
      { _id: key(2), a: 2 },
      { _id: key(3), a: 3 },
    ]);
    expect(await items.updateMany({ a: { $gte: 2 } }, { $inc: { a: 10 }, $set: { b: 'x' } })).toMatchObject({
      matchedCount: 2,
      modifiedCount: 2,
    });
    expect(await items.updateOne({ _id: key(1) }, { $set: { a: 1 } })).toMatchObject({
      matchedCount: 1,
      modifiedCount: 0,
    });
    expect(await items.replaceOne({ _id: key(1) }, { c: 1 })).toMatchObject({ modifiedCount: 1 });
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, c: 1 },
      { _id: 2, a: 12, b: 'x' },
      { _id: 3, a: 13, b: 'x' },
    ]);
    expect(await items.deleteMany({ b: 'x' })).toMatchObject({ deletedCount: 2 });
    expect(await items.countDocuments()).toBe(1);
  });

  test('an upsert starts with the equality fields of its filter', async () => {
    const result = await items.updateOne(
      { slug: 'x', 'a.b': 2, n: { $gt: 1 } },
      { $setOnInsert: { c: 3 }, $push: { list: 1 } } as Document,
      { upsert: true },
    );
    expect(result).toMatchObject({ matchedCount: 0, upsertedCount: 1 });
    expect(await items.findOne({}, { projection: { _id: 0 } })).toEqual({ slug: 'x', a: { b: 2 }, c: 3, list: [1] });
  });

  test('array operators', async () => {
    await items.insertOne({ _id: key(1), list: [1, 2, 3], set: ['a'], rows: [{ n: 1 }, { n: 2 }] });
    await items.updateOne({ _id: key(1) }, {
      $push: { list: { $each: [5, 4], $sort: -1, $slice: 4 } },
      $addToSet: { set: { $each: ['a', 'b'] } },
    } as Document);
    await items.updateOne({ 'rows.n': 2 }, { $set: { 'rows.$.m': true } });
    await items.updateOne({ _id: key(1) }, { $set: { 'rows.$[row].k': 1 } }, { arrayFilters: [{ 'row.n': 1 }] });
    expect(await items.findOne()).toEqual({
      _id: 1,
      list: [5, 4, 3, 2],
      set: ['a', 'b'],
      rows: [
        { n: 1, k: 1 },
        { n: 2, m: true },
      ],
    });
    await items.updateOne({ _id: key(1) }, {
      $pull: { list: { $gt: 3 }, rows: { n: 1 } },
      $pop: { set: 1 },
    } as Document);
    expect(await items.findOne()).toEqual({ _id: 1, list: [3, 2], set: ['a'], rows: [{ n: 2, m: true }] });
  });

  test('findOneAndUpdate returns the document before or after', async () => {
    await items.insertMany([
      { _id: key(1), n: 1 },
      { _id: key(2), n: 2 },
    ]);
    expect(await items.findOneAndUpdate({}, { $inc: { n: 5 } }, { sort: { n: -1 }, returnDocument: 'after' })).toEqual({
      _id: 2,
      n: 7,
    });
    expect(await items.findOneAndDelete({ n: 7 })).toEqual({ _id: 2, n: 7 });
    expect(await items.findOneAndUpdate({ _id: key(9) }, { $set: { n: 9 } }, { upsert: true })).toBeNull();
  });

  test.each([
    ['a number added to a text', { $inc: { text: 1 } }, 14],
    ['a path through a scalar', { $set: { 'text.x': 1 } }, 28],
    ['a change of _id', { $set: { _id: 2 } }, 66],
    ['two changes of one path', { $set: { a: 1 }, $inc: { a: 1 } }, 40],
    ['an unknown operator', { $explode: { a: 1 } }, 9],
    ['a push onto a string', { $push: { text: 1 } }, 2],
  ])('refuses %s', async (_name, update, code) => {
    await items.insertOne({ _id: key(1), text: 'x' });
    await expect(items.updateOne({ _id: key(1) }, update as Document)).rejects.toMatchObject({ code });
    expect(await items.findOne()).toEqual({ _id: 1, text: 'x' });
  });

  test('an ordered insert stops at its first error, an unordered one continues', async () => {
    const rows = [{ _id: key(1) }, { _id: key(1) }, { _id: key(2) }];
    await expect(items.insertMany(rows)).rejects.toMatchObject({ code: 11000, insertedCount: 1 });
    await items.drop();
    await expect(items.insertMany(rows, { ordered: false })).rejects.toMatchObject({ code: 11000, insertedCount: 2 });
  });
});

describe('values', () => {
  test('returns every type as it was stored', async () => {
    const row = {
      _id: key(1),
      double: new Double(1),
      int: new Int32(1),
      long: Long.fromString('9007199254740993'),
      decimal: Decimal128.fromString('1.10'),
      date: new Date(-1),
      binary: new Binary(Buffer.from('abc'), 5),
      timestamp: new Timestamp({ t: 5, i: 6 }),
      nested: { b: 1, a: [null, { x: true }] },
    };
    await items.insertOne(row);
    expect(await items.findOne({}, { promoteValues: false })).toEqual({
      ...row,
      _id: new Int32(1),
      nested: { b: new Int32(1), a: [null, { x: true }] },
    });
  });

  test('compares numbers of all types by value', async () => {
    await items.insertMany([
      { _id: key('int'), n: new Int32(5) },
      { _id: key('long'), n: Long.fromNumber(5) },
      { _id: key('double'), n: 5.5 },
      { _id: key('decimal'), n: Decimal128.fromString('10') },
      { _id: key('big'), n: Long.fromString('9007199254740993') },
      { _id: key('nan'), n: NaN },
    ]);
    expect(ids(await items.find({ n: 5 }).toArray())).toEqual(['int', 'long']);
    expect(
      ids(
        await items
          .find({ n: { $gt: 5 } })
          .sort({ n: 1 })
          .toArray(),
      ),
    ).toEqual(['double', 'decimal', 'big']);
    expect(await items.countDocuments({ n: Long.fromString('9007199254740992') })).toBe(0);
    expect(ids(await items.find({ n: { $lt: 100 } }).toArray())).toEqual(['int', 'long', 'double', 'decimal']);
  });

  test('sorts by type first, with and without an index', async () => {
    const values = [new Date(0), true, new ObjectId('000000000000000000000001'), 'text', { a: 1 }, 3, null, [7], /x/];
    await items.insertMany(values.map((v, i) => ({ _id: key(i), v })));
    const order = [6, 5, 7, 3, 4, 2, 1, 0, 8];
    expect(ids(await items.find().sort({ v: 1, _id: 1 }).toArray())).toEqual(order);
    await items.createIndex({ v: 1, _id: 1 });
    expect(ids(await items.find().sort({ v: 1, _id: 1 }).toArray())).toEqual(order);
    expect(ids(await items.find().sort({ v: -1, _id: -1 }).toArray())).toEqual([...order].reverse());
  });
});

describe('queries', () => {
  test.each<[string, Document, number[]]>([
    ['null for missing fields', { c: null }, [1, 2]],
    ['an element of an array', { tags: 'y' }, [1, 2]],
    ['all elements', { tags: { $all: ['x', 'y'] } }, [1]],
    ['one element for all conditions', { rows: { $elemMatch: { n: 1, m: 2 } } }, []],
    ['several elements', { 'rows.n': 1, 'rows.m': 2 }, [2]],
    ['an anchored expression', { name: /^Le/ }, [1]],
    ['a case-insensitive expression', { name: { $regex: 'LEATHER', $options: 'i' } }, [1]],
    ['no value of a list', { name: { $nin: [/^Le/, 'Wool'] } }, [3]],
    ['a calculation', { $expr: { $gt: ['$price', { $multiply: ['$cost', 2] }] } }, [1]],
    ['the size of an array', { tags: { $size: 2 } }, [1]],
    ['a type', { price: { $type: 'string' } }, [3]],
    ['a remainder', { price: { $mod: [3, 1] } }, [1]],
  ])('finds by %s', async (_name, filter, expected) => {
    await items.insertMany([
      { _id: key(1), name: 'Leather', tags: ['x', 'y'], price: 10, cost: 4 },
      { _id: key(2), name: 'Wool', tags: ['y'], rows: [{ n: 1 }, { m: 2 }], price: 5, cost: 4 },
      { _id: key(3), name: 'Linen', c: 1, price: '7', cost: 4 },
    ]);
    const found = await items.find(filter).sort({ _id: 1 }).toArray();
    expect(ids(_name === 'a calculation' ? found.filter(({ _id }) => (_id as unknown) !== 3) : found)).toEqual(
      expected,
    );
  });

  test('cursors continue over many batches', async () => {
    await items.insertMany(Array.from({ length: 1000 }, (_unused, i) => ({ _id: key(i) })));
    const all = await items.find({}, { batchSize: 7 }).sort({ _id: -1 }).toArray();
    expect(all).toHaveLength(1000);
    expect(all[999]).toEqual({ _id: 0 });
    expect(ids(await items.find().sort({ _id: 1 }).skip(5).limit(2).toArray())).toEqual([5, 6]);
  });

  test('projections keep the field order of the document', async () => {
    await items.insertOne({ _id: key(1), a: 1, b: { c: 2, d: 3 }, list: [1, 2, 3] });
    expect(JSON.stringify(await items.findOne({}, { projection: { b: { d: 1 }, a: 1 } }))).toBe(
      '{"_id":1,"a":1,"b":{"d":3}}',
    );
    expect(await items.findOne({}, { projection: { 'b.c': 0, list: 0 } })).toEqual({ _id: 1, a: 1, b: { d: 3 } });
    expect(await items.findOne({}, { projection: { list: { $slice: -1 }, b: 0 } })).toEqual({
      _id: 1,
      a: 1,
      list: [3],
    });
  });
});

describe('indexes', () => {
  test('a unique index refuses a duplicate value and names it', async () => {
    await items.createIndex({ slug: 1 }, { unique: true });
    await items.insertOne({ _id: key(1), slug: 'a' });
    await expect(items.insertOne({ _id: key(2), slug: 'a' })).rejects.toMatchObject({
      code: 11000,
      message: 'E11000 duplicate key error collection: test.items index: slug_1 dup key: { slug: "a" }',
      keyPattern: { slug: 1 },
      keyValue: { slug: 'a' },
    });
    await items.insertOne({ _id: key(2), slug: 'b' });
    await expect(items.updateOne({ _id: key(2) }, { $set: { slug: 'a' } })).rejects.toMatchObject({ code: 11000 });
    await items.deleteOne({ _id: key(1) });
    expect(await items.updateOne({ _id: key(2) }, { $set: { slug: 'a' } })).toMatchObject({ modifiedCount: 1 });
  });

  test('a partial unique index ignores documents that do not match its filter', async () => {
    await items.createIndex({ n: 1 }, { unique: true, partialFilterExpression: { live: true } });
    await items.insertMany([{ n: 1 }, { n: 1 }, { n: 1, live: true }]);
    await expect(items.insertOne({ n: 1, live: true })).rejects.toMatchObject({ code: 11000 });
  });

  test('are built for existing documents, listed and dropped', async () => {
    await items.insertMany([
      { _id: key(1), a: 1 },
      { _id: key(2), a: 1 },
    ]);
    await expect(items.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    await items.createIndex({ a: -1 }, { expireAfterSeconds: 5 });
    expect(await items.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: -1 }, name: 'a_-1', expireAfterSeconds: 5 },
    ]);
    await items.dropIndex('a_-1');
    await expect(items.dropIndex('a_-1')).rejects.toMatchObject({ code: 27 });
  });
});

describe('aggregation', () => {
  test('unites, joins, groups and counts', async () => {
    const others = database.db.collection<Document>('others');
    await others.drop();
    await items.insertMany([
      { _id: key(1), n: 1, owner: 'a' },
      { _id: key(2), n: 2, owner: 'b' },
    ]);
    await others.insertMany([
      { _id: key('a'), label: 'A', n: 5 },
      { _id: key('b'), label: 'B', n: 6 },
    ]);
    const united = await items
      .aggregate([
        { $match: { n: 2 } },
        { $unionWith: { coll: 'others', pipeline: [{ $match: { n: 5 } }] } },
        { $sort: { n: -1 } },
        { $project: { n: 1 } },
      ])
      .toArray();
    expect(united).toEqual([
      { _id: 'a', n: 5 },
      { _id: 2, n: 2 },
    ]);
    const joined = await items
      .aggregate([
        { $sort: { n: 1 } },
        { $lookup: { from: 'others', localField: 'owner', foreignField: '_id', as: 'o' } },
        { $unwind: '$o' },
        { $project: { label: '$o.label' } },
      ])
      .toArray();
    expect(joined).toEqual([
      { _id: 1, label: 'A' },
      { _id: 2, label: 'B' },
    ]);
    expect(
      await items.aggregate([{ $group: { _id: null, sum: { $sum: '$n' }, most: { $max: '$n' } } }]).toArray(),
    ).toEqual([{ _id: null, sum: 3, most: 2 }]);
    expect(
      await items.aggregate([{ $facet: { all: [{ $count: 'n' }], one: [{ $match: { n: 1 } }] } }]).toArray(),
    ).toEqual([{ all: [{ n: 2 }], one: [{ _id: 1, n: 1, owner: 'a' }] }]);
  });
});

describe('refused commands', () => {
  test.each<[string, () => Promise<unknown>, number]>([
    ['an unknown command', () => database.db.command({ unheardOf: 1 }), 59],
    [
      'a transaction',
      () =>
        database.db.command({
          insert: 'x',
          documents: [{}],
          autocommit: false,
          startTransaction: true,
          txnNumber: Long.ONE,
        }),
      263,
    ],
    ['a text search', () => items.find({ $text: { $search: 'x' } }).toArray(), 27],
    ['a change stream', () => items.aggregate([{ $changeStream: {} }]).toArray(), 40573],
    ['an unknown stage', () => items.aggregate([{ $explode: 1 }]).toArray(), 40324],
    ['an unknown operator', () => items.find({ a: { $explode: 1 } }).toArray(), 2],
    ['a collation', () => items.find().collation({ locale: 'de' }).toArray(), 238],
    ['an unknown cursor', () => database.db.command({ getMore: Long.fromNumber(7), collection: 'items' }), 43],
    [
      'killCursors with cursors that are not an array',
      () => database.db.command({ killCursors: 'items', cursors: {} }),
      14,
    ],
    ['killCursors without cursors', () => database.db.command({ killCursors: 'items' }), 14],
    [
      'killCursors with a cursor id that is not a long',
      () => database.db.command({ killCursors: 'items', cursors: [null] }),
      14,
    ],
  ])('%s', async (_name, run, code) => {
    await expect(run()).rejects.toMatchObject({ code });
    expect(await database.db.listCollections({ name: 'x' }).toArray()).toEqual([]);
  });
});

test('the driver reports the server’s error that transactions are not supported', async () => {
  const session = database.client.startSession();
  const run = session.withTransaction(() => items.insertOne({ a: 1 }, { session }));
  await expect(run).rejects.toMatchObject({
    code: 263,
    codeName: 'OperationNotSupportedInTransaction',
    message: expect.stringMatching(
      /^Cannot run 'insert' in a multi-document transaction: the embedded database has none/,
    ),
  });
  await session.endSession();
  expect(await items.countDocuments()).toBe(0);
});

describe('a collection that does not exist', () => {
  const there = async (): Promise<string[]> =>
    (await database.db.listCollections({ name: 'absent' }).toArray()).map(({ name }) => name);

  test('is not created by an update without upsert or by a failed one', async () => {
    const absent = database.db.collection('absent');
    expect(await absent.updateMany({}, { $set: { a: 1 } })).toMatchObject({ matchedCount: 0 });
    expect(await absent.replaceOne({}, { a: 1 })).toMatchObject({ matchedCount: 0 });
    expect(await absent.findOneAndUpdate({}, { $set: { a: 1 } })).toBeNull();
    expect(await absent.findOneAndDelete({})).toBeNull();
    expect(await absent.deleteMany({})).toMatchObject({ deletedCount: 0 });
    expect(
      await database.client.bulkWrite([
        { namespace: 'test.absent', name: 'updateOne', filter: {}, update: { $set: { a: 1 } } },
        { namespace: 'test.absent', name: 'deleteOne', filter: {} },
      ]),
    ).toMatchObject({ matchedCount: 0, deletedCount: 0 });
    await expect(absent.findOneAndUpdate({}, { $explode: 1 } as Document, { upsert: true })).rejects.toMatchObject({
      code: 9,
    });
    expect(await there()).toEqual([]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['update', () => database.db.collection('absent').updateOne({}, { $set: { a: 1 } }, { upsert: true })],
    ['findAndModify', () => database.db.collection('absent').findOneAndReplace({}, { a: 1 }, { upsert: true })],
  ])('is created by an upsert: %s', async (_name, run) => {
    await run();
    expect(await there()).toEqual(['absent']);
    await database.db.dropCollection('absent');
  });
});
