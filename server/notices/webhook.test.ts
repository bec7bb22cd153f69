import { setTimeout as delay } from 'node:timers/promises';
import { countedProduct, readyGuest } from '../testing/buyer';
import { noticeForgeries } from '../testing/noticeForgeries';
import { NoticeSender, paidGuest } from '../testing/noticeSender';
import { createPrincipals, must, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { isTestProvider } from '../payments/testProvider';

let server: TestServer;
let sender: NoticeSender;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  sender = new NoticeSender(server);
  await sender.learnSecret();
  ({ admin } = await createPrincipals(server));
});
afterAll(() => server.stop());

let sent = 0;
const newId = () => `evt_${(sent += 1)}`;
const statusOf = async (id: string) => (await server.repositories.checkouts.find(id))?.status;
const ordersOf = (checkout: string) => server.db.collection('orders').countDocuments({ checkout });
const stored = () => server.db.collection('paymentNotices').countDocuments();

async function paid(pieces = 1) {
  const { slug, id: product } = await countedProduct(server, pieces);
  return { product, ...(await paidGuest(server, slug)) };
}

test.each(noticeForgeries)('C56 answers a notice %s with 400 and changes nothing', async (_title, forge) => {
  const { id, paymentId } = await paid();
  const before = [await stored(), await statusOf(id)];
  const body = sender.bodyOf(newId(), paymentId);
  const forged = forge(sender, body);
  const answer = await sender.post(forged.body ?? body, forged.headers);
  expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_USER_INPUT' } });
  expect([await stored(), await statusOf(id)]).toEqual(before);
});

test('C56 accepts and handles a notice that was signed 299 s ago', async () => {
  const { id, paymentId } = await paid();
  const notice = newId();
  const body = sender.bodyOf(notice, paymentId);
  expect((await sender.post(body, sender.signatureOf(body, new Date(Date.now() - 299_000)))).status).toBe(200);
  await sender.followed(notice);
  expect(await statusOf(id)).toBe('PLACED');
});

test('C57 stores a notice before it is answered, and handles it afterwards', async () => {
  const { id, paymentId } = await paid();
  const notice = newId();
  const { status, text } = await sender.send(notice, paymentId);
  expect([status, text]).toEqual([200, '']);
  expect(await sender.find(notice)).toMatchObject({
    ...{ provider: 'test', providerId: paymentId, kind: 'payment.authorized', deliveries: 1 },
    receivedAt: expect.any(Date),
  });
  expect(await sender.followed(notice)).toMatchObject({ status: 'DONE', paymentId, dueAt: null, lastError: null });
  expect(await statusOf(id)).toBe('PLACED');
});

