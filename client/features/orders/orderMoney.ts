import { formatCents } from '../../lib/money';
import type { Order } from './orderStatusLabels';

/** The charged amount without refunds, in cents, whatever the payment's status. */
export const netOf = ({ capturedTotal, refundedTotal }: Pick<Order, 'capturedTotal' | 'refundedTotal'>): number =>
  capturedTotal.amount - refundedTotal.amount;

/** What a cancellation does with the money. */
export function moneyIfCancelled(order: Order): string {
  const [net, refunded] = [netOf(order), order.refundedTotal.amount];
  if (order.capturedTotal.amount === 0) return 'Nothing will be charged.';
  if (net <= 0) return `All of ${formatCents(refunded)} went back to your card already.`;
  return refunded === 0
    ? `All of ${formatCents(net)} goes back to your card.`
    : `${formatCents(net)} goes back to your card; ${formatCents(refunded)} went back already.`;
}

/** How a cancellation has settled the money that was not refunded before. */
export function moneyOfCancelled(order: Order, refundedBefore: number): string {
  const { capturedTotal, refundedTotal, paymentStatus } = order;
  const [net, now] = [netOf(order), refundedTotal.amount - refundedBefore];
  // The provider has not answered yet: the server retries.
  if (net > 0) return `${formatCents(net)} is going back to your card.`;
  if (capturedTotal.amount === 0)
    return paymentStatus === 'VOIDED' ? 'Nothing is charged.' : 'What was reserved on your card is being given up.';
  if (now > 0) return `${formatCents(now)} goes back to your card.`;
  return `All of ${formatCents(refundedTotal.amount)} went back to your card already.`;
}
