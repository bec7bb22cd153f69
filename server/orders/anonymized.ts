import { deletedBuyer } from '../auth/deletedBuyer';
import { attentionFrom } from './attention';
import type { OrderDocument, StoredOrderEvent, StoredRefund } from './orderDocument';
import { searchFieldsOf } from './orderListFields';
import { openLines, activeFulfillments } from './orderPieces';

type Forgotten = Pick<
  OrderDocument,
  | 'buyerUid'
  | 'tokenHash'
  | 'email'
  | 'note'
  | 'notes'
  | 'payment'
  | 'declines'
  | 'shippingAddress'
  | 'billingAddress'
  | 'timeline'
  | 'refunds'
  | 'searchText'
  | 'searchTerms'
  | 'forgetAt'
>;

const hourMs = 60 * 60_000;
/** A shipment without a delivery report counts as delivered by then. */
const arrivedAfterMs = 30 * 24 * hourMs;

export const nextLookAt = (now: Date): Date => new Date(now.getTime() + hourMs);

/**
 * The order of a deleted buyer: owner and search fields are removed at once; what shipping, settlement and the mails
 * about them need is removed once no step is pending. Invoice and credit note data stays.
 */
export function anonymized(order: OrderDocument, now: Date): Partial<Forgotten> {
  const { _id, payment, shippingAddress, billingAddress, declines, timeline, refunds } = order;
  const nobodys = { buyerUid: deletedBuyer, tokenHash: null, ...searchFieldsOf(_id, []) };
  if (!isFinished(order, now)) return { ...nobodys, forgetAt: nextLookAt(now) };
  return {
    ...nobodys,
    ...{ email: '', note: '', notes: [], payment: { ...payment, card: null }, forgetAt: null },
    shippingAddress: { ...shippingAddress, phoneNumber: '' },
    billingAddress: billingAddress && { ...billingAddress, phoneNumber: '' },
    ...(declines && { declines: [] }),
    ...(timeline && { timeline: timeline.map(withoutWords) }),
    ...(refunds && { refunds: refunds.map(withoutReason) }),
  };
}

/** Free text may contain personal data; the shop's own texts do not. */
const withoutWords = (event: StoredOrderEvent): StoredOrderEvent =>
  event.by === 'SHOP' && event.text !== undefined ? { ...event, text: '' } : event;

const withoutReason = (refund: StoredRefund): StoredRefund =>
  refund.kind === 'foreign' ? refund : { ...refund, reason: '' };

/** Nothing to send, settled, and no admin has to act. */
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
  const sent = activeFulfillments(order).map(({ shippedAt }) => shippedAt.getTime());
  return Math.max(order.createdAt.getTime(), ...sent) + arrivedAfterMs <= now.getTime();
}
