import type { EventData } from '../events/eventTypes';
import type { DeliveredType, DeliveryLane, WebhookDeliveryDocument } from './webhookDeliveries.repository';

const retentionMs = 30 * 24 * 60 * 60_000;

interface DeliveredEvent {
  readonly id: string;
  readonly type: DeliveredType;
  readonly at: Date;
  readonly data: EventData | { readonly endpointId: string };
}

export const laneOf = (type: DeliveredType): DeliveryLane => (type.startsWith('order.') ? 'orders' : 'catalogue');

/** The webhook body before serialization. */
export const eventBody = ({ id, type, at, data }: DeliveredEvent) => ({ id, type, createdAt: at.toISOString(), data });

export function newDelivery(event: DeliveredEvent, endpointId: string, now: Date): WebhookDeliveryDocument {
  const { id, type } = event;
  return {
    ...{ _id: `${id}-${endpointId}`, eventId: id, type, endpointId, lane: laneOf(type) },
    body: JSON.stringify(eventBody(event)),
    ...{ status: 'PENDING', dueAt: now, attempts: 0, firstAttemptAt: null, lastAttemptAt: null },
    ...{ responseStatus: null, responseMs: null, lastError: null },
    ...{ createdAt: now, expiresAt: new Date(now.getTime() + retentionMs), version: 1 },
  };
}
