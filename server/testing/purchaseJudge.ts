import type { Db } from 'mongodb';
import type { Repositories } from '../collections/repositories';
import { finalStatuses, type CheckoutDocument } from '../checkout/checkouts.repository';
import { createSaga } from '../checkout/createSaga';
import { sweepCheckouts } from '../checkout/sweepCheckouts';
import type { OutboxDocument } from '../mail/outbox.repository';
import { ledgerOf } from '../orders/ledger';
import type { OrderDocument } from '../orders/orderDocument';
import { restockedPieces, standingFulfillments } from '../orders/orderPieces';
import { sweepOrders } from '../orders/sweepOrders';
import type { TestPaymentDocument } from '../payments/testPayments.repository';
import type { StockDocument } from '../stock/stock.repository';

/** Everything that purchases leave in a database. */
export async function readPurchases(db: Db) {
  const all = <T extends object>(name: string) => db.collection(name).find().toArray() as unknown as Promise<T[]>;
  const [stock, checkouts, orders, payments, messages] = await Promise.all([
    all<StockDocument>('stock'),
    all<CheckoutDocument>('checkouts'),
    all<OrderDocument>('orders'),
    all<TestPaymentDocument>('testPayments'),
    all<OutboxDocument>('outbox'),
  ]);
  return { stock, checkouts, orders: orders.filter(({ checkout }) => Boolean(checkout)), payments, messages };
}

/** I1: true after every single write. */
export function expectCounted({ onHand, available, holds }: StockDocument): void {
  const held = holds.reduce((sum, { quantity }) => sum + quantity, 0);
  expect({ onHand, areAllThere: available >= 0 && onHand >= 0 }).toEqual({
    onHand: available + held,
    areAllThere: true,
  });
}

/** What was captured and has gone back is nobody's. */
const isPaid = ({ status, capturedCents, refunds }: TestPaymentDocument) =>
  status === 'captured'
    ? capturedCents > refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)
    : ['authorized', 'pending'].includes(status);
const isGivenUp = ({ status }: TestPaymentDocument) => status === 'cancelled' || status === 'captured';

/** Ended orders: nothing of them is left to do. */
function expectEnded({ cancellation, dueAt, payment }: OrderDocument): void {
  expect([cancellation?.step, dueAt]).toEqual(['done', null]);
  expect(['voided', 'refunded']).toContain(payment.status);
}

/** What of it was not given back is paid for. */
const isPaidFor = ({ status, payment }: OrderDocument) => status !== 'cancelled' && payment.status !== 'refunded';

/** I4: the order and its ledger say of the money what the provider's own ledger says. */
function expectSameMoney(order: OrderDocument, payments: readonly TestPaymentDocument[]): void {
  const { payment, refunds = [] } = order;
  // The provider is being asked: what it has done is not known yet.
  if (payment.status === 'capturing') return;
  const paid = payments.find(({ _id }) => _id === payment.id);
  const refunded = (paid?.refunds ?? []).reduce((sum, { amountCents }) => sum + amountCents, 0);
  const captured = paid?.capturedCents ?? 0;
  expect([order._id, payment.capturedCents, payment.refundedCents ?? 0]).toEqual([order._id, captured, refunded]);
  expect(refunded).toBeLessThanOrEqual(captured);
  expect(ledgerOf(order).at(-1)?.balanceCents).toBe(captured - refunded);
  for (const { lines, shippingCents, extraCents, amountCents, taxCents } of refunds) {
    expect(lines.reduce((sum, line) => sum + line.amountCents, 0) + shippingCents + extraCents).toBe(amountCents);
    expect(taxCents >= 0 && taxCents <= amountCents).toBe(true);
  }
}

const shipmentsOf = (order: OrderDocument) =>
  standingFulfillments(order).map(({ id }) => `ORDER_SHIPPED:${order._id}:${id}`);

const refundsOf = ({ refunds = [] }: OrderDocument) =>
  refunds
    .filter(({ kind, doneAt, amountCents }) => kind !== 'cancellation' && doneAt !== null && amountCents > 0)
    .map(({ id }) => `ORDER_REFUNDED:${id}`);

/** Once nothing moves any more: money, pieces and orders agree. `delivered`: what was put in, by product. */
export async function expectPurchasesInOrder(db: Db, delivered: ReadonlyMap<string, number>): Promise<void> {
  const { stock, checkouts, orders, payments, messages } = await readPurchases(db);
  const kept = orders.filter(({ status }) => status !== 'cancelled');
  const ended = orders.filter((order) => !kept.includes(order));
  ended.forEach(expectEnded);
  // I10: nothing waits for ever; I3: at most one order for each, and money only with an order.
  for (const { _id, status, orderNumber } of checkouts) {
    // What is sold out is open again for other lines: it holds nothing.
    expect([...finalStatuses, 'OPEN']).toContain(status);
    const ordered = orders.filter(({ checkout }) => checkout === _id);
    expect(ordered.map((order) => order._id)).toEqual(status === 'PLACED' ? [orderNumber] : []);
    const attempts = payments.filter(({ checkout }) => checkout === _id);
    expect(attempts.filter(isPaid)).toHaveLength(ordered.filter(isPaidFor).length);
    // What was given up can be paid by nobody any more.
    expect(attempts.filter((payment) => !isPaid(payment) && !isGivenUp(payment))).toEqual([]);
  }
  // I5: what the provider was asked for is what the order says.
  for (const { checkout, totalCents } of kept.filter(isPaidFor))
    expect(payments.find((payment) => payment.checkout === checkout && isPaid(payment))?.amountCents).toBe(totalCents);
  for (const order of orders) expectSameMoney(order, payments);
  // I9: each order has one confirmation, each cancelled one says so once, and what was paid for in vain has one apology.
  const inVain = checkouts.filter(({ status }) => status === 'REFUNDED').map(({ _id }) => `SOLD_OUT:${_id}`);
  const confirmed = orders.map(({ _id }) => `ORDER_CONFIRMATION:${_id}`);
  const cancelled = ended.map(({ _id }) => `ORDER_CANCELLED:${_id}`);
  const about = orders.flatMap((order) => [...shipmentsOf(order), ...refundsOf(order)]);
  expect(messages.map(({ _id }) => _id).sort()).toEqual([...confirmed, ...cancelled, ...inVain, ...about].sort());
  // I2: what was put in is there, or was sold.
  for (const document of stock) {
    expectCounted(document);
    expect(document.holds).toEqual([]);
    const sold = kept
      .flatMap((order) => order.lines.map((line, index) => ({ ...line, back: restockedPieces(order, index) })))
      .filter(({ productId }) => productId?.equals(document._id))
      .reduce((sum, { quantity, back }) => sum + quantity - back, 0);
    expect(document.onHand).toBe((delivered.get(document._id.toHexString()) ?? 0) - sold);
  }
}

/** What is under way is swept at a time when every hold has ended, as a process that starts then would do it. */
export async function sweepUntilOver(repositories: Repositories, publicUrl = 'http://127.0.0.1:1'): Promise<void> {
  let time = Date.now();
  const now = () => new Date(time);
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const saga = createSaga({ repositories, publicUrl: () => publicUrl, now });
  for (let minutes = 0; minutes < 60; minutes += 10) {
    time += 10 * 60_000;
    for (let more = true; more;) {
      await sweepCheckouts({ ...saga, repositories, now, log });
      await sweepOrders({ ...saga, repositories, now, log });
      more = (await repositories.checkouts.findDue(now(), 1)).length > 0;
    }
  }
}
