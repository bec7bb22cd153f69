import type { Logger } from 'pino';
import { eventIdOf, type EventHolder, type EventSource } from '../events/pendingEvents';
import { laneOf, newDelivery } from './newDelivery';
import { deliveryLanes, type WebhookDeliveriesRepository } from './webhookDeliveries.repository';
import type { WebhookEndpointDocument, WebhookEndpointsRepository } from './webhookEndpoints.repository';

export interface RelayParts {
  readonly repositories: {
    readonly orders: EventSource;
    readonly products: EventSource;
    readonly productDeletions: EventSource;
    readonly stock: EventSource;
    readonly webhookEndpoints: WebhookEndpointsRepository;
    readonly webhookDeliveries: WebhookDeliveriesRepository;
  };
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

/** Batch size of the reads. */
const batch = 50;
/** The next sweep continues with the rest. */
const batchesAtOnce = 20;
/** Queue limit per endpoint and lane: an unresponsive one must not fill the database. */
const maximumWaiting = 10_000;

/** Queues deliveries for all pending events. Idempotent, also concurrently. */
export async function relayEvents(parts: RelayParts): Promise<void> {
  const { orders, products, productDeletions, stock } = parts.repositories;
  for (const source of [orders, products, productDeletions, stock]) {
    for (let batches = 0; batches < batchesAtOnce; batches += 1) {
      const holders = await source.findPendingEvents(batch, parts.now());
      if (holders.length > 0) await relay(parts, source, holders);
      if (holders.length < batch) break;
    }
  }
}

async function relay(parts: RelayParts, source: EventSource, holders: readonly EventHolder[]): Promise<void> {
  const events = holders.flatMap(({ pendingEvents }) =>
    pendingEvents.map((event) => ({ ...event, id: eventIdOf(event) })),
  );
  for (const endpoint of await parts.repositories.webhookEndpoints.list())
    if (endpoint.status === 'active') await queue(parts, endpoint, events);
  await Promise.all(holders.map((holder) => source.removePendingEvents(holder)));
}

type RelayedEvent = EventHolder['pendingEvents'][number];

async function queue(parts: RelayParts, endpoint: WebhookEndpointDocument, events: readonly RelayedEvent[]) {
  const { repositories, now, log } = parts;
  const wanted = events.filter(({ type }) => endpoint.events.includes(type));
  for (const lane of deliveryLanes) {
    const ofLane = wanted.filter(({ type }) => laneOf(type) === lane);
    if (ofLane.length === 0) continue;
    const endpointId = endpoint._id;
    const waiting = await repositories.webhookDeliveries.countWaiting({ endpointId, lane }, maximumWaiting);
    const room = Math.max(0, maximumWaiting - waiting);
    const queued = ofLane.slice(0, room).map((event) => newDelivery(event, endpointId, now()));
    await repositories.webhookDeliveries.insert(queued);
    const dropped = ofLane.length - queued.length;
    if (dropped === 0) continue;
    await repositories.webhookEndpoints.noteDropped(endpointId, dropped);
    log.warn({ endpoint: endpointId, dropped }, 'a webhook endpoint has too many events waiting');
  }
}
