import { ObjectId } from 'mongodb';
import { driveCheckout } from '../checkout/driveCheckout';
import { handlePaymentNotice } from '../checkout/handlePaymentNotice';
import { ConflictError } from '../errors';
import { ledgerOf } from '../orders/ledger';
import type { PaymentMovement, PaymentProvider } from '../payments/provider';
import { refundOrder } from '../shopOrders/refundOrder';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { reconcileDay, tryReconcile } from './reconcileDay';
import { fixDifference } from './fixDifference';
import { dayAt, dayBefore } from './reconciledDay';
import { reconcileEndedDays } from './reconcileEndedDays';

const database = useTestDatabase();
let scene: ShopScene;
beforeEach(() => {
  // With two hours left of the UTC day, so that it does not end in the middle of a test.
  scene = new ShopScene(database, Math.min(Date.now(), new Date().setUTCHours(22, 0, 0, 0)));
});

const check = () => reconcileDay(scene.reconcileDeps(), dayAt(scene.shop.now()));
const fix = async (id: string, uid = 'root') => (await fixDifference(await scene.admin(uid), { id })).stored;
const orders = () => database.db.collection<{ _id: string }>('orders');
const ledger = () => database.db.collection<{ _id: string }>('testPayments');

test('C60 accounts for all cents of charges and refunds that both sides have', async () => {
  const number = await scene.placePaid([2, 1]);
  await scene.placePaid([1]);
  const { totalCents } = await refundOrder(await scene.admin(), { number, amount: 300 });
  const verdict = await check();
  expect(verdict).toMatchObject({ movements: 3, differences: [], differenceCount: 0 });
  const other = (await orders().find({}).toArray()).map((order) => order as unknown as { totalCents: number });
  const taken = other.reduce((sum, order) => sum + order.totalCents, 0);
  expect([verdict.providerCents, verdict.ordersCents]).toEqual([taken - 300, taken - 300]);
  expect(taken).toBeGreaterThan(totalCents);
});

const summary = ({ differences }: Awaited<ReturnType<typeof check>>) =>
  differences.map(({ kind, order, providerCents, orderCents, canFix }) => [
    kind,
    order,
    providerCents,
    orderCents,
    canFix,
  ]);

/** Expects exactly one difference; two admins fix it at once, a third one after them. */
async function expectMended(difference: readonly unknown[]): Promise<void> {
  const found = await check();
  expect(summary(found)).toEqual([difference]);
  expect(found.providerCents).not.toBe(found.ordersCents);
  const id = found.differences[0]?.id ?? '';
  expect((await check()).differences[0]?.id).toBe(id);
  const before = await fixesOf(difference[1]);
  const both = await Promise.all([fix(id), fix(id, 'other')]);
  for (const verdict of [...both, await fix(id), await check()]) {
    expect(verdict).toMatchObject({ differences: [], differenceCount: 0 });
    expect(verdict.providerCents).toBe(verdict.ordersCents);
  }
  const entries = await database.db.collection('auditEntries').find({ kind: 'FIX_DIFFERENCE' }).toArray();
  expect(entries.map(({ outcome }) => outcome as string)).toEqual(entries.map(() => 'DONE'));
  if (difference[1] === null) return;
  const fixes = await fixesOf(difference[1]);
  // Of two admins at once each may be the one who asked the provider.
  const actors: unknown[] = entries.map(({ actorUid }) => actorUid as string);
  for (const event of fixes) expect([event.by, actors.includes(event.byUid)]).toEqual(['SHOP', true]);
  expect(fixes).toHaveLength(before.length + 1);
}

async function fixesOf(order: unknown) {
  const { timeline = [] } = order === null ? {} : await scene.order(String(order));
  return timeline.filter(({ kind }) => kind === 'DIFFERENCE_FIXED');
}

