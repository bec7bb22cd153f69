import { ConflictError } from '../errors';
import type { Admins } from './admins.repository';
import type { UserDocument } from './users.repository';

export function withAdmin(admins: Admins, uid: string): Admins {
  return admins.uids.includes(uid) ? admins : { ...admins, uids: [...admins.uids, uid] };
}

/** Anyone can register under another's e-mail: if mail can be sent, an admin must have verified theirs. */
export function refuseUnverified(rules: { readonly requireVerifiedEmail: boolean }, user: UserDocument): void {
  if (!rules.requireVerifiedEmail || user.emailVerified) return;
  throw new ConflictError(
    'This person has not verified their e-mail: they have to verify it and sign in again before they can become admin.',
  );
}

/** Also the last one: a deleted person is no admin whom the shop could do with. */
export const withoutDeleted = (admins: Admins, uid: string): Admins =>
  admins.uids.includes(uid) ? { ...admins, uids: admins.uids.filter((other) => other !== uid) } : admins;

/** Never removes the last admin (decision 12). */
export function withoutAdmin(admins: Admins, uid: string): Admins {
  if (admins.uids.length === 1 && admins.uids.includes(uid))
    throw new ConflictError('The last admin can be neither demoted nor deleted.');
  return withoutDeleted(admins, uid);
}
