import { asAdmin, asAnonymous, asUser, testTime } from '../testing/contexts';
import { mailedOrder } from '../testing/mailShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { findOrder } from '../orders/orders.service';
import { endCursorOf } from '../lists/connection';
import {
  contentOf,
  findOutboxMessage,
  listOutboxMessages,
  messagesOfOrder,
  outboxOfOrder,
  resendMessage,
  sendTestMessage,
} from './mail.service';
import type { OutboxDocument } from './outbox.repository';
import { queueMessage, type NewMessage } from './queueMessage';

const database = useTestDatabase();
const repositories = () => database.repositories;

interface Given extends Partial<NewMessage> {
  readonly minute?: number;
}

async function queue({ minute = 0, ...given }: Given = {}): Promise<string> {
  const now = () => new Date(testTime.getTime() + minute * 60_000);
  const message = { content: { kind: 'ORDER_LINK' }, order: 'K-7QF2-M4XD', buyerUid: null } as const;
  return queueMessage({ repositories: repositories(), now }, { ...message, recipient: 'anna@example.com', ...given });
}

async function end(id: string, change: Pick<OutboxDocument, 'status'> & Partial<OutboxDocument>): Promise<void> {
  const message = await repositories().outbox.find(id);
  if (!message) throw new Error('There is no such message.');
  await repositories().outbox.change(message, { dueAt: null, attempts: 3, messageId: 'first@shop.example', ...change });
}

const audited = () =>
  database.db
    .collection('auditEntries')
    .find({}, { projection: { _id: 0, kind: 1, subject: 1, subjectId: 1, outcome: 1, changes: 1 } })
    .toArray();

test('C39 lists the outbox newest first, by page and by status', async () => {
  const root = await asAdmin(repositories(), 'root');
  const ids: string[] = [];
  for (const minute of [1, 3, 2, 3]) ids.push(await queue({ event: `${ids.length}`, minute }));
  await end(ids[0] ?? '', { status: 'FAILED' });
  const pages = async (filter: unknown, first: number) => {
    const found: string[] = [];
    for (let after: string | null = null; ;) {
      const page = await (await listOutboxMessages(root, { filter, first, after })).page();
      found.push(...page.rows.map(({ _id }) => _id.slice(-1)));
      if (!page.hasNextPage) return found.join('');
      after = endCursorOf(page);
    }
  };
  expect([await pages(null, 1), await pages(null, 100)]).toEqual(['3120', '3120']);
  expect([await pages({ status: 'FAILED' }, 1), await pages({ status: 'SENT' }, 1)]).toEqual(['0', '']);
  const listing = await listOutboxMessages(root, { filter: { status: 'PENDING' }, first: 1 });
  expect(await listing.count()).toEqual({ count: 3, isExact: true });
});

test.each([
  [{ filter: { status: 'LOST' }, first: 1 }, 'status'],
  [{ first: 101 }, 'first'],
  [{ first: 1, after: 'x' }, 'after'],
])('refuses an invalid outbox query on its field: %#', async (input, field) => {
  const root = await asAdmin(repositories(), 'root');
  await expect(listOutboxMessages(root, input)).rejects.toMatchObject({ status: 400, field });
});

test('C39 resends a failed message as the same one, a sent one with a new Message-ID; both are logged', async () => {
  const root = await asAdmin(repositories(), 'root');
  const [failed, sent] = [await queue({ event: 'a' }), await queue({ event: 'b' })];
  const failedAt = new Date(testTime.getTime() - 60_000);
  await end(failed, { status: 'FAILED', failedAt, lastError: '550 No' });
  await end(sent, { status: 'SENT', sentAt: testTime });
  const fresh = { status: 'PENDING', dueAt: testTime, attempts: 0, firstAttemptAt: null, lastError: null };
  expect(await resendMessage(root, { id: failed })).toMatchObject({
    ...{ ...fresh, messageId: 'first@shop.example', failedAt: null },
    resends: [{ at: testTime, byUid: 'root', status: 'FAILED', endedAt: failedAt }],
  });
  const again = await resendMessage(root, { id: sent });
  expect(again).toMatchObject({
    ...{ ...fresh, sentAt: null },
    resends: [{ at: testTime, byUid: 'root', status: 'SENT', endedAt: testTime }],
  });
  expect(again.messageId).not.toBe('first@shop.example');
  const entry = { kind: 'RESEND_MESSAGE', subject: 'K-7QF2-M4XD', outcome: 'DONE' };
  expect(await audited()).toEqual([
    { ...entry, subjectId: failed, changes: [{ field: 'status', before: 'FAILED', after: 'PENDING' }] },
    { ...entry, subjectId: sent, changes: [{ field: 'status', before: 'SENT', after: 'PENDING' }] },
  ]);
});

