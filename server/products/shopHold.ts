import { actsForShop } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { ConflictError } from '../errors';
import type { ProductDocument, ShopHold } from './products.repository';

/** Whoever acts for the shop does so on other people's items; with their own they are a seller like any other. */
export function isShopsDoing(signedIn: SignedIn, { ownerUid }: { readonly ownerUid: string }): boolean {
  return actsForShop(signedIn, 'write:products') && signedIn.viewer.uid !== ownerUid;
}

/** The hold of a product after a change of its status, or without one. */
export function holdAfter(
  { now }: Pick<Context, 'now'>,
  signedIn: SignedIn,
  product: ProductDocument,
  status: ProductDocument['status'] | undefined,
): ShopHold | undefined {
  const { heldByShop } = product;
  if (status === 'active') {
    if (heldByShop && !actsForShop(signedIn, 'write:products'))
      throw new ConflictError('Deactivated by the shop: only the shop can activate this product again.', 'status');
    return undefined;
  }
  const begins = status === 'inactive' && isShopsDoing(signedIn, product);
  return heldByShop ?? (begins ? { uid: signedIn.viewer.uid, since: now() } : undefined);
}
