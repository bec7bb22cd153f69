import { z } from 'zod';
import { eventTypes, type EventType } from '../events/eventTypes';
import { line, orNull } from '../graphql/input';
import { maximumUrlLength } from './endpointUrl';
import { typeNamed } from './eventNames';
import type { DeliveredType, DeliveryStatus } from './webhookDeliveries.repository';

const subscribable = new Set<DeliveredType | null>(eventTypes);

const id = z.string({ error: 'id is required' }).max(200, 'id must be an id of at most 200 characters');
const version = z.int({ error: 'version must be a whole number' });
const url = z
  .string({ error: 'url is required' })
  .transform((text) => text.trim())
  .refine((text) => text !== '', 'url is required')
  .refine((text) => text.length <= maximumUrlLength, `url must be at most ${maximumUrlLength} characters`);
const events = z
  .array(z.string(), { error: 'events must be a list of events' })
  .refine((names) => names.length > 0, 'events must name at least one event')
  .refine((names) => names.length <= 100, 'events may hold each event once')
  .transform((names) => [...new Set(names.map(typeNamed))])
  .refine((types) => types.every((type) => subscribable.has(type)), 'events must be events that can be listened to')
  .transform((types) => types as EventType[]);
const description = line({ field: 'description', maximum: 200 });

export const createEndpointInput = z.strictObject({ url, events, description: orNull(description) });

export const updateEndpointInput = z.strictObject({
  ...{ id, version },
  ...{ url: orNull(url), events: orNull(events), description: orNull(description) },
  isActive: orNull(z.boolean({ error: 'isActive must be true or false' })),
});

export const webhookIdInput = z.strictObject({ id });

const statuses = ['PENDING', 'SENDING', 'DELIVERED', 'FAILED'] as const satisfies readonly DeliveryStatus[];

export const deliveryFilterInput = z
  .strictObject({
    endpointId: orNull(z.string().max(200, 'endpointId must be the id of an endpoint')),
    status: orNull(z.enum(statuses, { error: 'status must be a status of deliveries' })),
    eventType: orNull(z.string().transform(typeNamed)),
  })
  .nullish()
  .transform((filter) => filter ?? { endpointId: null, status: null, eventType: null });
