import type { Db, Filter } from 'mongodb';
import { ordersDeclaration } from '../orders/orders.repository';
import type { OrderDocument } from '../orders/orderDocument';
import { createTestPaymentsRepository, type TestPaymentDocument } from '../payments/testPayments.repository';

type Dated = Pick<OrderDocument, 'payment' | 'refunds'>;

/** Each failed try means that an older version, still running, has changed the payment. */
const maxTries = 10;

/**
 * Migration: up to version 11 the test provider's ledger lacked dates of movements, so that no day could be reconciled.
 * They are taken from the orders, the only ones paid there.
 */
export async function dateMovements(db: Db): Promise<void> {
  const payments = createTestPaymentsRepository(db);
  const paid = { 'payment.provider': 'test', 'payment.capturedCents': { $gt: 0 } } as Filter<OrderDocument>;
  const orders = db.collection<OrderDocument>(ordersDeclaration.collection);
  const projection = { payment: 1, refunds: 1 };
  for await (const order of orders.find(paid, { sort: { _id: 1 } }).project<Dated>(projection)) {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const payment = await payments.find(order.payment.id);
      const change = payment && datesOf(payment, order);
      if (!change || (await payments.update(payment, change))) break;
    }
  }
}

/** null: all dates are present. */
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
