import type { Db, ObjectId } from 'mongodb';
import { setUpdatedAt, type Dated } from '../database/changeTime';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { listReader } from '../lists/listReader';

/** The tombstone of a deleted product. */
export interface RemovedProductDocument extends Dated {
  /** The product's id. */
  readonly _id: ObjectId;
  /** Set while the deletion is in progress, or after a crash. */
  readonly isBegun?: true;
  readonly expiresAt: Date;
}

/** Retention of tombstones, for integrators that synchronize rarely. */
export const removalDays = 90;
const dayMs = 24 * 60 * 60_000;

export const removedProductsDeclaration: CollectionDeclaration = {
  collection: 'removedProducts',
  indexes: [
    { name: 'changed', keys: { updatedAt: 1, _id: 1 }, reason: 'what was deleted since some time, in that order' },
    { name: 'begun', keys: { isBegun: 1 }, reason: 'deletions that were cut off' },
    expiryIndex('expiresAt', 'deletions are told of for 90 days'),
  ],
};

/** The rest is left to the next run. */
const batchSize = 1_000;

/** The tombstone is inserted before the deletion and dated after it; after a crash, another process completes it. */
export function createRemovals(db: Db) {
  const removed = db.collection<RemovedProductDocument>(removedProductsDeclaration.collection);
  const expiresAt = () => new Date(Date.now() + removalDays * dayMs);
  const finish = async (_id: ObjectId): Promise<void> => {
    const change = { $set: { expiresAt: expiresAt() }, $unset: { isBegun: '' as const }, ...setUpdatedAt };
    await removed.updateOne({ _id }, change, { upsert: true });
  };
  return {
    async begin(_id: ObjectId): Promise<void> {
      await removed.updateOne({ _id }, { $set: { isBegun: true, expiresAt: expiresAt() } }, { upsert: true });
    },
    finish,
    async settle(
      presentOf: (ids: readonly ObjectId[]) => Promise<readonly { readonly _id: ObjectId }[]>,
    ): Promise<void> {
      const begun = await removed.find({ isBegun: true }, { projection: { _id: 1 }, limit: batchSize }).toArray();
      const ids = begun.map(({ _id }) => _id);
      if (ids.length === 0) return;
      const isThere = new Set((await presentOf(ids)).map(({ _id }) => _id.toHexString()));
      for (const id of ids) if (!isThere.has(id.toHexString())) await finish(id);
    },
    list: listReader<RemovedProductDocument>(db, removedProductsDeclaration),
  };
}
