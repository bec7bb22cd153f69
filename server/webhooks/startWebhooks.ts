import { sweepPeriodically, type Shutdown } from '../database/sweepPeriodically';
import { deliverLane, type DeliveryDeps } from './deliverEvents';
import { relayEvents, type RelayDeps } from './relayEvents';
import { deliveryLanes, type DeliveryLane } from './webhookDeliveries.repository';

/** Finished deliveries kept per endpoint. */
const keptDeliveries = 5_000;
const trimEveryMs = 60 * 60_000;

export type WebhookDeps = RelayDeps &
  DeliveryDeps & {
    /** False: deliveries are queued but not sent. */
    readonly isSending?: boolean;
  };

interface StartDeps extends WebhookDeps {
  readonly databaseReady: () => boolean;
}

/** Queues events and starts sending. `idle` awaits the sends in progress. */
export function createWebhookSweep(deps: WebhookDeps) {
  const { repositories, now, log, isSending = true } = deps;
  const lanes = new Map<string, Promise<void>>();
  let trimmedAt = 0;

  const startLane = (endpointId: string, lane: DeliveryLane, ending: Shutdown): void => {
    const name = `${endpointId} ${lane}`;
    if (lanes.has(name)) return;
    const running = deliverLane(deps, endpointId, lane, ending)
      .catch((error: unknown) => log.warn({ err: error }, 'webhooks have to wait'))
      .finally(() => lanes.delete(name));
    lanes.set(name, running);
  };

  async function sweep(ending: Shutdown): Promise<void> {
    await relayEvents(deps);
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
export function startWebhooks({ databaseReady, ...deps }: StartDeps): () => Promise<void> {
  const { sweep, idle } = createWebhookSweep(deps);
  return sweepPeriodically({
    ...{ databaseReady, idle },
    sweep: (ending) => sweep(ending).catch((error: unknown) => deps.log.warn({ err: error }, 'webhooks have to wait')),
  });
}