test('C60 refunds a charge without an order, once, and accounts for it afterwards', async () => {
  await scene.placePaid([1]);
  const { bank } = scene.shop;
  const id = `${new ObjectId().toHexString()}:1`;
  const { clientSecret } = await bank.start({ id, amountCents: 700, checkout: 'gone', order: 'K-0', email: '' });
  await bank.pay(id, clientSecret, { number: '4242424242424242', expiry: '12/99', securityCode: '123' });
  await bank.capture(id, 700);
  await expectMended(['CHARGE_WITHOUT_ORDER', null, 700, null, true]);
  expect(await bank.findState(id)).toMatchObject({ capturedCents: 700, refundedCents: 700 });
});

test('C60 C61 gives back once more what a refund that failed later has left with the shop, without an order', async () => {
  const { bank } = scene.shop;
  const id = `${new ObjectId().toHexString()}:1`;
  const { clientSecret } = await bank.start({ id, amountCents: 700, checkout: 'gone', order: 'K-0', email: '' });
  await bank.pay(id, clientSecret, { number: '4000000000005126', expiry: '12/99', securityCode: '123' });
  await bank.capture(id, 700);
  await bank.refund(id, { id: `${id}:all`, amountCents: 700 });
  expect(summary(await check())).toEqual([]);
  scene.shop.wait(60 * 60_000);
  const found = await check();
  expect(found.differences.map(({ kind, movementId }) => [kind, movementId])).toContainEqual([
    'CHARGE_WITHOUT_ORDER',
    `${id}:all`,
  ]);
  await database.db.collection<{ _id: string }>('testPayments').updateOne({ _id: id }, { $set: { card: null } });
  await fix(found.differences.find(({ movementId }) => movementId === `${id}:all`)?.id ?? '');
  expect(await bank.findState(id)).toMatchObject({ capturedCents: 700, refundedCents: 700 });
  expect(summary(await check())).toEqual([]);
});

test('C60 completes the checkout of a charge that can still become an order, without a refund', async () => {
  const wish = { productId: await scene.shop.product(3), quantity: 1 };
  const id = await scene.shop.submit([wish]);
  await scene.shop.drive('buyer', id);
  await scene.shop.pay(id);
  const attempt = (await scene.shop.find(id))?.attempt?.id ?? '';
  const { amountCents = 0 } = (await scene.shop.bank.findState(attempt)) ?? {};
  await scene.shop.bank.capture(attempt, amountCents);
  await expectMended(['CHARGE_WITHOUT_ORDER', null, amountCents, null, true]);
  const order = await database.repositories.orders.findByPayment(attempt);
  expect(order).toMatchObject({ checkout: id, payment: { status: 'paid', capturedCents: amountCents } });
  expect(order?.timeline?.at(-1)).toMatchObject({ kind: 'DIFFERENCE_FIXED', by: 'SHOP', amountCents });
  expect(await scene.shop.bank.findState(attempt)).toMatchObject({ refundedCents: 0 });
});

/** Paid, sold out meanwhile, and its refund was refused. */
async function refusedSoldOut() {
  const { shop } = scene;
  const productId = await shop.product(2);
  const id = await shop.submit([{ productId, quantity: 2 }]);
  await shop.drive('buyer', id);
  await shop.pay(id);
  const { frozen } = await shop.require(id, 'PAYING');
  const totalCents = frozen?.totals.totalCents ?? 0;
  await shop.bank.capture(`${id}:1`, totalCents);
  const { stock } = database.repositories;
  await stock.release(productId, { checkout: `${id}:1`, quantity: 2 });
  await stock.hold(productId, { checkout: 'other:1', quantity: 2, until: shop.now() });
  const refusal = new ConflictError('The balance is too low.');
  const refusing = { ...shop.bank, refund: () => Promise.reject(refusal) };
  await driveCheckout({ ...shop.deps('buyer'), provider: refusing }, id);
  const { dueAt } = await shop.require(id, 'REFUNDING');
  expect(dueAt?.getTime()).toBeGreaterThan(shop.now().getTime() + 30 * 60_000);
  return { id, totalCents, refusing, refusal };
}

