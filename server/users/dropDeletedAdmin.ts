import type { Repositories } from '../collections/repositories';
import { withoutDeleted } from './adminRules';

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
