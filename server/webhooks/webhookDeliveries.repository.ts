import type { Db, Filter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { insertMissing } from '../database/insertEach';
import type { EventType } from '../events/eventTypes';
import { listReader } from '../lists/listReader';

export type DeliveredType = EventType | 'webhook.test';

/** Orders do not queue behind product events, which any user can trigger. */
export const deliveryLanes = ['orders', 'catalogue'] as const;
export type DeliveryLane = (typeof deliveryLanes)[number];

export type DeliveryStatus = 'PENDING' | 'SENDING' | 'DELIVERED' | 'FAILED';

/** The delivery of an event to one endpoint. */
export interface WebhookDeliveryDocument {
  /** `<event>-<endpoint>`: queueing it again has no effect. */
  readonly _id: string;
  readonly eventId: string;
  readonly type: DeliveredType;
  readonly endpointId: string;
  readonly lane: DeliveryLane;
  /** The exact bytes sent, which the signature covers. */
  readonly body: string;
  readonly status: DeliveryStatus;
  /** When it is sent next; during sending, the end of the lease; null: delivered or failed. */
  readonly dueAt: Date | null;
  /** In the current series. */
  readonly attempts: number;
  readonly firstAttemptAt: Date | null;
  readonly lastAttemptAt: Date | null;
  /** Of the last attempt; null: no response. */
  readonly responseStatus: number | null;
  readonly responseMs: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  /** TTL. */
  readonly expiresAt: Date;
  readonly version: number;
}

export type DeliveryChange = Partial<
  Pick<
    WebhookDeliveryDocument,
    'status' | 'dueAt' | 'attempts' | 'firstAttemptAt' | 'lastAttemptAt' | 'responseStatus' | 'responseMs' | 'lastError'
  >
>;

export const webhookDeliveriesDeclaration: CollectionDeclaration = {
  collection: 'webhookDeliveries',
  indexes: [
    { name: 'due', keys: { endpointId: 1, lane: 1, dueAt: 1 }, reason: 'what to send; how much waits for an endpoint' },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of deliveries" },
    { name: 'endpoint', keys: { endpointId: 1, createdAt: -1, _id: -1 }, reason: 'deliveries to one endpoint' },
    { name: 'status', keys: { status: 1, createdAt: -1, _id: -1 }, reason: 'deliveries of one status' },
    { name: 'type', keys: { type: 1, createdAt: -1, _id: -1 }, reason: 'deliveries of one event' },
    {
      name: 'endpoint_status',
      keys: { endpointId: 1, status: 1, createdAt: -1, _id: -1 },
      reason: 'deliveries of one status to one endpoint',
    },
    expiryIndex('expiresAt', 'deliveries are kept 30 days'),
  ],
};

interface Lane {
  readonly endpointId: string;
  readonly lane: DeliveryLane;
}

export type WebhookDeliveriesRepository = ReturnType<typeof createWebhookDeliveriesRepository>;

export function createWebhookDeliveriesRepository(db: Db) {
  const deliveries = db.collection<WebhookDeliveryDocument>(webhookDeliveriesDeclaration.collection);
  return {
    /** Existing ones stay unchanged. */
    insert: (many: readonly WebhookDeliveryDocument[]): Promise<void> => insertMissing(deliveries, many),
    find: (id: string) => deliveries.findOne({ _id: id }),
    /** Compare-and-set; null: it was changed concurrently. */
    change: (delivery: Pick<WebhookDeliveryDocument, '_id' | 'version'>, change: DeliveryChange) =>
      changeVersion(deliveries, delivery, change),
    /** Of one endpoint, longest overdue first. */
    findDue: ({ endpointId, lane }: Lane, now: Date, limit: number) =>
      deliveries
        .find({ endpointId, lane, dueAt: { $lte: now } } as Filter<WebhookDeliveryDocument>, {
          ...{ sort: { dueAt: 1 }, limit },
        })
        .toArray(),
    /** Unfinished ones, up to a limit. */
    countWaiting: ({ endpointId, lane }: Lane, limit: number) =>
      deliveries.countDocuments({ endpointId, lane, dueAt: { $gt: new Date(0) } } as Filter<WebhookDeliveryDocument>, {
        limit,
      }),
    /** Of all endpoints, counted up to `most`. */
    async underWay(most: number) {
      const isWaiting = { status: { $in: ['PENDING', 'SENDING'] } } as Filter<WebhookDeliveryDocument>;
      const [waiting, failed] = await Promise.all([
        deliveries.countDocuments(isWaiting, { limit: most }),
        deliveries.countDocuments({ status: 'FAILED' }, { limit: most }),
      ]);
      return { waiting, failed };
    },
    async deleteOf(endpointId: string): Promise<void> {
      await deliveries.deleteMany({ endpointId });
    },
    /** Deletes all but the newest finished ones. */
    async trim(endpointId: string, kept: number): Promise<void> {
      const ended = { endpointId, dueAt: null } as Filter<WebhookDeliveryDocument>;
      const [oldest] = await deliveries
        .find(ended, { sort: { createdAt: -1, _id: -1 }, skip: kept, limit: 1 })
        .toArray();
      if (oldest) await deliveries.deleteMany({ ...ended, createdAt: { $lte: oldest.createdAt } });
    },
    list: listReader<WebhookDeliveryDocument>(db, webhookDeliveriesDeclaration),
  };
}
