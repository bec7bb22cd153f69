import { Binary, Decimal128, Long, MongoClient, MongoServerError, ObjectId, type Db, type Document } from 'mongodb';
import { startTestDatabase, type TestDatabase } from '../testing/startTestDatabase';
import { requestOptions } from './clientOptions';
import { driverFields, readCommands } from './readCommand';

const id = new ObjectId('65f0a1b2c3d4e5f6a7b8c9d0');
const stored = {
  _id: id,
  text: 'Stehlampe, größer',
  whole: 7,
  long: Long.fromNumber(3_000_000_000),
  real: 0.5,
  money: Decimal128.fromString('12.30'),
  at: new Date('2026-01-02T03:04:05.678Z'),
  bytes: new Binary(Buffer.from([1, 2, 3])),
  nothing: null,
  list: [1, 'two', { three: 3 }],
  pattern: /^a.b/i,
};

let database: TestDatabase;
let client: MongoClient;
let db: Db;
let sent: Document[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
  client = await new MongoClient(database.uri, { ...requestOptions, monitorCommands: true }).connect();
  db = client.db(database.databaseName);
  await db.collection('things').insertOne(stored);
  client.on('commandStarted', ({ command }) => sent.push(command as Document));
});
afterAll(async () => {
  await client.close();
  await database.stop();
});
beforeEach(() => (sent = []));

const find = { find: 'things', filter: { _id: id, text: undefined }, limit: 1, batchSize: 1, singleBatch: true };
const shapeOf = ({ lsid, ...command }: Document) => ({
  ...Object.fromEntries(
    Object.entries(command).filter(([name, value]) => value !== undefined && name !== '$clusterTime'),
  ),
  hasSession: lsid !== undefined,
});

test('a read is sent and answered as the driver itself would do it', async () => {
  const answer = await readCommands(db)({ ...find, ...driverFields });
  const usual = await db.command(find, { ignoreUndefined: true });
  expect(answer['cursor']).toEqual(usual['cursor']);
  expect((answer['cursor'] as { firstBatch: Document[] }).firstBatch).toEqual([{ ...stored, long: 3_000_000_000 }]);
  expect(sent).toHaveLength(2);
  expect(shapeOf(sent[0] ?? {})).toEqual(shapeOf(sent[1] ?? {}));
});

test('what the server refuses is told with its code', async () => {
  const refused = readCommands(db)({ ...find, filter: { $no: 1 }, ...driverFields });
  await expect(refused).rejects.toThrow(MongoServerError);
  await expect(refused).rejects.toMatchObject({ code: 2 });
});

test('sessions are given back, so that one after the other is enough', async () => {
  const read = readCommands(db);
  for (let times = 0; times < 5; times += 1) await read({ ...find, ...driverFields });
  const sessions = sent.map(({ lsid }) => Buffer.from((lsid as { id: Binary }).id.buffer).toString('hex'));
  expect(new Set(sessions).size).toBe(1);
});
