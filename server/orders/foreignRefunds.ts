import type { ForeignRefund, PaymentState } from '../payments/provider';
import type { OrderDocument, StoredOrderEvent, StoredRefund } from './orderDocument';
import { providerRefundId } from './refundedPayment';
import { planForeign } from './refundRules';

export const foreignReason = 'Refunded at the payment provider';

/** A refund made at the provider, as a refund of the order: an amount without pieces, recorded as done. */
export function foreignRefundOf(
  order: OrderDocument,
  { id, amountCents, madeAt }: Pick<ForeignRefund, 'id' | 'amountCents' | 'madeAt'>,
): StoredRefund {
  // The order has requested it, but a restored backup no longer has the record.
  const isOwn = id.startsWith(`${order._id}:`);
  return {
    ...(isOwn ? { id } : { id: `${order._id}:${id}`, foreignId: id }),
    ...{ kind: 'foreign', ...planForeign(order, amountCents), reason: foreignReason, restock: false, byUid: null },
    ...{ begunAt: madeAt, doneAt: madeAt, step: 'message' },
  };
}

/** Refunds at the provider that the order lacks, with their events. */
export function newForeignRefunds(
  order: OrderDocument,
  { foreignRefunds }: Pick<PaymentState, 'foreignRefunds'>,
  at: Date,
) {
  let refunds = order.refunds ?? [];
  const events: StoredOrderEvent[] = [];
  if (order.payment.capturedCents === 0) return { refunds, events };
  const known = new Set(refunds.map(providerRefundId));
  for (const foreign of foreignRefunds.filter(({ id, hasFailed }) => !hasFailed && !known.has(id))) {
    refunds = [...refunds, foreignRefundOf({ ...order, refunds }, foreign)];
    events.push(foreignEvent(foreign.amountCents, at));
  }
  return { refunds, events };
}

export const foreignEvent = (amountCents: number, at: Date): StoredOrderEvent => ({
  ...{ at, kind: 'REFUNDED', by: null, amountCents, text: foreignReason },
});
