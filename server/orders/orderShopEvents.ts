import type { EventType } from '../events/eventTypes';
import { pendingEvent, type PendingEvent } from '../events/pendingEvents';
import type { OrderDocument, OrderEventKind } from './orderDocument';

/** The webhook event of a timeline entry; missing: none, as for notes and steps that another event covers. */
const typeOf: Partial<Record<OrderEventKind, EventType>> = {
  PLACED: 'order.placed',
  CAPTURED: 'order.paid',
  CAPTURE_FAILED: 'order.payment_failed',
  SHIPPED: 'order.shipped',
  SHIPMENT_CORRECTED: 'order.shipment_changed',
  SHIPMENT_UNDONE: 'order.shipment_undone',
  DELIVERED: 'order.delivered',
  DELIVERY_UNDONE: 'order.delivery_undone',
  REST_CANCELLED: 'order.partly_cancelled',
  UNDONE: 'order.cancelled',
  CANCELLED: 'order.cancelled',
  REFUNDED: 'order.refunded',
  REFUND_FAILED: 'order.refund_failed',
  DISPUTE_OPENED: 'order.dispute_opened',
  DISPUTE_WON: 'order.dispute_closed',
  DISPUTE_LOST: 'order.dispute_closed',
};

/** One for each entry that the change adds to the timeline. */
export function eventsOfChange(
  order: Pick<OrderDocument, '_id' | 'timeline' | 'version'>,
  { timeline = [] }: Pick<Partial<OrderDocument>, 'timeline'>,
): PendingEvent[] {
  const before = new Set(order.timeline);
  // The first entry is the placing, which orders of older versions lack.
  const added = timeline.slice(1).filter((entry) => !before.has(entry));
  return eventsOf(added, { orderNumber: order._id, version: order.version + 1 });
}

export const eventsOfPlacing = ({ _id, timeline = [], version }: OrderDocument): PendingEvent[] =>
  eventsOf(timeline, { orderNumber: _id, version });

const eventsOf = (
  timeline: NonNullable<OrderDocument['timeline']>,
  data: { readonly orderNumber: string; readonly version: number },
): PendingEvent[] =>
  timeline.flatMap(({ kind, at }) => {
    const type = typeOf[kind];
    return type ? [pendingEvent(type, data, at)] : [];
  });
