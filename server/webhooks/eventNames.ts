import type { WebhookEventType } from '../__generated__/resolvers';
import { eventTypes } from '../events/eventTypes';
import type { DeliveredType } from './webhookDeliveries.repository';

/** `order.payment_failed` is ORDER_PAYMENT_FAILED in GraphQL, whose names cannot contain dots. */
export const graphqlNameOf = (type: DeliveredType): WebhookEventType =>
  type.replace('.', '_').toUpperCase() as WebhookEventType;

const typeOfName = new Map<string, DeliveredType>(
  [...eventTypes, 'webhook.test' as const].map((type) => [graphqlNameOf(type), type]),
);

export const typeNamed = (name: string): DeliveredType | null => typeOfName.get(name) ?? null;
