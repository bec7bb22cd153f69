import type { OrderDocument, StoredOrderEvent } from './orderDocument';

/**
 * Of one order; the oldest after its placing go first. A hundred shipments with twenty corrections each and a hundred refunds make fewer: what
 * an order may have is told of whole.
 */
const maximum = 3_000;

export const timelineOf = ({ timeline, createdAt }: OrderDocument): readonly StoredOrderEvent[] =>
  timeline ?? [placedEvent(createdAt)];

export const placedEvent = (at: Date): StoredOrderEvent => ({ at, kind: 'PLACED', by: 'BUYER', amountCents: null });

export function withEvents(order: OrderDocument, ...events: readonly StoredOrderEvent[]): readonly StoredOrderEvent[] {
  const [first, ...others] = timelineOf(order);
  return [...(first ? [first] : []), ...[...others, ...events].slice(1 - maximum)];
}
