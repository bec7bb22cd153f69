import type { MovedOrder } from '../orders/findMoney';
import type { StoredRefund } from '../orders/orderDocument';
import { refundKey } from '../orders/refundedPayment';

/** Money that an order says was moved. */
export interface OrderFact {
  readonly about: 'CAPTURE' | 'REFUND';
  /** Of the refund as the provider knows it, of a charge its payment's. */
  readonly id: string;
  readonly cents: number;
  readonly at: Date;
}

/** What counts of it: nothing where it did not arrive, or is refused. */
export const refundCents = ({ amountCents, failedAt, step }: StoredRefund): number =>
  failedAt !== undefined || step === 'refused' ? 0 : amountCents;

/** What is being asked for at this moment counts as taken: the order learns of it a moment later. */
export const takenCents = ({ payment, totalCents }: MovedOrder): number =>
  payment.status === 'capturing' ? totalCents : payment.capturedCents;

export function factsOf({ payment, refunds = [] }: MovedOrder): OrderFact[] {
  const { id, capturedAt, capturedCents } = payment;
  const taken: OrderFact[] =
    capturedAt && capturedCents > 0 ? [{ about: 'CAPTURE', id, cents: capturedCents, at: capturedAt }] : [];
  const given = refunds.flatMap((refund): OrderFact[] =>
    refund.doneAt && refundCents(refund) > 0
      ? [{ about: 'REFUND', id: refundKey(refund), cents: refundCents(refund), at: refund.doneAt }]
      : [],
  );
  return [...taken, ...given];
}

/** All that its refunds say has arrived. */
export const givenCents = (order: MovedOrder): number =>
  factsOf(order).reduce((sum, { about, cents }) => sum + (about === 'REFUND' ? cents : 0), 0);
