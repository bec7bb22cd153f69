import type { Db, ObjectId } from 'mongodb';
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
    expiryIndex('expiresAt', 'deletions are kept 7 days'),
  ],
};

const keptMs = 7 * 24 * 60 * 60_000;
/** Longer than any request: whoever wrote it has ended. */
const takeoverAfterMs = 60_000;
/** A product that is there for so long was not deleted. */
const givenUpAfterMs = 24 * 60 * 60_000;
const latestFirst = { version: -1, begunAt: -1 } as const;

export type ProductDeletionsRepository = ReturnType<typeof createProductDeletionsRepository>;

export function createProductDeletionsRepository(db: Db) {
  const deletions = db.collection<ProductDeletionDocument>(productDeletionsDeclaration.collection);
  const products = db.collection(productsCollection);

  /**
   * Sets the state of a deletion that removed its product, once that is certain. A later one that found the product
   * proves that this one did not remove it; of those that found the same version only one did, and its writer may be
   * about to record that.
   */
  async function becomeCertain({ _id, productId, version, begunAt }: ProductDeletionDocument, now: Date) {
    const discard = () => deletions.deleteOne({ _id, state: 'OPEN' });
    const isThere = (await products.findOne({ _id: productId }, { projection: { _id: 1 } })) !== null;
    if (isThere) {
      if (now.getTime() - begunAt.getTime() > givenUpAfterMs) await discard();
      return;
    }
    const others = await deletions.find({ productId, _id: { $ne: _id }, isPast: { $exists: false } }).toArray();
    if (others.some((other) => other.state !== 'OPEN' || other.version > version)) await discard();
    else if (!others.some((other) => other.version === version && other.begunAt > begunAt))
      await deletions.updateOne({ _id, state: 'OPEN' }, { $set: { state: 'CERTAIN' } });
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
      const expiresAt = new Date(begunAt.getTime() + keptMs);
      const events = [...pending, event];
      await deletions.insertOne({ _id, productId, version, state: 'OPEN', events, begunAt, expiresAt });
      return _id;
    },
    /** After it: whether it was this one that deleted the product. */
    async end(id: string, isDeleted: boolean): Promise<void> {
      if (isDeleted) await deletions.updateOne({ _id: id, state: 'OPEN' }, { $set: { state: 'CERTAIN' } });
      else await deletions.deleteOne({ _id: id, state: 'OPEN' });
    },
    /** Before a product comes back: it is not there, so what is open has happened. */
    async comesBack(productId: ObjectId, now: Date): Promise<void> {
      const open = await deletions.find({ productId, state: 'OPEN' }, { sort: latestFirst }).toArray();
      for (const deletion of open) await becomeCertain(deletion, now);
      await deletions.updateMany({ productId }, { $set: { isPast: true } });
    },
  };
}
