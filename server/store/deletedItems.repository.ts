import type { Db, Filter, ObjectId } from 'mongodb';
import { constants } from '../constants';
import { unlessDuplicate } from '../database/databaseErrors';
import { expiryIndex, type CollectionDeclaration } from '../database/indexes';
import { versionOf, type ProductDocument } from '../products/products.repository';
import type { StoreEntryDocument } from './store.repository';

type Item = ProductDocument | StoreEntryDocument;

/** A product or store entry as of its deletion. */
interface DeletedItemDocument {
  /** The item's id. */
  _id: ObjectId;
  item: Item;
  /** The request that deleted it; a retry recognizes it by this. */
  deletionId: ObjectId;
  /** An admin has deleted somebody else's item, so only an admin can restore it. */
  deletedByShop?: true;
  expiresAt: Date;
}

interface Deletion {
  readonly deletionId: ObjectId;
  readonly byShop: boolean;
  readonly now: Date;
}

/** As long as the tables offer to undo; the cart offers it for less. */
const retentionMs = constants.retention.deletedItemMinutes * 60 * 1_000;

export const deletedItemsDeclaration: CollectionDeclaration = {
  collection: 'deletedItems',
  indexes: [
    expiryIndex('expiresAt', 'deleted items are kept for ten minutes'),
    {
      name: 'owner',
      keys: { 'item.ownerUid': 1, expiresAt: -1, _id: -1 },
      reason: 'what a person is told of it; deleting a user',
    },
  ],
};

export type DeletedItemsRepository = ReturnType<typeof createDeletedItemsRepository>;

export function createDeletedItemsRepository(db: Db) {
  const deleted = db.collection<DeletedItemDocument>(deletedItemsDeclaration.collection);
  return {
    /**
     * Archives the item, unless a concurrent deletion has archived a newer version. `deletedByShop` is never removed:
     * of an admin and the owner who delete it concurrently, either may come first.
     */
    async archive(item: Item, { deletionId, byShop, now }: Deletion): Promise<void> {
      const isOlder = {
        'item.version': { $not: { $gt: versionOf(item as Partial<ProductDocument>) } },
      } as Filter<DeletedItemDocument>;
      const expiresAt = new Date(now.getTime() + retentionMs);
      const kept = { item, deletionId, expiresAt, ...(byShop && { deletedByShop: true as const }) };
      await unlessDuplicate(deleted.updateOne({ _id: item._id, ...isOlder }, { $set: kept }, { upsert: true }));
    },
    /** Once the shop has restored it, its owner may delete and restore it again. */
    async clearDeletedByShop(id: ObjectId): Promise<void> {
      await deleted.updateOne({ _id: id }, { $unset: { deletedByShop: '' } });
    },
    async deleteByOwner(ownerUid: string): Promise<void> {
      await deleted.deleteMany({ 'item.ownerUid': ownerUid });
    },
    /** TTL deletion lags, so expiry is checked here. */
    find: (id: ObjectId, now: Date) => deleted.findOne({ _id: id, expiresAt: { $gt: now } }),
  };
}
