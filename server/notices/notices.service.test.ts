import type { Context } from '../context';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { noProvider } from '../payments/noProvider';
import { listPaymentNotices, listProviderPayments, replayNotice, sendTestNotice } from './notices.service';
import { storeNotice } from './storeNotice';

const database = useTestDatabase();
let scene: ShopScene;
let admin: Context;
beforeEach(async () => {
  scene = new ShopScene(database);
  admin = await scene.admin();
});

const secondMs = 1_000;
const find = (id: string) => database.repositories.paymentNotices.find(`test:${id}`);
const entries = () => database.db.collection('auditEntries').find().sort({ startedAt: 1 }).toArray();
const payment = (id: string) => database.repositories.testPayments.find(id);

async function store(id: string, providerId: string): Promise<void> {
  const deps = { repositories: database.repositories, now: scene.shop.now };
  await storeNotice(deps, 'test', { id, providerId, kind: 'payment.authorized' });
  scene.shop.wait(secondMs);
}

test('C62 lists notices newest first, by page and by status', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e']) await store(id, 'none');
  await replayNotice(admin, { id: 'test:c' });
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { rows, positionAt, fingerprint, hasNextPage } = await (
      await listPaymentNotices(admin, { first: 2, after })
    ).page();
    seen.push(...rows.map(({ _id }) => _id));
    const { key, id } = positionAt(rows.length - 1);
    after = hasNextPage ? Buffer.from(JSON.stringify([key, id, fingerprint()])).toString('base64url') : null;
  } while (after);
  expect(seen).toEqual(['test:e', 'test:d', 'test:c', 'test:b', 'test:a']);
  const unknown = await listPaymentNotices(admin, { first: 24, filter: { status: 'UNKNOWN' } });
  expect((await unknown.page()).rows.map(({ _id }) => _id)).toEqual(['test:c']);
  expect(await unknown.count()).toEqual({ count: 1, isExact: true });
  await expect(listPaymentNotices(admin, { first: 101 })).rejects.toMatchObject({ status: 400, field: 'first' });
  await expect(listPaymentNotices(admin, { first: 1, after: 'x' })).rejects.toMatchObject({ field: 'after' });
  const wrong = { first: 1, filter: { status: 'SENT' } };
  await expect(listPaymentNotices(admin, wrong)).rejects.toMatchObject({ status: 400, field: 'status' });
});

test('C62 lists payments at the provider newest first, by page, with their results', async () => {
  const numbers: string[] = [];
  for (let placed = 0; placed < 3; placed += 1) {
    numbers.push(await scene.place([1]));
    scene.shop.wait(secondMs);
  }
  const first = await (await listProviderPayments(admin, { first: 2 })).page();
  expect(first.rows).toMatchObject([
    { order: numbers[2], result: 'AUTHORIZED', card: { last4: '4242' }, capturedCents: 0 },
    { order: numbers[1] },
  ]);
  expect([first.hasNextPage, first.hasPreviousPage]).toEqual([true, false]);
  const { key, id } = first.end ?? { key: 0, id: '' };
  const after = Buffer.from(JSON.stringify([key, id, first.fingerprint()])).toString('base64url');
  const second = await (await listProviderPayments(admin, { first: 2, after })).page();
  expect(second.rows).toMatchObject([{ order: numbers[0] }]);
  expect([second.hasNextPage, second.hasPreviousPage]).toEqual([false, true]);
  const saga = { provider: noProvider, owner: 'test', captureAfterMinutes: 10 };
  const closed = await listProviderPayments(await scene.admin('other', { saga }), { first: 2 });
  expect((await closed.page()).rows).toEqual([]);
});

