import { MongoClient } from 'mongodb';
import { longRunningOptions, requestOptions } from '../database/clientOptions';
import { signUp } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import {
  appendNames,
  auditNames,
  auditProducts,
  createProducts,
  emptyLedger,
  moreAcknowledged,
  writeCommands,
  type NameDocument,
} from '../testing/writeLedger';

/** Runs on the embedded database or any server with test commands; with several members the elections are real. */
const failovers = Number(process.env['KIOSK_FAILOVERS'] ?? 20);
const writers = 4;
const stepDownSeconds = 1;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 120_000);
afterAll(() => server.stop());

const cutConnections = (times: number) => ({
  configureFailPoint: 'failCommand',
  mode: times === 0 ? 'off' : { times },
  data: { failCommands: writeCommands, closeConnection: true },
});

/** The operator's client waits for a primary, even on a busy machine. */
const operatorOptions = { serverSelectionTimeoutMS: 30_000 };

test(`E8: ${failovers} step-downs and cut connections under ${2 * writers} writers lose or duplicate nothing`, async () => {
  const { token } = await signUp(server, 'owner');
  const client = await new MongoClient(server.databaseUri, { ...requestOptions, monitorCommands: true }).connect();
  const operator = await new MongoClient(server.databaseUri, { ...longRunningOptions, ...operatorOptions }).connect();
  let met = 0;
  client.on('commandFailed', () => (met += 1));
  const names = client.db(server.db.databaseName).collection<NameDocument>('ledger');
  const [appended, created] = [emptyLedger(), emptyLedger()];
  let over = false;
  const isOver = () => over;
  const work = Array.from({ length: writers }, (_, writer) => [
    appendNames(names, `name-${writer}`, appended, isOver),
    createProducts(server, { writer: `product-${writer}`, token }, created, isOver),
  ]);
  try {
    await moreAcknowledged([appended], writers);
    for (let failover = 0; failover < failovers; failover += 1) {
      await operator.db('admin').command(cutConnections(3));
      await moreAcknowledged([appended, created], 2 * writers);
      await operator.db('admin').command({ replSetStepDown: stepDownSeconds, force: true });
      await moreAcknowledged([appended], writers);
    }
    await moreAcknowledged([created], writers + 1);
  } finally {
    await operator.db('admin').command(cutConnections(0));
    over = true;
    await Promise.all(work.flat());
  }
  expect(created.wrong).toEqual([]);
  expect(await auditNames(names, appended)).toEqual({ lost: [], doubled: [] });
  expect(await auditProducts(server, created)).toEqual({ lost: [], doubled: [] });
  expect(met).toBeGreaterThanOrEqual(failovers);
  expect(created.acknowledged.length).toBeGreaterThan(writers);
  console.log(
    `${appended.acknowledged.length + created.acknowledged.length} acknowledged, ${appended.unknown.length} refused`,
  );
  await client.close();
  await operator.close();
}, 600_000);
