import { nextAttempt } from './attemptState';
import { claimEntries } from './claimEntries';
import type { CheckoutDocument, ShortLine } from './checkouts.repository';
import { holdKey } from './holdKey';
import { hasRoom } from './holdLimit';
import type { SagaDeps } from './sagaDeps';
import { continueWith, frozenLines, type Step } from './steps';

/** Returns the lines that are out of stock; all others are held. */
async function holdAll({ repositories: { stock } }: SagaDeps, checkout: CheckoutDocument): Promise<ShortLine[]> {
  const short: ShortLine[] = [];
  const until = checkout.heldUntil ?? checkout.createdAt;
  for (const { productId, quantity } of frozenLines(checkout)) {
    const result = await stock.hold(productId, { checkout: holdKey(checkout), quantity, until });
    if (result.kind === 'short') short.push({ productId, available: result.available });
  }
  return short;
}

/** Claims and limits are checked after the holds are visible: of two concurrent checkouts, at least one sees the other. */
export async function holdPieces(deps: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  const mayHold = (await hasRoom(deps, checkout)) && (await claimEntries(deps, checkout));
  if (!mayHold) return continueWith({ status: 'RELEASING', releaseTo: 'OPEN' });
  const short = await holdAll(deps, checkout);
  if (short.length > 0) return continueWith({ status: 'RELEASING', releaseTo: 'OPEN', short });
  return continueWith({ status: 'PAYING', ...nextAttempt(checkout) });
}

/**
 * Read-only: a driver that was paused since the payment would hold again what is sold already. If a hold is missing,
 * the checkout changes its status first.
 */
export async function checkHolds({ repositories: { stock } }: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  const counted = await stock.findMany(frozenLines(checkout).map(({ productId }) => productId));
  const key = holdKey(checkout);
  const areHeld = counted.every(({ holds }) => holds.some((hold) => hold.checkout === key));
  return continueWith({ status: areHeld ? 'PLACING' : 'HOLDING_AGAIN' });
}

/** A payment whose hold was lost is never charged again: stock is held again, or the money is refunded. */
export async function holdAgain(deps: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  const short = await holdAll(deps, checkout);
  return continueWith(short.length === 0 ? { status: 'PLACING' } : { status: 'REFUNDING', short });
}

export async function giveBack({ repositories: { stock } }: SagaDeps, checkout: CheckoutDocument): Promise<void> {
  for (const { productId, quantity } of frozenLines(checkout))
    await stock.release(productId, { checkout: holdKey(checkout), quantity });
}
