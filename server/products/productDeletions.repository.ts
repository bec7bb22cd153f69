import type { Db, ObjectId } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { pendingEvent, type EventSource, type PendingEvent } from '../events/pendingEvents';
import { productsCollection } from './productsCollection';

/**
 * A deletion with a webhook event. The product cannot hold the event, so it is written before the deletion: OPEN until
 * its writer knows that it has deleted the product, then CERTAIN, then TOLD.
 */
interface ProductDeletionDocument {
  /** The event's id. */
  readonly _id: string;
  readonly productId: ObjectId;
  readonly version: number;
  readonly state: 'OPEN' | 'CERTAIN' | 'TOLD';
  /** The product, from CERTAIN on until it is restored: unique, since only one deletion removed it. */
  readonly removed?: ObjectId;
  /** The product's pending events, then its deletion. */
  readonly events: readonly PendingEvent[];
  readonly begunAt: Date;
  /** The product was restored since: a further deletion is a new one. */
  readonly isPast?: true;
  readonly expiresAt: Date;
}

export const productDeletionsDeclaration: CollectionDeclaration = {
  collection: 'productDeletions',
  indexes: [
    { name: 'state', keys: { state: 1, version: -1 }, reason: 'deletions that are still to be told' },
    { name: 'product', keys: { productId: 1 }, reason: 'whether the deletion of a product was told' },
    {
      name: 'removed',
      keys: { removed: 1 },
      options: { unique: true, partialFilterExpression: { removed: { $type: 'objectId' } } },
      reason: 'concurrent sweeps and writers make only one deletion of a product certain',
    },
    expiryIndex('expiresAt', 'deletions are kept 7 days'),
  ],
};

const retentionMs = 7 * 24 * 60 * 60_000;
/** Longer than any request: whoever wrote it has ended. */
const takeoverAfterMs = 60_000;
/** A product that is there for so long was not deleted. */
const givenUpAfterMs = 24 * 60 * 60_000;
const latestFirst = { version: -1, begunAt: -1 } as const;

export type ProductDeletionsRepository = ReturnType<typeof createProductDeletionsRepository>;

export function createProductDeletionsRepository(db: Db) {
  const deletions = db.collection<ProductDeletionDocument>(productDeletionsDeclaration.collection);
  const products = db.collection(productsCollection);

  const discard = (_id: string) => deletions.deleteOne({ _id, state: 'OPEN' });

  /** Unless another deletion of the product is certain: then this one is discarded. */
  async function setCertain(_id: string, productId: ObjectId): Promise<void> {
    const certain = { $set: { state: 'CERTAIN', removed: productId } } as const;
    const isOnly = await unlessDuplicate(deletions.updateOne({ _id, state: 'OPEN' }, certain));
    if (!isOnly) await discard(_id);
  }

  /**
   * Sets the state of a deletion that removed its product, once that is certain. A later one that found the product
   * proves that this one did not remove it; of those that found the same version only one did, and its writer may be
   * about to record that.
   */
  async function becomeCertain({ _id, productId, version, begunAt }: ProductDeletionDocument, now: Date) {
    const isThere = (await products.findOne({ _id: productId }, { projection: { _id: 1 } })) !== null;
    if (isThere) {
      if (now.getTime() - begunAt.getTime() > givenUpAfterMs) await discard(_id);
      return;
    }
    const others = await deletions.find({ productId, _id: { $ne: _id }, isPast: { $exists: false } }).toArray();
    if (others.some((other) => other.state !== 'OPEN' || other.version > version)) await discard(_id);
    else if (!others.some((other) => other.version === version && other.begunAt > begunAt))
      await setCertain(_id, productId);
  }

  const source: EventSource = {
    async findPendingEvents(limit, now) {
      const before = new Date(now.getTime() - takeoverAfterMs);
      const open = { state: 'OPEN', begunAt: { $lt: before } } as const;
      for (const deletion of await deletions.find(open, { sort: latestFirst, limit }).toArray())
        await becomeCertain(deletion, now);
      const certain = await deletions.find({ state: 'CERTAIN' }, { limit }).toArray();
      return certain.map(({ _id, events }) => ({ _id, pendingEvents: events }));
    },
    async removePendingEvents({ _id }) {
      await deletions.updateOne({ _id: _id as string }, { $set: { state: 'TOLD' } });
    },
  };

  return {
    ...source,
    /** Before the deletion of a product with events that are still to be told. Answers its id. */
    async begin(productId: ObjectId, version: number, pending: readonly PendingEvent[]): Promise<string> {
      const event = pendingEvent('product.deleted', { productId: productId.toHexString(), version });
      const { id: _id, at: begunAt } = event;
      const expiresAt = new Date(begunAt.getTime() + retentionMs);
      const events = [...pending, event];
      await deletions.insertOne({ _id, productId, version, state: 'OPEN', events, begunAt, expiresAt });
      return _id;
    },
    /** After it: whether it was this one that deleted the product. */
    async end(id: string, productId: ObjectId, isDeleted: boolean): Promise<void> {
      if (isDeleted) await setCertain(id, productId);
      else await discard(id);
    },
    /** Before a product comes back: it is not there, so what is open has happened. */
    async comesBack(productId: ObjectId, now: Date): Promise<void> {
      const open = await deletions.find({ productId, state: 'OPEN' }, { sort: latestFirst }).toArray();
      for (const deletion of open) await becomeCertain(deletion, now);
      await deletions.updateMany({ productId }, { $set: { isPast: true }, $unset: { removed: '' } });
    },
  };
}
