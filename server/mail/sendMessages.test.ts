import { createServer } from 'node:net';
import { asAdmin } from '../testing/contexts';
import { MailServer, ownHost } from '../testing/mailServer';
import { mailedOrder, MailShop } from '../testing/mailShop';
import { freePort } from '../testing/databaseAt';
import { useTestDatabase } from '../testing/useTestDatabase';
import { resendMessage } from './mail.service';
import type { OutboxDocument } from './outbox.repository';
import { createSmtpTransport } from './smtpTransport';

const database = useTestDatabase();
let mailServer: MailServer;
let smtpUrl: string;
let shop: MailShop;

beforeEach(async () => {
  mailServer = new MailServer();
  smtpUrl = `smtp://127.0.0.1:${await mailServer.start()}/?tls.rejectUnauthorized=false`;
  shop = new MailShop(database.repositories, smtpUrl);
});
afterEach(() => mailServer.stop());

const idsOf = async () => (await mailServer.parsed()).map(({ messageId }) => messageId);
const idIn = ({ messageId }: OutboxDocument) => `<${messageId}>`;

test('C38 delivers a confirmation by SMTP, with both parts, over TLS if the server supports it', async () => {
  await database.repositories.orders.insertPlaced(mailedOrder());
  const id = await shop.queue({ content: { kind: 'ORDER_CONFIRMATION' }, order: 'K-7QF2-M4XD', buyerUid: 'anna' });
  await shop.send();
  expect(mailServer.received).toMatchObject([
    { sender: 'orders@shop.example', recipients: ['anna@example.com'], isSecure: true },
  ]);
  const [mail] = await mailServer.parsed();
  expect(mail).toMatchObject({
    subject: 'Your order K-7QF2-M4XD is placed',
    from: { value: [{ name: 'Kiosk', address: 'orders@shop.example' }] },
    to: { value: [{ name: 'Anna Meyer', address: 'anna@example.com' }] },
  });
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.text).toContain('See or undo the order:\nhttps://shop.example/dashboard/orders/K-7QF2-M4XD');
  expect(mail?.html).toContain('href="https://shop.example/dashboard/orders/K-7QF2-M4XD"');
  const message = await shop.read(id);
  expect(message).toMatchObject({ status: 'SENT', sentAt: shop.now(), dueAt: null, attempts: 1, lastError: null });
  expect(mail?.messageId).toBe(idIn(message));
  expect(message.messageId).toMatch(/^[\da-f-]{36}@shop\.example$/);
  await shop.send();
  expect(mailServer.received).toHaveLength(1);
});

test('C38 several processes send a due message once', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => shop.queue({ event: String(index) })));
  const others = [shop, new MailShop(database.repositories, smtpUrl), new MailShop(database.repositories, smtpUrl)];
  await Promise.all(others.map((each) => each.send()));
  expect(mailServer.received).toHaveLength(12);
  expect(new Set(await idsOf()).size).toBe(12);
  for (const id of ids) expect(await shop.read(id)).toMatchObject({ status: 'SENT', attempts: 1 });
});

test('C43 a message is not sent before the end of its undo window', async () => {
  const id = await shop.queue({ sendAfter: new Date(shop.now().getTime() + 10_000) });
  await shop.send();
  expect(mailServer.received).toEqual([]);
  shop.wait(1);
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'SENT' });
});

test('C39 retries after a 4xx in a minute, under the same Message-ID', async () => {
  mailServer.faults.push({ at: 'data', code: 451, text: 'Try again later' });
  const id = await shop.queue();
  await shop.send();
  const before = await shop.read(id);
  expect(before).toMatchObject({ status: 'PENDING', attempts: 1, lastError: '451 Try again later' });
  expect(shop.givenUp).toBe(0);
  await shop.send();
  expect(mailServer.received).toEqual([]);
  shop.wait(1);
  await shop.send();
  const after = await shop.read(id);
  expect(after).toMatchObject({ status: 'SENT', attempts: 2, lastError: null, messageId: before.messageId });
  expect(await idsOf()).toEqual([idIn(after)]);
});

test.each(['recipient', 'data'] as const)(
  'C39 a 5xx to the %s is final: FAILED, with the answer of the server',
  async (at) => {
    mailServer.faults.push({ at, code: 550, text: `No such mailbox\r\n${'x'.repeat(300)}` });
    const id = await shop.queue();
    await shop.send();
    const message = await shop.read(id);
    expect(message).toMatchObject({ status: 'FAILED', dueAt: null, attempts: 1 });
    expect(shop.givenUp).toBe(1);
    expect(message.lastError).toMatch(/^550[ -]No such mailbox/);
    expect(message.lastError).not.toMatch(/[\r\n]/);
    expect(message.lastError?.length).toBeLessThanOrEqual(200);
    shop.wait(24 * 60);
    await shop.send();
    expect(mailServer.received).toEqual([]);
  },
);

