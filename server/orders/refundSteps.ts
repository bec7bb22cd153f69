import { refundUnlessRefused } from '../payments/refundUnlessRefused';
import { returnPieces } from '../stock/returnPieces';
import { settleFlags } from '../stock/settleStock';
import type { OrderDocument, StoredRefund } from './orderDocument';
import { withEvents } from './orderEvents';
import { statusAfter } from './orderPieces';
import { failureEvent, paymentAfter, withRefund } from './refundedPayment';
import type { OrderDeps } from './orderDeps';
import type { OrderChange } from './orders.repository';
import { queueBuyerMail } from './queueBuyerMail';

type Step = (deps: OrderDeps, order: OrderDocument, refund: StoredRefund) => Promise<OrderChange>;

/** Its id is the idempotency key, so retries refund once. */
const refundPayment: Step = async ({ provider, now }, order, refund) => {
  const { id, amountCents } = refund;
  if (amountCents > 0) {
    const state = await refundUnlessRefused(provider, order.payment.id, { id, amountCents });
    if (!state || state.failedRefunds.includes(id)) return refuse(order, refund, now());
  }
  const at = now();
  const refunds = withRefund(order, { ...refund, doneAt: at, step: 'stock' });
  return {
    refunds,
    payment: paymentAfter(order.payment, refunds),
    ...(amountCents > 0 && { timeline: withEvents(order, { at, kind: 'REFUNDED', by: null, amountCents }) }),
  };
};

/**
 * Pieces that the refund had excluded are to be sent again, except those of a cancelled order: whether they are
 * restocked was decided with the refund.
 */
function refuse(order: OrderDocument, refund: StoredRefund, at: Date): OrderChange {
  const isCancelled = order.status === 'cancelled';
  const refunds = withRefund(
    order,
    isCancelled ? { ...refund, failedAt: at, step: 'stock' } : { ...refund, step: 'refused' },
  );
  return {
    refunds,
    status: statusAfter({ ...order, refunds }),
    timeline: withEvents(order, failureEvent(refund.amountCents, at)),
  };
}

const restockPieces: Step = async ({ repositories, now }, order, refund) => {
  const { _id, checkout, lines } = order;
  const back = refund.lines.flatMap(({ line, quantity }) => {
    const productId = lines[line]?.productId;
    return refund.restock && productId ? [{ productId, quantity }] : [];
  });
  const reason = refund.kind === 'rest' ? 'CANCELLATION' : 'RETURN';
  for (const { productId, quantity } of back) {
    const hex = productId.toHexString();
    const movement = { _id: `refund:${refund.id}:${hex}`, productId, delta: quantity, reason } as const;
    await returnPieces(repositories.stock, {
      sale: `sale:${checkout}:${hex}`,
      movement: { ...movement, byUid: refund.byUid, order: _id, at: now() },
    });
  }
  await settleFlags(
    repositories,
    back.map(({ productId }) => productId),
  );
  return { refunds: withRefund(order, { ...refund, step: 'message' }) };
};

const refundEvent = ({ _id }: OrderDocument, { id }: StoredRefund): string => id.slice(_id.length + 1);

const announce: Step = async (deps, order, refund) => {
  const content = { kind: 'ORDER_REFUNDED', amountCents: refund.amountCents } as const;
  const isMailed = refund.amountCents > 0 && refund.failedAt === undefined;
  if (isMailed) await queueBuyerMail(deps, order, { content, event: refundEvent(order, refund) });
  return { refunds: withRefund(order, { ...refund, step: 'done' }) };
};

export const refundSteps: Readonly<Record<Exclude<StoredRefund['step'], 'done' | 'refused'>, Step>> = {
  money: refundPayment,
  stock: restockPieces,
  message: announce,
};

/** The buyer was told that the money is on its way. */
export const notifyRefundFailure: Step = async (deps, order, refund) => {
  const content = { kind: 'REFUND_FAILED', amountCents: refund.amountCents } as const;
  if (refund.amountCents > 0) await queueBuyerMail(deps, order, { content, event: refundEvent(order, refund) });
  return { refunds: withRefund(order, { ...refund, isFailureTold: true }) };
};
