import type { OrderDocument, StoredOrderEvent } from './orderDocument';

/** Of one order; the oldest after its placing go first. */
const maximum = 100;

export const timelineOf = ({ timeline, createdAt }: OrderDocument): readonly StoredOrderEvent[] =>
  timeline ?? [placedEvent(createdAt)];

export const placedEvent = (at: Date): StoredOrderEvent => ({ at, kind: 'PLACED', by: 'BUYER', amountCents: null });

export function withEvents(order: OrderDocument, ...events: readonly StoredOrderEvent[]): readonly StoredOrderEvent[] {
  const [first, ...others] = timelineOf(order);
  return [...(first ? [first] : []), ...[...others, ...events].slice(1 - maximum)];
}
