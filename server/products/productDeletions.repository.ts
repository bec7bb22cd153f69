import type { Db, Filter, ObjectId } from 'mongodb';
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

export type ProductDeletionsRepository = ReturnType<typeof createProductDeletionsRepository>;

export function createProductDeletionsRepository(db: Db) {
  const deletions = db.collection<ProductDeletionDocument>(productDeletionsDeclaration.collection);
  const products = db.collection(productsCollection);

  /** Whether it was this one that the product was deleted by. Those of later versions are looked at first: one of an earlier version was refused. */
  async function becomeCertain(deletion: ProductDeletionDocument, now: Date): Promise<boolean> {
    const { _id, productId, begunAt } = deletion;
    const isThere = (await products.findOne({ _id: productId }, { projection: { _id: 1 } })) !== null;
    if (isThere) {
      if (now.getTime() - begunAt.getTime() > givenUpAfterMs) await deletions.deleteOne({ _id, state: 'OPEN' });
      return false;
    }
    const other = { productId, state: { $ne: 'OPEN' }, isPast: { $exists: false } } as Filter<ProductDeletionDocument>;
    if (await deletions.findOne(other)) {
      await deletions.deleteOne({ _id, state: 'OPEN' });
      return false;
    }
    return (await deletions.updateOne({ _id, state: 'OPEN' }, { $set: { state: 'CERTAIN' } })).matchedCount === 1;
  }

  const source: EventSource = {
    async findPendingEvents(limit, now) {
      const before = new Date(now.getTime() - takeoverAfterMs);
      const open = { state: 'OPEN', begunAt: { $lt: before } } as const;
      for (const deletion of await deletions.find(open, { sort: { version: -1 }, limit }).toArray())
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
      const open = await deletions.find({ productId, state: 'OPEN' }, { sort: { version: -1 } }).toArray();
      for (const deletion of open) await becomeCertain(deletion, now);
      await deletions.updateMany({ productId }, { $set: { isPast: true } });
    },
  };
}
