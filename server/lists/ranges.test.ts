import type { Document } from 'mongodb';
import { useTestDatabase } from '../testing/useTestDatabase';
import { datesBetween, narrowestRange, numbersBetween, rangeInOrder, windowRange } from './ranges';

const database = useTestDatabase();
const moment = (number: number) => new Date(Date.UTC(2026, 0, 1) + number);

/** Searches the values 1 to 5, each as a number and as a date, by a compound index of either direction. */
async function found(filter: Document, direction: 1 | -1): Promise<number[]> {
  const values = database.db.collection<{ _id: number; owner: string; number: number; moment: Date }>('values');
  for (const field of ['number', 'moment']) await values.createIndex({ owner: 1, [field]: direction, _id: direction });
  const rows = [1, 2, 3, 4, 5].map((number) => ({ _id: number, owner: 'ada', number, moment: moment(number) }));
  await values.insertMany(rows);
  const documents = await values.find({ owner: 'ada', ...filter }, { sort: { _id: 1 } }).toArray();
  await values.drop();
  return documents.map(({ number }) => number);
}

describe.each([1, -1] as const)('by an index of direction %i', (direction) => {
  test.each([
    [2, 4, [2, 3, 4]],
    [2, null, [2, 3, 4, 5]],
    [null, 4, [1, 2, 3, 4]],
    [3, 3, [3]],
    [4, 3, []],
    [null, null, [1, 2, 3, 4, 5]],
  ])('numbers from %p to %p, both included', async (from, to, expected) => {
    expect(await found(numbersBetween('number', from, to), direction)).toEqual(expected);
  });

  test.each([
    [2, 4, [2, 3]],
    [2, null, [2, 3, 4, 5]],
    [null, 4, [1, 2, 3]],
    [3, 3, []],
    [null, null, [1, 2, 3, 4, 5]],
  ])('dates from %p on and before %p', async (from, to, expected) => {
    const bounds = [from, to].map((bound) => (bound === null ? null : moment(bound)));
    expect(await found(datesBetween('moment', ...(bounds as [Date | null, Date | null])), direction)).toEqual(expected);
  });
});

const index = (name: string, ...fields: string[]) => ({
  name,
  keys: Object.fromEntries(fields.map((field) => [field, 1 as const])),
  reason: 'a test',
});
const indexes = [
  index('price', 'price', '_id'),
  index('status_price', 'status', 'price', '_id'),
  index('shop_price', 'status', 'shop', 'price', '_id'),
  index('stock', 'status', 'stock', 'shop'),
  index('terms', 'terms'),
  index('status_terms', 'status', 'terms'),
];
const price = { field: 'price', direction: 1 } as const;

test('reads the sort order’s index with most conditions before it, and tests the other conditions', () => {
  const all = { status: 'on', stock: true, price: { $gt: 3 } };
  expect(rangeInOrder(indexes, price, {})).toEqual({ filter: {}, test: {}, hint: 'price' });
  expect(rangeInOrder(indexes, price, { shop: 'a' })).toEqual({ filter: {}, test: { shop: 'a' }, hint: 'price' });
  expect(rangeInOrder(indexes, price, all)).toEqual({
    filter: { status: 'on', price: { $gt: 3 } },
    test: { stock: true },
    hint: 'status_price',
  });
  expect(rangeInOrder(indexes, price, { ...all, shop: 'a' }).hint).toBe('shop_price');
  expect(() => rangeInOrder(indexes, { field: 'name', direction: 1 }, {})).toThrow('name');
});

test('the narrowest range uses the index with most conditions, and none with the scope alone', () => {
  const scope = { status: 'on' };
  expect(narrowestRange(indexes, { stock: true, price: { $gt: 3 } }, scope)).toEqual({
    filter: { ...scope, stock: true },
    test: { price: { $gt: 3 } },
    hint: 'stock',
  });
  expect(narrowestRange(indexes, { price: { $gt: 3 } }, scope)?.filter).toEqual({ ...scope, price: { $gt: 3 } });
  expect(narrowestRange(indexes, { colour: 'red' }, scope)).toBeNull();
  expect(narrowestRange(indexes, {}, scope)).toBeNull();
});

test('finds terms by the index with most conditions before the terms', () => {
  const { filter, test, hint } = windowRange(indexes, 'terms', 'lamp', { status: 'on', shop: 'a' });
  expect([filter, test, hint]).toEqual([{ status: 'on', $and: [{ terms: /^lamp/ }] }, { shop: 'a' }, 'status_terms']);
  expect(windowRange(indexes, 'terms', 'lamp', { shop: 'a' }).hint).toBe('terms');
});
