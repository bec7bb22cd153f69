import { eventData, eventTypes, shopEvents } from '../events/eventTypes';
import type { eventBody } from './newDelivery';
import type { DeliveredType } from './webhookDeliveries.repository';

type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema>>;

export interface DescribedEvent {
  readonly type: DeliveredType;
  readonly what: string;
  readonly body: Schema;
}

/** Headers of every request; the signature covers `t`, a dot and the raw body. */
export const eventHeaders = {
  'Kiosk-Signature': {
    description:
      '`t=<seconds>,v1=<hex>[,v1=<hex>]`: when it was sent, and the HMAC-SHA256 of that text, a dot and the body as it came, keyed by the secret of the endpoint. There are several while a secret is rotated.',
    schema: { type: 'string', pattern: '^t=\\d+(,v1=[0-9a-f]{64})+$' },
  },
  'Kiosk-Event-Id': {
    description: 'The `id` of the body: the same for every attempt.',
    schema: { type: 'string', pattern: '^evt_[0-9a-f]{32}$' },
  },
  'User-Agent': { description: 'Who sends it.', schema: { type: 'string', const: 'Kiosk-Webhooks/1' } },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;

const testData = { endpointId: { type: 'string', description: 'The endpoint that is tried.' } };

/** JSON schemas of all webhook bodies. */
export const describedEvents: readonly DescribedEvent[] = [
  ...eventTypes.map((type) => {
    const { data, what } = shopEvents[type];
    return { type, what, body: bodySchema(type, eventData[data]) };
  }),
  {
    type: 'webhook.test',
    what: 'An admin has sent a test event; it cannot be listened to.',
    body: bodySchema('webhook.test', testData),
  },
];

function bodySchema(type: DeliveredType, data: Properties): Schema {
  const properties = {
    id: {
      type: 'string',
      pattern: '^evt_[0-9a-f]{32}$',
      description: "The event's id: the same for every endpoint and every attempt.",
    },
    type: { type: 'string', const: type },
    createdAt: {
      type: 'string',
      format: 'date-time',
      description: "When it happened, by the clock of one of the shop's processes. It puts nothing in order.",
    },
    data: { type: 'object', required: Object.keys(data), properties: data },
  } satisfies Readonly<Record<keyof ReturnType<typeof eventBody>, Schema>>;
  return { type: 'object', required: Object.keys(properties), properties };
}
