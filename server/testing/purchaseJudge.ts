import type { Db } from 'mongodb';
import type { Repositories } from '../collections/repositories';
import { finalStatuses, type CheckoutDocument } from '../checkout/checkouts.repository';
import { createSaga } from '../checkout/createSaga';
import { sweepCheckouts } from '../checkout/sweepCheckouts';
import type { OutboxDocument } from '../mail/outbox.repository';
import { ledgerOf } from '../orders/ledger';
import type { IssuedNumber, OrderDocument } from '../orders/orderDocument';
import { providerRefundId } from '../orders/refundedPayment';
import { restockedPieces, activeFulfillments } from '../orders/orderPieces';
import type { LastNumber } from '../orders/paperNumbers.repository';
import { sweepOrders } from '../orders/sweepOrders';
import { isUnpaid } from '../orders/notifyCaptureFailure';
import type { TestPaymentDocument } from '../payments/testPayments.repository';
import type { StockDocument } from '../stock/stock.repository';
import type { JudgedPayment } from './playedProvider';
import { silentLog } from './silentLog';

/** Everything that purchases write to a database. */
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

/** A captured payment that was refunded in full does not count as paid. */
const isPaid = ({ status, capturedCents, refunds }: JudgedPayment) =>
  status === 'captured'
    ? capturedCents > refunds.reduce((sum, { amountCents, failsAt }) => sum + (failsAt ? 0 : amountCents), 0)
    : ['authorized', 'pending'].includes(status);
const isGivenUp = ({ status }: JudgedPayment) => status === 'cancelled' || status === 'captured';

/** Whether the provider has refused the refund of a cancelled order, which is left to an admin. */
const isRefused = ({ refunds = [], attentionAt }: OrderDocument) =>
  Boolean(attentionAt) && refunds.some(({ doneAt, failedAt }) => doneAt === null && failedAt !== undefined);

/** Expects nothing left to do for an ended order. */
function expectEnded(order: OrderDocument): void {
  const { cancellation, dueAt, payment } = order;
  expect([cancellation?.step, dueAt]).toEqual(['done', null]);
  if (!isRefused(order)) expect(['voided', 'refunded']).toContain(payment.status);
}

/** Whether the order still has money that was not refunded. */
const isPaidFor = (order: OrderDocument) =>
  (order.status !== 'cancelled' || isRefused(order)) && order.payment.status !== 'refunded';

