import type { Logger } from 'pino';
import { eventIdOf, type EventHolder, type EventSource } from '../events/pendingEvents';
import { laneOf, newDelivery } from './newDelivery';
import { deliveryLanes, type WebhookDeliveriesRepository } from './webhookDeliveries.repository';
import type { WebhookEndpointDocument, WebhookEndpointsRepository } from './webhookEndpoints.repository';

export interface RelayDeps {
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

const batchSize = 50;
/** The next sweep continues with the rest. */
const maxBatches = 20;
/** Queue limit per endpoint and lane: an unresponsive one must not fill the database. */
const maximumWaiting = 10_000;

/** Queues deliveries for all pending events. Idempotent, also concurrently. */
export async function relayEvents(deps: RelayDeps): Promise<void> {
  const { orders, products, productDeletions, stock } = deps.repositories;
  for (const source of [orders, products, productDeletions, stock]) {
    for (let batches = 0; batches < maxBatches; batches += 1) {
      const holders = await source.findPendingEvents(batchSize, deps.now());
      if (holders.length > 0) await relay(deps, source, holders);
      if (holders.length < batchSize) break;
    }
  }
}

async function relay(deps: RelayDeps, source: EventSource, holders: readonly EventHolder[]): Promise<void> {
  const events = holders.flatMap(({ pendingEvents }) =>
    pendingEvents.map((event) => ({ ...event, id: eventIdOf(event) })),
  );
  for (const endpoint of await deps.repositories.webhookEndpoints.list())
    if (endpoint.status === 'active') await queue(deps, endpoint, events);
  await Promise.all(holders.map((holder) => source.removePendingEvents(holder)));
}

type RelayedEvent = EventHolder['pendingEvents'][number];

async function queue(deps: RelayDeps, endpoint: WebhookEndpointDocument, events: readonly RelayedEvent[]) {
  const { repositories, now, log } = deps;
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
