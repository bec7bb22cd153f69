import type { Db, Document } from 'mongodb';
import type { CollectionDeclaration } from '../database/indexes';

/** A tombstone: this uid is never admitted again (decision 13). */
interface DeletedUserDocument {
  _id: string;
  deletedAt: Date;
}

export const deletedUsersDeclaration: CollectionDeclaration = {
  collection: 'deletedUsers',
  indexes: [{ name: 'deletedAt', keys: { deletedAt: 1 }, reason: 'what the last day deleted is swept again at start' }],
};

/** The result of `withTombstones`. */
export interface Tombstone {
  /** The uid. */
  readonly _id: string;
  readonly isDeleted: true;
}

/** A stage that adds the tombstones of deleted users; must come after those of other collections. */
export function withTombstones(uids: readonly string[]): Document {
  const pipeline = [{ $match: { _id: { $in: uids } } }, { $project: { isDeleted: { $literal: true } } }];
  return { $unionWith: { coll: deletedUsersDeclaration.collection, pipeline } };
}

export type DeletedUsersRepository = ReturnType<typeof createDeletedUsersRepository>;

export function createDeletedUsersRepository(db: Db) {
  const deleted = db.collection<DeletedUserDocument>(deletedUsersDeclaration.collection);
  return {
    async has(uid: string): Promise<boolean> {
      return (await deleted.findOne({ _id: uid })) !== null;
    },
    /** False if it existed already. */
    async add(uid: string, deletedAt: Date): Promise<boolean> {
      const { upsertedCount } = await deleted.updateOne(
        { _id: uid },
        { $setOnInsert: { deletedAt } },
        { upsert: true },
      );
      return upsertedCount === 1;
    },
    async uidsSince(since: Date): Promise<string[]> {
      return (await deleted.find({ deletedAt: { $gte: since } }).toArray()).map(({ _id }) => _id);
    },
  };
}
