import type { Document, ObjectId } from 'mongodb';
import { pendingEvent, type PendingEvent } from '../events/pendingEvents';

interface Level {
  readonly _id: ObjectId;
  readonly onHand: number;
  readonly lowStockThreshold: number;
  readonly version: number;
}

/** Of a count that begins low; later ones are told of by the write with which they become so. */
export function eventsOfFirstCount({ _id, onHand, lowStockThreshold, version }: Level): PendingEvent[] {
  if (onHand > lowStockThreshold) return [];
  return [pendingEvent('stock.low', { productId: _id.toHexString(), onHand, lowStockThreshold, version })];
}

/**
 * What of the stage `$set` adds the event, where the pieces on hand come to the threshold by it. Held ones count: a hold may end without a
 * sale, and whoever holds and releases must not have anybody told.
 */
export function pushIfLow({ _id }: Pick<Level, '_id'>, after: { onHand: unknown; threshold: unknown }): Document {
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

/** Another threshold may make of the same pieces too few. */
export function thresholdChange(_id: ObjectId, lowStockThreshold: number, isTold: boolean): Document {
  const threshold = { $literal: lowStockThreshold };
  return {
    lowStockThreshold: threshold,
    version: { $add: ['$version', 1] },
    ...(isTold && pushIfLow({ _id }, { onHand: '$onHand', threshold })),
  };
}
