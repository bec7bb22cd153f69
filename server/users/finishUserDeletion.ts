import type { Identity } from '../auth/identity';
import { userDeletionId } from '../database/jobs.repository';
import type { Repositories } from '../collections/repositories';
import { ConflictError } from '../errors';
import { withoutAdmin } from './adminRules';

export interface DeletionParts {
  readonly repositories: Repositories;
  readonly identity: Pick<Identity, 'disableAccount'>;
}

/**
 * The steps of a recorded deletion (decision 13); each may be done twice. The tombstone comes before what it guards: an
 * entry that is added meanwhile is either removed here or removes itself on seeing the tombstone. The record goes last, so
 * that a deletion which the identity provider interrupted can be requested again by e-mail. True when this call started the deletion or
 * removed the record: a registration that finds the tombstone may have removed it first.
 */
export async function finishUserDeletion(
  { repositories, identity }: DeletionParts,
  uid: string,
  now: Date,
): Promise<boolean> {
  const { admins, deletedUsers, users, messages, jobs } = repositories;
  const job = userDeletionId(uid);
  try {
    await admins.change((before) => withoutAdmin(before, uid));
  } catch (error) {
    if (error instanceof ConflictError) await jobs.finish(job);
    throw error;
  }
  const begun = await deletedUsers.add(uid, now);
  await purgeDeletedUser(repositories, uid, now);
  const user = await users.findByUid(uid);
  // Anybody can register under an e-mail that is not theirs: its true owner's messages are not theirs to delete.
  if (user?.emailVerified && user.email !== null) await messages.deleteByEmail(user.email);
  await identity.disableAccount(uid);
  const wasThere = await users.delete(uid);
  await jobs.finish(job);
  return begun || wasThere;
}

/** Again for users who were deleted recently: a crash may have interrupted the removal of an entry. */
export async function purgeDeletedUser(
  {
    store,
    products,
    deletedItems,
    idempotency,
    checkouts,
    orders,
    outbox,
    addresses,
    messages,
  }: Pick<
    Repositories,
    'store' | 'products' | 'deletedItems' | 'idempotency' | 'checkouts' | 'orders' | 'outbox' | 'addresses' | 'messages'
  >,
  uid: string,
  now: Date,
): Promise<void> {
  await store.deleteByOwner(uid);
  await products.deactivateByOwner(uid);
  await deletedItems.deleteByOwner(uid);
  await idempotency.deleteByCaller(uid);
  await checkouts.deleteByBuyer(uid);
  // Before the messages: whoever is at work on an order may queue one under the uid as long as the order bears it.
  await orders.forgetBuyer(uid, now);
  await outbox.deleteByBuyer(uid);
  await addresses.delete(uid);
  await messages.deleteBySender(uid);
}
