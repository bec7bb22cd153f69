import { withAudit } from '../audit/withAudit';
import { canonicalEmail } from '../auth/canonicalEmail';
import type { Repositories } from '../collections/repositories';
import { NotFoundError } from '../errors';
import { refuseUnverified, withAdmin } from './adminRules';
import { dropDeletedAdmin } from './dropDeletedAdmin';

/** Makes a registered person admin by hand (decision 11); returns a message. */
export async function makeAdmin(
  repositories: Pick<Repositories, 'users' | 'admins' | 'deletedUsers' | 'auditEntries'>,
  text: string,
  rules: { readonly requireVerifiedEmail: boolean },
): Promise<string> {
  const email = canonicalEmail(text);
  if (email === null) throw new Error(`'${text}' is not an e-mail address.`);
  const user = await repositories.users.findByEmail(email);
  if (!user) throw new Error(`Nobody is registered as ${email}: sign in to the shop with it first.`);
  if (user.role === 'admin') return `${email} is an admin already.`;
  refuseUnverified(rules, user);
  const changes = [{ field: 'role', before: user.role, after: 'admin' }];
  // An uncompleted audit entry is settled by the shop, which logs it.
  const deps = { repositories, requestId: 'make-admin', now: () => new Date(), log: { warn: () => undefined } };
  await withAudit(deps, { actorUid: 'make-admin', kind: 'MAKE_ADMIN', subjectId: user._id, changes }, async () => {
    await repositories.admins.change((before) => withAdmin(before, user._id));
    if (await dropDeletedAdmin(repositories, user._id)) throw new NotFoundError(`${email} has been deleted.`);
  });
  return `${email} is an admin now.`;
}
