import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BSON, Long, MongoClient, MongoNetworkError, MongoServerError } from 'mongodb';
import { freePort, startDatabaseAt } from '../testing/databaseAt';
import { batchReader, killCommand, pipelineReader, type ReadBatch } from './batchReader';
import { requestOptions } from './clientOptions';

interface Row {
  readonly _id: number;
  readonly name: string;
}

let dataDir: string;
let server: Awaited<ReturnType<typeof startDatabaseAt>>;
let client: MongoClient;
let read: ReadBatch<Row>;
let finds = 0;
let killed = 0;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kiosk-batch-'));
  // A server of its own, because not every server accepts test commands.
  server = await startDatabaseAt(await freePort(), dataDir, { testCommands: true });
  client = await new MongoClient(server.uri, {
    ...requestOptions,
    monitorCommands: true,
    readConcern: { level: 'majority' },
  }).connect();
  client.on('commandStarted', ({ commandName }) => (finds += commandName === 'find' ? 1 : 0));
  client.on(
    'commandSucceeded',
    ({ reply }) => (killed += (reply as { cursorsKilled?: unknown[] }).cursorsKilled?.length ?? 0),
  );
  const rows = client.db('shop').collection<Row>('rows');
  await rows.insertMany(Array.from({ length: 200 }, (_, _id) => ({ _id, name: `Row ${_id}` })));
  read = batchReader<Row>(client.db('shop'), 'rows');
});
afterAll(async () => {
  await client.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});
beforeEach(() => (finds = killed = 0));

const cutNext = (times: number) =>
  client.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times },
    data: { failCommands: ['find'], closeConnection: true },
  });

test('returns more rows than a default first batch in one command, sorted and projected', async () => {
  const rows = await read({ filter: {}, sort: { _id: -1 }, limit: 150, projection: { name: 1 } });
  expect(rows.map(({ _id }) => _id)).toEqual(Array.from({ length: 150 }, (_, at) => 199 - at));
  expect(rows[0]).toEqual({ _id: 199, name: 'Row 199' });
  expect([finds, killed]).toEqual([1, 0]);
});

test('returns all rows also where they do not fit into one reply of the server, and leaves no cursor open', async () => {
  const db = client.db('shop');
  const text = 'x'.repeat(100_000);
  const large = db.collection<Row>('large');
  for (let from = 0; from < 200; from += 50)
    await large.insertMany(Array.from({ length: 50 }, (_, at) => ({ _id: from + at, name: text })));
  const ids = Array.from({ length: 200 }, (_, _id) => _id);
  const found = await batchReader<Row>(db, 'large')({ filter: {}, sort: { _id: 1 }, limit: 200 });
  expect(found.map(({ _id }) => _id)).toEqual(ids);
  const piped = await pipelineReader(db, 'large')<Row>([{ $sort: { _id: 1 } }], 200);
  expect(piped.map(({ _id }) => _id)).toEqual(ids);
  expect(killed).toBe(2);
});

test.each(['77', '9007199254740993'])('closes a cursor by its id %s as the server counts it', (text) => {
  const { id } = BSON.deserialize(BSON.serialize({ id: Long.fromString(text) }));
  const sent = BSON.deserialize(BSON.serialize(killCommand('shop.large.rows', id)), { promoteLongs: false });
  expect(sent).toEqual({ killCursors: 'large.rows', cursors: [Long.fromString(text)] });
});

test('ignores an undefined condition', async () => {
  expect(await read({ filter: { _id: 3, name: undefined }, limit: 2 })).toEqual([{ _id: 3, name: 'Row 3' }]);
});

test('retries a read once after its connection broke', async () => {
  await cutNext(1);
  expect(await read({ filter: { _id: 7 }, limit: 1 })).toHaveLength(1);
  expect(finds).toBe(2);
  await cutNext(2);
  await expect(read({ filter: { _id: 7 }, limit: 1 })).rejects.toThrow(MongoNetworkError);
  expect(finds).toBe(4);
});

test('does not retry a read that the server refuses', async () => {
  await expect(read({ filter: { $no: 1 }, limit: 1 })).rejects.toThrow(MongoServerError);
  expect(finds).toBe(1);
});
