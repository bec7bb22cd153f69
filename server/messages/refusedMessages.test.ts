import type { Repositories } from '../collections/repositories';
import { UnavailableError } from '../errors';
import { recordCommands, testOfPlans } from '../testing/recordCommands';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { maxStoredMessages } from './messages.repository';

const account = { uid: 'ann', email: 'ann@kiosk.test', emailVerified: true, name: 'Ann' };
const document =
  'mutation S($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }';
const input = { name: 'Ann', email: account.email, message: 'Ten letters at least.' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

type Messages = Partial<Repositories['messages']>;
const away: Messages = { findById: () => Promise.reject(new UnavailableError()) };
const full: Messages = { count: async () => maxStoredMessages };

const rateLimits = { reads: 0, writes: 8, tokens: 0, registrations: 0, messages: 2 };

/** Sends messages, the first of them to a shop whose messages are so, or with such a token. */
async function sendAfter(refusals: number, broken: Messages, token: string | undefined, atOnce = false) {
  const { messages } = server.repositories;
  const faulty = { ...messages, ...broken };
  const repositories = { ...server.repositories, messages: faulty };
  const other = await startTestServer({ besides: server, settings: { rateLimits }, parts: { repositories } });
  await server.db.collection('rateCounts').deleteMany({});
  try {
    const send = async (bearer?: string) => (await other.graphql(document, { input }, { token: bearer })).status;
    const statuses: number[] = [];
    if (atOnce) statuses.push(...(await Promise.all(Array.from({ length: refusals }, () => send(token)))));
    else for (let call = 0; call < refusals; call += 1) statuses.push(await send(token));
    Object.assign(faulty, messages);
    for (let call = 0; call < 3; call += 1) statuses.push(await send());
    return statuses;
  } finally {
    await other.stop();
  }
}

test.each([
  ['while something is away', 503, away, () => undefined],
  ['while no more are taken', 409, full, () => undefined],
  ['with a token that has run out', 401, {}, () => server.identity.token(account, { exp: 1 })],
])('B15 a message that is refused %s is none of those of the day', async (_, status, broken, token) => {
  expect(await sendAfter(4, broken, token())).toEqual([status, status, status, status, 200, 200, 429]);
});

test('B15 messages that are refused at once leave the day whole', async () => {
  expect(await sendAfter(2, away, undefined, true)).toEqual([503, 503, 200, 200, 429]);
});

test('B15 refused messages are bounded by the changes of a minute', async () => {
  expect(await sendAfter(9, away, undefined)).toEqual([...Array<number>(8).fill(503), 429, 429, 429, 429]);
});

test('B15 a message that is wrong counts', async () => {
  const sent = await startTestServer({ besides: server, settings: { rateLimits } });
  await server.db.collection('rateCounts').deleteMany({});
  try {
    const send = async (message: string) => (await sent.graphql(document, { input: { ...input, message } }, {})).status;
    expect([await send('short'), await send('short'), await send(input.message)]).toEqual([400, 400, 429]);
  } finally {
    await sent.stop();
  }
});

testOfPlans('a message that is refused because none was read costs the same however many are stored', async () => {
  const { db, databaseUri: uri } = server;
  const messages = db.collection('contactMessages');
  await messages.insertMany(Array.from({ length: 50 }, (_, at) => ({ createdAt: new Date(at), message: 'Unread.' })));
  const watch = recordCommands({ uri, databaseName: db.databaseName, db });
  try {
    const { result, examined } = await watch.examinedBy(() => watch.repositories.messages.deleteOldestRead(1));
    expect({ result, examined }).toEqual({ result: 0, examined: 0 });
  } finally {
    await watch.stop();
    await messages.deleteMany({});
  }
});
