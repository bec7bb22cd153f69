import type { ObjectId } from 'mongodb';
import { actsForShop, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';

interface OwnedProduct {
  readonly _id: ObjectId;
  readonly ownerUid: string;
}

/** Stock and sales figures are visible to the owner, admins and API keys that read stock. */
async function maySeeStock(context: Context, { ownerUid }: OwnedProduct): Promise<boolean> {
  const signedIn = await signedInIfPossible(context);
  return signedIn !== null && (signedIn.viewer.uid === ownerUid || actsForShop(signedIn, 'read:stock'));
}

/** The stock on hand. */
export async function visibleStock(context: Context, product: OwnedProduct): Promise<number | null> {
  if (!(await maySeeStock(context, product))) return null;
  return (await context.loaders.stockById.load(product._id.toHexString()))?.onHand ?? null;
}

/** Pieces sold in total. */
export async function visibleSold(context: Context, product: OwnedProduct): Promise<number | null> {
  return (await maySeeStock(context, product)) ? context.loaders.soldById.load(product._id.toHexString()) : null;
}