test.each([
  ['sender', 552, 'Mailbox quota exceeded'],
  ['sender', 530, 'Authentication required'],
  ['recipient', 530, 'Authentication required'],
  ['recipient', 554, '5.7.1 <anna@example.com>: Relay access denied'],
  ['recipient', 553, '5.7.1 <orders@shop.example>: Sender address rejected: not logged in'],
  ['data', 550, '5.4.5 Daily user sending limit exceeded'],
  [
    'data',
    554,
    'Message rejected: Email address is not verified. The following identities failed the check: a@b.example',
  ],
  ['data', 554, 'Message rejected: Sending paused for this account.'],
  ['data', 554, '5.2.252 SendAsDenied; orders@shop.example not allowed to send as desk@shop.example'],
  ['data', 550, '5.7.60 SMTP; Client does not have permissions to send as this sender'],
  ['data', 550, 'The from address does not match a verified Sender Identity. Mail cannot be sent until then.'],
  ['data', 554, '5.7.1 <orders@shop.example>: Sender address rejected: not owned by user kiosk'],
  ['recipient', 550, 'Sender verify failed'],
] as const)('C39 a 5xx about the shop’s own account, to the %s: %d %s, delays a message', async (at, code, text) => {
  mailServer.faults.push({ at, code, text });
  const id = await shop.queue();
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'PENDING', attempts: 1, lastError: `${code} ${text}` });
  shop.wait(1);
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'SENT', attempts: 2 });
});

test('C39 a server that takes no content after sender and recipient delays a message', async () => {
  const refusing = new MailServer({ disabledCommands: ['DATA'] });
  shop = new MailShop(
    database.repositories,
    `smtp://127.0.0.1:${await refusing.start()}/?tls.rejectUnauthorized=false`,
  );
  const id = await shop.queue();
  await shop.send();
  await refusing.stop();
  const lastError = expect.stringMatching(/^5\d\d /) as unknown;
  expect(await shop.read(id)).toMatchObject({ status: 'PENDING', attempts: 1, lastError });
});

test('C39 a server that refuses every conversation delays a message, with its words', async () => {
  const text = '5.7.1 Service unavailable; this network is blocked';
  const refusing = new MailServer({
    onConnect: (_session, callback) => callback(Object.assign(new Error(text), { responseCode: 554 })),
  });
  shop = new MailShop(database.repositories, `smtp://127.0.0.1:${await refusing.start()}`);
  const id = await shop.queue();
  await shop.send();
  await refusing.stop();
  expect(await shop.read(id)).toMatchObject({ status: 'PENDING', attempts: 1, lastError: `554 ${text}` });
});

test('C39 resends after a connection broke before the answer, under the same Message-ID', async () => {
  mailServer.faults.push({ at: 'answer' });
  const id = await shop.queue();
  await shop.send();
  expect(mailServer.received).toHaveLength(1);
  expect(await shop.read(id)).toMatchObject({ status: 'PENDING', lastError: 'The mail server cannot be reached.' });
  shop.wait(1);
  await shop.send();
  const message = await shop.read(id);
  expect(message.status).toBe('SENT');
  expect(await idsOf()).toEqual([idIn(message), idIn(message)]);
});

test('C39 retries an unreachable server with growing pauses, and delivers once it is back', async () => {
  await mailServer.stop();
  const port = await freePort();
  shop = new MailShop(database.repositories, `smtp://${ownHost}:${port}/?tls.rejectUnauthorized=false`);
  const id = await shop.queue();
  const tried: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    await shop.send();
    if ((await shop.read(id)).attempts > tried.length) tried.push(minute);
    shop.wait(1);
  }
  expect(tried).toEqual([0, 1, 6, 36]);
  await mailServer.start(port, ownHost);
  shop.wait(100);
  await shop.send();
  const message = await shop.read(id);
  expect(message).toMatchObject({ status: 'SENT', attempts: 5 });
  expect(await idsOf()).toEqual([idIn(message)]);
});

test('C39 after 12 hours without a server a message is FAILED', async () => {
  await mailServer.stop();
  const id = await shop.queue();
  const start = shop.now().getTime();
  let message = await shop.read(id);
  while (message.dueAt) {
    shop.wait((message.dueAt.getTime() - shop.now().getTime()) / 60_000);
    await shop.send();
    message = await shop.read(id);
  }
  expect((shop.now().getTime() - start) / 60_000).toBe(12 * 60);
  expect(message).toMatchObject({ status: 'FAILED', attempts: 8, lastError: 'The mail server cannot be reached.' });
});