test('C62 replays a notice on request and records that in the audit log', async () => {
  const number = await scene.place([1]);
  const paymentId = (await scene.order(number)).payment.id;
  await store('one', paymentId);
  const all = await Promise.all(Array.from({ length: 4 }, () => replayNotice(admin, { id: 'test:one' })));
  for (const notice of all) expect(notice).toMatchObject({ status: 'DONE', paymentId, lastError: null, dueAt: null });
  expect(await entries()).toContainEqual(
    expect.objectContaining({
      ...{ kind: 'REPLAY_NOTICE', subjectId: 'test:one', subject: 'payment.authorized', outcome: 'DONE' },
      changes: [{ field: 'status', before: 'WAITING', after: 'DONE' }],
    }),
  );
  await expect(replayNotice(admin, { id: 'test:none' })).rejects.toMatchObject({ status: 404, field: 'id' });
  const deps = { repositories: database.repositories, now: scene.shop.now };
  await storeNotice(deps, 'stripe', { id: 'evt_1', providerId: 'pi_1', kind: 'charge.refunded' });
  await expect(replayNotice(admin, { id: 'stripe:evt_1' })).rejects.toMatchObject({ status: 409, field: 'id' });
});

test('answers a replay with 503 while the provider is down, and the notice keeps waiting', async () => {
  await store('one', 'none:1');
  const findPayment = () => Promise.reject(new Error('ECONNREFUSED'));
  const provider = { ...scene.shop.bank, findPayment };
  const saga = { provider, owner: 'test', captureAfterMinutes: 10 };
  const replayed = replayNotice(await scene.admin('other', { saga }), { id: 'test:one' });
  await expect(replayed).rejects.toMatchObject({ status: 503, message: 'The payment provider does not answer.' });
  expect(await find('one')).toMatchObject({ status: 'WAITING', dueAt: expect.any(Date) });
});

test('C62 sends a test notice again under its id, later, or never', async () => {
  const number = await scene.place([1]);
  const { id } = (await scene.order(number)).payment;
  const [first] = (await payment(id))?.notices ?? [];
  if (!first) throw new Error('A notice is still to come.');
  await sendTestNotice(admin, { paymentId: id, way: 'LATE' });
  const later = new Date(scene.shop.now().getTime() + 8 * secondMs);
  expect((await payment(id))?.notices).toEqual([{ ...first, dueAt: later }]);
  const listed = await sendTestNotice(admin, { paymentId: id, way: 'LOSE' });
  expect(listed).toMatchObject({ id, order: number, result: 'AUTHORIZED' });
  expect((await payment(id))?.notices).toEqual([]);
  await database.repositories.testPayments.noticeDelivered(id, first);
  // No listener here: the notice stays due.
  await sendTestNotice(admin, { paymentId: id, way: 'AGAIN' });
  await sendTestNotice(admin, { paymentId: id, way: 'AGAIN' });
  expect((await payment(id))?.notices).toEqual([{ id: first.id, kind: first.kind, dueAt: scene.shop.now() }]);
  const audited = (await entries()).filter(({ kind }) => kind === 'SEND_TEST_NOTICE');
  expect(audited.map(({ changes, outcome }) => [changes[0].after, outcome])).toEqual([
    ['LATE', 'DONE'],
    ['LOSE', 'DONE'],
    ['AGAIN', 'DONE'],
    ['AGAIN', 'DONE'],
  ]);
});

test('C62 creates a test notice that was never sent from the state of the payment', async () => {
  const number = await scene.placePaid([1], '4000000000010050');
  const { id } = (await scene.order(number)).payment;
  await sendTestNotice(admin, { paymentId: id, way: 'LOSE' });
  await sendTestNotice(admin, { paymentId: id, way: 'LATE' });
  expect((await payment(id))?.notices).toMatchObject([{ kind: 'payment.captured' }]);
  const none = sendTestNotice(admin, { paymentId: 'none:1', way: 'LATE' });
  await expect(none).rejects.toMatchObject({ status: 404, field: 'paymentId' });
  const wrong = sendTestNotice(admin, { paymentId: id, way: 'SOON' });
  await expect(wrong).rejects.toMatchObject({ status: 400, field: 'way' });
  const saga = { provider: { ...noProvider, name: 'stripe' as const }, owner: 'test', captureAfterMinutes: 10 };
  const other = await scene.admin('other', { saga });
  await expect(sendTestNotice(other, { paymentId: id, way: 'LATE' })).rejects.toMatchObject({ status: 409 });
});
