import type { Db, Filter } from 'mongodb';
import { changeVersion } from '../database/changeVersion';
import { unlessDuplicate } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import type { EventType } from '../events/eventTypes';

/** Identifies a secret, which is derived from it. */
export interface EndpointSecret {
  readonly id: string;
  readonly fingerprint: string;
  readonly createdAt: Date;
  /** When it stops signing beside its successor; null: the current one. */
  readonly endsAt: Date | null;
}

/** disabled: by the shop, after days of failures. */
export type EndpointStatus = 'active' | 'paused' | 'disabled';

/** A subscriber's endpoint. */
export interface WebhookEndpointDocument {
  readonly _id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly EventType[];
  readonly status: EndpointStatus;
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[];
  /** Start of an unbroken series of failures; null: none. */
  readonly failingSince: Date | null;
  /** The latest failure of that series; missing: unknown. */
  readonly lastFailureAt?: Date;
  /** Events dropped because its queue was full. */
  readonly dropped: number;
  readonly createdByUid: string;
  readonly createdAt: Date;
  readonly version: number;
}

export type EndpointChange = Partial<
  Pick<WebhookEndpointDocument, 'url' | 'description' | 'events' | 'status' | 'secrets' | 'failingSince' | 'dropped'>
>;

export const webhookEndpointsDeclaration: CollectionDeclaration = { collection: 'webhookEndpoints', indexes: [] };

export const maximumEndpoints = 10;

export type WebhookEndpointsRepository = ReturnType<typeof createWebhookEndpointsRepository>;

/** `changed` is called after each change of the subscriptions. */
export function createWebhookEndpointsRepository(db: Db, changed: () => void = () => undefined) {
  const endpoints = db.collection<WebhookEndpointDocument>(webhookEndpointsDeclaration.collection);
  const announcing = async <T>(write: Promise<T>): Promise<T> => {
    try {
      return await write;
    } finally {
      changed();
    }
  };
  return {
    /** False: it exists already. */
    insert: (endpoint: WebhookEndpointDocument): Promise<boolean> =>
      announcing(unlessDuplicate(endpoints.insertOne(endpoint))),
    find: (id: string) => endpoints.findOne({ _id: id }),
    /** Oldest first. */
    list: () => endpoints.find({}, { sort: { createdAt: 1, _id: 1 }, limit: 2 * maximumEndpoints }).toArray(),
    /** Compare-and-set; null: it was changed concurrently. */
    change: (endpoint: Pick<WebhookEndpointDocument, '_id' | 'version'>, change: EndpointChange) =>
      announcing(changeVersion(endpoints, endpoint, change)),
    async delete(id: string): Promise<boolean> {
      return (await announcing(endpoints.deleteOne({ _id: id }))).deletedCount === 1;
    },
    /** Event types that any endpoint subscribes to. */
    async wantedTypes(): Promise<ReadonlySet<EventType>> {
      const active = await endpoints.find({ status: 'active' }, { projection: { events: 1 } }).toArray();
      return new Set(active.flatMap(({ events }) => events));
    },
    /** Start of the longest series of failures of an active endpoint; null: none. */
    async longestFailing(): Promise<Date | null> {
      const failing = { status: 'active' as const, failingSince: { $ne: null } };
      const found = await endpoints.findOne(failing, { sort: { failingSince: 1 }, projection: { failingSince: 1 } });
      return found?.failingSince ?? null;
    },
    /** Records attempts. No admin's change depends on it, so the version stays. */
    async noteSuccess(id: string): Promise<void> {
      await endpoints.updateOne({ _id: id, failingSince: { $ne: null } }, { $set: { failingSince: null } });
    },
    /** Begins a new series if the last failure was before `seriesAfter`. */
    async noteFailure(id: string, now: Date, seriesAfter: Date): Promise<void> {
      const isFirst = { _id: id, $or: [{ failingSince: null }, { lastFailureAt: { $lt: seriesAfter } }] };
      await endpoints.updateOne(isFirst, { $set: { failingSince: now } });
      await endpoints.updateOne({ _id: id }, { $set: { lastFailureAt: now } });
    },
    async noteDropped(id: string, count: number): Promise<void> {
      await endpoints.updateOne({ _id: id }, { $inc: { dropped: count } });
    },
    /** True for the caller that has disabled it. */
    async disable(id: string, failingBefore: Date): Promise<boolean> {
      const filter = { _id: id, status: 'active', failingSince: { $lte: failingBefore } };
      const change = { $set: { status: 'disabled' as const }, $inc: { version: 1 } };
      const write = endpoints.updateOne(filter as Filter<WebhookEndpointDocument>, change);
      return (await announcing(write)).modifiedCount === 1;
    },
  };
}
