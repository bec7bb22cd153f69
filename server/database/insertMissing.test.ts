import type { Collection } from 'mongodb';
import { openTestDatabase, type TestDatabase } from '../embedded/mongodb/openTestDatabase';
import { insertMissing } from './insertMissing';

interface Row {
  _id: number;
}

let database: TestDatabase;
let rows: Collection<Row>;

beforeAll(async () => {
  database = await openTestDatabase();
  rows = database.db.collection<Row>('rows');
});

beforeEach(() => rows.deleteMany({}));

afterAll(() => database.close());

const batch = (count: number): Row[] => Array.from({ length: count }, (_unused, _id) => ({ _id }));

test('what is there already is left, the rest comes in', async () => {
  await rows.insertMany([{ _id: 1 }, { _id: 3 }]);
  await insertMissing(rows, batch(5));
  await insertMissing(rows, batch(5));
  expect(await rows.countDocuments()).toBe(5);
});

test('a cut connection is no success', async () => {
  await database.client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times: 2 },
    data: { failCommands: ['insert'], closeConnection: true },
  });
  await expect(insertMissing(rows, batch(5))).rejects.toThrow(/connection/);
  expect(await rows.countDocuments()).toBe(0);
});
