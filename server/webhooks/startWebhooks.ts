import { sweepRegularly, type Ending } from '../database/sweepRegularly';
import { deliverLane, type DeliveryParts } from './deliverEvents';
import { relayEvents, type RelayParts } from './relayEvents';
import { deliveryLanes, type DeliveryLane } from './webhookDeliveries.repository';

/** Finished deliveries kept per endpoint. */
const keptDeliveries = 5_000;
const trimEveryMs = 60 * 60_000;

export type WebhookParts = RelayParts &
  DeliveryParts & {
    /** False: deliveries are queued but not sent. */
    readonly isSending?: boolean;
  };

interface StartParts extends WebhookParts {
  readonly databaseReady: () => boolean;
}

/** Queues events and starts sending. `idle` awaits the sends in progress. */
export function createWebhookSweep(parts: WebhookParts) {
  const { repositories, now, log, isSending = true } = parts;
  const lanes = new Map<string, Promise<void>>();
  let trimmedAt = 0;

  const startLane = (endpointId: string, lane: DeliveryLane, ending: Ending): void => {
    const name = `${endpointId} ${lane}`;
    if (lanes.has(name)) return;
    const running = deliverLane(parts, endpointId, lane, ending)
      .catch((error: unknown) => log.warn({ err: error }, 'webhooks have to wait'))
      .finally(() => lanes.delete(name));
    lanes.set(name, running);
  };

  async function sweep(ending: Ending): Promise<void> {
    await relayEvents(parts);
    const isTrimDue = now().getTime() - trimmedAt > trimEveryMs;
    for (const { _id, status } of await repositories.webhookEndpoints.list()) {
      if (isSending && status === 'active') for (const lane of deliveryLanes) startLane(_id, lane, ending);
      if (isTrimDue) await repositories.webhookDeliveries.trim(_id, keptDeliveries);
    }
    if (isTrimDue) trimmedAt = now().getTime();
  }
  return {
    sweep,
    /** Resolves when nothing is being sent. */
    idle: async (): Promise<void> => {
      await Promise.all(lanes.values());
    },
  };
}

/** Delivers the shop's events to webhooks. Returns a function that stops it, with a grace period. */
export function startWebhooks({ databaseReady, ...parts }: StartParts): () => Promise<void> {
  const { sweep, idle } = createWebhookSweep(parts);
  return sweepRegularly({
    ...{ databaseReady, idle },
    sweep: (ending) => sweep(ending).catch((error: unknown) => parts.log.warn({ err: error }, 'webhooks have to wait')),
  });
}
