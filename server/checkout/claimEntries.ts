import type { ObjectId } from 'mongodb';
import type { CheckoutDocument } from './checkouts.repository';
import { checkoutOfKey, holdKey, isHolding } from './holdKey';
import type { SagaParts } from './sagaParts';

/** Each lost try means that somebody else has claimed it just now. */
const triesAtOnce = 5;

/**
 * Two tabs may have a checkout each of one cart: an entry is bought by one of them. In one order for all, so that of two that want
 * the same one gets all. False: another one has them, or they are not in the cart any more.
 */
export async function claimEntries(parts: SagaParts, checkout: CheckoutDocument): Promise<boolean> {
  const ids = (checkout.frozen?.lines ?? []).flatMap(({ entryIds }) => entryIds);
  ids.sort((a, b) => (a.toHexString() < b.toHexString() ? -1 : 1));
  for (const id of ids) if (!(await claimEntry(parts, id, holdKey(checkout)))) return false;
  return true;
}

/** Nobody takes a claim back: that of a checkout that holds nothing any more is taken over. */
async function claimEntry({ repositories }: SagaParts, id: ObjectId, key: string): Promise<boolean> {
  const { store, checkouts } = repositories;
  let former: string | null = null;
  for (let tries = 0; tries < triesAtOnce; tries += 1) {
    if (await store.claim(id, key, former)) return true;
    const found = await store.claimOf(id);
    if (!found) return false;
    former = found.claimedBy ?? null;
    if (former !== null && isHolding(await checkouts.find(checkoutOfKey(former)), former)) return false;
  }
  return false;
}
