import { formatCents } from '../../lib/money';
import type { Order } from './orderStatusLabels';

/** The charged amount without refunds, in cents, whatever the payment's status. */
export const netOf = ({ capturedTotal, refundedTotal }: Pick<Order, 'capturedTotal' | 'refundedTotal'>): number =>
  capturedTotal.amount - refundedTotal.amount;

/** Reserved, or being asked for: it may be charged at any moment, also before the page reads it again. */
const chargeable: readonly Order['paymentStatus'][] = ['PENDING', 'AUTHORIZED'];

/** What a cancellation does with the money; also true if it was charged after the order was read. */
export function moneyIfCancelled(order: Order): string {
  const [net, refunded] = [netOf(order), order.refundedTotal.amount];
  if (order.capturedTotal.amount === 0)
    return chargeable.includes(order.paymentStatus)
      ? 'What is reserved on your card is given up; if it was charged meanwhile, all of it goes back.'
      : 'Nothing will be charged.';
  if (net <= 0) return `All of ${formatCents(refunded)} went back to your card already.`;
  return refunded === 0
    ? `All of ${formatCents(net)} goes back to your card.`
    : `${formatCents(net)} goes back to your card; ${formatCents(refunded)} went back already.`;
}

/**
 * Whether the card did not take what the order's end gave back: the shop looks after it. An earlier refund that failed
 * says nothing of that one.
 */
export function hasOwedRefund(order: Order): boolean {
  const end = order.timeline.findLastIndex(({ kind }) => kind === 'CANCELLED' || kind === 'UNDONE');
  return netOf(order) > 0 && order.timeline.slice(end + 1).some(({ kind }) => kind === 'REFUND_FAILED');
}

/** How a cancellation has settled the money that was not refunded before. */
export function moneyOfCancelled(order: Order, refundedBefore: number): string {
  const { capturedTotal, refundedTotal, paymentStatus } = order;
  const [net, now] = [netOf(order), refundedTotal.amount - refundedBefore];
  if (hasOwedRefund(order)) {
    const back = now > 0 ? `${formatCents(now)} goes back to your card. ` : '';
    return `${back}Your card did not take ${formatCents(net)} that we sent back: we look after it.`;
  }
  // The provider has not answered yet: the server retries.
  if (net > 0) return `${formatCents(net)} is going back to your card.`;
  if (capturedTotal.amount === 0)
    return paymentStatus === 'VOIDED' ? 'Nothing is charged.' : 'What was reserved on your card is being given up.';
  if (now > 0) return `${formatCents(now)} goes back to your card.`;
  return `All of ${formatCents(refundedTotal.amount)} went back to your card already.`;
}
