import { Collection } from 'mongodb';
import { ForbiddenError, IdentityUnavailableError, UnauthenticatedError, UnavailableError } from '../errors';
import { asAdmin, asAnonymous, asUser, testTime } from '../testing/contexts';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { endCursorOf } from '../lists/connection';
import { maxStoredMessages } from './messages.repository';
import { listContactMessages, sendContactMessage } from './messages.service';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { rateLimits: { reads: 0, writes: 25, tokens: 0, registrations: 0 } } });
});
afterAll(() => server.stop());

const document =
  'mutation S($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id name email message createdAt } } }';
const input = {
  name: ' Anna  Meyer ',
  email: ' Anna@Example.com',
  message: '  When does my lamp arrive?\nThank you.  ',
};
const send = (given: object, headers: Record<string, string> = {}) =>
  server.graphql(document, { input: given }, { headers });
const kept = (filter: object = {}) => server.db.collection('contactMessages').find(filter).toArray();

test('M42: stores a message and returns it as stored', async () => {
  const message = await sendContactMessage(asAnonymous(server.repositories), input);
  expect(message).toEqual({
    _id: message._id,
    name: 'Anna  Meyer',
    email: 'anna@example.com',
    message: 'When does my lamp arrive?\nThank you.',
    createdAt: testTime,
    expiresAt: new Date(testTime.getTime() + 365 * 24 * 60 * 60_000),
  });
  expect(await kept({ _id: message._id })).toEqual([message]);
});

test.each([
  [{ ...input, name: ' A ' }, 'name', 'Name is required'],
  [{ ...input, name: 'a'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
  [{ ...input, email: 'nobody' }, 'email', 'Email must be a valid e-mail address'],
  [{ ...input, message: '  too short  ' }, 'message', 'Message must be at least 10 characters'],
  [{ ...input, message: '\u3164'.repeat(20) }, 'message', 'Message must be at least 10 characters'],
  [{ ...input, message: 'm'.repeat(5001) }, 'message', 'Message must be at most 5000 characters'],
])('M42: refuses an invalid message on its field: %#', async (given, field, message) => {
  await expect(sendContactMessage(asAnonymous(server.repositories), given)).rejects.toMatchObject({
    status: 400,
    field,
    message,
  });
});

test('M42, B29: repeated and concurrent requests with one key store one message; another message under the key is 422', async () => {
  const headers = { 'idempotency-key': 'contact-1' };
  const once = { ...input, name: 'Only once' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(once, headers)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers.filter((each) => each.headers.get('idempotent-replayed') === 'true')).toHaveLength(4);
  expect(await kept({ name: 'Only once' })).toHaveLength(1);
  const reused = await send({ ...once, message: 'Something else entirely' }, headers);
  expect(reused).toMatchObject({
    status: 422,
    json: { errors: [{ extensions: { code: 'IDEMPOTENCY_KEY_REUSED' } }] },
  });
});

test('does not replay a failure, and stores a message once after a lost answer', async () => {
  const context = asAnonymous(server.repositories, { idempotencyKey: 'anonymous\nlost answer' });
  const first = await sendContactMessage(context, input);
  const again = asAnonymous(server.repositories, { idempotencyKey: 'anonymous\nlost answer' });
  expect((await sendContactMessage(again, input))._id).toEqual(first._id);
  const { messages } = server.repositories;
  const down = { ...messages, insert: () => Promise.reject(new UnavailableError()) };
  const outage = asAnonymous({ ...server.repositories, messages: down });
  await expect(sendContactMessage(outage, input)).rejects.toMatchObject({ status: 503 });
});

test('rate-limits anonymous senders like any other writer', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => send({ ...input, name: 'Flood' })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await kept({ name: 'Flood' })).toHaveLength(30 - refused.length);
});

