import { requireOwnerOrHide } from '../auth/authorize';
import type { Context, SignedIn } from '../context';
import { NotFoundError } from '../errors';
import { isStoreEntry, type StoreItemDocument } from './store.service';

export const noSuchItem = () => new NotFoundError('There is no such item.', 'id');

/** Items of others appear not to exist; so do all cart entries to API keys, which are limited to products. */
export async function requireOwnItem(context: Context, signedIn: SignedIn, item: StoreItemDocument): Promise<void> {
  refuseCarts(signedIn, item);
  await requireOwnerOrHide(context, signedIn, item, noSuchItem());
}

export function refuseCarts({ apiKey }: SignedIn, item: StoreItemDocument): void {
  if (apiKey && isStoreEntry(item)) throw noSuchItem();
}