/** I4: the order and its ledger match the provider's ledger. */
function expectSameMoney(order: OrderDocument, payments: readonly JudgedPayment[]): void {
  const { payment, refunds = [] } = order;
  // The capture is under way, so that its result is unknown.
  if (payment.status === 'capturing') return;
  const paid = payments.find(({ _id }) => _id === payment.id);
  const failed = new Set(refunds.filter(({ failedAt, step }) => failedAt ?? step === 'refused').map(providerRefundId));
  const arrived = (paid?.refunds ?? []).filter(({ id, failsAt }) => !(failsAt && failed.has(id)));
  const refunded = arrived.reduce((sum, { amountCents }) => sum + amountCents, 0);
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
  activeFulfillments(order).map(({ id, corrections = 0 }) =>
    [`ORDER_SHIPPED:${order._id}:${id}`, ...(corrections > 0 ? [corrections] : [])].join(':'),
  );

const refundsOf = ({ refunds = [] }: OrderDocument) =>
  refunds
    .filter(({ kind, doneAt, amountCents }) => kind !== 'cancellation' && doneAt !== null && amountCents > 0)
    .map(({ id }) => `ORDER_REFUNDED:${id}`);

/**
 * Pieces that are not back in stock: of a cancelled order those refunded without restocking, of other orders those not
 * restocked.
 */
function piecesAway(order: OrderDocument, line: number): number {
  const { status, refunds = [] } = order;
  if (status !== 'cancelled') return (order.lines[line]?.quantity ?? 0) - restockedPieces(order, line);
  return refunds
    .filter(({ kind, step, restock }) => kind !== 'cancellation' && step !== 'refused' && !restock)
    .flatMap(({ lines }) => lines.filter((each) => each.line === line))
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

const failuresOf = ({ refunds = [] }: OrderDocument) =>
  refunds
    .filter(({ doneAt, failedAt, amountCents }) => doneAt !== null && failedAt !== undefined && amountCents > 0)
    .map(({ id }) => `REFUND_FAILED:${id}`);

/** Mails about a failed payment; the order may have been paid or cancelled since. */
function refusalOf(order: OrderDocument, messages: readonly { readonly _id: string }[]): string[] {
  const id = `PAYMENT_FAILED:${order._id}`;
  const isTold = order.payment.isFailureTold === true && messages.some(({ _id }) => _id === id);
  return isTold || isUnpaid(order) ? [id] : [];
}

/** C52: the timeline has an entry for each shipment and each refund begun by the shop. */
export function expectTimelineComplete({ timeline = [], fulfillments = [], refunds = [] }: OrderDocument): void {
  const countOf = (kind: string) => timeline.filter((event) => event.kind === kind).length;
  expect(countOf('SHIPPED')).toBe(fulfillments.length);
  expect(countOf('REFUND_BEGUN') + countOf('REST_CANCELLED')).toBe(
    refunds.filter(({ kind }) => kind !== 'cancellation').length,
  );
}

/** Expects the numbers 1 to n, each once, with dates in the same order. */
function expectNumbered(issued: readonly IssuedNumber[], counter: LastNumber | undefined): void {
  const inOrder = [...issued].sort((one, other) => one.number - other.number);
  expect(inOrder.map(({ number }) => number)).toEqual(inOrder.map((_, index) => index + 1));
  const dates = inOrder.map(({ issuedAt }) => issuedAt.getTime());
  expect(dates).toEqual([...dates].sort((one, other) => one - other));
  expect(counter?.last ?? 0).toBe(inOrder.length);
}

/** Expects one invoice per captured order and one credit note per refund after it, with numbers without gaps. */
export async function expectPapersInOrder(db: Db): Promise<void> {
  const counters = await db.collection<LastNumber & { _id: string }>('counters').find().toArray();
  const { orders } = await readPurchases(db);
  const refunds = orders.flatMap(({ refunds: made = [] }) => made);
  const paid = orders.filter(({ payment }) => payment.capturedCents > 0);
  expect(orders.filter(({ invoice }) => invoice).map(({ _id }) => _id)).toEqual(paid.map(({ _id }) => _id));
  const given = refunds.filter(({ doneAt, amountCents }) => doneAt !== null && amountCents > 0);
  expect(refunds.filter(({ creditNote }) => creditNote).map(({ id }) => id)).toEqual(given.map(({ id }) => id));
  const last = (series: string) => counters.find(({ _id }) => _id === series);
  expectNumbered(
    orders.flatMap(({ invoice }) => invoice ?? []),
    last('invoices'),
  );
  expectNumbered(
    refunds.flatMap(({ creditNote }) => creditNote ?? []),
    last('creditNotes'),
  );
}

/**
 * Expects money, pieces and orders to agree once no work is under way. `delivered`: pieces added, by product;
 * `outside`: the ledger of a provider that is not in the database.
 */
export async function expectPurchasesInOrder(
  db: Db,
  delivered: ReadonlyMap<string, number>,
  outside?: readonly JudgedPayment[],
): Promise<void> {
  const { stock, checkouts, orders, messages, ...inside } = await readPurchases(db);
  const payments: readonly JudgedPayment[] = outside ?? inside.payments;
  const kept = orders.filter(({ status }) => status !== 'cancelled');
  const ended = orders.filter((order) => !kept.includes(order));
  ended.forEach(expectEnded);
  // I10: nothing stays open; I3: at most one order per checkout, and money only with an order.
  for (const { _id, status, orderNumber, expiresAt } of checkouts) {
    // A sold-out checkout is open for other lines again and holds nothing.
    expect([...finalStatuses, 'OPEN']).toContain(status);
    expect(expiresAt).toBeInstanceOf(Date);
    const ordered = orders.filter(({ checkout }) => checkout === _id);
    expect(ordered.map((order) => order._id)).toEqual(status === 'PLACED' ? [orderNumber] : []);
    const attempts = payments.filter(({ checkout }) => checkout === _id);
    expect(attempts.filter(isPaid)).toHaveLength(ordered.filter(isPaidFor).length);
    // An attempt that was given up can no longer be paid.
    expect(attempts.filter((payment) => !isPaid(payment) && !isGivenUp(payment))).toEqual([]);
  }
  // I5: the amount at the provider equals the total of the order.
  for (const { checkout, totalCents } of kept.filter(isPaidFor))
    expect(payments.find((payment) => payment.checkout === checkout && isPaid(payment))?.amountCents).toBe(totalCents);
  for (const order of orders) expectSameMoney(order, payments);
  await expectPapersInOrder(db);
  // I9: one confirmation per order, one mail per cancelled order, and one apology per payment in vain.
  const inVain = checkouts.filter(({ status }) => status === 'REFUNDED').map(({ _id }) => `SOLD_OUT:${_id}`);
  const confirmed = orders.map(({ _id }) => `ORDER_CONFIRMATION:${_id}`);
  const cancelled = ended.map(({ _id }) => `ORDER_CANCELLED:${_id}`);
  const about = orders.flatMap((order) => [
    ...[...shipmentsOf(order), ...refundsOf(order), ...failuresOf(order), ...refusalOf(order, messages)],
  ]);
  expect(messages.map(({ _id }) => _id).sort()).toEqual([...confirmed, ...cancelled, ...inVain, ...about].sort());
  // I2: pieces added are in stock or sold.
  for (const document of stock) {
    expectCounted(document);
    expect(document.holds).toEqual([]);
    const sold = orders
      .flatMap((order) => order.lines.map((line, index) => ({ ...line, away: piecesAway(order, index) })))
      .filter(({ productId }) => productId?.equals(document._id))
      .reduce((sum, { away }) => sum + away, 0);
    expect(document.onHand).toBe((delivered.get(document._id.toHexString()) ?? 0) - sold);
  }
}

/** Sweeps all work under way at a time when every hold has expired, like a process that starts then. */
export async function sweepUntilOver(repositories: Repositories, publicUrl = 'http://127.0.0.1:1'): Promise<void> {
  let time = Date.now();
  const now = () => new Date(time);
  const saga = createSaga({ repositories, publicUrl: () => publicUrl, now });
  for (let minutes = 0; minutes < 60; minutes += 10) {
    time += 10 * 60_000;
    for (let more = true; more;) {
      await sweepCheckouts({ ...saga, repositories, now, log: silentLog });
      await sweepOrders({ ...saga, repositories, now, log: silentLog });
      more = (await repositories.checkouts.findDue(now(), 1)).length > 0;
    }
  }
}
