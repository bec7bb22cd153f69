import { ConflictError } from '../errors';
import type { Admins } from './admins.repository';
import type { UserDocument } from './users.repository';

export function withAdmin(admins: Admins, uid: string): Admins {
  return admins.uids.includes(uid) ? admins : { ...admins, uids: [...admins.uids, uid] };
}

/** Anybody can register under an e-mail that is not theirs: where mail is sent, who gets rights has read it. */
export function refuseUnverified(rules: { readonly requireVerifiedEmail: boolean }, user: UserDocument): void {
  if (!rules.requireVerifiedEmail || user.emailVerified) return;
  throw new ConflictError(
    'This person has not verified their e-mail: they have to verify it and sign in again before they can become admin.',
  );
}

/** Never leaves the shop without an admin (decision 12). */
export function withoutAdmin(admins: Admins, uid: string): Admins {
  if (!admins.uids.includes(uid)) return admins;
  if (admins.uids.length === 1) throw new ConflictError('The last admin can be neither demoted nor deleted.');
  return { ...admins, uids: admins.uids.filter((other) => other !== uid) };
}
