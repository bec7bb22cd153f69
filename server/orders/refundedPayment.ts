import type { PaymentState } from '../payments/provider';
import type { OrderDocument, OrderPayment, StoredOrderEvent, StoredRefund } from './orderDocument';

/** The payment with its status and refunded amount derived from the refund records. */
export function paymentAfter(payment: OrderPayment, refunds: readonly StoredRefund[]): OrderPayment {
  const refundedCents = refunds.filter(hasArrived).reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...payment, refundedCents, status: statusOf(refundedCents, payment.capturedCents) };
}

function statusOf(refundedCents: number, capturedCents: number): OrderPayment['status'] {
  if (refundedCents === 0) return 'paid';
  return refundedCents >= capturedCents ? 'refunded' : 'partiallyRefunded';
}

/** The order's refunds with one of them changed. */
export const withRefund = (
  { refunds = [] }: Pick<OrderDocument, 'refunds'>,
  changed: StoredRefund,
): readonly StoredRefund[] => refunds.map((refund) => (refund.id === changed.id ? changed : refund));

/** As far as is known. */
export const hasArrived = ({ doneAt, failedAt }: StoredRefund): boolean => doneAt !== null && failedAt === undefined;

/** The id under which the provider has it. */
export const providerRefundId = ({ id, foreignId }: Pick<StoredRefund, 'id' | 'foreignId'>): string => foreignId ?? id;

/** Failed refunds of any origin at the provider. */
export const failedIn = ({
  failedRefunds,
  foreignRefunds,
}: Pick<PaymentState, 'failedRefunds' | 'foreignRefunds'>): string[] => [
  ...failedRefunds,
  ...foreignRefunds.flatMap(({ id, hasFailed }) => (hasFailed ? [id] : [])),
];

/** Marks refunds as failed that were recorded as done; returns them with their events. */
export function markFailed(refunds: readonly StoredRefund[], failedIds: readonly string[], at: Date) {
  const late = refunds.filter((refund) => hasArrived(refund) && failedIds.includes(providerRefundId(refund)));
  return {
    refunds: refunds.map((refund) =>
      late.includes(refund) ? { ...refund, failedAt: at, isFailureTold: false } : refund,
    ),
    events: late.map(({ amountCents }) => failureEvent(amountCents, at)),
  };
}

export const failureEvent = (amountCents: number, at: Date): StoredOrderEvent => ({
  ...{ at, kind: 'REFUND_FAILED', by: null, amountCents },
});
