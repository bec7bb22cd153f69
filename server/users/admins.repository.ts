import type { Db } from 'mongodb';
import { unlessDuplicate } from '../database/databaseErrors';
import { UnavailableError } from '../errors';

/**
 * The admins in one document, because the rule 'never without an admin' spans all of them: each change is a compare-
 * and-set, so that two admins who demote each other concurrently cannot both succeed, without transactions.
 */
export interface Admins {
  readonly uids: readonly string[];
  /** E-mails whose first sign-in has made them admin (decision 11), so that it happens once. */
  readonly grantedEmails: readonly string[];
}

interface AdminsDocument {
  _id: 'admins';
  uids: string[];
  grantedEmails: string[];
  version: number;
}

const none: Admins = { uids: [], grantedEmails: [] };
const maximumAttempts = 50;

export type AdminsRepository = ReturnType<typeof createAdminsRepository>;

export function createAdminsRepository(db: Db) {
  const admins = db.collection<AdminsDocument>('admins');

  const write = async (before: AdminsDocument | null, { uids, grantedEmails }: Admins): Promise<boolean> => {
    const fields = { uids: [...uids], grantedEmails: [...grantedEmails] };
    if (before) {
      const { version } = before;
      const update = { $set: { ...fields, version: version + 1 } };
      return (await admins.updateOne({ _id: 'admins', version }, update)).matchedCount === 1;
    }
    return unlessDuplicate(admins.insertOne({ _id: 'admins', ...fields, version: 1 }));
  };

  return {
    get: async (): Promise<Admins> => (await admins.findOne({ _id: 'admins' })) ?? none,
    /** Applies a pure change, retried after concurrent ones; rejects with what the change throws. */
    async change(change: (admins: Admins) => Admins): Promise<void> {
      for (let attempt = 0; attempt < maximumAttempts; attempt += 1) {
        const before = await admins.findOne({ _id: 'admins' });
        const after = change(before ?? none);
        if (after === before || (await write(before, after))) return;
      }
      throw new UnavailableError();
    },
  };
}
