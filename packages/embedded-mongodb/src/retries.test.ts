import { Long, MongoClient, type ClientSession, type Collection, type Document, type ObjectId } from 'mongodb';
import { openTestDatabase, type TestDatabase } from './openTestDatabase';

let database: TestDatabase;
/** These transaction numbers are forged; the driver must not use this session afterwards. */
let forger: MongoClient;
let session: ClientSession;
let items: Collection;

beforeAll(async () => {
  database = await openTestDatabase();
  forger = await new MongoClient(database.uri).connect();
  session = forger.startSession();
});

beforeEach(async () => {
  items = database.db.collection('items');
  await items.drop();
});

afterAll(async () => {
  await session.endSession();
  await forger.close();
  await database.close();
});

const key = (id: unknown): ObjectId => id as ObjectId;
const send = (command: Document, name = 'test'): Promise<Document> => forger.db(name).command(command, { session });

test('applies a repeated write once and returns the same reply', async () => {
  const upsert = (number: number): Promise<Document> =>
    send({
      update: 'items',
      updates: [{ q: { _id: 1 }, u: { $inc: { n: 1 } }, upsert: true }],
      txnNumber: Long.fromNumber(number),
    });
  const first = await upsert(1000);
  expect(first).toMatchObject({ n: 1, nModified: 0, upserted: [{ index: 0, _id: 1 }] });
  expect(await upsert(1000)).toMatchObject({ n: 1, nModified: 0, upserted: [{ index: 0, _id: 1 }] });
  expect(await items.findOne()).toEqual({ _id: 1, n: 1 });
  expect(await upsert(1001)).toMatchObject({ n: 1, nModified: 1 });
  await expect(upsert(1000)).rejects.toMatchObject({ code: 225 });
});

test('retries only the failed statements of a repeated write', async () => {
  await items.insertOne({ _id: key(2), n: 'there' });
  const insert = {
    insert: 'items',
    documents: [{ _id: 1 }, { _id: 2 }, { _id: 3 }],
    ordered: false,
    txnNumber: Long.fromNumber(2000),
  };
  const duplicate = { n: 2, writeErrors: [{ index: 1, code: 11000, keyValue: { _id: 2 } }] };
  expect(await send(insert)).toMatchObject(duplicate);
  expect(await send(insert)).toMatchObject(duplicate);
  expect(await items.countDocuments()).toBe(3);
  await items.deleteOne({ _id: key(2) });
  expect(await send(insert)).toEqual(expect.objectContaining({ n: 3 }));
  expect(await send(insert)).not.toHaveProperty('writeErrors');
  expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);

  const update = {
    update: 'items',
    updates: [
      { q: { _id: 1 }, u: { $inc: { n: 1 } } },
      { q: { _id: 2 }, u: { $set: { _id: 9 } } },
    ],
    ordered: false,
    txnNumber: Long.fromNumber(2001),
  };
  const refused = { n: 1, nModified: 1, writeErrors: [{ index: 1, code: 66 }] };
  expect(await send(update)).toMatchObject(refused);
  expect(await send(update)).toMatchObject(refused);
  expect(await items.findOne({ _id: key(1) })).toEqual({ _id: 1, n: 1 });

  const bulk = {
    bulkWrite: 1,
    ops: [
      { insert: 0, document: { _id: 4 } },
      { insert: 0, document: { _id: 4 } },
      { update: 0, filter: { _id: 1 }, updateMods: { $inc: { n: 1 } } },
      { delete: 0, filter: { _id: 3 } },
    ],
    nsInfo: [{ ns: 'test.items' }],
    ordered: false,
    txnNumber: Long.fromNumber(2002),
  };
  const totals = { nErrors: 1, nInserted: 1, nMatched: 1, nModified: 1, nDeleted: 1 };
  expect(await send(bulk, 'admin')).toMatchObject(totals);
  expect(await send(bulk, 'admin')).toMatchObject(totals);
  expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([{ _id: 1, n: 2 }, { _id: 2 }, { _id: 4 }]);
});
