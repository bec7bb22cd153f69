import { MongoServerError, MongoNetworkError } from 'mongodb';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { translateDatabaseError } from './databaseErrors';

const refusedBy = (error: Error) => translateDatabaseError(error) as Error;
const diskIsFull = new MongoServerError({ code: 14031, message: 'the disk is full: No space left on device' });

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const query = 'mutation ($input: SendContactMessageInput!) { sendContactMessage(input: $input) { __typename } }';
const input = { name: 'Ann', email: 'ann@kiosk.test', message: 'Ten letters at least.' };

/** Why the log says that the database refuses. */
const reasons = () =>
  server.logLines
    .map((line) => JSON.parse(line) as { level: string; msg: string; err?: { code?: number; message: string } })
    .filter(({ msg }) => msg === 'The database refuses what it is asked');

test('why the database refuses a write is said in the log once a minute, and callers are told to come again', async () => {
  const insert = jest.spyOn(server.repositories.messages, 'insert');
  insert.mockRejectedValue(refusedBy(diskIsFull));
  const answer = await server.graphql(query, { input });
  expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
  expect(JSON.stringify(answer.json)).not.toContain('disk');
  await server.graphql(query, { input });
  expect(reasons()).toMatchObject([
    { level: 'warn', err: { code: 14031, message: 'the disk is full: No space left on device' } },
  ]);

  // A connection that is lost has lines of its own.
  insert.mockRejectedValue(refusedBy(new MongoNetworkError('connection closed')));
  await server.graphql(query, { input });
  insert.mockRejectedValue(refusedBy(new MongoServerError({ code: 10107, message: 'not primary' })));
  await server.graphql(query, { input });
  expect(reasons().map(({ err }) => err?.code)).toEqual([14031, 10107]);
  insert.mockRestore();
});