test('C60 refunds at once what was sold out, after the provider has refused it', async () => {
  const { shop } = scene;
  const { id, totalCents } = await refusedSoldOut();
  await expectMended(['CHARGE_WITHOUT_ORDER', null, totalCents, null, true]);
  await shop.require(id, 'REFUNDED');
  expect(await shop.bank.findState(`${id}:1`)).toMatchObject({ refundedCents: totalCents });
});

test('C60 says why what was sold out could not be refunded: the provider refuses it again, or does not answer', async () => {
  const { shop } = scene;
  const { id, refusing, refusal } = await refusedSoldOut();
  const [difference] = (await check()).differences;
  const away = { ...shop.bank, void: () => Promise.reject(new Error('It does not answer.')) };
  const fixWith = async (provider: PaymentProvider) => {
    const saga = { provider, owner: 'test', captureAfterMinutes: 10 };
    return fixDifference(await scene.admin('root', { saga }), { id: difference?.id });
  };
  await expect(fixWith(refusing)).rejects.toBe(refusal);
  await expect(fixWith(away)).rejects.toMatchObject({
    ...{ status: 503, message: 'The payment service does not answer. Please try again.' },
  });
  await shop.require(id, 'REFUNDING');
});

test('C60 restores a charge that its order has lost', async () => {
  const number = await scene.placePaid([2]);
  const { totalCents } = await scene.order(number);
  const lost = { 'payment.status': 'failed', 'payment.capturedCents': 0 };
  await orders().updateOne({ _id: number }, { $set: lost, $unset: { 'payment.capturedAt': '' } });
  await expectMended(['CHARGE_WITHOUT_ORDER', number, totalCents, null, true]);
  expect(await scene.order(number)).toMatchObject({ payment: { status: 'paid', capturedCents: totalCents } });
});

test('C60 C61 records a refund made at the provider whose notice was lost', async () => {
  const number = await scene.placePaid([2]);
  const { payment } = await scene.order(number);
  await scene.shop.bank.refundInDashboard(payment.id, { id: 're_1', amountCents: 450 });
  await expectMended(['REFUND_WITHOUT_ORDER', number, 450, null, true]);
  expect(await scene.order(number)).toMatchObject({
    payment: { status: 'partiallyRefunded', refundedCents: 450 },
    refunds: [{ id: `${number}:re_1`, kind: 'foreign', amountCents: 450, step: 'done', creditNote: { number: 1 } }],
  });
});

test('C52 C60 restores a refund that its order has lost, and its timeline says who fixed it', async () => {
  const number = await scene.placePaid([2]);
  const { refunds: [refund] = [] } = await refundOrder(await scene.admin(), { number, amount: 300 });
  const forgotten = { refunds: [], 'payment.status': 'paid', 'payment.refundedCents': 0 };
  await orders().updateOne({ _id: number }, { $set: forgotten });
  await expectMended(['REFUND_WITHOUT_ORDER', number, 300, null, true]);
  expect((await scene.order(number)).refunds).toMatchObject([{ id: refund?.id, amountCents: 300 }]);
  expect((await scene.order(number)).timeline?.at(-1)).toMatchObject({
    ...{ kind: 'DIFFERENCE_FIXED', by: 'SHOP', amountCents: 300 },
  });
});

test('C60 repeats a refund that the provider never made, under its id', async () => {
  const number = await scene.placePaid([2]);
  const { refunds: [refund] = [], payment } = await refundOrder(await scene.admin(), { number, amount: 300 });
  await ledger().updateOne({ _id: payment.id }, { $set: { refunds: [] } });
  await expectMended(['ORDER_WITHOUT_REFUND', number, null, 300, true]);
  const made = await ledger().findOne({ _id: payment.id });
  expect(made).toMatchObject({ refunds: [{ id: refund?.id, amountCents: 300 }] });
});

