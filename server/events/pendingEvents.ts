import { createHash, randomBytes } from 'node:crypto';
import type { Db, Document, Filter, UpdateFilter } from 'mongodb';
import type { IndexDeclaration } from '../database/indexes';
import type { EventData, EventType } from './eventTypes';

/** Transactional outbox: an event stored in the changed document by the same write, and later moved to its deliveries. */
export interface PendingEvent {
  /** Unique within its document. */
  readonly id: string;
  readonly type: EventType;
  readonly at: Date;
  readonly data: EventData;
}

export interface WithPendingEvents {
  readonly pendingEvents?: readonly PendingEvent[];
}

/** A collection with pending events. */
export interface EventSource {
  readonly findPendingEvents: (limit: number, now: Date) => Promise<readonly EventHolder[]>;
  /** Call this once they have their deliveries. */
  readonly removePendingEvents: (holder: EventHolder) => Promise<void>;
}

export interface EventHolder {
  readonly _id: unknown;
  readonly pendingEvents: readonly PendingEvent[];
}

export const pendingEvent = (type: EventType, data: EventData, at: Date = new Date()): PendingEvent => ({
  id: randomBytes(12).toString('hex'),
  ...{ type, at, data },
});

/** Deterministic, so that relaying an event twice has no effect. */
export function eventIdOf({ id, data }: Pick<PendingEvent, 'id' | 'data'>): string {
  const subject = 'orderNumber' in data ? data.orderNumber : data.productId;
  return `evt_${createHash('sha256').update(`${subject}\n${id}`).digest('hex').slice(0, 32)}`;
}

/** Addition to an update; empty if there are no events. */
export const pushOf = (events: readonly PendingEvent[]): { $push?: Document } =>
  events.length === 0 ? {} : { $push: { pendingEvents: { $each: events } } };

const isPending = { 'pendingEvents.id': { $gt: '' } };

export const pendingEventsIndex: IndexDeclaration = {
  name: 'events',
  keys: { 'pendingEvents.id': 1 },
  options: { partialFilterExpression: isPending },
  reason: 'events that are still to be told',
};

export function pendingEventsOf(db: Db, name: string): EventSource {
  const collection = db.collection<Document>(name);
  return {
    findPendingEvents: async (limit) =>
      (await collection
        .find(isPending, { limit, projection: { pendingEvents: 1 } })
        .toArray()) as unknown as EventHolder[],
    async removePendingEvents({ _id, pendingEvents }) {
      const sent = { pendingEvents: { id: { $in: pendingEvents.map(({ id }) => id) } } };
      await collection.updateOne({ _id } as Filter<Document>, { $pull: sent } as unknown as UpdateFilter<Document>);
    },
  };
}
