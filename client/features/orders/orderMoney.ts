import { formatCents } from '../../lib/money';
import type { Order } from './orderWords';

/** What was charged and did not go back, in cents: whatever the payment is called meanwhile. */
export const netOf = ({ capturedTotal, refundedTotal }: Pick<Order, 'capturedTotal' | 'refundedTotal'>): number =>
  capturedTotal.amount - refundedTotal.amount;

/** What becomes of the money where the order is cancelled. */
export function moneyIfCancelled(order: Order): string {
  const [net, refunded] = [netOf(order), order.refundedTotal.amount];
  if (order.capturedTotal.amount === 0) return 'Nothing will be charged.';
  if (net <= 0) return `All of ${formatCents(refunded)} went back to your card already.`;
  return refunded === 0
    ? `All of ${formatCents(net)} goes back to your card.`
    : `${formatCents(net)} goes back to your card; ${formatCents(refunded)} went back already.`;
}

/** What became of the money of an order that is cancelled, of which so much had gone back before. */
export function moneyOfCancelled(order: Order, refundedBefore: number): string {
  const { capturedTotal, refundedTotal, paymentStatus } = order;
  const [net, now] = [netOf(order), refundedTotal.amount - refundedBefore];
  // The payment service has not answered yet: the shop goes on asking it.
  if (net > 0) return `${formatCents(net)} is going back to your card.`;
  if (capturedTotal.amount === 0)
    return paymentStatus === 'VOIDED' ? 'Nothing is charged.' : 'What was reserved on your card is being given up.';
  if (now > 0) return `${formatCents(now)} goes back to your card.`;
  return `All of ${formatCents(refundedTotal.amount)} went back to your card already.`;
}
