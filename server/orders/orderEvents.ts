import type { OrderDocument, StoredOrderEvent } from './orderDocument';

/**
 * Per order; the oldest after its placing are dropped. The limits on shipments, corrections and refunds add up to less,
 * so that regular orders lose none.
 */
const maximum = 3_000;

export const timelineOf = ({ timeline, createdAt }: OrderDocument): readonly StoredOrderEvent[] =>
  timeline ?? [placedEvent(createdAt)];

export const placedEvent = (at: Date): StoredOrderEvent => ({ at, kind: 'PLACED', by: 'BUYER', amountCents: null });

export function withEvents(order: OrderDocument, ...events: readonly StoredOrderEvent[]): readonly StoredOrderEvent[] {
  const [first, ...others] = timelineOf(order);
  return [...(first ? [first] : []), ...[...others, ...events].slice(1 - maximum)];
}
