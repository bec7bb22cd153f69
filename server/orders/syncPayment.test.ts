import { ConflictError } from '../errors';
import { handlePaymentNotice } from '../checkout/handlePaymentNotice';
import { cancelShopOrder } from '../shopOrders/cancelShopOrder';
import { createFulfillment } from '../shopOrders/createFulfillment';
import { refundOrder } from '../shopOrders/refundOrder';
import { salesReport } from '../reports/salesReport';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { attentionOf } from './attention';
import { capturePayments } from './capturePayments';
import { ledgerOf } from './ledger';
import { refundableCents } from './refundRules';

const database = useTestDatabase();
let scene: ShopScene;
beforeEach(() => {
  scene = new ShopScene(database);
});

const notify = async (number: string) => {
  const { payment } = await scene.order(number);
  await handlePaymentNotice(scene.shop.deps('notices'), payment.id);
};
const kindsOf = async (number: string) => (await scene.order(number)).timeline?.map(({ kind }) => kind).slice(2);
const balances = async (number: string) =>
  ledgerOf(await scene.order(number)).map(({ what, balanceCents }) => [what, balanceCents]);

test('C61 records a refund made at the provider once, with credit note, message and share of the tax', async () => {
  const number = await scene.placePaid([2]);
  const { payment, totalCents, taxCents } = await scene.order(number);
  await scene.shop.bank.refundInDashboard(payment.id, { id: 're_1', amountCents: 500 });
  const madeAt = scene.shop.now();
  scene.shop.wait(60_000);
  await Promise.all([notify(number), notify(number), notify(number)]);
  await notify(number);
  const order = await scene.order(number);
  expect(order).toMatchObject({
    payment: { status: 'partiallyRefunded', refundedCents: 500 },
    refunds: [
      {
        ...{ id: `${number}:re_1`, kind: 'foreign', lines: [], extraCents: 500, amountCents: 500, restock: false },
        ...{ reason: 'Refunded at the payment provider', doneAt: madeAt, step: 'done', creditNote: { number: 1 } },
        taxCents: Math.floor((500 * taxCents) / totalCents),
      },
    ],
    dueAt: null,
    attentionAt: null,
  });
  expect(refundableCents(order)).toBe(totalCents - 500);
  expect(await kindsOf(number)).toEqual(['REFUNDED']);
  expect(await balances(number)).toEqual([
    ['AUTHORIZED', 0],
    ['CAPTURED', totalCents],
    ['REFUNDED', totalCents - 500],
  ]);
  expect(await scene.messages(number)).toEqual(['ORDER_REFUNDED:re_1']);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
  // The shop can refund the remainder, and not a cent more.
  await expect(refundOrder(await scene.admin(), { number, amount: totalCents })).rejects.toMatchObject({ status: 409 });
  const rest = await refundOrder(await scene.admin(), { number, amount: totalCents - 500 });
  expect(rest.payment).toMatchObject({ status: 'refunded', refundedCents: totalCents });
  const [one, other] = rest.refunds ?? [];
  expect((one?.taxCents ?? 0) + (other?.taxCents ?? 0)).toBe(taxCents);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
  const days = { from: scene.shop.now().toISOString().slice(0, 10), to: scene.shop.now().toISOString().slice(0, 10) };
  expect(await salesReport(await scene.admin(), { ...days, by: 'DAY' })).toMatchObject({ agrees: true });
});

test('C61 reverses a provider-side refund that failed later and ignores one that failed before it was seen', async () => {
  const number = await scene.placePaid([2]);
  const { payment, totalCents } = await scene.order(number);
  const failsAt = new Date(scene.shop.now().getTime() + 5_000);
  await scene.shop.bank.refundInDashboard(payment.id, { id: 're_1', amountCents: 500, failsAt });
  await notify(number);
  expect((await scene.order(number)).payment.refundedCents).toBe(500);
  scene.shop.wait(5_000);
  await scene.shop.bank.refundInDashboard(payment.id, { id: 're_2', amountCents: 70, failsAt: scene.shop.now() });
  await Promise.all([notify(number), notify(number)]);
  const order = await scene.order(number);
  expect(order).toMatchObject({ payment: { status: 'paid', refundedCents: 0 }, refunds: [{ failedAt: failsAt }] });
  expect(attentionOf(order, scene.shop.now())).toEqual(['REFUND_FAILED']);
  expect((await balances(number)).at(-1)).toEqual(['REFUND_FAILED', totalCents]);
});

test('C61 a cancellation does not refund again what was refunded at the provider, even before the notice', async () => {
  const number = await scene.placePaid([2]);
  const { payment, totalCents } = await scene.order(number);
  await scene.shop.bank.refundInDashboard(payment.id, { id: 're_1', amountCents: 500 });
  await cancelShopOrder(await scene.admin(), { number });
  await notify(number);
  const order = await scene.order(number);
  expect(order).toMatchObject({
    status: 'cancelled',
    payment: { status: 'refunded', refundedCents: totalCents },
    refunds: [
      { kind: 'foreign', amountCents: 500 },
      { kind: 'cancellation', amountCents: totalCents - 500 },
    ],
  });
  expect(await scene.shop.bank.findState(payment.id)).toMatchObject({ refundedCents: totalCents });
  expect((await balances(number)).at(-1)).toEqual(['REFUNDED', 0]);
  await scene.sweepLater();
  expect((await scene.order(number)).refunds?.map(({ step }) => step)).toEqual(['done', 'done']);
});