test('C60 captures money that is still reserved; otherwise the order needs attention', async () => {
  const number = await scene.placePaid([2]);
  const { payment, totalCents } = await scene.order(number);
  const reserved = { $set: { status: 'authorized', capturedCents: 0 }, $unset: { capturedAt: '' as const } };
  await ledger().updateOne({ _id: payment.id }, reserved);
  await expectMended(['ORDER_WITHOUT_CHARGE', number, null, totalCents, true]);
  expect(await scene.shop.bank.findState(payment.id)).toMatchObject({ capturedCents: totalCents });
  await ledger().updateOne({ _id: payment.id }, { ...reserved, $set: { status: 'cancelled', capturedCents: 0 } });
  await expectMended(['ORDER_WITHOUT_CHARGE', number, null, totalCents, true]);
  const order = await scene.order(number);
  expect(order).toMatchObject({ payment: { status: 'failed', capturedCents: 0 } });
  expect(order.attentionAt).not.toBeNull();
});

test('C60 adopts the provider’s amount of a refund; a charge of another amount needs a manual decision', async () => {
  const number = await scene.placePaid([2]);
  await refundOrder(await scene.admin(), { number, amount: 300 });
  const { payment, totalCents } = await scene.order(number);
  await ledger().updateOne({ _id: payment.id }, { $set: { 'refunds.0.amountCents': 350 } });
  await expectMended(['AMOUNT_DIFFERS', number, 350, 300, true]);
  expect(ledgerOf(await scene.order(number)).at(-1)?.balanceCents).toBe(totalCents - 350);
  await ledger().updateOne({ _id: payment.id }, { $set: { capturedCents: totalCents - 1 } });
  const found = await check();
  expect(summary(found)).toEqual([['AMOUNT_DIFFERS', number, totalCents - 1, totalCents, false]]);
  await expect(fix(found.differences[0]?.id ?? '')).rejects.toMatchObject({ status: 409, field: 'id' });
});

test('C60 C61 lists disputes without an order and other currencies, outside the sums', async () => {
  const number = await scene.placePaid([2]);
  const { payment } = await scene.order(number);
  const { bank } = scene.shop;
  await bank.dispute(payment.id, { id: 'dp_1', amountCents: 500, reason: 'fraudulent', status: 'OPEN' });
  const common = { providerId: 'pi_1', amountCents: 500, at: scene.shop.now() };
  const more: readonly PaymentMovement[] = [
    { ...common, id: 'dp_1', kind: 'DISPUTE', paymentId: payment.id },
    { ...common, id: 'dp_9', kind: 'DISPUTE', paymentId: null },
    { ...common, id: 'ch_9', kind: 'CAPTURE', paymentId: null, isOtherCurrency: true },
  ];
  const provider: PaymentProvider = {
    ...bank,
    async *movements(from, until) {
      yield* bank.movements(from, until);
      yield* more;
    },
  };
  const found = await reconcileDay({ ...scene.reconcileDeps(), provider }, dayAt(scene.shop.now()));
  expect(summary(found)).toEqual([
    ['DISPUTE_WITHOUT_ORDER', number, 500, null, true],
    ['DISPUTE_WITHOUT_ORDER', null, 500, null, false],
    ['OTHER_CURRENCY', null, null, null, false],
  ]);
  expect(found.providerCents).toBe(found.ordersCents);
  const admin = await scene.admin('root', { saga: { provider, owner: 'test', captureAfterMinutes: 10 } });
  const [dispute, , currency] = found.differences.map(({ id }) => id);
  const { stored } = await fixDifference(admin, { id: dispute });
  expect(summary(stored).map(([kind]) => kind)).toEqual(['DISPUTE_WITHOUT_ORDER', 'OTHER_CURRENCY']);
  expect(await scene.order(number)).toMatchObject({ disputes: [{ id: 'dp_1', status: 'open' }] });
  await expect(fixDifference(admin, { id: currency })).rejects.toMatchObject({ status: 409, field: 'id' });
});

