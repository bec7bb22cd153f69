import { buildOrder } from '../testing/buildOrder';
import type { OrderDocument, StoredOrderEvent } from './orderDocument';
import { timelineOf, withEvents } from './orderEvents';

const happened = (index: number): StoredOrderEvent => ({
  ...{ at: new Date(Date.UTC(2026, 10, 25) + index), kind: 'SHIPPED', by: 'SHOP', amountCents: null },
});

/** A hundred shipments, each corrected twenty times and delivered, and a hundred refunds that failed. */
const maxPerOrder = 100 * (1 + 20 + 1) + 100 * 3;

test('C52 keeps every event of the longest expected timeline and caps it at 3,000 events', () => {
  const placed = buildOrder({ lines: [[1_000, 1]] });
  const first = timelineOf(placed)[0];
  const events = Array.from({ length: maxPerOrder }, (_, index) => happened(index));
  const full: OrderDocument = { ...placed, timeline: withEvents(placed, ...events) };
  expect(full.timeline).toEqual([first, ...events]);
  const more = Array.from({ length: 1_000 }, (_, index) => happened(maxPerOrder + index));
  const timeline = withEvents(full, ...more);
  expect(timeline).toHaveLength(3_000);
  expect([timeline[0], timeline.at(-1)]).toEqual([first, more.at(-1)]);
});
