import { actsForShop } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { ConflictError } from '../errors';
import type { ProductDocument, ShopHold } from './products.repository';

/** Acting for the shop means changing other people's items; admins are regular sellers of their own. */
export function isShopsDoing(signedIn: SignedIn, { ownerUid }: { readonly ownerUid: string }): boolean {
  return actsForShop(signedIn, 'write:products') && signedIn.viewer.uid !== ownerUid;
}

/** The hold after a change of status, or without one. */
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
