import { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { UnavailableError } from '../errors';
import { contentOf } from '../mail/mail.service';
import { asAnonymous } from '../testing/contexts';
import { MailServer } from '../testing/mailServer';
import { MailShop } from '../testing/mailShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { sendContactMessage } from './messages.service';

const database = useTestDatabase();
const desk = 'desk@shop.example';
let mailServer: MailServer;
let shop: MailShop;

beforeEach(async () => {
  mailServer = new MailServer();
  const port = await mailServer.start();
  shop = new MailShop(database.repositories, `smtp://127.0.0.1:${port}/?tls.rejectUnauthorized=false`);
  toWindow();
});
afterEach(() => mailServer.stop());

const windowMinutes = 5;
/** Moves the clock to the beginning of a window. */
function toWindow(): void {
  const minutes = shop.now().getTime() / 60_000;
  shop.wait(windowMinutes - (minutes % windowMinutes));
}

function somebody(overrides: Partial<Context> = {}, contactEmail: string | null = desk): Context {
  const context = asAnonymous(database.repositories, { now: shop.now });
  return { ...context, mail: { ...context.mail, contactEmail }, ...overrides };
}

const input = { name: 'Anna Meyer', email: 'anna@example.com', message: 'When does my lamp arrive?' };
const write = (context = somebody(), given: Partial<typeof input> = {}) =>
  sendContactMessage(context, { ...input, ...given });
const outbox = () => database.db.collection('outbox').find().toArray();
const messages = () => database.db.collection('contactMessages');
/** Ends the window and runs the mailer. */
async function afterWindow(): Promise<void> {
  shop.wait(windowMinutes + 1);
  await shop.send();
}

test('mails a message to CONTACT_EMAIL after its window, and replies go to its sender', async () => {
  await write();
  shop.wait(windowMinutes);
  await shop.send();
  expect(mailServer.received).toEqual([]);
  shop.wait(1);
  await shop.send();
  await shop.send();
  expect(mailServer.received).toMatchObject([{ sender: 'orders@shop.example', recipients: [desk] }]);
  const [mail] = await mailServer.parsed();
  expect(mail).toMatchObject({
    subject: 'Message from Anna Meyer',
    from: { value: [{ name: 'Kiosk', address: 'orders@shop.example' }] },
    replyTo: { value: [{ name: 'Anna Meyer', address: 'anna@example.com' }] },
  });
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain('When does my lamp arrive?');
    expect(part).toContain('https://shop.example/dashboard/messages');
  }
});

test('collects the messages of a window in one mail, and those of the next window in another', async () => {
  await Promise.all(Array.from({ length: 8 }, (_, index) => write(somebody(), { name: `Writer ${index}` })));
  shop.wait(windowMinutes - 0.001);
  await write(somebody(), { name: 'At the last moment' });
  shop.wait(0.001);
  await write(somebody(), { name: 'In the next window' });
  expect(await outbox()).toHaveLength(2);
  await afterWindow();
  const subjects = (await mailServer.parsed()).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual(['9 messages from the contact page', 'Message from In the next window']);
  const several = (await mailServer.parsed()).find(({ subject }) => subject?.startsWith('9'));
  expect(several?.replyTo).toBeUndefined();
});

test('the outbox contains no text, name or address of a message', async () => {
  await write();
  const [queued] = await outbox();
  const from = new Date(shop.now().getTime());
  const until = new Date(from.getTime() + windowMinutes * 60_000);
  expect(queued).toMatchObject({
    ...{ _id: `CONTACT_MESSAGES:${from.toISOString()}`, content: { kind: 'CONTACT_MESSAGES', from, until } },
    ...{ order: null, buyerUid: null, recipient: desk },
  });
  await afterWindow();
  expect(JSON.stringify(await outbox())).not.toMatch(/anna|lamp/i);
});

test('without CONTACT_EMAIL, stores a message and queues no mail', async () => {
  await write(somebody({}, null));
  expect(await messages().countDocuments()).toBe(1);
  expect(await outbox()).toEqual([]);
});

