import type { Db, ObjectId } from 'mongodb';
import type { CollectionDeclaration } from '../database/indexes';
import { unlessDuplicate } from '../database/databaseErrors';
import { listReader } from '../lists/listReader';
import type { ApiKeyScope } from '../policy';

export interface ApiKeyDocument {
  readonly _id: ObjectId;
  readonly name: string;
  /** SHA-256 of the key, which is never stored. */
  readonly digest: string;
  readonly lastFour: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly createdAt: Date;
  readonly createdByUid: string;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedByUid: string | null;
}

export const apiKeysDeclaration: CollectionDeclaration = {
  collection: 'apiKeys',
  indexes: [
    { name: 'digest', keys: { digest: 1 }, reason: 'whose a call is' },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of keys" },
  ],
};

export type ApiKeysRepository = ReturnType<typeof createApiKeysRepository>;

/** Not revoked or expired by then. */
const live = (now: Date) => ({ revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }] });

export function createApiKeysRepository(db: Db) {
  const keys = db.collection<ApiKeyDocument>(apiKeysDeclaration.collection);
  return {
    /** False: it exists already. */
    insert: (key: ApiKeyDocument): Promise<boolean> => unlessDuplicate(keys.insertOne(key)),
    find: (id: ObjectId) => keys.findOne({ _id: id }),
    findMany: (ids: readonly ObjectId[]) => keys.find({ _id: { $in: [...ids] } }).toArray(),
    findLive: (digest: string, now: Date) => keys.findOne({ digest, ...live(now) }),
    async isLive(id: ObjectId, now: Date): Promise<boolean> {
      return (await keys.findOne({ _id: id, ...live(now) }, { projection: { _id: 1 } })) !== null;
    },
    countLive: (now: Date, limit: number) => keys.countDocuments(live(now), { limit }),
    async delete(id: ObjectId): Promise<void> {
      await keys.deleteOne({ _id: id });
    },
    /** null: already revoked, or unknown. */
    revoke: (id: ObjectId, revocation: Pick<ApiKeyDocument, 'revokedAt' | 'revokedByUid'>) =>
      keys.findOneAndUpdate({ _id: id, revokedAt: null }, { $set: revocation }, { returnDocument: 'after' }),
    /** Of several processes that see it used, one writes it. */
    async noteUse({ _id, lastUsedAt }: Pick<ApiKeyDocument, '_id' | 'lastUsedAt'>, now: Date): Promise<void> {
      await keys.updateOne({ _id, lastUsedAt }, { $set: { lastUsedAt: now } });
    },
    list: listReader<ApiKeyDocument>(db, apiKeysDeclaration),
  };
}
