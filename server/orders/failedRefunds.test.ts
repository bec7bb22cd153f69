import { handlePaymentNotice } from '../checkout/handlePaymentNotice';
import { lineId } from './orderPieces';
import { ledgerOf } from './ledger';
import { refundableCents } from './refundRules';
import { cancelShopOrder } from '../shopOrders/cancelShopOrder';
import { refundOrder } from '../shopOrders/refundOrder';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';

const database = useTestDatabase();
const failsLater = '4000000000005126';
let scene: ShopScene;
beforeEach(() => {
  scene = new ShopScene(database);
});

const paymentOf = async (number: string) => (await scene.order(number)).payment.id;
/** The provider notifies the shop of a change. */
async function notify(number: string): Promise<void> {
  await handlePaymentNotice(scene.shop.deps('notices'), await paymentOf(number));
}
const kindsOf = async (number: string) => (await scene.order(number)).timeline?.map(({ kind }) => kind).slice(2);

test('C45 C47 a late refund failure restores the refundable amount, keeps the pieces and needs attention', async () => {
  const admin = await scene.admin();
  const number = await scene.placePaid([2, 1], failsLater);
  const [line] = (await scene.order(number)).lines;
  const lines = [{ id: line ? lineId(line) : '', quantity: 1 }];
  const { refunds: [refund] = [], totalCents } = await refundOrder(admin, { number, lines, restock: true });
  const amountCents = refund?.amountCents ?? 0;
  await notify(number);
  expect(await scene.order(number)).toMatchObject({
    payment: { status: 'partiallyRefunded', refundedCents: amountCents },
    attentionAt: null,
  });
  scene.shop.wait(5_000);
  // Duplicate concurrent notices.
  await Promise.all([notify(number), notify(number), notify(number)]);
  const failed = await scene.order(number);
  expect(failed).toMatchObject({
    payment: { status: 'paid', refundedCents: 0 },
    refunds: [{ step: 'done', failedAt: scene.shop.now() }],
    attentionAt: scene.shop.now(),
  });
  expect(await kindsOf(number)).toEqual(['REFUND_BEGUN', 'REFUNDED', 'REFUND_FAILED']);
  expect(refundableCents(failed)).toBe(totalCents);
  expect(ledgerOf(failed).map(({ what, balanceCents }) => [what, balanceCents])).toEqual([
    ['AUTHORIZED', 0],
    ['CAPTURED', totalCents],
    ['REFUNDED', totalCents - amountCents],
    ['REFUND_FAILED', totalCents],
  ]);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
  // The restocked piece cannot be refunded again.
  await expect(refundOrder(admin, { number, lines: [{ id: lines[0]?.id, quantity: 2 }] })).rejects.toMatchObject({
    message: 'Only 1 of Lamp can be refunded.',
  });
  const again = await refundOrder(admin, { number, amount: amountCents });
  expect(again).toMatchObject({ payment: { status: 'partiallyRefunded' }, attentionAt: null });
  scene.shop.wait(5_000);
  await notify(number);
  expect((await scene.order(number)).attentionAt).not.toBeNull();
  expect(ledgerOf(await scene.order(number)).at(-1)).toMatchObject({ what: 'REFUND_FAILED', balanceCents: totalCents });
});

test('C45 marks a refund as refused when its failure notice arrives before it was recorded', async () => {
  const number = await scene.placePaid([2], failsLater);
  const bank = scene.shop.bank;
  const lost = async (...asked: Parameters<typeof bank.refund>) => {
    await bank.refund(...asked);
    throw new Error('It does not answer.');
  };
  const saga = { provider: { ...bank, refund: lost }, owner: 'test', captureAfterMinutes: 10 };
  const [line] = (await scene.order(number)).lines;
  const lines = [{ id: line ? lineId(line) : '', quantity: 1 }];
  const begun = await refundOrder(await scene.admin('root', { saga }), { number, lines });
  expect(begun.refunds).toMatchObject([{ step: 'money', doneAt: null }]);
  scene.shop.wait(5_000);
  await notify(number);
  expect(await scene.order(number)).toMatchObject({
    refunds: [{ step: 'refused', doneAt: null }],
    payment: { status: 'paid' },
  });
  expect(await kindsOf(number)).toEqual(['REFUND_BEGUN', 'REFUND_FAILED']);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
});

test('C45 C46 keeps an order cancelled when its refund fails later and allows refunding an amount', async () => {
  const admin = await scene.admin();
  const number = await scene.placePaid([1], failsLater);
  const { totalCents } = await cancelShopOrder(admin, { number });
  await expect(refundOrder(admin, { number, amount: 1 })).rejects.toMatchObject({ status: 409, field: 'number' });
  scene.shop.wait(5_000);
  await notify(number);
  expect(await scene.order(number)).toMatchObject({ status: 'cancelled', payment: { status: 'paid' } });
  expect((await scene.order(number)).attentionAt).not.toBeNull();
  const again = await refundOrder(admin, { number, amount: totalCents });
  expect(again).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' }, attentionAt: null });
  const [product] = scene.products;
  if (product) expect(await database.repositories.stock.find(product)).toMatchObject({ onHand: 9 });
});

test('C46 a cancellation refunds the full amount when an earlier refund failed unnoticed', async () => {
  const admin = await scene.admin();
  const number = await scene.placePaid([2], failsLater);
  await refundOrder(admin, { number, amount: 300 });
  scene.shop.wait(5_000);
  const cancelled = await cancelShopOrder(admin, { number });
  expect(cancelled).toMatchObject({
    payment: { status: 'refunded', refundedCents: cancelled.totalCents },
    refunds: [{ failedAt: scene.shop.now() }, { kind: 'cancellation', amountCents: cancelled.totalCents }],
  });
  const look = await scene.shop.bank.findState(cancelled.payment.id);
  expect(look?.refundedCents).toBe(cancelled.totalCents);
  expect(await kindsOf(number)).toEqual(['REFUND_BEGUN', 'REFUNDED', 'CANCELLED', 'REFUND_FAILED', 'REFUNDED']);
});

test('ignores notices about unknown payments and about payments without refunds', async () => {
  const number = await scene.placePaid([1], failsLater);
  const { version } = await scene.order(number);
  await notify(number);
  await handlePaymentNotice(scene.shop.deps('notices'), 'none:1');
  expect((await scene.order(number)).version).toBe(version);
});
