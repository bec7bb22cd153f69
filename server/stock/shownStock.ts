import type { ObjectId } from 'mongodb';
import { isAdmin, signedInIfPossible } from '../auth/authorize';
import type { Context } from '../context';

/** The pieces on hand of a product, for its owner and admins; null for everybody else. */
export async function shownStock(
  context: Context,
  { _id, ownerUid }: { readonly _id: ObjectId; readonly ownerUid: string },
): Promise<number | null> {
  const signedIn = await signedInIfPossible(context);
  if (!signedIn || (signedIn.viewer.uid !== ownerUid && !isAdmin(signedIn))) return null;
  return (await context.loaders.stockById.load(_id.toHexString()))?.onHand ?? null;
}
