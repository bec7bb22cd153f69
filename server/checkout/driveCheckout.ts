import { isDeepStrictEqual } from 'node:util';
import { settleFlags } from '../stock/settleStock';
import type { CheckoutChange, CheckoutDocument } from './checkouts.repository';
import { release, refund } from './endSteps';
import { checkHolds, holdAgain, holdPieces } from './holdSteps';
import { pollPayment, waitForBuyer } from './paymentSteps';
import { place } from './placeStep';
import type { SagaParts } from './sagaParts';
import { frozenLines, type Step } from './steps';

const leaseMs = 10_000;
export const holdMs = 15 * 60_000;
const attemptsAtOnce = 20;

export const newLease = ({ owner, now }: Pick<SagaParts, 'owner' | 'now'>) => ({
  owner,
  until: new Date(now().getTime() + leaseMs),
});

/**
 * The one function that moves a checkout: the buyer's call, a notice of the provider, the sweeper and a restart call it. Every
 * step may be repeated, and each ends in a compare-and-set, so that whoever lost the lease does nothing more. Who has just read
 * the checkout gives it along. Answers the checkout as it then is; null: there is none.
 */
export async function driveCheckout(
  parts: SagaParts,
  id: string,
  read?: CheckoutDocument,
): Promise<CheckoutDocument | null> {
  const key = `${parts.owner} ${id}`;
  let known = read;
  for (let other = underWay.get(key); other; other = underWay.get(key)) {
    const moved = await other.catch(() => null);
    if (moved && !isDriven(moved)) return moved;
    known = undefined;
  }
  const own = moveOn(parts, id, known);
  underWay.set(key, own);
  try {
    return await own;
  } finally {
    underWay.delete(key);
  }
}

/** What this process is at: a notice and the buyer's call mostly come at one moment, and would each do all of it. */
const underWay = new Map<string, Promise<CheckoutDocument | null>>();

async function moveOn(
  parts: SagaParts,
  id: string,
  read: CheckoutDocument | undefined,
): Promise<CheckoutDocument | null> {
  const { checkouts } = parts.repositories;
  let checkout = read ?? (await checkouts.find(id));
  for (let tries = 0; checkout && isDriven(checkout) && tries < attemptsAtOnce; tries += 1) {
    if (isLeased(parts, checkout)) return checkout;
    await parts.beforeStep?.(checkout.status);
    const { change, goesOn } = await stepOf(parts, checkout);
    if (!goesOn && isAsIs(checkout, change)) return checkout;
    if (!isDriven({ ...checkout, ...change })) await settle(parts, checkout);
    const changed: CheckoutDocument | null = await checkouts.change(checkout, {
      // Due from now on: if this process ends, another one goes on once the lease is over.
      ...(goesOn && { lease: newLease(parts), dueAt: parts.now() }),
      ...change,
    });
    if (changed && !goesOn) return changed;
    checkout = changed ?? (await checkouts.find(id));
  }
  return checkout;
}

/** Products say whether they can be bought before the buyer reads what has become of the purchase; where that fails, the sweeper does it. */
async function settle({ repositories, log }: SagaParts, checkout: CheckoutDocument): Promise<void> {
  const products = frozenLines(checkout).map(({ productId }) => productId);
  await settleFlags(repositories, products).catch((error: unknown) =>
    log.warn({ checkout: checkout._id, err: error }, 'a product does not say yet whether it can be bought'),
  );
}

const isAsIs = (checkout: CheckoutDocument, change: CheckoutChange): boolean =>
  Object.entries(change).every(([name, value]) => isDeepStrictEqual(checkout[name as keyof CheckoutChange], value));

const isDriven = ({ status }: CheckoutDocument): boolean =>
  !['OPEN', 'PLACED', 'EXPIRED', 'CANCELLED', 'REFUNDED'].includes(status);

const isLeased = ({ owner, now }: SagaParts, { lease }: CheckoutDocument): boolean =>
  lease !== null && lease.owner !== owner && lease.until > now();

const steps: Partial<
  Record<CheckoutDocument['status'], (parts: SagaParts, checkout: CheckoutDocument) => Promise<Step>>
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

async function stepOf(parts: SagaParts, checkout: CheckoutDocument): Promise<Step> {
  const step = steps[checkout.status];
  if (!step) throw new Error(`Nobody drives a checkout that is ${checkout.status}.`);
  return step(parts, checkout);
}
