import { deletedBuyer } from '../auth/deletedBuyer';
import { attentionFrom } from './attention';
import type { OrderDocument, StoredOrderEvent, StoredRefund } from './orderDocument';
import { searchFieldsOf } from './orderListFields';
import { openLines, standingFulfillments } from './orderPieces';

type Forgotten = Pick<
  OrderDocument,
  | 'buyerUid'
  | 'tokenHash'
  | 'email'
  | 'note'
  | 'notes'
  | 'payment'
  | 'shippingAddress'
  | 'billingAddress'
  | 'timeline'
  | 'refunds'
  | 'searchText'
  | 'searchTerms'
  | 'forgetAt'
>;

const hourMs = 60 * 60_000;
/** What was sent and is reported by nobody has arrived by then. */
const arrivedAfterMs = 30 * 24 * hourMs;

export const nextLookAt = (now: Date): Date => new Date(now.getTime() + hourMs);

/**
 * What becomes of an order whose buyer is deleted: whose it is and by whose name it is found goes at once. What it takes to send it, to
 * settle its money and to write about that goes when nothing of it is left to do. What invoices and credit notes say stays.
 */
export function withoutBuyer(order: OrderDocument, now: Date): Partial<Forgotten> {
  const { _id, payment, shippingAddress, billingAddress, timeline, refunds } = order;
  const nobodys = { buyerUid: deletedBuyer, tokenHash: null, ...searchFieldsOf([_id]) };
  if (!isFinished(order, now)) return { ...nobodys, forgetAt: nextLookAt(now) };
  return {
    ...nobodys,
    ...{ email: '', note: '', notes: [], payment: { ...payment, card: null }, forgetAt: null },
    shippingAddress: { ...shippingAddress, phoneNumber: '' },
    billingAddress: billingAddress && { ...billingAddress, phoneNumber: '' },
    ...(timeline && { timeline: timeline.map(withoutWords) }),
    ...(refunds && { refunds: refunds.map(withoutReason) }),
  };
}

/** Free text may say anything about the person; what the shop writes by itself does not. */
const withoutWords = (event: StoredOrderEvent): StoredOrderEvent =>
  event.by === 'SHOP' && event.text !== undefined ? { ...event, text: '' } : event;

const withoutReason = (refund: StoredRefund): StoredRefund =>
  refund.kind === 'foreign' ? refund : { ...refund, reason: '' };

/** Nothing of it is to be sent, its money is settled, and nobody has to look at it. */
export function isFinished(order: OrderDocument, now: Date): boolean {
  const isLeftToDo = (order.dueAt ?? null) !== null || attentionFrom(order) !== null;
  return !isLeftToDo && (isOver(order) || hasArrived(order, now));
}

const isOver = (order: OrderDocument): boolean =>
  order.status === 'cancelled' ||
  order.status === 'delivered' ||
  (openLines(order).length === 0 && order.payment.status === 'refunded');

function hasArrived(order: OrderDocument, now: Date): boolean {
  if (order.status !== 'shipped') return false;
  const sent = standingFulfillments(order).map(({ shippedAt }) => shippedAt.getTime());
  return Math.max(order.createdAt.getTime(), ...sent) + arrivedAfterMs <= now.getTime();
}