test('C39 of concurrent resends one succeeds, and a pending message is not resent', async () => {
  const root = await asAdmin(repositories(), 'root');
  const id = await queue();
  await expect(resendMessage(root, { id })).rejects.toMatchObject({ status: 409 });
  await end(id, { status: 'FAILED' });
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => resendMessage(root, { id })));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(resendMessage(root, { id: 'none' })).rejects.toMatchObject({ status: 404, field: 'id' });
});

test('C39 a message that was sent since a caller has seen it failed is not sent once more', async () => {
  const root = await asAdmin(repositories(), 'root');
  const id = await queue();
  await end(id, { status: 'FAILED' });
  const { version } = await findOutboxMessage(root, { id });
  await resendMessage(root, { id, version });
  const conflict = { status: 409, field: 'version', message: expect.stringContaining('sent or changed') as string };
  await expect(resendMessage(root, { id, version })).rejects.toMatchObject(conflict);
  await end(id, { status: 'SENT', sentAt: testTime });
  const sent = await findOutboxMessage(root, { id });
  await expect(resendMessage(root, { id, version })).rejects.toMatchObject(conflict);
  expect(await findOutboxMessage(root, { id })).toEqual(sent);
  expect(await audited()).toHaveLength(1);
  // Who has seen that it was sent may send another one, and so may who does not say what was seen.
  const again = await resendMessage(root, { id, version: sent.version });
  expect(again).toMatchObject({ status: 'PENDING' });
  expect(again.messageId).not.toBe(sent.messageId);
  await end(id, { status: 'SENT', sentAt: testTime });
  expect(await resendMessage(root, { id })).toMatchObject({ status: 'PENDING' });
  await expect(resendMessage(root, { id, version: 1.5 })).rejects.toMatchObject({ status: 400, field: 'version' });
});

test('C52 records the latest twenty resends of a message', async () => {
  const root = await asAdmin(repositories(), 'root');
  const id = await queue();
  for (let times = 0; times < 22; times += 1) {
    await end(id, { status: 'SENT', sentAt: new Date(testTime.getTime() + times) });
    await resendMessage(root, { id });
  }
  const { resends = [] } = (await repositories().outbox.find(id)) ?? {};
  expect(resends.map(({ endedAt }) => (endedAt?.getTime() ?? 0) - testTime.getTime())).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 2),
  );
});

test('C52 shows the messages of an order to admins only, newest first', async () => {
  await queue({ event: 'a', minute: 1 });
  await queue({ event: 'b', minute: 2 });
  await queue({ event: 'c', order: 'K-OTHE-RONE' });
  const messages = await outboxOfOrder(await asAdmin(repositories(), 'root'), 'K-7QF2-M4XD');
  expect(messages?.map(({ _id }) => _id.slice(-1))).toEqual(['b', 'a']);
  expect(await outboxOfOrder(await asUser(repositories(), 'anna'), 'K-7QF2-M4XD')).toBeNull();
  expect(await outboxOfOrder(asAnonymous(repositories()), 'K-7QF2-M4XD')).toBeNull();
});

