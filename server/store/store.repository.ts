import type { Db, Filter, ObjectId } from 'mongodb';
import { batchReader, pipelineReader } from '../database/batchReader';
import { batched } from '../database/batched';
import type { CollectionDeclaration } from '../database/indexes';
import { insertEach, insertMissing } from '../database/insertEach';
import { listReader } from '../lists/listReader';
import { itemIndexes } from '../products/products.repository';
import { nameSearchFields, type NameSearchFields } from '../text/searchTerms';
import { ownerUsageReader } from '../users/ownerUsage';

/** A snapshot of a product in one user's store (decision 2). */
export interface StoreEntryDocument {
  _id: ObjectId;
  productId: ObjectId;
  name: string;
  /** Sort key of NAME: the name folded by `foldText`. */
  nameLower: string;
  slug: string;
  photos: string[];
  priceCents: number;
  /** A higher price that its owner has accepted since. */
  acceptedCents?: number;
  /** The checkout submission that claims it: see claimEntries.ts. */
  claimedBy?: string;
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
    ...itemIndexes,
    { name: 'name_terms', keys: { nameTerms: 1 }, reason: 'finding and counting the few whose name contains a text' },
  ],
};

type StoredEntry = StoreEntryDocument & NameSearchFields;

/** Excludes fields that only indexes need. */
const projection = { nameTerms: 0, claimedBy: 0 };
const stored = (entry: StoreEntryDocument): StoredEntry => ({ ...entry, ...nameSearchFields(entry.name) });

export type StoreRepository = ReturnType<typeof createStoreRepository>;

export function createStoreRepository(db: Db) {
  const entries = db.collection<StoredEntry>(storeDeclaration.collection);
  const readBatch = batchReader<StoredEntry>(db, storeDeclaration.collection);
  const readPipeline = pipelineReader(db, storeDeclaration.collection);
  return {
    /** 'keyTaken': the id exists already. */
    insert: batched((many: readonly StoreEntryDocument[]) => insertEach(entries, many.map(stored))),
    async insertMany(many: StoreEntryDocument[]): Promise<void> {
      await insertMissing(entries, many.map(stored));
    },
    findById: (id: ObjectId) => entries.findOne({ _id: id }, { projection }),
    findByIds: (ids: ObjectId[]): Promise<StoreEntryDocument[]> =>
      readBatch({ filter: { _id: { $in: ids } }, projection, limit: ids.length }),
    /** A user's entries, oldest first. */
    findByOwner: (ownerUid: string, limit: number) =>
      readBatch({ filter: { ownerUid }, projection, sort: { createdAt: 1, _id: 1 }, limit }),
    /** The owner accepts a higher price per piece of the product. */
    async acceptPrice(ownerUid: string, productId: ObjectId, acceptedCents: number): Promise<void> {
      await entries.updateMany({ ownerUid, productId }, { $set: { acceptedCents } });
    },
    /** Claims an unclaimed entry, or one with the `former` claim. False: it was removed, or claimed otherwise. */
    async claim(id: ObjectId, key: string, former: string | null): Promise<boolean> {
      const filter = { _id: id, claimedBy: { $in: [null, key, former] } } as Filter<StoredEntry>;
      return (await entries.updateOne(filter, { $set: { claimedBy: key } })).matchedCount === 1;
    },
    /** null: there is no such entry. */
    claimOf: (id: ObjectId) => entries.findOne({ _id: id }, { projection: { claimedBy: 1 } }),
    ownerUsage: ownerUsageReader(readPipeline, storeDeclaration.collection),
    async delete(id: ObjectId): Promise<boolean> {
      return (await entries.deleteOne({ _id: id })).deletedCount === 1;
    },
    async deleteMany(ids: readonly ObjectId[]): Promise<void> {
      if (ids.length > 0) await entries.deleteMany({ _id: { $in: [...ids] } });
    },
    async deleteByOwner(ownerUid: string): Promise<void> {
      await entries.deleteMany({ ownerUid });
    },
    list: listReader<StoreEntryDocument>(db, storeDeclaration),
  };
}