test('C57 concurrent deliveries of a notice are one notice, one order and one piece sold', async () => {
  const { product, id, paymentId } = await paid(3);
  const notice = newId();
  const answers = await Promise.all(Array.from({ length: 6 }, () => sender.send(notice, paymentId)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(await sender.followed(notice)).toMatchObject({ status: 'DONE', deliveries: 6 });
  const { version } = (await sender.find(notice)) ?? {};
  expect((await sender.send(notice, paymentId)).status).toBe(200);
  // Counted, but not handled again.
  expect(await sender.find(notice)).toMatchObject({ deliveries: 7, version });
  expect(await ordersOf(id)).toBe(1);
  expect(await server.repositories.stock.find(product)).toMatchObject({ onHand: 2, available: 2 });
});

test('C57 handles the notices of a payment in any order', async () => {
  const { guest, id, paymentId } = await paid();
  const kinds = ['refund.failed', 'payment.captured', 'payment.authorized', 'payment.created'];
  const notices = kinds.map((kind) => ({ notice: newId(), kind }));
  await Promise.all(notices.map(({ notice, kind }) => sender.send(notice, paymentId, kind)));
  for (const { notice } of notices)
    expect(await sender.followed(notice)).toMatchObject({ lastError: null, status: 'DONE' });
  expect(await ordersOf(id)).toBe(1);
  // The buyer returns from the bank after all of them.
  expect(await guest.call('confirmPayment', { id })).toMatchObject({ status: 'PLACED' });
  expect(await ordersOf(id)).toBe(1);
});

test('C57 stores and answers a notice about an unknown payment, and looks it up again later', async () => {
  const notice = newId();
  expect((await sender.send(notice, 'somebody-else:1')).status).toBe(200);
  const unknown = await sender.followed(notice);
  expect(unknown).toMatchObject({ status: 'UNKNOWN', paymentId: null, dueAt: expect.any(Date), lastError: null });
});

test('refuses a body over 64 kB, a compressed body, another method and a notice of another provider', async () => {
  const before = await stored();
  const body = sender.bodyOf(newId(), 'x'.repeat(65_536));
  const large = await sender.post(body, sender.signatureOf(body));
  expect(large).toMatchObject({
    status: 413,
    json: { code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large: at most 64 kB.' },
  });
  const small = sender.bodyOf(newId(), 'x:1');
  const packed = await sender.post(small, { ...sender.signatureOf(small), 'content-encoding': 'gzip' });
  expect(packed.status).toBe(415);
  const signed = { body: small, headers: sender.signatureOf(small) };
  for (const method of ['PATCH', 'DELETE']) {
    const answer = await server.call(method, '/api/webhooks/test', signed);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  }
  expect((await server.call('GET', '/api/webhooks/test')).status).toBe(405);
  expect((await server.call('POST', '/api/webhooks/test/more', signed)).status).toBe(404);
  expect((await server.call('POST', '/api/webhooks/stripe', signed)).status).toBe(404);
  const endless = sender.bodyOf('e'.repeat(201), 'x:1');
  expect((await sender.post(endless, sender.signatureOf(endless))).status).toBe(400);
  const nothing = '[]';
  expect((await sender.post(nothing, sender.signatureOf(nothing))).status).toBe(400);
  const long = newId();
  expect((await sender.send(long, 'x:1', 'k'.repeat(1_000))).status).toBe(200);
  expect((await sender.find(long))?.kind).toHaveLength(100);
  expect(await stored()).toBe(before + 1);
});

const again = 'mutation ($input: SendTestNoticeInput!) { sendTestNotice(input: $input) { providerPayment { id } } }';
const list = '{ paymentNotices(first: 100) { nodes { id status deliveries orderNumber } } }';

interface Listed {
  readonly paymentNotices: {
    readonly nodes: readonly { readonly id: string; readonly status: string; readonly orderNumber: string | null }[];
  };
}

test('C62 the card ‘notice twice’ sends one notice twice; ‘Send again’ sends it once more', async () => {
  const { slug } = await countedProduct(server, 1);
  const { guest, checkout } = await readyGuest(server, slug);
  const submitted = await guest.submit(checkout);
  const paymentId = submitted.payment?.id ?? '';
  await guest.pay(submitted, '4000000000010035');
  const noticeId = async () =>
    (await server.db.collection('paymentNotices').findOne({ providerId: paymentId }))?._id.toString().slice(5) ?? '';
  const { provider } = server.saga;
  if (!isTestProvider(provider)) throw new Error('There is the test provider.');
  // The first is sent after the answer, the second a second later.
  const left = async () => (await server.repositories.testPayments.find(paymentId))?.notices.length;
  while ((await left()) === 2) await delay(20);
  for (; (await left()) === 1; await delay(100)) await provider.sendNotices(paymentId);
  const id = await noticeId();
  expect(await sender.becomes(id, ({ status }) => status === 'DONE')).toMatchObject({ deliveries: 2 });
  await must(server, again, { input: { paymentId, way: 'AGAIN' } }, admin.token);
  expect(await sender.find(id)).toMatchObject({ deliveries: 3, status: 'DONE' });
  expect(await ordersOf(checkout.id)).toBe(1);
  const { orderNumber } = (await server.repositories.checkouts.find(checkout.id)) ?? {};
  const { paymentNotices } = (await must(server, list, {}, admin.token)) as Listed;
  expect(paymentNotices.nodes).toContainEqual({ id: `test:${id}`, status: 'DONE', deliveries: 3, orderNumber });
  expect(paymentNotices.nodes.find(({ status }) => status === 'UNKNOWN')?.orderNumber).toBeNull();
});

test('metrics count notices by result', async () => {
  const text = await server.server.metrics.text();
  for (const result of ['stored', 'repeated', 'refused', 'followed', 'unknown'])
    expect(text).toMatch(new RegExp(`kiosk_payment_notices_total\\{result="${result}"\\} [1-9]`));
});
