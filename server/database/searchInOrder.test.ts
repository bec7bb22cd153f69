import type { Document } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { pipelineReader } from './batchReader';
import type { Order, StoredPosition } from './keyset';
import { countFulfilling, searchInOrder, type Found, type SearchQuery } from './searchInOrder';

interface Item extends Document {
  _id: string;
  price: number;
  name: string;
}

let database: TestDatabase;
const items: Item[] = Array.from({ length: 240 }, (_, at) => ({
  _id: String(at).padStart(3, '0'),
  price: Math.floor(at / 30) % 4,
  name: at % 7 === 0 || at > 230 ? 'wanted' : 'other',
}));
const all = () => database.db.collection<Item>('items');

beforeAll(async () => {
  database = await startTestDatabase();
  await all().createIndex({ price: 1, _id: 1 });
  await all().insertMany(items);
});
afterAll(() => database.stop());

/** Goes on until the end, and tells how often it was asked. */
async function walk(order: Order, limits: { rows: number; most: number; isRarelyTied?: boolean }) {
  const ids: string[] = [];
  let after: StoredPosition | null = null;
  for (let asked = 1; ; asked += 1) {
    const query: SearchQuery = {
      ...limits,
      filter: { price: { $lt: 3 } },
      test: { name: /want/ },
      projection: { name: 0 },
      order,
      after,
    };
    const { found, end, isLast }: Found<Item> = await searchInOrder(all(), pipelineReader(database.db, 'items'), query);
    expect(found.length).toBeLessThanOrEqual(limits.rows);
    ids.push(...found.map(({ _id }) => _id));
    if (isLast) return { ids, asked };
    const last: Item | undefined = end ?? found.at(-1);
    if (!last) throw new Error('a search that is not at its end tells how far it came');
    after = { key: last.price, id: last._id };
  }
}

const expected = (direction: 1 | -1) =>
  items
    .filter(({ price, name }) => price < 3 && name === 'wanted')
    .sort((a, b) => direction * (a.price - b.price || Number(a._id) - Number(b._id)))
    .map(({ _id }) => _id);

test.each([1, -1] as const)('pages and budgets of any size give each match once, in order: %i', async (direction) => {
  const order = { field: 'price', direction };
  for (const limits of [
    { rows: 100, most: 1_000 },
    { rows: 3, most: 1_000 },
    { rows: 100, most: 11 },
    { rows: 2, most: 25 },
    { rows: 1, most: 1 },
  ]) {
    expect((await walk(order, limits)).ids).toEqual(expected(direction));
    // Thirty and more share each key: more than may be looked at in some of these.
    expect((await walk(order, { ...limits, isRarelyTied: true })).ids).toEqual(expected(direction));
  }
  expect(await walk(order, { rows: 100, most: 1_000 })).toMatchObject({ asked: 1 });
});

test('a count looks at no more than it may', async () => {
  const wanted = { filter: {}, test: { name: 'wanted' } };
  expect(await countFulfilling(all(), { ...wanted, most: 1_000, limit: 1_000 })).toBe(42);
  expect(await countFulfilling(all(), { ...wanted, most: 1_000, limit: 5 })).toBe(5);
  expect(await countFulfilling(all(), { ...wanted, most: 14, limit: 1_000 })).toBeLessThanOrEqual(14);
  expect(await countFulfilling(all(), { filter: {}, test: { name: 'none' }, most: 1_000, limit: 5 })).toBe(0);
});
