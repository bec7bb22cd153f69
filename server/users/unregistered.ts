import { isApiKeyUid } from '../auth/apiKeyText';
import { deletedBuyer } from '../auth/deletedBuyer';
import type { Context } from '../context';
import type { UserDocument } from './users.repository';

/**
 * Whether there is anybody with this uid, registered or not: who has signed up at the identity provider alone may sell
 * and buy all the same, and data is there to be removed even when the account is gone.
 */
export async function isSomebody({ repositories, identity }: Context, uid: string): Promise<boolean> {
  if (uid === deletedBuyer || isApiKeyUid(uid)) return false;
  return (await repositories.personalData.hasAny(uid)) || identity.hasAccount(uid);
}

/** In place of the record of somebody who has none. */
export const unregistered = (uid: string): UserDocument => ({
  ...{ _id: uid, name: '', email: null, emailVerified: false, role: 'user', photoURL: '', createdAt: null },
});
