import { handlePaymentNotice } from '../checkout/handlePaymentNotice';
import { ConflictError, NotFoundError } from '../errors';
import type { PaymentProvider } from '../payments/provider';
import { cancelShopOrder } from '../shopOrders/cancelShopOrder';
import { refundOrder } from '../shopOrders/refundOrder';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { ledgerOf } from './ledger';
import { lineId } from './orderPieces';

/** As after a dispute: the provider refuses every refund of the payment. */
const database = useTestDatabase();
let scene: ShopScene;
beforeEach(() => {
  scene = new ShopScene(database);
});

const adminWith = (changes: Partial<PaymentProvider>) => {
  const saga = { provider: { ...scene.shop.bank, ...changes }, owner: 'test', captureAfterMinutes: 10 };
  return scene.admin('root', { saga });
};
const refusing = () => adminWith({ refund: () => Promise.reject(new ConflictError('It was disputed.')) });
const kindsOf = async (number: string) => (await scene.order(number)).timeline?.map(({ kind }) => kind).slice(2);
const onHand = async () => {
  const [product] = scene.products;
  return product && (await database.repositories.stock.find(product))?.onHand;
};

test('C46 a cancellation whose refund is refused ends, restocks, says so and asks for attention', async () => {
  const number = await scene.placePaid([2]);
  const cancelled = await cancelShopOrder(await refusing(), { number });
  expect(cancelled).toMatchObject({
    ...{ status: 'cancelled', dueAt: null, cancellation: { step: 'done' } },
    payment: { status: 'paid', refundedCents: 0 },
    refunds: [{ kind: 'cancellation', doneAt: null, failedAt: scene.shop.now(), amountCents: cancelled.totalCents }],
  });
  expect(cancelled.attentionAt).not.toBeNull();
  expect(await onHand()).toBe(9);
  expect(await kindsOf(number)).toEqual(['CANCELLED', 'REFUND_FAILED']);
  expect(ledgerOf(cancelled).map(({ what }) => what)).toEqual(['AUTHORIZED', 'CAPTURED']);
  const mail = (await database.repositories.outbox.findByOrder(number, 10)).find(({ _id }) => /CANCELLED/.test(_id));
  expect(mail?.content).toMatchObject({ refundedCents: 0, owedCents: cancelled.totalCents });
  // Later notices of this payment are followed.
  await handlePaymentNotice(scene.shop.deps('notices'), cancelled.payment.id);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);

  const again = await refundOrder(await scene.admin(), { number, amount: cancelled.totalCents });
  expect(again).toMatchObject({ status: 'cancelled', payment: { status: 'refunded' }, attentionAt: null });
  expect(await onHand()).toBe(9);
});

test.each([true, false])('C45 C46 a refused refund of a whole order restocks as decided: %s', async (restock) => {
  const number = await scene.placePaid([2]);
  const lines = (await scene.order(number)).lines.map((line) => ({ id: lineId(line), quantity: line.quantity }));
  const refund = { number, lines, shipping: true, restock };
  expect(await refundOrder(await refusing(), refund)).toMatchObject({
    ...{ status: 'cancelled', dueAt: null, cancellation: { step: 'done' } },
    payment: { status: 'paid' },
  });
  expect(await onHand()).toBe(restock ? 9 : 7);
  const { totalCents } = await scene.order(number);
  const again = await refundOrder(await scene.admin(), { number, amount: totalCents });
  expect(again).toMatchObject({ payment: { status: 'refunded' }, attentionAt: null });
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
});

test('C46 an order whose unpaid payment the provider has forgotten can be cancelled', async () => {
  const number = await scene.place([1]);
  const forgotten = { void: () => Promise.reject(new NotFoundError('There is no such payment.')) };
  expect(await cancelShopOrder(await adminWith(forgotten), { number })).toMatchObject({
    ...{ status: 'cancelled', dueAt: null, cancellation: { step: 'done' } },
    payment: { status: 'voided' },
  });
  expect(await onHand()).toBe(9);
});
