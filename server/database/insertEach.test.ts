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

test('what is there already is left, the rest comes in', async () => {
  await rows.insertMany([{ _id: 1 }, { _id: 3 }]);
  await insertMissing(rows, batch(5));
  await insertMissing(rows, batch(5));
  expect(await rows.countDocuments()).toBe(5);
});

test('each is told what became of theirs: one that cannot be stored takes no other with it', async () => {
  await rows.insertOne({ _id: 1 });
  const unsound = [] as unknown as number;
  const [first, second, third] = await insertEach(rows, [{ _id: 0 }, { _id: 1 }, { _id: unsound }]);
  expect([first, second]).toEqual(['inserted', 'keyTaken']);
  expect(third).toBeInstanceOf(Error);
  expect(await rows.countDocuments()).toBe(2);
  await expect(insertMissing(rows, [{ _id: unsound }, { _id: 2 }])).rejects.toThrow();
  expect(await rows.countDocuments()).toBe(3);
});

test('a batch that did not reach the database is no success', async () => {
  const client = await new MongoClient(database.uri).connect();
  const cut = client.db(database.databaseName).collection<Row>('rows');
  const refused = expect(insertMissing(cut, batch(5))).rejects.toThrow('session that has ended');
  await client.close();
  await refused;
});
