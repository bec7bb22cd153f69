import type { Document } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { testOfPlans, recordCommands } from '../testing/recordCommands';
import { listReader } from './listReader';
import type { SortOrder, StoredPosition } from './position';
import { scan, type ScanQuery, type Batch } from './scan';

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
const declaration = { collection: 'items', indexes: [] };
const all = () => database.db.collection<Item>('items');

beforeAll(async () => {
  database = await startTestDatabase();
  await all().createIndex({ price: 1, _id: 1 });
  await all().insertMany(items);
});
afterAll(() => database.stop());

/** Scans to the end and returns the number of queries. */
async function walk(order: SortOrder, limits: { rows: number; documents: number }) {
  const ids: string[] = [];
  let after: StoredPosition | null = null;
  for (let asked = 1; ; asked += 1) {
    const query: ScanQuery = {
      ...limits,
      filter: { price: { $lt: 3 } },
      test: { name: /want/ },
      projection: { name: 0 },
      order,
      after,
    };
    const { rows, end, isLast }: Batch<Item> = await scan(listReader<Item>(database.db, declaration), query);
    expect(rows.length).toBeLessThanOrEqual(limits.rows);
    ids.push(...rows.map(({ _id }) => _id));
    if (isLast) return { ids, asked };
    const last: Item | undefined = end ?? rows.at(-1);
    if (!last) throw new Error('a search that is not at its end tells how far it came');
    after = { key: last.price, id: last._id };
  }
}

const expected = (direction: 1 | -1) =>
  items
    .filter(({ price, name }) => price < 3 && name === 'wanted')
    .sort((a, b) => direction * (a.price - b.price || Number(a._id) - Number(b._id)))
    .map(({ _id }) => _id);

test.each([1, -1] as const)('any page size and budget gives each match once, in order: %i', async (direction) => {
  const order = { field: 'price', direction };
  for (const limits of [
    { rows: 100, documents: 1_000 },
    { rows: 3, documents: 1_000 },
    { rows: 100, documents: 11 },
    { rows: 2, documents: 25 },
    { rows: 1, documents: 1 },
  ]) {
    expect((await walk(order, limits)).ids).toEqual(expected(direction));
    // Thirty or more documents share each key: more than some of these budgets.
    expect((await walk({ ...order, isRarelyTied: true }, limits)).ids).toEqual(expected(direction));
  }
  expect(await walk(order, { rows: 100, documents: 1_000 })).toMatchObject({ asked: 1 });
});

testOfPlans('a search that stops at its document limit reports all documents that the database examined', async () => {
  const watch = recordCommands(database);
  try {
    const order: SortOrder = { field: 'price', direction: 1 };
    const query: ScanQuery = { filter: {}, test: { name: /want/ }, order, after: null, rows: 100, documents: 11 };
    const { result, examined } = await watch.examinedBy(() => scan(listReader<Item>(watch.db, declaration), query));
    expect(result).toMatchObject({ isLast: false, documents: examined });
  } finally {
    await watch.stop();
  }
});
