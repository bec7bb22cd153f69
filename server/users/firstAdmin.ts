import type { Viewer } from '../auth/viewer';
import type { Repositories } from '../database/repositories';
import { withAdmin } from './adminRules';

/**
 * Makes an e-mail of ADMIN_EMAILS admin at its first sign-in with a verified address, once (decision 11): whoever is
 * demoted later stays demoted.
 */
export async function grantFirstAdmin(
  { admins }: Pick<Repositories, 'admins'>,
  { uid, email, emailVerified }: Pick<Viewer, 'uid' | 'email' | 'emailVerified'>,
  adminEmails: readonly string[],
): Promise<boolean> {
  if (email === null || !emailVerified || !adminEmails.includes(email)) return false;
  let granted = false;
  await admins.change((before) => {
    granted = !before.grantedEmails.includes(email);
    if (!granted) return before;
    return { ...withAdmin(before, uid), grantedEmails: [...before.grantedEmails, email] };
  });
  return granted;
}
