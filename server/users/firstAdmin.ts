import { withAudit, type AuditDeps } from '../audit/withAudit';
import type { Viewer } from '../auth/viewer';
import type { Repositories } from '../collections/repositories';
import { ConflictError } from '../errors';
import { withAdmin, withoutDeleted } from './adminRules';
import type { Admins } from './admins.repository';

export type FirstAdminDeps = AuditDeps & { readonly repositories: Pick<Repositories, 'admins' | 'deletedUsers'> };

/**
 * Makes an e-mail of ADMIN_EMAILS admin at its first sign-in with a verified address, once (decision 11): a later
 * demotion stays.
 */
export async function grantFirstAdmin(
  deps: FirstAdminDeps,
  { uid, email, emailVerified }: Pick<Viewer, 'uid' | 'email' | 'emailVerified'>,
  adminEmails: readonly string[],
): Promise<boolean> {
  if (email === null || !emailVerified || !adminEmails.includes(email)) return false;
  const { admins, deletedUsers } = deps.repositories;
  if ((await admins.get()).grantedEmails.includes(email) || (await deletedUsers.has(uid))) return false;
  const changes = [{ field: 'role', before: 'user', after: 'admin' }];
  try {
    await withAudit(deps, { actorUid: uid, kind: 'GRANT_FIRST_ADMIN', subjectId: uid, changes }, async () => {
      await admins.change((before) => {
        if (before.grantedEmails.includes(email)) throw new ConflictError('This e-mail was made admin before.');
        return { ...withAdmin(before, uid), grantedEmails: [...before.grantedEmails, email] };
      });
      // As in dropDeletedAdmin; the e-mail is free again for an account that its owner makes anew.
      if (!(await deletedUsers.has(uid))) return;
      await admins.change((before) => withoutGrant(before, uid, email));
      throw new ConflictError('This account has been deleted.');
    });
    return true;
  } catch (error) {
    // Another request of the same person, or their deletion, was faster.
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

function withoutGrant(before: Admins, uid: string, email: string): Admins {
  return { ...withoutDeleted(before, uid), grantedEmails: before.grantedEmails.filter((granted) => granted !== email) };
}