test('C61 records a capture made at the provider', async () => {
  const number = await scene.place([1]);
  const { payment, totalCents } = await scene.order(number);
  await scene.shop.bank.capture(payment.id, totalCents);
  await Promise.all([notify(number), notify(number)]);
  expect(await scene.order(number)).toMatchObject({
    payment: { status: 'paid', capturedCents: totalCents, capturedAt: scene.shop.now() },
    invoice: { number: 1 },
  });
  await scene.capture();
  expect(await kindsOf(number)).toEqual([]);
});

/** A capture begun by a process that crashed before it got the answer. */
async function lostCapture(pieces: number): Promise<string> {
  const number = await scene.place([pieces]);
  const { orders } = database.repositories;
  const order = await scene.order(number);
  scene.shop.wait(11 * 60_000);
  await orders.change(order, { payment: { ...order.payment, status: 'capturing' } });
  await scene.shop.bank.capture(order.payment.id, order.totalCents);
  await scene.shop.bank.refundInDashboard(order.payment.id, { id: 're_1', amountCents: 500 });
  return number;
}

test.each([
  ['a notice comes first', async (number: string) => notify(number)],
  ['the sweeper resumes the capture', async () => scene.capture()],
  [
    'all of them come at once',
    async (number: string) => Promise.all([notify(number), scene.capture(), notify(number)]),
  ],
])('C61 records a refund made while the answer to the capture was lost: %s', async (_title, come) => {
  const number = await lostCapture(2);
  await come(number);
  await notify(number);
  await scene.capture();
  const order = await scene.order(number);
  expect(order).toMatchObject({
    payment: { status: 'partiallyRefunded', capturedCents: order.totalCents, refundedCents: 500 },
    refunds: [{ id: `${number}:re_1`, kind: 'foreign', amountCents: 500, step: 'done', creditNote: { number: 1 } }],
  });
  expect((await scene.order(number)).timeline?.map(({ kind }) => kind)).toEqual(['PLACED', 'CAPTURED', 'REFUNDED']);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
});

describe('C61 a partial capture made at the provider', () => {
  test('is recorded and needs attention until it is refunded in full', async () => {
    const number = await scene.place([2]);
    const { payment, totalCents } = await scene.order(number);
    await scene.shop.bank.capture(payment.id, 700);
    await Promise.all([notify(number), notify(number)]);
    const order = await scene.order(number);
    expect(order).toMatchObject({ payment: { status: 'paid', capturedCents: 700 }, attentionAt: scene.shop.now() });
    expect(order.timeline?.slice(1)).toMatchObject([{ kind: 'CAPTURED', amountCents: 700 }]);
    expect(attentionOf(order, scene.shop.now())).toEqual(['AMOUNT_DIFFERS']);
    expect(await balances(number)).toEqual([
      ['AUTHORIZED', 0],
      ['CAPTURED', 700],
    ]);
    expect(refundableCents(order)).toBe(700);
    expect(totalCents).not.toBe(700);
    await expectPurchasesInOrder(database.db, scene.shop.delivered);
    const cancelled = await cancelShopOrder(await scene.admin(), { number });
    expect(cancelled).toMatchObject({ payment: { status: 'refunded', refundedCents: 700 }, attentionAt: null });
  });

  test('is recorded when the shop’s own capture follows', async () => {
    const number = await scene.place([2]);
    const { payment } = await scene.order(number);
    await scene.shop.bank.capture(payment.id, 700);
    scene.shop.wait(11 * 60_000);
    await scene.capture();
    const order = await scene.order(number);
    expect(order.payment).toMatchObject({ status: 'paid', capturedCents: 700 });
    expect(order.timeline?.slice(1)).toMatchObject([{ kind: 'CAPTURED', amountCents: 700 }]);
  });

  test('is recorded with the order when it precedes the order', async () => {
    const productId = await scene.shop.product(9);
    const id = await scene.shop.submit([{ productId, quantity: 1 }]);
    await scene.shop.drive('buyer', id);
    await scene.shop.pay(id);
    await scene.shop.bank.capture((await scene.shop.find(id))?.attempt?.id ?? '', 700);
    const number = (await scene.shop.drive('buyer', id))?.orderNumber ?? '';
    const order = await scene.order(number);
    expect(order).toMatchObject({ payment: { status: 'paid', capturedCents: 700 }, attentionAt: scene.shop.now() });
    expect(await balances(number)).toEqual([
      ['AUTHORIZED', 0],
      ['CAPTURED', 700],
    ]);
  });
});

