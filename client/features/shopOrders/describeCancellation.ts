import { formatCard } from '../../lib/formatCard';
import { formatCents } from '../../lib/money';
import { pluralize } from '../../lib/pluralize';
import { openPieces, type ShopOrder } from './shopOrder';

/** What a cancellation voids, refunds and restocks. `restCents`: the unshipped part, if some was shipped; undefined: unknown. */
export function describeCancellation(order: ShopOrder, restCents?: number): string {
  const open = openPieces(order);
  const pieces = `${pluralize(open, 'piece')} ${open === 1 ? 'goes' : 'go'} back on sale`;
  if (order.fulfillmentStatus === 'PARTIALLY_FULFILLED') {
    const rest = restCents === undefined ? 'The money of what has not left' : formatCents(restCents);
    const back =
      restCents === 0
        ? `No money is left to go back. ${pieces}`
        : `${rest} goes back to ${formatCard(order)}, and ${pieces}`;
    return `${back}. What has left stays with its buyer.`;
  }
  return `${moneyWords(order)}, and ${pieces}. Its buyer gets a mail. It cannot be taken up again.`;
}

function moneyWords(order: ShopOrder): string {
  const { capturedTotal, refundable, total } = order;
  const left = refundable?.amount ?? 0;
  if (left > 0) return `${formatCents(left)} goes back to ${formatCard(order)}`;
  return capturedTotal.amount === 0
    ? `${formatCents(total.amount)} is voided: nothing is charged`
    : `All of ${formatCents(capturedTotal.amount)} goes back to ${formatCard(order)} already`;
}

/** What a cancellation has refunded. */
export function describeGivenBack({
  capturedTotal,
  refundedTotal,
  paymentStatus,
  total,
  ledger,
  lines,
}: ShopOrder): string[] {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const owed = ledger?.at(-1)?.balance.amount ?? 0;
  const isReserved = capturedTotal.amount === 0;
  return [
    paymentStatus === 'VOIDED'
      ? `${formatCents(total.amount)} was voided: nothing was charged.`
      : isReserved
        ? `The reservation of ${formatCents(total.amount)} is being given up.`
        : `${formatCents(refundedTotal.amount)} went back.`,
    ...(owed > 0 ? [`${formatCents(owed)} is still to go back.`] : []),
    `${pluralize(pieces, 'piece')} ${pieces === 1 ? 'is' : 'are'} not sent any more.`,
  ];
}
