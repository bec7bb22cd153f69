import { Binary, Decimal128, Int32, Long, MaxKey, MinKey } from 'bson';
import type { Document } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

/** Where random questions to several servers had different answers: what MongoDB's documentation and published source say. */
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

/** The code with which it fails, whatever class the number has. */
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
  '%s looks at integers, whole doubles and bytes; fractions, texts and what is beyond 64 bits have no bits',
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
])('%j holds what is missing where everything lies on that side', async (a, ids) => {
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
  '%j finds what MongoDB finds: positions that lead nowhere, arrays in arrays, decimals beyond a double',
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
  [{ a: { $bitsAllSet: -1 } }, 9],
  [{ a: { $bitsAllSet: 1.5 } }, 9],
  [{ a: { $bitsAllSet: 'x' } }, 2],
  [{ a: { $bitsAllSet: [-1] } }, 2],
])('%j is refused', async (filter, code) => {
  const items = await stored([{ _id: 1 }]);
  expect(await codeOf(items.find(filter).toArray())).toBe(code);
});

test('$bit keeps all bits of a long and refuses what is no integer', async () => {
  const big = Long.fromString('4294967297');
  expect(await after({ a: big }, { $bit: { a: { or: new Int32(2) } } })).toEqual({ a: Long.fromString('4294967299') });
  expect(await after({}, { $bit: { a: { xor: Long.fromNumber(3) } } })).toEqual({ a: Long.fromNumber(3) });
  expect(await after({ a: 6 }, { $bit: { a: { and: new Int32(3), or: new Int32(8) } } })).toEqual({ a: new Int32(10) });
  expect(await codeOf(after({ a: 1.5 }, { $bit: { a: { or: new Int32(1) } } }))).toBe(2);
  expect(await codeOf(after({ a: 1 }, { $bit: { a: { or: 1.5 } } }))).toBe(2);
});

test('$pull takes a condition that begins with $and, $or or $nor for one on the elements', async () => {
  const items = [{ n: 1 }, { n: 2 }, 3];
  const pulled = await after({ items }, { $pull: { items: { $or: [{ n: 1 }, { m: 1 }] } } });
  expect(pulled).toEqual({ items: [{ n: new Int32(2) }, new Int32(3)] });
});

test('$rename fails where its source leads through a value, and does nothing where it is missing', async () => {
  expect(await codeOf(after({ a: 1 }, { $rename: { 'a.b': 'c' } }))).toBe(28);
  expect(await codeOf(after({ a: [1] }, { $rename: { 'a.0': 'c' } }))).toBe(2);
  expect(await after({ a: {} }, { $rename: { 'a.b': 'c' } })).toEqual({ a: {} });
});

test('an upsert cannot take two values for one field from its filter; a replacement takes none', async () => {
  const items = await stored([{ _id: 1 }]);
  const twice = { _id: 5 as never, a: { $all: [1, 2] } };
  expect(await codeOf(items.updateOne(twice, { $set: { b: 1 } }, { upsert: true }))).toBe(54);
  const both = { a: { b: 1 }, 'a.b': 1 };
  expect(await codeOf(items.updateOne(both, { $set: { b: 1 } }, { upsert: true }))).toBe(54);
  await items.replaceOne(twice, { b: 1 }, { upsert: true });
  expect(await items.findOne({ b: 1 })).toEqual({ _id: new Int32(5), b: new Int32(1) });
});

test('elements of one array cannot be changed by filter and by position at once, whatever is stored', async () => {
  const mixed = { $unset: { 'a.$[e]': '' }, $inc: { 'a.0': 1 } };
  expect(await codeOf(after({ b: 1 }, mixed, { arrayFilters: [{ e: 1 }] }))).toBe(40);
});

test.each([
  [{ 'a.b': 1, a: 1 }, 31250],
  [{ a: 1, 'a.b': 1 }, 31249],
])('a projection whose paths meet is refused, also where nothing is found: %j', async (projection, code) => {
  const items = await stored([{ _id: 1 }]);
  expect(await codeOf(items.find({ _id: 2 as never }, { projection }).toArray())).toBe(code);
});

test('$mul of a missing field gives zero by arithmetic: a decimal keeps its places', async () => {
  expect(await after({}, { $mul: { a: Decimal128.fromString('2.50') } })).toEqual({ a: Decimal128.fromString('0.00') });
});

test('new fields are added in the order of their names, not of the operators', async () => {
  const changed = await after({}, { $inc: { b: 1 }, $max: { a: 2 } });
  expect(Object.keys(changed ?? {})).toEqual(['a', 'b']);
});

test('an empty array comes before null in a sort', async () => {
  const items = await stored([{ _id: 1, a: null }, { _id: 2, a: [] }, { _id: 3 }]);
  const order = async (a: 1 | -1) =>
    (await items.find({}, { sort: { a, _id: 1 } }).toArray()).map(({ _id }) => Number(_id));
  expect(await order(1)).toEqual([2, 1, 3]);
  expect(await order(-1)).toEqual([1, 3, 2]);
});
