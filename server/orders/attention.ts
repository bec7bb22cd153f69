import type { OrderDocument } from './orderDocument';

export type AttentionReason = 'CAPTURE_FAILED' | 'AUTHORIZATION_ENDING' | 'REFUND_FAILED';

const dayMs = 24 * 60 * 60_000;
/** Of a card: what is not captured by then is free again. */
const authorizationMs = 7 * dayMs;
const warningMs = 2 * dayMs;

type Watched = Pick<OrderDocument, 'payment' | 'status' | 'refunds' | 'createdAt'>;

const isReserved = ({ payment, status }: Watched): boolean =>
  status !== 'cancelled' && payment.id !== '' && (payment.status === 'authorized' || payment.status === 'capturing');

/** null: nothing is reserved. */
export const authorizedUntil = (order: Watched): Date | null =>
  isReserved(order) ? new Date(order.createdAt.getTime() + authorizationMs) : null;

/** From when on each reason holds, as far as is known now. */
function reasonsOf(order: Watched): { readonly reason: AttentionReason; readonly from: Date }[] {
  const { payment, status, refunds = [], createdAt } = order;
  const end = authorizedUntil(order);
  return [
    ...(payment.status === 'failed' && status !== 'cancelled'
      ? [{ reason: 'CAPTURE_FAILED' as const, from: createdAt }]
      : []),
    ...(end ? [{ reason: 'AUTHORIZATION_ENDING' as const, from: new Date(end.getTime() - warningMs) }] : []),
    ...refunds
      .filter(({ step }) => step === 'refused')
      .slice(0, 1)
      .map(({ begunAt }) => ({ reason: 'REFUND_FAILED' as const, from: begunAt })),
  ];
}

/** null: nothing is known that would need somebody. */
export function attentionFrom(order: Watched): Date | null {
  const moments = reasonsOf(order).map(({ from }) => from.getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

export const attentionOf = (order: Watched, now: Date): AttentionReason[] =>
  reasonsOf(order).flatMap(({ reason, from }) => (from <= now ? [reason] : []));
