import type { Document, ObjectId } from 'mongodb';
import type { EventType } from '../events/eventTypes';
import { pendingEvent, type PendingEvent } from '../events/pendingEvents';

export const productEvent = (type: EventType, id: ObjectId, version: number): PendingEvent =>
  pendingEvent(type, { productId: id.toHexString(), version });

/** For the stage `$set` of a pipeline update. */
export function pushChanged(version: Document | string): Document {
  const { id, type, at } = pendingEvent('product.changed', { productId: '', version: 0 });
  const event = {
    ...{ id: { $literal: id }, type: { $literal: type }, at: { $literal: at } },
    data: { productId: { $toString: '$_id' }, version },
  };
  return { pendingEvents: { $concatArrays: [{ $ifNull: ['$pendingEvents', []] }, [event]] } };
}

/** An update that deactivates whatever a user sells. */
export function deactivateUpdate(hasSubscribers: boolean): Document[] {
  const version = { $add: [{ $ifNull: ['$version', 0] }, 1] };
  return [{ $set: { status: 'inactive', version, updatedAt: '$$NOW', ...(hasSubscribers && pushChanged(version)) } }];
}