test('C44 a payment cancelled at the provider needs attention at once, and nothing can be shipped', async () => {
  const number = await scene.place([1]);
  const { payment, totalCents } = await scene.order(number);
  scene.shop.wait(11 * 60_000);
  await scene.shop.bank.void(payment.id);
  await Promise.all([notify(number), notify(number)]);
  const order = await scene.order(number);
  expect(order.payment).toMatchObject({ status: 'failed', capturedCents: 0 });
  expect(order.timeline?.slice(1)).toMatchObject([{ kind: 'CAPTURE_FAILED', amountCents: totalCents }]);
  expect(attentionOf(order, scene.shop.now())).toEqual(['CAPTURE_FAILED']);
  await expect(createFulfillment(await scene.admin(), { number })).rejects.toMatchObject({ status: 409 });
  await scene.capture();
  await notify(number);
  expect((await scene.order(number)).version).toBe(order.version);
});

test('C44 marks a capture that can never succeed as failed and does not retry it at every sweep', async () => {
  const number = await scene.place([1]);
  scene.shop.wait(11 * 60_000);
  let asked = 0;
  const capture = () => {
    asked += 1;
    return Promise.reject(new ConflictError('More than was authorized.'));
  };
  const deps = { ...scene.deps(), provider: { ...scene.shop.bank, capture } };
  await capturePayments(deps);
  await capturePayments(deps);
  expect(asked).toBe(1);
  expect(attentionOf(await scene.order(number), scene.shop.now())).toEqual(['CAPTURE_FAILED']);
});

test.each([
  ['WON', 'DISPUTE_WON', 0],
  ['LOST', 'DISPUTE_LOST', 500],
] as const)(
  'C61 withholds the disputed money while the dispute is open and settles it when %s',
  async (status, kind, lost) => {
    const number = await scene.placePaid([2]);
    const { payment, totalCents } = await scene.order(number);
    const dispute = { id: 'dp_1', amountCents: 500, reason: 'fraudulent' };
    await scene.shop.bank.dispute(payment.id, { ...dispute, status: 'OPEN' });
    const openedAt = scene.shop.now();
    await Promise.all([notify(number), notify(number), notify(number)]);
    const open = await scene.order(number);
    expect(open.disputes).toEqual([{ ...dispute, status: 'open', openedAt, takenAt: openedAt, closedAt: null }]);
    expect(attentionOf(open, openedAt)).toEqual(['DISPUTED']);
    expect(open.attentionAt).toEqual(openedAt);
    expect((await balances(number)).at(-1)).toEqual(['DISPUTED', totalCents - 500]);
    scene.shop.wait(60_000);
    await scene.shop.bank.dispute(payment.id, { ...dispute, status });
    await Promise.all([notify(number), notify(number)]);
    const closed = await scene.order(number);
    expect(closed.disputes).toMatchObject([{ takenAt: openedAt, closedAt: scene.shop.now() }]);
    expect(closed.attentionAt).toBeNull();
    expect(await kindsOf(number)).toEqual(['DISPUTE_OPENED', kind]);
    expect((await balances(number)).at(-1)?.[1]).toBe(totalCents - lost);
    // The buyer gets no message.
    expect(await scene.messages(number)).toEqual([]);
  },
);

test('C61 an inquiry withholds no money until it becomes a dispute', async () => {
  const number = await scene.placePaid([1]);
  const { payment, totalCents } = await scene.order(number);
  const say = async (status: 'INQUIRY' | 'OPEN' | 'WON', id = 'dp_1') => {
    await scene.shop.bank.dispute(payment.id, { id, amountCents: 500, reason: 'general', status });
    await notify(number);
    return (await balances(number)).at(-1)?.[1];
  };
  expect(await say('INQUIRY')).toBe(totalCents);
  expect(attentionOf(await scene.order(number), scene.shop.now())).toEqual(['DISPUTED']);
  expect(await say('WON')).toBe(totalCents);
  expect(await say('INQUIRY', 'dp_2')).toBe(totalCents);
  scene.shop.wait(1_000);
  expect(await say('OPEN', 'dp_2')).toBe(totalCents - 500);
});

test.each([
  ['an inquiry', { hasTakenNothing: true }, 0],
  ['a dispute', {}, 2],
] as const)('C61 %s that is first seen when it is won is booked as such', async (_title, more, movements) => {
  const number = await scene.placePaid([1]);
  const { payment, totalCents } = await scene.order(number);
  const before = (await balances(number)).length;
  const dispute = { id: 'dp_1', amountCents: 500, reason: 'general', status: 'WON', ...more } as const;
  await scene.shop.bank.dispute(payment.id, dispute);
  const at = scene.shop.now();
  await notify(number);
  const { disputes } = await scene.order(number);
  expect(disputes).toMatchObject([{ status: 'won', takenAt: movements > 0 ? at : null, closedAt: at }]);
  const after = await balances(number);
  expect([after.length - before, after.at(-1)?.[1]]).toEqual([movements, totalCents]);
  expect(await kindsOf(number)).toEqual(['DISPUTE_OPENED', 'DISPUTE_WON']);
});
