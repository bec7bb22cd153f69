import type { Db } from 'mongodb';
import { countAll } from '../database/countAll';
import { isDuplicateKey } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';
import { insertMissing } from '../database/insertMissing';
import { readAfter, type StoredPosition } from '../database/keyset';
import type { AdminsRepository } from './admins.repository';

export type Role = 'user' | 'admin';

/** A person as stored: a field that is absent is an e-mail that a verified account has taken over (decision 10). */
interface StoredUser {
  _id: string;
  name: string;
  email?: string;
  photoURL: string;
  createdAt: Date;
}

/** A person as the shop sees them. The role comes from the one document that holds all admins. */
export interface UserDocument {
  /** The Firebase uid. */
  _id: string;
  name: string;
  /** Lower case. */
  email: string | null;
  role: Role;
  photoURL: string;
  createdAt: Date;
}

export interface NewUser {
  readonly uid: string;
  readonly name: string;
  readonly email: string;
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
    { name: 'newest', keys: { createdAt: -1, _id: -1 }, reason: "the admin's list of users" },
  ],
};

export type UsersRepository = ReturnType<typeof createUsersRepository>;

export function createUsersRepository(db: Db, admins: AdminsRepository) {
  const users = db.collection<StoredUser>(usersDeclaration.collection);

  const withRoles = async (found: Promise<StoredUser[]>): Promise<UserDocument[]> => {
    const [stored, { uids }] = await Promise.all([found, admins.get()]);
    return stored.map((user) => ({
      ...user,
      email: user.email ?? null,
      role: uids.includes(user._id) ? 'admin' : 'user',
    }));
  };
  const withRole = async (found: Promise<StoredUser | null>): Promise<UserDocument | null> =>
    (await withRoles(found.then((user) => (user ? [user] : []))))[0] ?? null;
  const unlessTaken = async (write: Promise<unknown>): Promise<'done' | 'emailTaken'> => {
    try {
      await write;
      return 'done';
    } catch (error) {
      if (isDuplicateKey(error)) return 'emailTaken';
      throw error;
    }
  };

  return {
    findByUid: (uid: string) => withRole(users.findOne({ _id: uid })),
    findByUids: (uids: string[]) =>
      withRoles(users.find({ _id: { $in: uids } }, { batchSize: uids.length + 1 }).toArray()),
    findByEmail: (email: string) => withRole(users.findOne({ email })),
    /** Creates the record, or completes it: the given fields replace the stored ones, createdAt stays. */
    upsert: ({ uid, name, email, photoURL, createdAt }: NewUser) =>
      unlessTaken(
        users.updateOne(
          { _id: uid },
          { $set: { name, email, photoURL }, $setOnInsert: { createdAt } },
          { upsert: true },
        ),
      ),
    /** Replaces what is given of name and photo of a record that is there. */
    async updateProfile(uid: string, profile: Partial<Pick<StoredUser, 'name' | 'photoURL'>>): Promise<boolean> {
      return (await users.updateOne({ _id: uid }, { $set: profile })).matchedCount === 1;
    },
    setEmail: (uid: string, email: string) => unlessTaken(users.updateOne({ _id: uid }, { $set: { email } })),
    /** Clears the e-mail from a record that still has it. */
    async clearEmail(uid: string, email: string): Promise<void> {
      await users.updateOne({ _id: uid, email }, { $unset: { email: '' } });
    },
    async insertMany(many: NewUser[]): Promise<void> {
      await insertMissing(
        users,
        many.map(({ uid, ...user }) => ({ _id: uid, ...user })),
      );
    },
    async delete(uid: string): Promise<boolean> {
      return (await users.deleteOne({ _id: uid })).deletedCount === 1;
    },
    readNewest: (after: StoredPosition | null, limit: number) =>
      withRoles(readAfter(users, { filter: {}, order: { field: 'createdAt', direction: -1 }, after, limit })),
    countAll: () => countAll(users),
    countUpTo: (limit: number) => users.countDocuments({}, { limit }),
  };
}
