import { filterLimits } from './chooseAccessPath';
import type { Document } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { listReader, type ListReader } from './listReader';
import { newestFirst, type Row } from './position';
import { countMatching, readPage, type List } from './readList';

interface Item extends Row {
  readonly name: string;
}

const declaration = {
  collection: 'items',
  indexes: [{ name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: 'the list' }] as const,
};
const size = 6_000;
let database: TestDatabase;
let reader: ListReader<Item>;
let sent = 0;
beforeAll(async () => {
  database = await startTestDatabase();
  const items = database.db.collection<Document>('items');
  await items.createIndex({ createdAt: -1, _id: -1 }, { name: 'newest' });
  const documents = Array.from({ length: size }, (_, at) => ({ name: `item ${at}`, createdAt: new Date(at) }));
  await items.insertMany(documents);
  const { find, ...others } = listReader<Item>(database.db, declaration);
  reader = {
    ...others,
    async find(query) {
      const found = await find(query);
      sent += found.length;
      return found;
    },
  };
}, 60_000);
afterAll(() => database.stop());
beforeEach(() => (sent = 0));

/** A list whose search text the database cannot narrow down. */
const listOf = (matches: (item: Item) => boolean): List<Item> => ({
  order: newestFirst,
  parts: [{ reader, conditions: {}, search: { text: 'x'.repeat(17), test: null, terms: [], others: null } }],
  matches,
  limits: filterLimits,
});
const request = { first: 10, after: null, fingerprint: () => 'q' };

test('a page stops when its budget is spent, and the next one continues from there', async () => {
  const rare = listOf(({ name }) => name === 'item 3' || name === 'item 5000');
  const first = await readPage(rare, request);
  expect(first.rows.map(({ name }) => name)).toEqual(['item 5000']);
  expect([first.hasNextPage, sent <= filterLimits.budget]).toEqual([true, true]);
  const second = await readPage(rare, { ...request, after: first.end });
  expect(second.rows.map(({ name }) => name)).toEqual(['item 3']);
  expect(second.hasNextPage).toBe(false);
});

test('a count stops at the budget and is marked as inexact', async () => {
  expect(await countMatching(listOf(({ name }) => name.endsWith('999')))).toEqual({ count: 5, isExact: false });
  expect(sent).toBeLessThanOrEqual(filterLimits.budget);
  sent = 0;
  expect(await countMatching(listOf(() => true))).toEqual({ count: 1_000, isExact: false });
  expect(sent).toBeLessThan(2_500);
});
