import type { ForeignRefund, PaymentState } from '../payments/provider';
import type { OrderDocument, StoredOrderEvent, StoredRefund } from './orderDocument';
import { refundKey } from './refundedPayment';
import { planForeign } from './refundRules';

export const foreignReason = 'Refunded at the payment provider';

/** What somebody has given back at the provider, as a refund of the order: an amount without pieces, which nobody is asked for any more. */
export function foreignRefundOf(
  order: OrderDocument,
  { id, amountCents, madeAt }: Pick<ForeignRefund, 'id' | 'amountCents' | 'madeAt'>,
): StoredRefund {
  // One that this order has asked for, and has forgotten: of a restored backup.
  const isOwn = id.startsWith(`${order._id}:`);
  return {
    ...(isOwn ? { id } : { id: `${order._id}:${id}`, foreignId: id }),
    ...{ kind: 'foreign', ...planForeign(order, amountCents), reason: foreignReason, restock: false, byUid: null },
    ...{ begunAt: madeAt, doneAt: madeAt, step: 'message' },
  };
}

/** Those of the provider that the order does not have yet; what is told of each. */
export function newForeignRefunds(
  order: OrderDocument,
  { foreignRefunds }: Pick<PaymentState, 'foreignRefunds'>,
  at: Date,
) {
  let refunds = order.refunds ?? [];
  const events: StoredOrderEvent[] = [];
  if (order.payment.capturedCents === 0) return { refunds, events };
  const known = new Set(refunds.map(refundKey));
  for (const foreign of foreignRefunds.filter(({ id, hasFailed }) => !hasFailed && !known.has(id))) {
    refunds = [...refunds, foreignRefundOf({ ...order, refunds }, foreign)];
    events.push(foreignEvent(foreign.amountCents, at));
  }
  return { refunds, events };
}

export const foreignEvent = (amountCents: number, at: Date): StoredOrderEvent => ({
  ...{ at, kind: 'REFUNDED', by: null, amountCents, text: foreignReason },
});