test('C60 a difference that cannot be fixed by itself leaves nothing in the timeline of its order', async () => {
  const number = await scene.placePaid([2]);
  const { payment, timeline } = await scene.order(number);
  const { bank } = scene.shop;
  const provider: PaymentProvider = {
    ...bank,
    async *movements(from, until) {
      yield* bank.movements(from, until);
      const unknown = { id: 'dp_1', providerId: 'pi_1', amountCents: 500, at: scene.shop.now() } as const;
      yield { ...unknown, kind: 'DISPUTE', paymentId: payment.id };
    },
  };
  const found = await reconcileDay({ ...scene.reconcileDeps(), provider }, dayAt(scene.shop.now()));
  expect(summary(found)).toEqual([['DISPUTE_WITHOUT_ORDER', number, 500, null, true]]);
  const admin = await scene.admin('root', { saga: { provider, owner: 'test', captureAfterMinutes: 10 } });
  const fixed = fixDifference(admin, { id: found.differences[0]?.id });
  await expect(fixed).rejects.toMatchObject({ status: 409, field: 'id' });
  expect((await scene.order(number)).timeline).toEqual(timeline);
});

test('C60 lists a refund that failed later as a difference of its day, once', async () => {
  const number = await scene.placePaid([2]);
  const { payment } = await scene.order(number);
  const { bank } = scene.shop;
  const failsAt = new Date(scene.shop.now().getTime() + 5_000);
  await bank.refundInDashboard(payment.id, { id: 're_1', amountCents: 500, failsAt });
  await handlePaymentNotice(scene.shop.deps('notices'), payment.id);
  scene.shop.wait(5_000);
  const provider: PaymentProvider = {
    ...bank,
    async *movements(from, until) {
      for await (const movement of bank.movements(from, until)) yield movement;
      const back = { id: 're_1', kind: 'REFUND', paymentId: payment.id, providerId: 'pi_1', hasFailed: true } as const;
      yield { ...back, amountCents: 500, at: failsAt };
    },
  };
  const found = await reconcileDay({ ...scene.reconcileDeps(), provider }, dayAt(scene.shop.now()));
  expect(summary(found)).toEqual([['AMOUNT_DIFFERS', number, 0, 500, true]]);
  expect(found.differenceCount).toBe(1);
});

test('C60 fixes a refund whose failure the shop does not know yet', async () => {
  const number = await scene.placePaid([2], '4000000000005126');
  await refundOrder(await scene.admin(), { number, amount: 300 });
  expect((await check()).differences).toEqual([]);
  scene.shop.wait(5_000);
  await expectMended(['AMOUNT_DIFFERS', number, 0, 300, true]);
  expect(await scene.order(number)).toMatchObject({ payment: { status: 'paid', refundedCents: 0 } });
});

test('C60 tolerates clocks that differ about the day around midnight', async () => {
  const number = await scene.placePaid([2]);
  const { payment } = await scene.order(number);
  const day = dayAt(scene.shop.now());
  const before = dayBefore(day);
  const late = new Date(day.from.getTime() - 20_000);
  const early = new Date(day.from.getTime() + 20_000);
  for (const [provider, shop, of] of [
    [late, early, before],
    [early, late, day],
  ] as const) {
    await ledger().updateOne({ _id: payment.id }, { $set: { capturedAt: provider } });
    await orders().updateOne({ _id: number }, { $set: { 'payment.capturedAt': shop } });
    for (const each of [before, day]) {
      const verdict = await reconcileDay(scene.reconcileDeps(), each);
      expect([verdict.differences, verdict.movements]).toEqual([[], each === of ? 1 : 0]);
      expect(verdict.providerCents).toBe(verdict.ordersCents);
    }
  }
});

