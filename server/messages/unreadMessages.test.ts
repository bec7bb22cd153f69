import { asAdmin, asAnonymous, testTime } from '../testing/contexts';
import { createPrincipals } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { countUnreadMessages, markMessagesRead, sendContactMessage } from './messages.service';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const input = { name: 'Anna Meyer', email: 'anna@example.com', message: 'When does my lamp arrive?' };
const kept = (filter: object) => server.db.collection('contactMessages').find(filter).toArray();

const marking =
  'mutation M($input: MarkContactMessagesReadInput!) { markContactMessagesRead(input: $input) { contactMessages { id isUnread } } }';

test('marks messages as read for all admins, once under concurrent calls', async () => {
  const { repositories } = server;
  const sent = await Promise.all(
    ['a', 'b', 'c'].map((name) => sendContactMessage(asAnonymous(repositories), { ...input, name: `Person ${name}` })),
  );
  const [first = '', second = ''] = sent.map(({ _id }) => _id.toHexString());
  const later = () => new Date(testTime.getTime() + 60_000);
  const admins = await Promise.all(['root', 'boss'].map((uid) => asAdmin(repositories, uid, { now: later })));
  const [root, boss] = admins;
  if (!root || !boss) throw new Error('There are two.');
  expect(await countUnreadMessages(boss)).toBe(3);
  const ids = [first, second, 'f'.repeat(24), 'no id at all'];
  const answers = await Promise.all([...admins, ...admins].map((admin) => markMessagesRead(admin, { ids })));
  for (const messages of answers)
    expect(messages.map(({ _id }) => _id.toHexString()).sort()).toEqual([first, second].sort());
  expect(await countUnreadMessages(boss)).toBe(1);
  const again = await asAdmin(repositories, 'root', { now: () => new Date(testTime.getTime() + 120_000) });
  await markMessagesRead(again, { ids: [first] });
  expect((await kept({ name: 'Person a' })).map(({ readAt }) => readAt as unknown)).toEqual([later()]);
  expect((await kept({ name: 'Person c' }))[0]).not.toHaveProperty('readAt');
});

test('counts up to 100 unread messages, also older records, and returns the new read state', async () => {
  const { repositories, db } = server;
  const many = Array.from({ length: 120 }, (_, index) => ({
    ...{ name: 'Many', email: 'many@example.com', message: 'Ten letters and more' },
    ...{ createdAt: new Date(testTime.getTime() + index), expiresAt: new Date('2096-12-31') },
  }));
  const { insertedIds } = await db.collection('contactMessages').insertMany(many);
  const { admin, owner } = await createPrincipals(server);
  const count = async () => (await server.graphql('{ unreadContactMessages }', {}, { token: admin.token })).json;
  expect(await count()).toEqual({ data: { unreadContactMessages: 100 } });
  const [id = ''] = Object.values(insertedIds).map(String);
  const mark = (ids: string[], token = admin.token) => server.graphql(marking, { input: { ids } }, { token });
  expect((await mark([id])).json).toEqual({
    data: { markContactMessagesRead: { contactMessages: [{ id, isUnread: false }] } },
  });
  for (const ids of [[], Array.from({ length: 101 }, () => id)])
    expect((await mark(ids)).json).toMatchObject({
      errors: [{ extensions: { code: 'BAD_USER_INPUT', field: 'ids' }, message: 'Ids must hold 1 to 100 ids' }],
    });
  expect((await mark([id], owner.token)).json).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  await repositories.messages.deleteByEmail('many@example.com');
});
