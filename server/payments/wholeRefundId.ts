import type { PaymentState } from './provider';

/**
 * The id of a refund of all that is left of a payment without an order. After one that failed it is another one: a
 * repeated id returns the first outcome.
 */
export function wholeRefundId(paymentId: string, { failedRefunds }: Pick<PaymentState, 'failedRefunds'>): string {
  const first = `${paymentId}:all`;
  const failed = failedRefunds.filter((id) => id === first || id.startsWith(`${first}:`)).length;
  return failed === 0 ? first : `${first}:${failed + 1}`;
}
