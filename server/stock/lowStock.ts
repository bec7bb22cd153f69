import type { Document, ObjectId } from 'mongodb';
import { pendingEvent, type PendingEvent } from '../events/pendingEvents';

interface Level {
  readonly _id: ObjectId;
  readonly onHand: number;
  readonly lowStockThreshold: number;
  readonly version: number;
}

/** For tracking that starts below the threshold; later events are pushed by the write that crosses it. */
export function eventsOfFirstCount({ _id, onHand, lowStockThreshold, version }: Level): PendingEvent[] {
  if (onHand > lowStockThreshold) return [];
  return [pendingEvent('stock.low', { productId: _id.toHexString(), onHand, lowStockThreshold, version })];
}

/**
 * Adds the event to a `$set` stage if the stock on hand falls to the threshold. Held pieces count as on hand: a hold
 * may expire, and holding and releasing must not trigger events.
 */
export function pushLowStock({ _id }: Pick<Level, '_id'>, after: { onHand: unknown; threshold: unknown }): Document {
  const event = pendingEvent('stock.low', { productId: _id.toHexString(), version: 0 });
  const wasLow = { $lte: ['$onHand', '$lowStockThreshold'] };
  const isLow = { $lte: [after.onHand, after.threshold] };
  const told = {
    id: { $literal: event.id },
    type: { $literal: event.type },
    at: { $literal: event.at },
    data: {
      productId: { $literal: _id.toHexString() },
      onHand: after.onHand,
      lowStockThreshold: after.threshold,
      version: { $add: ['$version', 1] },
    },
  };
  return {
    pendingEvents: {
      $cond: [
        { $and: [isLow, { $not: [wasLow] }] },
        { $concatArrays: [{ $ifNull: ['$pendingEvents', []] }, [told]] },
        '$pendingEvents',
      ],
    },
  };
}
