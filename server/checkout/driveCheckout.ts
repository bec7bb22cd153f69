import { isDeepStrictEqual } from 'node:util';
import { settleFlags } from '../stock/settleStock';
import { isUnderWay, type CheckoutChange, type CheckoutDocument } from './checkouts.repository';
import { release, refund } from './endSteps';
import { checkHolds, holdAgain, holdPieces } from './holdSteps';
import { pollPayment, waitForBuyer } from './paymentSteps';
import { place } from './placeStep';
import type { SagaDeps } from './sagaDeps';
import { checkoutExpiry, frozenLines, type Step } from './steps';

const leaseMs = 10_000;
export const holdMs = 15 * 60_000;
const maxSteps = 20;

export const newLease = ({ owner, now }: Pick<SagaDeps, 'owner' | 'now'>) => ({
  owner,
  until: new Date(now().getTime() + leaseMs),
});

/**
 * The only function that advances a checkout: called by the buyer's request, the provider's notices, the sweeper and
 * after a restart. Every step is idempotent and ends in a compare-and-set, so that a process which lost its lease
 * stops. Callers pass the checkout along if they have just read it. Returns the checkout as stored afterwards, or null.
 */
export async function driveCheckout(
  deps: SagaDeps,
  id: string,
  read?: CheckoutDocument,
): Promise<CheckoutDocument | null> {
  const key = `${deps.owner} ${id}`;
  let known = read;
  for (let other = underWay.get(key); other; other = underWay.get(key)) {
    const moved = await other.catch(() => null);
    if (moved && !isUnderWay(moved)) return moved;
    known = undefined;
  }
  const own = moveOn(deps, id, known);
  underWay.set(key, own);
  try {
    return await own;
  } finally {
    underWay.delete(key);
  }
}

/**
 * Drives it for a reason to ask the provider at once: what has changed there may let a refused refund through, or be that
 * refund.
 */
export async function driveCheckoutNow(deps: SagaDeps, id: string): Promise<CheckoutDocument | null> {
  const { checkouts } = deps.repositories;
  const found = await checkouts.find(id);
  const waits = found?.status === 'REFUNDING' && found.dueAt !== null && found.dueAt > deps.now();
  const checkout = waits ? await checkouts.change(found, { dueAt: deps.now() }) : found;
  return driveCheckout(deps, id, checkout ?? undefined);
}

/** Runs in this process: a notice and the buyer's call often arrive together and would duplicate the work. */
const underWay = new Map<string, Promise<CheckoutDocument | null>>();

async function moveOn(
  deps: SagaDeps,
  id: string,
  read: CheckoutDocument | undefined,
): Promise<CheckoutDocument | null> {
  const { checkouts } = deps.repositories;
  let checkout = read ?? (await checkouts.find(id));
  for (let made = 0; checkout && isUnderWay(checkout) && made < maxSteps; made += 1) {
    if (isLeased(deps, checkout)) return checkout;
    await deps.beforeStep?.(checkout.status);
    const { change, continues } = await stepOf(deps, checkout);
    if (!continues && isUnchanged(checkout, change)) return checkout;
    if (!isUnderWay({ ...checkout, ...change })) await settle(deps, checkout);
    const changed: CheckoutDocument | null = await checkouts.change(checkout, {
      // Due from now on: if this process crashes, another one continues once the lease has expired.
      ...(continues && { lease: newLease(deps), dueAt: deps.now() }),
      ...change,
    });
    if (changed && !continues) return changed;
    checkout = changed ?? (await checkouts.find(id));
  }
  return checkout;
}

/** Updates the products' purchasable flags before the buyer reads the result; if that fails, the sweeper retries it. */
async function settle({ repositories, log }: SagaDeps, checkout: CheckoutDocument): Promise<void> {
  const products = frozenLines(checkout).map(({ productId }) => productId);
  await settleFlags(repositories, products).catch((error: unknown) =>
    log.warn({ checkout: checkout._id, err: error }, 'a product does not say yet whether it can be bought'),
  );
}

const isUnchanged = (checkout: CheckoutDocument, change: CheckoutChange): boolean =>
  Object.entries(change).every(([name, value]) => isDeepStrictEqual(checkout[name as keyof CheckoutChange], value));

const isLeased = ({ owner, now }: SagaDeps, { lease }: CheckoutDocument): boolean =>
  lease !== null && lease.owner !== owner && lease.until > now();

const steps: Partial<
  Record<CheckoutDocument['status'], (deps: SagaDeps, checkout: CheckoutDocument) => Promise<Step>>
> = {
  HOLDING: holdPieces,
  READY: waitForBuyer,
  PAYING: pollPayment,
  PAID: checkHolds,
  HOLDING_AGAIN: holdAgain,
  PLACING: place,
  RELEASING: release,
  REFUNDING: refund,
};

async function stepOf(deps: SagaDeps, checkout: CheckoutDocument): Promise<Step> {
  const step = steps[checkout.status];
  if (!step) throw new Error(`Nobody drives a checkout that is ${checkout.status}.`);
  const { change, continues } = await step(deps, checkout);
  return { change: { ...change, expiresAt: checkoutExpiry(deps, { ...checkout, ...change }) }, continues };
}