test('sends a test message to the admin’s own mailbox, once per Idempotency-Key', async () => {
  const root = await asAdmin(repositories(), 'root', { idempotencyKey: 'root key' });
  const message = await sendTestMessage(root);
  expect(message).toMatchObject({ content: { kind: 'TEST' }, recipient: 'root@kiosk.test', status: 'PENDING' });
  const again = await asAdmin(repositories(), 'root', { idempotencyKey: 'root key' });
  expect((await sendTestMessage(again))._id).toBe(message._id);
  expect(await database.db.collection('outbox').countDocuments()).toBe(1);
  expect((await audited()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['SEND_TEST_MESSAGE', 'DONE'],
    ['SEND_TEST_MESSAGE', 'DONE'],
  ]);
});

test('C38 a demo shop shows the mails of an order that can no longer be withdrawn; a shop with SMTP none', async () => {
  const buyer = asAnonymous(repositories());
  await repositories().orders.insertPlaced(mailedOrder({ buyerUid: null }));
  await queue({ event: 'a', minute: 0 });
  await queue({ event: 'b', sendAfter: new Date(testTime.getTime() + 10_000) });
  await queue({ event: 'c', order: 'K-OTHE-RONE' });
  const messages = await messagesOfOrder(buyer, 'K-7QF2-M4XD');
  expect(messages?.map(({ _id }) => _id)).toEqual(['ORDER_LINK:K-7QF2-M4XD:a']);
  const [message] = messages ?? [];
  if (!message) throw new Error('There is one.');
  expect((await contentOf(buyer, message))?.subject).toBe('The link to your order K-7QF2-M4XD');
  const mail = { ...buyer.mail, isShownToBuyers: false };
  expect(await messagesOfOrder(asAnonymous(repositories(), { mail }), 'K-7QF2-M4XD')).toBeNull();
});

test('C34 C29 the mailed link opens a guest’s order; a wrong token or another order’s link does not', async () => {
  await repositories().orders.insertPlaced(mailedOrder({ buyerUid: null, tokenHash: 'x' }));
  await repositories().orders.insertPlaced(mailedOrder({ _id: 'K-OTHE-RONE', buyerUid: null, tokenHash: 'x' }));
  await repositories().orders.insertPlaced(mailedOrder({ _id: 'K-OFAN-NA00', buyerUid: 'anna' }));
  const guest = asAnonymous(repositories());
  const linkOf = async (order: string) => {
    const { text } = await guest.mail.read({ content: { kind: 'ORDER_LINK' }, order });
    return /\/order\/[^/]+\/(\S+)/.exec(text)?.[1] ?? '';
  };
  const token = await linkOf('K-7QF2-M4XD');
  expect(token).toMatch(/^[\w-]{43}$/);
  expect((await findOrder(guest, 'K-7QF2-M4XD', token))._id).toBe('K-7QF2-M4XD');
  const none = { status: 404, field: 'number' };
  for (const wrong of [await linkOf('K-OTHE-RONE'), `${token.slice(0, -1)}é`, '', null])
    await expect(findOrder(guest, 'K-7QF2-M4XD', wrong)).rejects.toMatchObject(none);
  // An order in an account opens only there; only the holder of its former guest link learns that it was claimed.
  const macOf = await repositories().shopKey.mac('order link K-OFAN-NA00');
  const claimed = { status: 404, field: 'token', message: 'This order is in an account. Sign in to see it.' };
  await expect(findOrder(guest, 'K-OFAN-NA00', macOf)).rejects.toMatchObject(claimed);
  await expect(findOrder(guest, 'K-OFAN-NA00', token)).rejects.toMatchObject(none);
  await repositories().orders.insertPlaced(mailedOrder({ _id: 'K-GONE-0000', buyerUid: '' }));
  const macOfGone = await repositories().shopKey.mac('order link K-GONE-0000');
  await expect(findOrder(guest, 'K-GONE-0000', macOfGone)).rejects.toMatchObject(none);
});

test('refuses access to the outbox to users who are not admins', async () => {
  const id = await queue();
  const ada = await asUser(repositories(), 'ada');
  for (const call of [
    () => listOutboxMessages(ada, { first: 1 }),
    () => findOutboxMessage(ada, { id }),
    () => resendMessage(ada, { id }),
    () => sendTestMessage(ada),
  ])
    await expect(call()).rejects.toMatchObject({ status: 403 });
});
