import type { Repositories } from '../collections/repositories';
import type { Admins } from './admins.repository';

/** Also the last one: a deleted person is no admin whom the shop could do with. */
export const withoutDeleted = (admins: Admins, uid: string): Admins =>
  admins.uids.includes(uid) ? { ...admins, uids: admins.uids.filter((other) => other !== uid) } : admins;

/**
 * After each grant: takes it back from a person who was deleted meanwhile; true if so. A deletion drops its person after
 * it has left the tombstone, so that one of the two sees the other.
 */
export async function dropDeletedAdmin(
  { admins, deletedUsers }: Pick<Repositories, 'admins' | 'deletedUsers'>,
  uid: string,
): Promise<boolean> {
  if (!(await deletedUsers.has(uid))) return false;
  await admins.change((before) => withoutDeleted(before, uid));
  return true;
}
