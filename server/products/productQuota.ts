import { actsForShop } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { ConflictError } from '../errors';
import type { ProductDocument } from './products.repository';

/** Products of an owner without a verified e-mail, where the shop requires one. */
const maxForUnverified = 20;

interface Quota {
  readonly most: number;
  readonly refusal: string;
}

/** Admins and API keys have no quota. */
function quotaOf({ maxProductsPerUser, requireVerifiedEmail }: Context, signedIn: SignedIn): Quota | null {
  if (actsForShop(signedIn, 'write:products')) return null;
  const isUnverified = requireVerifiedEmail && !signedIn.viewer.emailVerified && !signedIn.record?.emailVerified;
  const isLower = isUnverified && maxForUnverified < maxProductsPerUser;
  const most = isLower ? maxForUnverified : maxProductsPerUser;
  const advice = isLower ? 'Verify your e-mail to have more.' : 'Delete one first.';
  return { most, refusal: `You have ${most.toLocaleString('en-US')} products already. ${advice}` };
}

/** What is refused before its insert needs no deletion, which is told of for months. */
export async function requireQuota(
  context: Context,
  signedIn: SignedIn,
  { ownerUid }: Pick<ProductDocument, 'ownerUid'>,
): Promise<void> {
  const quota = quotaOf(context, signedIn);
  if (!quota) return;
  const { count } = await context.repositories.products.ownerUsage({ ownerUid, limit: quota.most + 1 });
  if (count >= quota.most) throw new ConflictError(quota.refusal);
}

/**
 * Checked after the insert, too, since others add products concurrently and may delete the account: each writer sees all
 * earlier ones, so that too many are removed rather than too few. True if the account was deleted.
 */
export async function enforceQuota(
  context: Context,
  signedIn: SignedIn,
  { _id, ownerUid }: ProductDocument,
): Promise<{ readonly ownerIsDeleted: boolean }> {
  const { products } = context.repositories;
  const quota = quotaOf(context, signedIn);
  const { count, isDeleted } = await products.ownerUsage({ ownerUid, limit: (quota?.most ?? 0) + 1 });
  if (quota && count > quota.most) {
    await products.deleteById(_id);
    throw new ConflictError(quota.refusal);
  }
  return { ownerIsDeleted: isDeleted };
}
