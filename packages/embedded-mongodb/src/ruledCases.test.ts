import { Binary, Decimal128, Double, EJSON, Int32, Long, MaxKey, MinKey, Timestamp } from 'bson';
import type { Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/**
 * Cases in which servers gave different answers to random queries; expected is what MongoDB's documentation and
 * published source specify.
 */
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const stored = async (documents: Document[]) => {
  const items = database.db.collection<Document>('items', { promoteValues: false });
  await items.deleteMany({});
  await items.insertMany(documents);
  return items;
};

/** The error code as a number, whatever its BSON type. */
const codeOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => 0,
    (error: { code: unknown }) => Number(error.code),
  );

async function after(document: Document, update: Document, options: { arrayFilters?: Document[] } = {}) {
  const items = await stored([{ _id: 1, ...document }]);
  await items.updateOne({}, update, options);
  return items.findOne({}, { projection: { _id: 0 } });
}

test.each([
  ['$bitsAllSet', 5, [1, 4, 6]],
  ['$bitsAllClear', 5, [3, 7]],
  ['$bitsAnySet', [0, 2], [1, 2, 4, 5, 6]],
  ['$bitsAnyClear', new Binary(Buffer.from([5])), [2, 3, 5, 7]],
])(
  '%s matches integers, whole doubles and bytes, but no fractions, strings or values beyond 64 bits',
  async (name, mask, ids) => {
    const items = await stored([
      { _id: 1, a: 5 },
      { _id: 2, a: Long.fromNumber(1) },
      { _id: 3, a: 2 },
      { _id: 4, a: -1 },
      { _id: 5, a: [4, 'x'] },
      { _id: 6, a: new Binary(Buffer.from([7])) },
      { _id: 7, a: new Binary(Buffer.from([0, 5])) },
      { _id: 8, a: 5.5 },
      { _id: 9, a: '5' },
      { _id: 10, a: 2 ** 70 },
      { _id: 11 },
      { _id: 12, a: new Timestamp({ t: 1, i: 7 }) },
      { _id: 13, a: new Decimal128('NaN') },
    ]);
    const found = await items.find({ a: { [name]: mask } }, { sort: { _id: 1 }, projection: { _id: 1 } }).toArray();
    expect(found.map(({ _id }) => Number(_id))).toEqual(ids);
  },
);

test.each([
  [{}, '-3', '-0'],
  [{ a: new Decimal128('Infinity') }, '-2', '-Infinity'],
  [{ a: new Decimal128('NaN') }, '2', 'NaN'],
  [{ a: 4 }, 'Infinity', 'Infinity'],
  [{ a: new Decimal128('-1.50') }, '2', '-3.00'],
])('$mul of %j by the decimal %s is %s', async (document, factor, product) => {
  expect(String((await after(document, { $mul: { a: new Decimal128(factor) } }))?.['a'])).toBe(product);
});

