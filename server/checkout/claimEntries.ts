import type { ObjectId } from 'mongodb';
import type { CheckoutDocument } from './checkouts.repository';
import { checkoutOfKey, holdKey, isHolding } from './holdKey';
import type { SagaDeps } from './sagaDeps';

/** Each failed try means a concurrent claim. */
const maxTries = 5;

/**
 * Two tabs may each have a checkout of the same cart: only one of them may buy an entry. Claimed in a fixed order, so
 * that one of two competing checkouts gets all. False: another checkout has claimed them, or they left the cart.
 */
export async function claimEntries(deps: SagaDeps, checkout: CheckoutDocument): Promise<boolean> {
  const ids = (checkout.frozen?.lines ?? []).flatMap(({ entryIds }) => entryIds);
  ids.sort((a, b) => (a.toHexString() < b.toHexString() ? -1 : 1));
  for (const id of ids) if (!(await claimEntry(deps, id, holdKey(checkout)))) return false;
  return true;
}

/** Claims are never released: one of a checkout without holds is taken over. */
async function claimEntry({ repositories }: SagaDeps, id: ObjectId, key: string): Promise<boolean> {
  const { store, checkouts } = repositories;
  let former: string | null = null;
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (await store.claim(id, key, former)) return true;
    const found = await store.claimOf(id);
    if (!found) return false;
    former = found.claimedBy ?? null;
    if (former !== null && isHolding(await checkouts.find(checkoutOfKey(former)), former)) return false;
  }
  return false;
}
