import type { Identity } from '../auth/identity';
import { lastPurchasesId, userDeletionId } from '../database/jobs.repository';
import type { Repositories } from '../collections/repositories';
import { ConflictError } from '../errors';
import { withoutAdmin, withoutDeleted } from './adminRules';

export interface DeletionDeps {
  readonly repositories: Repositories;
  readonly identity: Pick<Identity, 'disableAccount'>;
}

/**
 * The steps of a recorded deletion (decision 13); each is idempotent. The tombstone precedes what it guards: an entry
 * added meanwhile is either removed here or removes itself on seeing the tombstone. The identity provider comes last:
 * nothing of the person waits for it, and the job has the uid that it takes. True if this call started the deletion or
 * removed the record: a registration that finds the tombstone may remove it first.
 */
export async function finishUserDeletion(
  { repositories, identity }: DeletionDeps,
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
  // Anyone can register under another's e-mail, so messages of unverified ones are kept.
  if (user?.emailVerified && user.email !== null) await messages.deleteByEmail(user.email);
  const wasThere = await users.delete(uid);
  const proven = await identity.disableAccount(uid);
  // The shop has no e-mail of whoever never registered, and an earlier one of whoever has changed theirs.
  if (proven !== null) await messages.deleteByEmail(proven);
  await jobs.finish(job);
  return begun || wasThere;
}

/**
 * Repeated for recently deleted users, since a crash may have interrupted the removal of an entry, and until a day after
 * the end of their last purchase: its driver writes order, mails and checkout however long the payment provider takes.
 */
export async function purgeDeletedUser(
  {
    admins,
    store,
    products,
    deletedItems,
    idempotency,
    checkouts,
    orders,
    outbox,
    addresses,
    messages,
    jobs,
  }: Pick<
    Repositories,
    | 'admins'
    | 'store'
    | 'products'
    | 'deletedItems'
    | 'idempotency'
    | 'checkouts'
    | 'orders'
    | 'outbox'
    | 'addresses'
    | 'messages'
    | 'jobs'
  >,
  uid: string,
  now: Date,
): Promise<void> {
  // First: a purchase that ends in between is looked at once more.
  if (await checkouts.findUnfinished(uid))
    await jobs.startAgain({ _id: lastPurchasesId(uid), kind: 'lastPurchases', uid, startedAt: now });
  // A promotion may have come between the demotion and the tombstone.
  await admins.change((before) => withoutDeleted(before, uid));
  await store.deleteByOwner(uid);
  await products.deactivateByOwner(uid);
  await deletedItems.deleteByOwner(uid);
  await idempotency.deleteByCaller(uid);
  await checkouts.deleteByBuyer(uid);
  // Before the messages: a process that drives an order may queue one under the uid as long as the order has it.
  await orders.anonymizeBuyer(uid, now);
  await outbox.deleteByBuyer(uid);
  await addresses.delete(uid);
  await messages.deleteBySender(uid);
}
