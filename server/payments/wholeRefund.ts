import type { PaymentProvider, PaymentState } from './provider';

/**
 * The refund of all that is left of a payment without an order; null: nothing is. After one that failed it has another
 * id: a repeated one returns the first outcome.
 */
export function wholeRefund(
  paymentId: string,
  { capturedCents, refundedCents, failedRefunds }: PaymentState,
): Parameters<PaymentProvider['refund']>[1] | null {
  const amountCents = capturedCents - refundedCents;
  if (amountCents <= 0) return null;
  const first = `${paymentId}:all`;
  const failed = failedRefunds.filter((id) => id === first || id.startsWith(`${first}:`)).length;
  return { id: failed === 0 ? first : `${first}:${failed + 1}`, amountCents };
}
