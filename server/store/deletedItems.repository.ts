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
  /** Whose cart an entry was in; products have none. */
  cartOwner?: string;
  expiresAt: Date;
}

interface Deletion {
  readonly deletionId: ObjectId;
  readonly byShop: boolean;
  readonly now: Date;
}

/** As long as the tables offer to undo; the cart offers it for less. */
const retentionMs = constants.retention.deletedItemMinutes * 60 * 1_000;
/** Entries of one cart: as many as it holds, so that all of them come back. */
const maxKeptEntries = 500;

export const deletedItemsDeclaration: CollectionDeclaration = {
  collection: 'deletedItems',
  indexes: [
    expiryIndex('expiresAt', 'deleted items are kept for ten minutes'),
    {
      name: 'owner',
      keys: { 'item.ownerUid': 1, expiresAt: -1, _id: -1 },
      reason: 'what a person is told of it; deleting a user',
    },
    {
      name: 'cart',
      keys: { cartOwner: 1, expiresAt: -1, _id: -1 },
      reason: 'the newest entries of a cart are kept',
    },
  ],
};

export type DeletedItemsRepository = ReturnType<typeof createDeletedItemsRepository>;

export function createDeletedItemsRepository(db: Db) {
  const deleted = db.collection<DeletedItemDocument>(deletedItemsDeclaration.collection);

  /**
   * Of concurrent calls each sees what was archived before it, so that the last one leaves no more than are kept. An
   * entry that is archived again meanwhile is not removed.
   */
  async function dropOldest(cartOwner: string): Promise<void> {
    const order = { sort: { expiresAt: -1, _id: -1 }, skip: maxKeptEntries } as const;
    const newest = await deleted.findOne({ cartOwner }, { ...order, projection: { expiresAt: 1 } });
    if (!newest) return;
    const { expiresAt, _id } = newest;
    const asOld = [{ expiresAt: { $lt: expiresAt } }, { expiresAt, _id: { $lte: _id } }];
    await deleted.deleteMany({ cartOwner, $or: asOld });
  }

  return {
    /**
     * Archives the item, unless a concurrent deletion has archived a newer version, and of a cart's entries drops the
     * oldest beyond the maximum. `deletedByShop` is never removed:
     * of an admin and the owner who delete it concurrently, either may come first.
     */
    async archive(item: Item, { deletionId, byShop, now }: Deletion): Promise<void> {
      const isOlder = {
        'item.version': { $not: { $gt: versionOf(item as Partial<ProductDocument>) } },
      } as Filter<DeletedItemDocument>;
      const expiresAt = new Date(now.getTime() + retentionMs);
      const cartOwner = 'productId' in item ? item.ownerUid : null;
      const kept = {
        ...{ item, deletionId, expiresAt },
        ...(byShop && { deletedByShop: true as const }),
        ...(cartOwner !== null && { cartOwner }),
      };
      await unlessDuplicate(deleted.updateOne({ _id: item._id, ...isOlder }, { $set: kept }, { upsert: true }));
      if (cartOwner !== null) await dropOldest(cartOwner);
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