test.each([
  [{ $lte: new MaxKey() }, [1, 2, 3]],
  [{ $lt: new MaxKey() }, [1, 2]],
  [{ $gt: new MinKey() }, [1, 2, 3]],
  [{ $gte: new MaxKey() }, [3]],
  [{ $lte: new MinKey() }, []],
])('%j includes missing fields only if the range includes all values', async (a, ids) => {
  const items = await stored([{ _id: 1 }, { _id: 2, a: 1 }, { _id: 3, a: new MaxKey() }]);
  const asked = async () => {
    const found = await items.find({ a }, { sort: { _id: 1 }, projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => Number(_id));
  };
  expect(await asked()).toEqual(ids);
  await items.createIndex({ a: 1 });
  expect(await asked()).toEqual(ids);
  await items.dropIndexes();
});

test.each([
  [{ 'b.1.a': null }, [2]],
  [{ 'b.0': 0 }, [1, 3]],
  [{ a: { $elemMatch: { $eq: 1 } } }, []],
  [{ a: { $elemMatch: { $not: { $eq: 1 } } } }, [1]],
  [{ a: { $elemMatch: { $elemMatch: { $eq: 1 } } } }, [1]],
  [{ c: { $bitsAllSet: 1 } }, [1]],
  [{ c: { $bitsAllClear: 1 } }, [2]],
])(
  '%j handles missing positions, nested arrays and decimals beyond double precision like MongoDB',
  async (filter, ids) => {
    const decimals = ['9007199254740993', '9.007199254740992E+15', '0.5'].map((text) => new Decimal128(text));
    const items = await stored([
      { _id: 1, a: [[1]], b: [0, null], c: decimals[0] },
      { _id: 2, b: {}, c: decimals[1] },
      { _id: 3, b: [0, [1]], c: decimals[2] },
    ]);
    const found = await items.find(filter, { sort: { _id: 1 } }).toArray();
    expect(found.map(({ _id }) => Number(_id))).toEqual(ids);
  },
);

test.each([
  [{ 'a.0': 1 }, [1]],
  [{ 'a.0': { $type: 'int' } }, [1]],
  [{ 'a.0': { $in: [[1, 2]] } }, [2]],
  [{ 'a.0.b': 1 }, [3]],
  [{ a: { $elemMatch: { b: 1 } } }, []],
  [{ a: { $elemMatch: { b: null } } }, [2]],
  [{ a: { $elemMatch: { 0: 1 } } }, [2]],
  [{ a: { $elemMatch: { $or: [{ 1: 2 }, { 1: 3 }] } } }, [2]],
  [{ 'a.0': { $all: [] } }, []],
])(
  '%j treats an array at a position as one value, and the positions of a nested array as fields',
  async (filter, ids) => {
    const items = await stored([
      { _id: 1, a: { 0: new Int32(1) } },
      { _id: 2, a: [[new Int32(1), new Int32(2)]] },
      { _id: 3, a: { 0: { b: [1] } } },
    ]);
    const found = async () => (await items.find(filter, { sort: { _id: 1 } }).toArray()).map(({ _id }) => Number(_id));
    expect(await found()).toEqual(ids);
    await items.createIndex({ 'a.0': 1 });
    expect(await found()).toEqual(ids);
    await items.dropIndexes();
  },
);

test('$mod divides integers up to 64 bits exactly and matches nothing beyond', async () => {
  const items = await stored([
    { _id: 1, a: Long.fromString('9007199254740993') },
    { _id: 2, a: Decimal128.fromString('9007199254740993.5') },
    { _id: 3, a: Decimal128.fromString('1E+25') },
    { _id: 4, a: 1e300 },
    { _id: 5, a: Decimal128.fromString('0E+100') },
    { _id: 6, a: -3.5 },
  ]);
  const found = async (remainder: number) =>
    (await items.find({ a: { $mod: [2, remainder] } }, { sort: { _id: 1 } }).toArray()).map(({ _id }) => Number(_id));
  expect([await found(1), await found(0), await found(-1)]).toEqual([[1, 2], [5], [6]]);
});

test.each([
  [{ a: { $bitsAllSet: -1 } }, 9],
  [{ a: { $bitsAllSet: 1.5 } }, 9],
  [{ a: { $bitsAllSet: 'x' } }, 2],
  [{ a: { $bitsAllSet: [-1] } }, 2],
  [{ a: { $regex: 'a\0' } }, 2],
])('%j is refused', async (filter, code) => {
  const items = await stored([{ _id: 1 }]);
  expect(await codeOf(items.find(filter).toArray())).toBe(code);
});

test('$bit keeps all bits of a long and refuses values that are not integers', async () => {
  const big = Long.fromString('4294967297');
  expect(await after({ a: big }, { $bit: { a: { or: new Int32(2) } } })).toEqual({ a: Long.fromString('4294967299') });
  expect(await after({}, { $bit: { a: { xor: Long.fromNumber(3) } } })).toEqual({ a: Long.fromNumber(3) });
  expect(await after({ a: 6 }, { $bit: { a: { and: new Int32(3), or: new Int32(8) } } })).toEqual({ a: new Int32(10) });
  expect(await codeOf(after({ a: 1.5 }, { $bit: { a: { or: new Int32(1) } } }))).toBe(2);
  expect(await codeOf(after({ a: 1 }, { $bit: { a: { or: 1.5 } } }))).toBe(2);
});

test('$pull applies a condition that starts with $and, $or or $nor to the elements', async () => {
  const items = [{ n: 1 }, { n: 2 }, 3];
  const pulled = await after({ items }, { $pull: { items: { $or: [{ n: 1 }, { m: 1 }] } } });
  expect(pulled).toEqual({ items: [{ n: new Int32(2) }, new Int32(3)] });
});

test('a regular expression in $pull also tests the items of nested arrays', async () => {
  expect(await after({ a: ['x', ['ab'], 'b'] }, { $pull: { a: /^a/ } })).toEqual({ a: ['x', 'b'] });
});

test('$push with $sort by fields compares an array in a document as one value', async () => {
  const sorted = await after({ a: [{ b: [0] }, { b: 1 }, 5] }, { $push: { a: { $each: [], $sort: { b: 1 } } } });
  expect(EJSON.stringify(sorted)).toBe('{"a":[5,{"b":1},{"b":[0]}]}');
});

test('$[] fails on elements that cannot have fields, except for $unset', async () => {
  expect(await codeOf(after({ a: [null] }, { $set: { 'a.$[].b': 1 } }))).toBe(28);
  expect(await after({ a: ['x'] }, { $unset: { 'a.$[].b': '' } })).toEqual({ a: ['x'] });
});

test('$rename fails if its source path crosses a value or an array, and ignores a missing source', async () => {
  expect(await codeOf(after({ a: 1 }, { $rename: { 'a.b': 'c' } }))).toBe(28);
  expect(await codeOf(after({ a: [1] }, { $rename: { 'a.0': 'c' } }))).toBe(2);
  expect(await codeOf(after({ a: [] }, { $rename: { 'a.b': 'c' } }))).toBe(28);
  expect(await after({ a: {} }, { $rename: { 'a.b': 'c' } })).toEqual({ a: {} });
});

test('an upsert fails on two equality values for one field, but a replacement ignores them', async () => {
  const items = await stored([{ _id: 1 }]);
  const twice = { _id: 5 as never, a: { $all: [1, 2] } };
  expect(await codeOf(items.updateOne(twice, { $set: { b: 1 } }, { upsert: true }))).toBe(54);
  const both = { a: { b: 1 }, 'a.b': 1 };
  expect(await codeOf(items.updateOne(both, { $set: { b: 1 } }, { upsert: true }))).toBe(54);
  await items.replaceOne(twice, { b: 1 }, { upsert: true });
  expect(await items.findOne({ b: 1 })).toEqual({ _id: new Int32(5), b: new Int32(1) });
});

test('refuses to update elements of one array by filter and by position in one update', async () => {
  const mixed = { $unset: { 'a.$[e]': '' }, $inc: { 'a.0': 1 } };
  expect(await codeOf(after({ b: 1 }, mixed, { arrayFilters: [{ e: 1 }] }))).toBe(40);
});

test('refuses to update one element through two filters if both match it', async () => {
  const both = { $set: { 'a.$[]': 1, 'a.$[e]': 2 } };
  expect(await codeOf(after({ a: [3, 4] }, both, { arrayFilters: [{ e: 4 }] }))).toBe(40);
  expect(await after({ a: [3] }, both, { arrayFilters: [{ e: 4 }] })).toEqual({ a: [new Int32(1)] });
  const inner = { $unset: { 'a.$[]': '' }, $inc: { 'a.$[e].b': 1 } };
  expect(await codeOf(after({ a: [{}] }, inner, { arrayFilters: [{ e: {} }] }))).toBe(40);
});

test.each([
  [{ 'a.b': 1, a: 1 }, 31250],
  [{ a: 1, 'a.b': 1 }, 31249],
])('refuses a projection with conflicting paths, also without matching documents: %j', async (projection, code) => {
  const items = await stored([{ _id: 1 }]);
  expect(await codeOf(items.find({ _id: 2 as never }, { projection }).toArray())).toBe(code);
});

test('$mul of a missing field gives zero with the scale of the decimal', async () => {
  expect(await after({}, { $mul: { a: Decimal128.fromString('2.50') } })).toEqual({ a: Decimal128.fromString('0.00') });
});

test.each([
  [{ $mul: { a: Decimal128.fromString('2.50') } }, '3.7500000000000000'],
  [{ $inc: { a: Decimal128.fromString('2.50') } }, '4.00000000000000'],
])('%j converts a double to a decimal of 15 digits first', async (update, result) => {
  expect(await after({ a: new Double(1.5) }, update)).toEqual({ a: Decimal128.fromString(result) });
  expect(await after({ a: new Double(0) }, { $inc: { a: Decimal128.fromString('0.5') } })).toEqual({
    a: Decimal128.fromString('0.5'),
  });
});

test('$mul and $inc keep the scale of a decimal if the value does not change', async () => {
  const price = Decimal128.fromString('2.50');
  expect(await after({ a: price }, { $mul: { a: new Double(1) } })).toEqual({ a: price });
  expect(await after({ a: price }, { $inc: { a: Decimal128.fromString('0.000') } })).toEqual({ a: price });
});

test('a document condition in $pull matches documents only', async () => {
  expect(await after({ a: [['x'], {}] }, { $pull: { a: { $nor: [{ b: 1 }] } } })).toEqual({ a: [['x']] });
});

test('a replacement ignores conflicting equality values of its filter', async () => {
  const items = await stored([{ _id: 4 }]);
  const filter = { _id: 4 as never, a: { $all: [1, 2] } };
  expect(await codeOf(items.replaceOne(filter, { c: 1 }, { upsert: true }))).toBe(11000);
});

test('$slice on a path through an array slices within each document', async () => {
  const items = await stored([{ _id: 1, a: [null, { b: ['x', 'y'] }] }]);
  const found = await items.findOne({}, { projection: { 'a.b': { $slice: [1, 1] } } });
  expect(found?.['a']).toEqual([null, { b: ['y'] }]);
});

test.each([
  [{ $rename: { a: 'd' }, $set: { c: 1 } }, ['c', 'd']],
  [{ $rename: { a: 'b' }, $set: { c: 1 } }, ['b', 'c']],
])('%j adds new fields in alphabetical order', async (update, names) => {
  expect(Object.keys((await after({ a: 1 }, update)) ?? {})).toEqual(names);
});

test('adds new integer-like fields in numeric order', async () => {
  const changed = await after({ a: {} }, { $set: { 'a.10': 1, 'a.2': 1 } });
  expect(EJSON.stringify(changed)).toBe('{"a":{"2":1,"10":1}}');
  expect(await after({ a: [] }, { $set: { 'a.10': 1, 'a.9': 1 } })).toMatchObject({ a: { length: 11 } });
});

test('adds new fields in the order of their names, not of the operators', async () => {
  const changed = await after({}, { $inc: { b: 1 }, $max: { a: 2 } });
  expect(Object.keys(changed ?? {})).toEqual(['a', 'b']);
});

test.each([
  [{ 'a.b': 1 }, [4, 1, 3, 2]],
  [{ 'a.b': -1 }, [1, 2, 3, 4]],
  [{ 'a.0': 1 }, [2, 4, 1, 3]],
  [{ 'a.b': 1, 'a.c': 1 }, [4, 1, 3, 2]],
  [{ 'a.c': 1, 'a.b': -1 }, [1, 3, 4, 2]],
] as const)('%j sorts each document by its first key in a matching index', async (sort, ids) => {
  const items = await stored([
    { _id: 1, a: [1, { b: 3, c: 1 }] },
    { _id: 2, a: { b: 2, c: 1 } },
    { _id: 3, a: [[1]] },
    { _id: 4, a: { b: [] } },
  ]);
  const order = async () =>
    (await items.find({}, { sort: { ...sort, _id: 1 } }).toArray()).map(({ _id }) => Number(_id));
  expect(await order()).toEqual(ids);
  await items.createIndex({ ...sort, _id: 1 });
  expect(await order()).toEqual(ids);
  await items.dropIndexes();
});

test('refuses to sort by two arrays of one document', async () => {
  const items = await stored([{ _id: 1, a: [1], b: [] }]);
  expect(await codeOf(items.find({}, { sort: { a: 1, b: 1 } }).toArray())).toBe(2);
});

test('sorts an empty array before null', async () => {
  const items = await stored([{ _id: 1, a: null }, { _id: 2, a: [] }, { _id: 3 }]);
  const order = async (a: 1 | -1) =>
    (await items.find({}, { sort: { a, _id: 1 } }).toArray()).map(({ _id }) => Number(_id));
  expect(await order(1)).toEqual([2, 1, 3]);
  expect(await order(-1)).toEqual([1, 3, 2]);
});

test.each([
  ['without an _id', { n: { $sum: 1 } }, 15955],
  ['that is not a document', 'n', 15947],
])('a $group %s is refused with MongoDB’s code', async (_, $group, code) => {
  const items = await stored([{ _id: 1 }]);
  expect(await codeOf(items.aggregate([{ $group }]).toArray())).toBe(code);
});
