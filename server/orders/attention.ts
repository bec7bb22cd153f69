import { isOpenDispute } from './disputes';
import { isAuthorized } from './isAuthorized';
import type { OrderDocument } from './orderDocument';
import { owedRefund } from './owedRefund';

export type AttentionReason =
  'CAPTURE_FAILED' | 'AMOUNT_DIFFERS' | 'AUTHORIZATION_ENDING' | 'REFUND_FAILED' | 'DISPUTED';

const dayMs = 24 * 60 * 60_000;
/** How long card authorizations are valid. */
const authorizationMs = 7 * dayMs;
const warningMs = 2 * dayMs;

type Watched = Pick<OrderDocument, 'payment' | 'status' | 'totalCents' | 'refunds' | 'disputes' | 'createdAt'>;

/** null: nothing is authorized. */
export const authorizedUntil = (order: Watched): Date | null =>
  isAuthorized(order) ? new Date(order.createdAt.getTime() + authorizationMs) : null;

/** From when on each reason applies, as far as known now. */
function reasonsOf(order: Watched): { readonly reason: AttentionReason; readonly from: Date }[] {
  const { payment, status, disputes = [], createdAt } = order;
  const owed = owedRefund(order);
  const end = authorizedUntil(order);
  return [
    ...(payment.status === 'failed' && status !== 'cancelled'
      ? [{ reason: 'CAPTURE_FAILED' as const, from: createdAt }]
      : []),
    ...(hasOtherAmount(order) ? [{ reason: 'AMOUNT_DIFFERS' as const, from: payment.capturedAt ?? createdAt }] : []),
    ...(end ? [{ reason: 'AUTHORIZATION_ENDING' as const, from: new Date(end.getTime() - warningMs) }] : []),
    ...(owed ? [{ reason: 'REFUND_FAILED' as const, from: owed.since }] : []),
    ...disputes.filter(isOpenDispute).map(({ openedAt }) => ({ reason: 'DISPUTED' as const, from: openedAt })),
  ];
}

/** The provider captured another amount than the order's total, and not all of it was refunded. */
const hasOtherAmount = ({ payment, status, totalCents }: Watched): boolean =>
  ![0, totalCents].includes(payment.capturedCents) && status !== 'cancelled' && payment.status !== 'refunded';

/** null: no known reason for an admin to act. */
export function attentionFrom(order: Watched): Date | null {
  const moments = reasonsOf(order).map(({ from }) => from.getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

export const attentionOf = (order: Watched, now: Date): AttentionReason[] => [
  ...new Set(reasonsOf(order).flatMap(({ reason, from }) => (from <= now ? [reason] : []))),
];
