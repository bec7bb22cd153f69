import { ConflictError } from '../errors';
import type { Admins } from './admins.repository';

export function withAdmin(admins: Admins, uid: string): Admins {
  return admins.uids.includes(uid) ? admins : { ...admins, uids: [...admins.uids, uid] };
}

/** Never leaves the shop without an admin (decision 12). */
export function withoutAdmin(admins: Admins, uid: string): Admins {
  if (!admins.uids.includes(uid)) return admins;
  if (admins.uids.length === 1) throw new ConflictError('The last admin can be neither demoted nor deleted.');
  return { ...admins, uids: admins.uids.filter((other) => other !== uid) };
}
