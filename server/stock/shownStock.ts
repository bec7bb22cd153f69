import type { ObjectId } from 'mongodb';
import { actsForShop, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';

interface OwnedProduct {
  readonly _id: ObjectId;
  readonly ownerUid: string;
}

/** Its owner, admins and API keys that read stock: how much there is of it, and how much was sold, is nobody else's. */
async function maySeePieces(context: Context, { ownerUid }: OwnedProduct): Promise<boolean> {
  const signedIn = await signedInIfPossible(context);
  return signedIn !== null && (signedIn.viewer.uid === ownerUid || actsForShop(signedIn, 'read:stock'));
}

/** The pieces on hand of a product. */
export async function shownStock(context: Context, product: OwnedProduct): Promise<number | null> {
  if (!(await maySeePieces(context, product))) return null;
  return (await context.loaders.stockById.load(product._id.toHexString()))?.onHand ?? null;
}

/** The pieces of it that were ever sold. */
export async function shownSold(context: Context, product: OwnedProduct): Promise<number | null> {
  return (await maySeePieces(context, product)) ? context.loaders.soldById.load(product._id.toHexString()) : null;
}