test('C39 keeps a message pending while the password is wrong, and sends it once it is right', async () => {
  const of = (password: string) =>
    createSmtpTransport({
      smtpUrl: smtpUrl.replace('//', `//kiosk:${password}@`),
      from: { name: 'Kiosk', address: 'orders@shop.example' },
    });
  shop.transport = of('wrong');
  const id = await shop.queue();
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'PENDING', lastError: 'The mail server refused the login.' });
  shop.transport = of('right');
  shop.wait(1);
  await shop.send();
  expect(mailServer.received).toMatchObject([{ user: 'kiosk', isSecure: true }]);
  expect(JSON.stringify([shop.logLines, await shop.read(id)])).not.toMatch(/wrong@|right@|"wrong"|"right"/);
});

test('C38 sends nothing without a trusted certificate', async () => {
  shop = new MailShop(database.repositories, smtpUrl.replace(/\?.*/, ''));
  const id = await shop.queue();
  await shop.send();
  expect(await shop.read(id)).toMatchObject({
    status: 'PENDING',
    lastError: 'There is no safe connection to the mail server.',
  });
  expect(mailServer.received).toEqual([]);
});

test('C38 sends no password in clear text to another machine', async () => {
  const plain = new MailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true });
  const port = await plain.start(0, '127.0.0.2');
  shop = new MailShop(database.repositories, `smtp://kiosk:right@127.0.0.2:${port}`);
  const id = await shop.queue();
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'PENDING' });
  expect([plain.passwords, plain.received]).toEqual([[], []]);
  await plain.stop();
});

test('C39 a server that accepts the connection and never answers does not block stopping', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as { port: number };
  shop = new MailShop(database.repositories, `smtp://127.0.0.1:${port}`);
  const id = await shop.queue();
  const stopping = new AbortController();
  const connected = new Promise<void>((resolve) => silent.once('connection', () => resolve()));
  const sending = shop.send({ isStopped: () => stopping.signal.aborted, stopping: stopping.signal });
  await connected;
  expect(await shop.read(id)).toMatchObject({ status: 'SENDING' });
  stopping.abort();
  await sending;
  expect(await shop.read(id)).toMatchObject({
    status: 'PENDING',
    lastError: 'The mail server did not answer in time.',
  });
  silent.close();
});

test('C39 keeps a message pending while its order cannot be read', async () => {
  const id = await shop.queue({ content: { kind: 'ORDER_LINK' }, order: 'K-7QF2-M4XD' });
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'PENDING', lastError: 'The message could not be written.' });
  await database.repositories.orders.insertPlaced(mailedOrder());
  shop.wait(1);
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'SENT' });
});

test('C38 fails a message that waited for more than three days, without sending it', async () => {
  const id = await shop.queue();
  shop.wait(3 * 24 * 60 + 1);
  await shop.send();
  expect(await shop.read(id)).toMatchObject({
    status: 'FAILED',
    attempts: 0,
    lastError: 'It was not sent for more than 3 days, and nobody waits for it any more.',
  });
  expect(shop.givenUp).toBe(1);
  expect(mailServer.received).toEqual([]);
});

test('C39 a sent message keeps its record when it is sent again and what it told of is gone', async () => {
  const root = await asAdmin(database.repositories, 'root', { now: shop.now });
  const window = { from: new Date(shop.now().getTime() - 300_000), until: shop.now() };
  const id = await shop.queue({ content: { kind: 'CONTACT_MESSAGES', ...window } });
  const { messageId } = await shop.read(id);
  await database.repositories.outbox.change(await shop.read(id), { status: 'SENT', sentAt: shop.now(), dueAt: null });
  await resendMessage(root, { id });
  await shop.send();
  const after = await shop.read(id);
  expect(after).toMatchObject({
    ...{ status: 'FAILED', attempts: 0, lastError: 'What it told of is not there any more.' },
    resends: [{ byUid: 'root', status: 'SENT', endedAt: shop.now() }],
  });
  expect(after.messageId).not.toBe(messageId);
  expect(mailServer.received).toEqual([]);
});

test('C39 keeps the Message-ID when the sender changes after the first attempt', async () => {
  mailServer.faults.push({ at: 'data', code: 451, text: 'Later' });
  const id = await shop.queue();
  await shop.send();
  const { messageId } = await shop.read(id);
  expect(messageId).toMatch(/@shop\.example$/);
  shop.from = { name: '', address: 'shop@other.example' };
  shop.wait(1);
  await shop.send();
  expect(await shop.read(id)).toMatchObject({ status: 'SENT', messageId });
});
