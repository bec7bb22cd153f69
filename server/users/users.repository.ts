import { merge } from '../database/merge';
import type { Db, Document } from 'mongodb';
import { countAll } from '../database/countAll';
import { unlessDuplicate } from '../database/databaseErrors';
import { batchReader, pipelineReader, type ReadPipeline } from '../database/batchReader';
import type { CollectionDeclaration } from '../database/indexes';
import { batched } from '../database/batched';
import { insertMissing } from '../database/insertEach';
import { listReader } from '../lists/listReader';
import { nameSearchFields } from '../text/searchTerms';
import type { AdminsRepository } from './admins.repository';
import { withTombstones, type Tombstone } from './deletedUsers.repository';
import { emailSearchFields, userSearchFields, type UserSearchFields } from './userSearch';

export type Role = 'user' | 'admin';

/** A stored person; a missing e-mail was taken over by a verified account (decision 10). */
interface StoredUser extends UserSearchFields {
  _id: string;
  name: string;
  email?: string;
  /** Missing until a token has verified this e-mail. */
  emailVerified?: boolean;
  photoURL: string;
  createdAt: Date;
}

/** A person for services. The role comes from the admins document. */
export interface UserDocument {
  /** The Firebase uid. */
  _id: string;
  name: string;
  /** Lower case. */
  email: string | null;
  /** Whether a token has verified it. */
  emailVerified: boolean;
  role: Role;
  photoURL: string;
  /** null: unknown. */
  createdAt: Date | null;
}

/** The record of a uid, and whether its account was deleted. */
export interface UserState {
  readonly record: UserDocument | null;
  readonly isDeleted: boolean;
}

export interface NewUser {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
  readonly emailVerified?: boolean;
  readonly photoURL: string;
  readonly createdAt: Date;
}

export const usersDeclaration: CollectionDeclaration = {
  collection: 'users',
  indexes: [
    {
      name: 'email',
      keys: { email: 1 },
      options: { unique: true, partialFilterExpression: { email: { $type: 'string' } } },
      reason: 'an e-mail belongs to one record; keeps the collection unsharded (decision 10)',
    },
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of users, from either end" },
    { name: 'name', keys: { nameLower: 1, _id: 1 }, reason: 'sort NAME' },
    { name: 'email_order', keys: { emailKey: 1, _id: 1 }, reason: 'sort EMAIL' },
    { name: 'name_terms', keys: { nameTerms: 1 }, reason: 'finding and counting the few whose name contains a text' },
    {
      name: 'email_terms',
      keys: { emailTerms: 1 },
      reason: 'finding and counting the few whose e-mail contains a text',
    },
  ],
};

/** Excludes fields that only indexes need. */
export const projection = { name: 1, email: 1, emailVerified: 1, photoURL: 1, createdAt: 1 };
export type UserProfile = Omit<StoredUser, keyof UserSearchFields>;

/** A row of `accountsPipeline`. */
type AccountPart = UserProfile | { readonly _id: 'admins'; readonly uids: string[] } | Tombstone;

function accountsPipeline(uids: readonly string[]): Document[] {
  const admins = [{ $match: { _id: 'admins' } }, { $project: { uids: 1 } }];
  return [
    { $match: { _id: { $in: uids } } },
    { $project: projection },
    { $unionWith: { coll: 'admins', pipeline: admins } },
    // Last: a record deleted meanwhile has left its tombstone by then.
    withTombstones(uids),
  ];
}

export function withRoleOf(user: UserProfile, admins: readonly string[]): UserDocument {
  const role = admins.includes(user._id) ? 'admin' : 'user';
  const emailVerified = user.emailVerified ?? false;
  return merge(user, { email: user.email ?? null, emailVerified, role } as const);
}

async function findAccounts(readPipeline: ReadPipeline, uids: readonly string[]): Promise<UserState[]> {
  const found = await readPipeline<AccountPart>(accountsPipeline(uids), 2 * uids.length + 1);
  const admins: string[] = [];
  const deleted = new Set<string>();
  const records = new Map<string, UserProfile>();
  for (const part of found) {
    if ('uids' in part) admins.push(...part.uids);
    else if ('isDeleted' in part) deleted.add(part._id);
    else records.set(part._id, part);
  }
  return uids.map((uid) => {
    const user = records.get(uid);
    return { record: user ? withRoleOf(user, admins) : null, isDeleted: deleted.has(uid) };
  });
}

/** What others may see of a person. */
export interface KnownPerson {
  readonly _id: string;
  readonly name: string;
  readonly email?: string | null;
}

export type UsersRepository = ReturnType<typeof createUsersRepository>;

export function createUsersRepository(db: Db, admins: AdminsRepository) {
  const users = db.collection<StoredUser>(usersDeclaration.collection);
  const readBatch = batchReader<StoredUser>(db, usersDeclaration.collection);
  const readPipeline = pipelineReader(db, usersDeclaration.collection);

  const withRole = async (found: Promise<UserProfile | null>): Promise<UserDocument | null> => {
    const [user, { uids }] = await Promise.all([found, admins.get()]);
    return user && withRoleOf(user, uids);
  };

  return {
    /** Runs with every request, so in one command. */
    findAccount: batched((uids: readonly string[]) => findAccounts(readPipeline, uids)),
    findByUid: (uid: string) => withRole(users.findOne({ _id: uid }, { projection })),
    findKnown: (uids: string[]): Promise<KnownPerson[]> =>
      readBatch({ filter: { _id: { $in: uids } }, projection: { email: 1, name: 1 }, limit: uids.length }),
    findByEmail: (email: string) => withRole(users.findOne({ email }, { projection })),
    /** Inserts or updates the record: the given fields replace the stored ones, createdAt stays. False: the e-mail is taken. */
    upsert: ({ uid, name, email, emailVerified = false, photoURL, createdAt }: NewUser) =>
      unlessDuplicate(
        users.updateOne(
          { _id: uid },
          {
            $set: { name, email, emailVerified, photoURL, ...userSearchFields({ name, email }) },
            $setOnInsert: { createdAt },
          },
          { upsert: true },
        ),
      ),
    /** Replaces the given name and photo of an existing record. */
    async updateProfile(uid: string, profile: Partial<Pick<StoredUser, 'name' | 'photoURL'>>): Promise<boolean> {
      const { name } = profile;
      const fields = { ...profile, ...(name !== undefined && nameSearchFields(name)) };
      return (await users.updateOne({ _id: uid }, { $set: fields })).matchedCount === 1;
    },
    /** Sets a verified e-mail on a record without one, or marks its present one as verified. False: the e-mail is taken. */
    setEmail: (uid: string, email: string, before: string | null) =>
      unlessDuplicate(
        users.updateOne(
          { _id: uid, email: before ?? { $exists: false } },
          { $set: { email, emailVerified: true, ...emailSearchFields(email) } },
        ),
      ),
    /** Clears the e-mail of a record that still has it. */
    async clearEmail(uid: string, email: string): Promise<void> {
      await users.updateOne(
        { _id: uid, email },
        { $unset: { email: '', emailVerified: '' }, $set: emailSearchFields(null) },
      );
    },
    async insertMany(many: NewUser[]): Promise<void> {
      await insertMissing(
        users,
        many.map(({ uid, ...user }) => ({
          _id: uid,
          ...user,
          ...userSearchFields(user),
        })),
      );
    },
    async delete(uid: string): Promise<boolean> {
      return (await users.deleteOne({ _id: uid })).deletedCount === 1;
    },
    list: listReader<UserProfile>(db, usersDeclaration),
    countAll: () => countAll(users),
  };
}
