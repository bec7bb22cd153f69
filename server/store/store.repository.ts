import type { Db, Filter, ObjectId } from 'mongodb';
import { isDuplicateKey } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { insertMissing } from '../database/insertMissing';
import { readAfter, type StoredPosition } from '../database/keyset';
import { ownedFilter, type OwnedRange } from '../products/products.repository';

/** A snapshot of a product in one user's store (decision 2). */
export interface StoreEntryDocument {
  _id: ObjectId;
  productId: ObjectId;
  name: string;
  slug: string;
  photos: string[];
  priceCents: number;
  /** Percent. */
  discount: number;
  inStock: boolean;
  categories: string[];
  ownerUid: string;
  createdAt: Date;
}

export const storeDeclaration: CollectionDeclaration = {
  collection: 'storeEntries',
  indexes: [
    { name: 'owner', keys: { ownerUid: 1, createdAt: -1, _id: -1 }, reason: "a user's cart and list; deleting a user" },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of everything" },
  ],
};

export type StoreRepository = ReturnType<typeof createStoreRepository>;

export function createStoreRepository(db: Db) {
  const entries = db.collection<StoreEntryDocument>(storeDeclaration.collection);
  return {
    async insert(entry: StoreEntryDocument): Promise<'inserted' | 'idTaken'> {
      try {
        await entries.insertOne(entry);
        return 'inserted';
      } catch (error) {
        if (isDuplicateKey(error)) return 'idTaken';
        throw error;
      }
    },
    async insertMany(many: StoreEntryDocument[]): Promise<void> {
      await insertMissing(entries, many);
    },
    findById: (id: ObjectId) => entries.findOne({ _id: id }),
    /** A user's entries, oldest first. */
    findByOwner: (ownerUid: string, limit: number) =>
      entries.find({ ownerUid }, { sort: { createdAt: 1, _id: 1 }, limit, batchSize: limit + 1 }).toArray(),
    countByOwner: (ownerUid: string, limit: number) => entries.countDocuments({ ownerUid }, { limit }),
    async delete(id: ObjectId): Promise<boolean> {
      return (await entries.deleteOne({ _id: id })).deletedCount === 1;
    },
    async deleteByOwner(ownerUid: string): Promise<void> {
      await entries.deleteMany({ ownerUid });
    },
    /** One owner's or everybody's entries, newest first. */
    readNewest: (range: OwnedRange, after: StoredPosition | null, limit: number) =>
      readAfter(entries, { filter: ownedFilter(range), order: { field: 'createdAt', direction: -1 }, after, limit }),
    countOwned: (range: OwnedRange, limit: number) =>
      entries.countDocuments(ownedFilter(range) as Filter<StoreEntryDocument>, { limit }),
  };
}