test('limits the messages of one address per day over all processes that share the database', async () => {
  const rateLimits = { reads: 0, writes: 25, tokens: 0, registrations: 0, messages: 3 };
  const start = () =>
    startTestServer({ besides: server, settings: { rateLimits, trustProxy: 1 }, parts: { sharesDatabase: true } });
  const [one, two] = [await start(), await start()];
  try {
    const from = (client: string, process = one) =>
      process.graphql(
        document,
        { input: { ...input, name: 'By the day' } },
        { headers: { 'x-forwarded-for': client } },
      );
    const statuses: number[] = [];
    for (let index = 0; index < 4; index += 1) statuses.push((await from('198.51.100.7')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(Number((await from('198.51.100.7')).headers.get('retry-after'))).toBeGreaterThan(86_000);
    const counted = one.db.collection<{ _id: string; used: number }>('rateCounts');
    expect((await counted.findOne({ _id: 'messages 198.51.100.7' }))?.used).toBe(3);
    expect((await from('198.51.100.7', two)).status).toBe(429);
    expect((await from('198.51.100.8', two)).status).toBe(200);
    expect(await kept({ name: 'By the day' })).toHaveLength(4);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});

/** A store of messages that is full, with so many of them read. */
async function fullStore(read: number) {
  const { repositories } = server;
  await server.db.collection('contactMessages').deleteMany({});
  const written = [];
  for (let minute = 0; minute < read; minute += 1) {
    const now = () => new Date(testTime.getTime() + minute * 60_000);
    written.push(await sendContactMessage(asAnonymous(repositories, { now }), { ...input, name: `Read ${minute}` }));
  }
  await repositories.messages.markRead(
    written.map(({ _id }) => _id),
    testTime,
  );
  const count = async () => maxStoredMessages;
  return { ...repositories, messages: { ...repositories.messages, count } };
}
const names = async () => (await kept()).map(({ name }) => name as string).sort();
const newLog = () => ({ info: jest.fn(), warn: jest.fn(), error: jest.fn() });

test('beyond the storage limit the oldest message that was read makes room for the next one, as the log says once', async () => {
  const full = await fullStore(3);
  const log = newLog();
  const later = { log, now: () => new Date(testTime.getTime() + 60 * 60_000) };
  await sendContactMessage(asAnonymous(server.repositories, later), { ...input, name: 'Unread' });
  for (const name of ['New', 'Newer']) await sendContactMessage(asAnonymous(full, later), { ...input, name });
  expect(await names()).toEqual(['New', 'Newer', 'Read 2', 'Unread']);
  expect(log.warn.mock.calls).toEqual([
    [{ stored: maxStoredMessages }, 'The oldest contact messages that were read are deleted for new ones'],
  ]);
});

test('beyond the storage limit senders who come at once all find room', async () => {
  const log = newLog();
  const context = asAnonymous(await fullStore(5), { log });
  const senders = ['A', 'B', 'C', 'D', 'E'].map((name) => `Sender ${name}`);
  await Promise.all(senders.map((name) => sendContactMessage(context, { ...input, name })));
  expect(await names()).toEqual(expect.arrayContaining(senders));
  expect(log.warn).not.toHaveBeenCalledWith(expect.anything(), expect.stringContaining('No more'));
});

test('no message is deleted because the database takes its messages for more than they are', async () => {
  const stale = jest.spyOn(Collection.prototype, 'estimatedDocumentCount').mockResolvedValue(maxStoredMessages + 50);
  const { messages } = server.repositories;
  await fullStore(3);
  await sendContactMessage(asAnonymous({ ...server.repositories, messages }), { ...input, name: 'One more' });
  expect(await names()).toEqual(['One more', 'Read 0', 'Read 1', 'Read 2']);
  stale.mockRestore();
});

test('what somebody writes who is signed in is never filed as a stranger’s', async () => {
  await server.db.collection('contactMessages').deleteMany({});
  const failing = (error: Error) => ({
    ...asAnonymous(server.repositories),
    signedIn: () => Promise.reject(error),
  });
  await expect(sendContactMessage(failing(new IdentityUnavailableError()), input)).rejects.toMatchObject({
    status: 503,
  });
  await expect(sendContactMessage(failing(new UnauthenticatedError()), input)).rejects.toMatchObject({ status: 401 });
  expect(await names()).toEqual([]);
  expect(await sendContactMessage(failing(new ForbiddenError()), input)).not.toHaveProperty('senderUid');
});

test('beyond the storage limit messages are refused while none was read, as the log says once until one is taken, and stored ones still replayed', async () => {
  const { messages } = server.repositories;
  await server.db.collection('contactMessages').deleteMany({});
  const last = await sendContactMessage(asAnonymous(server.repositories, { idempotencyKey: 'the last one' }), input);
  const full = { ...messages, count: async () => maxStoredMessages };
  const log = newLog();
  const overrides = { log, idempotencyKey: 'one more' };
  const repositories = { ...server.repositories, messages: full };
  const beRefused = () =>
    expect(sendContactMessage(asAnonymous(repositories, overrides), input)).rejects.toMatchObject({
      status: 409,
      message: 'Too many messages wait to be read: the shop takes no more until it has read some of them.',
      retryAfterSeconds: 3_600,
    });
  for (let attempt = 0; attempt < 3; attempt += 1) await beRefused();
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(await kept()).toHaveLength(1);
  const again = await sendContactMessage(asAnonymous(repositories, { idempotencyKey: 'the last one' }), input);
  expect(again._id).toEqual(last._id);
  await beRefused();
  expect(log.warn).toHaveBeenCalledTimes(1);
  await sendContactMessage(asAnonymous(server.repositories), input);
  for (let attempt = 0; attempt < 2; attempt += 1) await beRefused();
  expect(log.warn).toHaveBeenCalledTimes(2);
});

test('lists messages to admins only, newest first, by page', async () => {
  const { repositories } = server;
  await server.db.collection('contactMessages').deleteMany({});
  for (let minute = 0; minute < 5; minute += 1) {
    const now = () => new Date(testTime.getTime() + Math.min(minute, 3) * 60_000);
    await sendContactMessage(asAnonymous(repositories, { now }), { ...input, name: `Person ${minute}` });
  }
  const root = await asAdmin(repositories, 'root');
  const names: string[] = [];
  for (let after: string | null = null; ;) {
    const listing = await listContactMessages(root, { first: 2, after });
    expect(await listing.count()).toEqual({ count: 5, isExact: true });
    const page = await listing.page();
    names.push(...page.rows.map(({ name }) => name));
    if (!page.hasNextPage) break;
    after = endCursorOf(page);
  }
  expect(names).toEqual(['Person 4', 'Person 3', 'Person 2', 'Person 1', 'Person 0']);
  await expect(listContactMessages(root, { first: 0 })).rejects.toMatchObject({ status: 400, field: 'first' });
  await expect(listContactMessages(root, { first: 1, after: 'x' })).rejects.toMatchObject({ field: 'after' });
  await expect(listContactMessages(await asUser(repositories, 'ada'), { first: 1 })).rejects.toMatchObject({
    status: 403,
  });
  await expect(listContactMessages(asAnonymous(repositories), { first: 1 })).rejects.toMatchObject({ status: 401 });
});