test('C60 runs one check of a day at a time, and keeps the last result while the provider is down', async () => {
  await scene.placePaid([1]);
  const deps = scene.reconcileDeps();
  const first = await check();
  let [under, most] = [0, 0];
  const slow = {
    ...scene.shop.bank,
    async *movements(from: Date, until: Date) {
      most = Math.max(most, (under += 1));
      yield* scene.shop.bank.movements(from, until);
      under -= 1;
    },
  };
  const day = dayAt(scene.shop.now());
  const all = [1, 2, 3].map(() => reconcileDay({ ...deps, provider: slow }, day));
  for (const verdict of await Promise.all(all)) expect(verdict).toEqual(first);
  expect(most).toBe(1);
  const away = {
    ...scene.shop.bank,
    movements: () => {
      throw new Error('socket hang up');
    },
  };
  scene.shop.wait(1_000);
  await expect(reconcileDay({ ...deps, provider: away as never }, day)).rejects.toMatchObject({ status: 503 });
  expect(await database.repositories.reconciliations.find(`test:${day.name}`)).toMatchObject(first);
  // A failed check holds no lock.
  expect(await tryReconcile(deps, day)).toMatchObject({ checkedAt: scene.shop.now() });
});

test('C60 of several processes one checks an ended day, once; the lock of a killed process expires', async () => {
  await scene.placePaid([1]);
  const { reconciliations } = database.repositories;
  const day = dayAt(scene.shop.now());
  let checks = 0;
  const counting = {
    ...scene.shop.bank,
    movements: (from: Date, until: Date) => {
      checks += 1;
      return scene.shop.bank.movements(from, until);
    },
  };
  const deps = { ...scene.reconcileDeps(), provider: counting };
  const processes = [reconcileEndedDays(deps), reconcileEndedDays(deps), reconcileEndedDays(deps)];
  const sweep = () => Promise.all(processes.map((watch) => watch()));
  scene.shop.wait(day.until.getTime() - scene.shop.now().getTime() + 30 * 60_000);
  await sweep();
  expect(checks).toBe(0);
  scene.shop.wait(40 * 60_000);
  await reconciliations.take(`test:${day.name}`, 'killed', {
    now: scene.shop.now(),
    until: new Date(scene.shop.now().getTime() + 60_000),
  });
  await sweep();
  expect(checks).toBe(0);
  scene.shop.wait(6 * 60_000);
  await sweep();
  scene.shop.wait(6 * 60_000);
  await sweep();
  expect(checks).toBe(1);
  expect(await reconciliations.find(`test:${day.name}`)).toMatchObject({ movements: 1, differences: [] });
});

test('C60 answers 404 for an unknown difference, or one of another day', async () => {
  await check();
  for (const id of ['', 'none', '2026-11-01:CAPTURE:x', `${dayAt(scene.shop.now()).name}:CAPTURE:x`])
    await expect(fix(id)).rejects.toMatchObject({ status: 404, field: 'id' });
});

test('C60 lists a payment that does not belong to the shop for a manual decision', async () => {
  const { bank } = scene.shop;
  const at = scene.shop.now();
  const others = {
    ...bank,
    async *movements() {
      yield { id: 'ch_1', kind: 'CAPTURE', paymentId: null, providerId: 'pi_1', amountCents: 5, at } as const;
    },
  };
  const verdict = await reconcileDay({ ...scene.reconcileDeps(), provider: others }, dayAt(at));
  expect(summary(verdict)).toEqual([['CHARGE_WITHOUT_ORDER', null, 5, null, false]]);
});

test('C61 a repeated notice changes nothing', async () => {
  const number = await scene.placePaid([1]);
  const { payment } = await scene.order(number);
  await handlePaymentNotice(scene.shop.deps('notices'), payment.id);
  const { version } = await scene.order(number);
  await handlePaymentNotice(scene.shop.deps('notices'), payment.id);
  expect((await scene.order(number)).version).toBe(version);
});