test('withdraws the mail of a message that was not stored, and mails the message of the retry', async () => {
  const { messages: kept, ...others } = database.repositories;
  const ends = { ...others, messages: { ...kept, insert: () => Promise.reject(new UnavailableError()) } };
  const idempotencyKey = 'anonymous\nended';
  await expect(write(somebody({ repositories: ends, idempotencyKey }))).rejects.toMatchObject({ status: 503 });
  expect(await outbox()).toHaveLength(1);
  await afterWindow();
  expect([await outbox(), mailServer.received]).toEqual([[], []]);
  await write(somebody({ idempotencyKey }));
  await afterWindow();
  expect(mailServer.received).toHaveLength(1);
});

test('a repeat under an Idempotency-Key queues nothing, not even windows later', async () => {
  const idempotencyKey = 'anonymous\nagain';
  const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => write(somebody({ idempotencyKey }))));
  for (const each of others) expect(each._id).toEqual(first?._id);
  await afterWindow();
  const before = await outbox();
  expect((await write(somebody({ idempotencyKey })))._id).toEqual(first?._id);
  expect(await outbox()).toEqual(before);
  expect(mailServer.received).toHaveLength(1);
});

test('a message stored long after its window by a paused process gets a separate mail', async () => {
  const { messages: kept, ...others } = database.repositories;
  const paused = {
    ...others,
    messages: {
      ...kept,
      insert: async (message: Parameters<typeof kept.insert>[0]) => {
        // The mailer of another process finds no message.
        await afterWindow();
        return kept.insert(message);
      },
    },
  };
  await Promise.all([write(somebody({ repositories: paused }))]);
  expect(mailServer.received).toEqual([]);
  await shop.send();
  expect((await mailServer.parsed()).map(({ subject }) => subject)).toEqual(['Message from Anna Meyer']);
  const [queued] = await outbox();
  expect(queued?.['_id']).toMatch(/^CONTACT_MESSAGES:[\dT:.Z-]+:[\da-f]{24}$/);
});

test('a deleted message is not mailed, and its entry in the outbox has no content', async () => {
  await write(somebody(), { email: 'gone@example.com' });
  await write();
  await database.repositories.messages.deleteByEmail('gone@example.com');
  await afterWindow();
  const [mail] = await mailServer.parsed();
  expect(mail?.subject).toBe('Message from Anna Meyer');
  expect(mail?.text).not.toContain('gone@example.com');
  await messages().deleteMany({});
  const [{ _id = '' } = {}] = await database.db.collection<{ _id: string }>('outbox').find().toArray();
  const log = { info: jest.fn(), warn: jest.fn(), error: jest.fn() };
  expect(await contentOf(somebody({ log }), await shop.read(_id))).toBeNull();
  expect(log.error).not.toHaveBeenCalled();
});

test('a mail whose messages were deleted between two attempts fails for good', async () => {
  mailServer.faults.push({ at: 'data', code: 451, text: 'Try again later' });
  await write();
  await afterWindow();
  await messages().deleteMany({});
  shop.wait(1);
  await shop.send();
  expect(await outbox()).toMatchObject([
    { status: 'FAILED', dueAt: null, lastError: 'What it told of is not there any more.' },
  ]);
  expect(mailServer.received).toEqual([]);
});

test('malicious text in a stored message adds no header and no recipient', async () => {
  const evil = 'x\r\nBcc: evil@example.com\r\nX-Evil: yes\r\n\r\n<script>alert(1)</script>';
  await write();
  // Written directly, because the input validation refuses it.
  await messages().updateOne({}, { $set: { name: evil, email: `anna@example.com${evil}`, message: evil } });
  await afterWindow();
  expect(mailServer.received).toMatchObject([{ recipients: [desk] }]);
  const [mail] = await mailServer.parsed();
  expect(mail?.headers.has('bcc')).toBe(false);
  expect(mail?.headers.has('x-evil')).toBe(false);
  expect(mail?.html).not.toContain('<script>');
});

test('mails messages stored before the read state existed like any other', async () => {
  await messages().insertOne({
    _id: new ObjectId(),
    ...input,
    createdAt: shop.now(),
    expiresAt: new Date('2096-01-01'),
  });
  await write();
  await afterWindow();
  expect((await mailServer.parsed()).map(({ subject }) => subject)).toEqual(['2 messages from the contact page']);
});
