import type { Db, Filter } from 'mongodb';
import { ordersDeclaration } from '../orders/orders.repository';
import type { OrderDocument } from '../orders/orderDocument';
import { createTestPaymentsRepository, type TestPaymentDocument } from '../payments/testPayments.repository';

type Dated = Pick<OrderDocument, 'payment' | 'refunds'>;

/** Each lost try means that the shop of before, still running, has changed the payment just now. */
const triesAtOnce = 10;

/**
 * Up to version 11 the ledger of the test provider did not say when it moved money, so that no day could be compared with it. The orders
 * tell: nothing but them was ever paid there.
 */
export async function dateMovements(db: Db): Promise<void> {
  const payments = createTestPaymentsRepository(db);
  const paid = { 'payment.provider': 'test', 'payment.capturedCents': { $gt: 0 } } as Filter<OrderDocument>;
  const orders = db.collection<OrderDocument>(ordersDeclaration.collection);
  const projection = { payment: 1, refunds: 1 };
  for await (const order of orders.find(paid, { sort: { _id: 1 } }).project<Dated>(projection)) {
    for (let tries = 0; tries < triesAtOnce; tries += 1) {
      const payment = await payments.find(order.payment.id);
      const change = payment && datesOf(payment, order);
      if (!change || (await payments.update(payment, change))) break;
    }
  }
}

/** null: it says all of it. */
function datesOf({ capturedCents, capturedAt, refunds }: TestPaymentDocument, order: Dated) {
  const taken = order.payment.capturedAt;
  const dated = refunds.map((refund) => {
    const madeAt = refund.madeAt ?? order.refunds?.find(({ id }) => id === refund.id)?.doneAt ?? taken;
    return madeAt ? { ...refund, madeAt } : refund;
  });
  const undated = capturedCents > 0 && !capturedAt ? taken : undefined;
  if (!undated && refunds.every(({ madeAt }) => madeAt)) return null;
  return { refunds: dated, ...(undated && { capturedAt: undated }) };
}
