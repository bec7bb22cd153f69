import { MongoClient, type Collection } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { insertEach, insertMissing } from './insertEach';

interface Row {
  _id: number;
}

let database: TestDatabase;
let rows: Collection<Row>;

beforeAll(async () => {
  database = await startTestDatabase();
  rows = database.db.collection<Row>('rows');
});

beforeEach(() => rows.deleteMany({}));

afterAll(() => database.stop());

const batch = (count: number): Row[] => Array.from({ length: count }, (_unused, _id) => ({ _id }));

test('insertMissing skips existing documents and inserts the rest', async () => {
  await rows.insertMany([{ _id: 1 }, { _id: 3 }]);
  await insertMissing(rows, batch(5));
  await insertMissing(rows, batch(5));
  expect(await rows.countDocuments()).toBe(5);
});

test('insertEach reports for each document whether its key was taken', async () => {
  await rows.insertOne({ _id: 1 });
  expect(await insertEach(rows, batch(3))).toEqual(['inserted', 'keyTaken', 'inserted']);
});

// Other servers accept an array as _id.
(process.env['TEST_MONGODB_URI'] ? test.skip : test)(
  'a document that cannot be stored does not prevent the others',
  async () => {
    const unsound = { _id: [] as unknown as number };
    expect(await insertEach(rows, [{ _id: 0 }, unsound])).toEqual(['inserted', expect.any(Error)]);
    await expect(insertMissing(rows, [unsound, { _id: 1 }])).rejects.toThrow();
    expect(await rows.countDocuments()).toBe(2);
  },
);

test('rejects a batch that does not reach the database', async () => {
  const client = await new MongoClient(database.uri).connect();
  const cut = client.db(database.databaseName).collection<Row>('rows');
  const refused = expect(insertMissing(cut, batch(5))).rejects.toThrow('session that has ended');
  await client.close();
  await refused;
});
