import type { MovedOrder } from '../orders/findMoney';
import type { StoredRefund } from '../orders/orderDocument';
import { providerRefundId } from '../orders/refundedPayment';

/** A movement of money according to an order. */
export interface OrderFact {
  readonly about: 'CAPTURE' | 'REFUND';
  /** A refund's id at the provider, or the payment's for a charge. */
  readonly id: string;
  readonly cents: number;
  readonly at: Date;
}

/** The effective amount: 0 if the refund failed or was refused. */
export const refundCents = ({ amountCents, failedAt, step }: StoredRefund): number =>
  failedAt !== undefined || step === 'refused' ? 0 : amountCents;

/** A pending capture counts as captured: the order is updated a moment later. */
export const takenCents = ({ payment, totalCents }: MovedOrder): number =>
  payment.status === 'capturing' ? totalCents : payment.capturedCents;

export function factsOf({ payment, refunds = [] }: MovedOrder): OrderFact[] {
  const { id, capturedAt, capturedCents } = payment;
  const taken: OrderFact[] =
    capturedAt && capturedCents > 0 ? [{ about: 'CAPTURE', id, cents: capturedCents, at: capturedAt }] : [];
  const given = refunds.flatMap((refund): OrderFact[] =>
    refund.doneAt && refundCents(refund) > 0
      ? [{ about: 'REFUND', id: providerRefundId(refund), cents: refundCents(refund), at: refund.doneAt }]
      : [],
  );
  return [...taken, ...given];
}

/** Sum of the refunds that did not fail. */
export const givenCents = (order: MovedOrder): number =>
  factsOf(order).reduce((sum, { about, cents }) => sum + (about === 'REFUND' ? cents : 0), 0);
