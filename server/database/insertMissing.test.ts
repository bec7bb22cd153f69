import { MongoClient, type Collection } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { insertMissing } from './insertMissing';

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

test('what is there already is left, the rest comes in', async () => {
  await rows.insertMany([{ _id: 1 }, { _id: 3 }]);
  await insertMissing(rows, batch(5));
  await insertMissing(rows, batch(5));
  expect(await rows.countDocuments()).toBe(5);
});

test('a batch that did not reach the database is no success', async () => {
  const client = await new MongoClient(database.uri).connect();
  const cut = client.db(database.databaseName).collection<Row>('rows');
  const refused = expect(insertMissing(cut, batch(5))).rejects.toThrow('session that has ended');
  await client.close();
  await refused;
});
