import { requireOwnerOrHide } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { NotFoundError } from '../errors';
import { isStoreEntry, type StoreItemDocument } from './store.service';

export const noSuchItem = () => new NotFoundError('There is no such item.', 'id');

/** What is somebody else's looks like what is not there; so do all carts to an API key, which is about products. */
export async function requireOwnItem(context: Context, signedIn: SignedIn, item: StoreItemDocument): Promise<void> {
  refuseCarts(signedIn, item);
  await requireOwnerOrHide(context, signedIn, item, noSuchItem());
}

export function refuseCarts({ apiKey }: SignedIn, item: StoreItemDocument): void {
  if (apiKey && isStoreEntry(item)) throw noSuchItem();
}
