import { withAudit } from '../audit/withAudit';
import type { Viewer } from '../auth/viewer';
import type { Context } from '../context';
import { ConflictError } from '../errors';
import { withoutAdmin } from './adminRules';
import type { Admins } from './admins.repository';
import type { NewUser, UserDocument, UsersRepository } from './users.repository';

/** How many concurrent registrations with the same e-mail are tolerated during a takeover. */
const takeOverAttempts = 50;

/** A verified e-mail is taken over from its present owner; an unverified one is rejected (decision 10). */
export async function claimEmail(context: Context, viewer: Viewer, user: NewUser): Promise<void> {
  const { users } = context.repositories;
  for (let attempt = 0; attempt < takeOverAttempts; attempt += 1) {
    if (await users.upsert(user)) return;
    if (!viewer.emailVerified) break;
    const holder = await users.findByEmail(user.email);
    if (holder && holder._id !== user.uid) await takeOver(context, viewer, holder, user.email);
  }
  throw new ConflictError('This e-mail belongs to another account.', 'email');
}

/** An admin who loses the e-mail loses the role, which is removed first: a crash leaves no admin without an e-mail. */
async function takeOver(context: Context, { uid }: Viewer, holder: UserDocument, email: string): Promise<void> {
  const { users, admins } = context.repositories;
  const { uids } = await admins.get();
  const losesRole = withoutRole({ uids, grantedEmails: [] }, holder._id).uids.length < uids.length;
  const changes = losesRole ? [{ field: 'role', before: 'admin', after: 'user' }] : [];
  await withAudit(context, { actorUid: uid, kind: 'TAKE_OVER_EMAIL', subjectId: holder._id, changes }, async () => {
    await admins.change((before) => withoutRole(before, holder._id));
    await users.clearEmail(holder._id, email);
  });
}

/** The last admin stays one (decision 12): another one can be made by hand, and then demote this one. */
function withoutRole(before: Admins, uid: string): Admins {
  try {
    return withoutAdmin(before, uid);
  } catch (error) {
    if (error instanceof ConflictError) return before;
    throw error;
  }
}

/**
 * Stores that the owner's token has verified the e-mail, and the e-mail itself if the record has lost its own. An
 * e-mail of another record stays there: tokens stay valid for an hour after an account has changed hands. Never
 * downgrades: an older token must not undo a newer one's verification.
 */
export async function recordVerifiedEmail(
  users: Pick<UsersRepository, 'setEmail'>,
  record: UserDocument,
  { email, emailVerified }: Viewer,
): Promise<UserDocument> {
  if (email === null || !emailVerified) return record;
  const isOwn = record.email === email;
  if (record.email !== null && (!isOwn || record.emailVerified)) return record;
  if (!(await users.setEmail(record._id, email, record.email))) return record;
  return { ...record, email, emailVerified: true };
}
