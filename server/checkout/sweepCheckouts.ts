import { settleStock } from '../stock/settleStock';
import type { CheckoutDocument } from './checkouts.repository';
import { driveCheckout } from './driveCheckout';
import { checkoutOfKey, isHolding } from './holdKey';
import type { SagaDeps } from './sagaDeps';

const batchSize = 50;
/** The next sweep continues with the rest. */
const maxBatches = 20;
/** A paused driver may still be working on a hold that has just ended. */
const leakedAfterMs = 60_000;
/** Retry delay after a failure. */
const postponedMs = 30_000;

/**
 * Drives checkouts without a live driver; every process runs it every few seconds and at its start. `isOver`: what is left
 * waits for the next sweep.
 */
export async function sweepCheckouts(deps: SagaDeps, isOver = () => false): Promise<void> {
  await driveDue(deps, isOver);
  await sweepStock(deps);
}

/** The part of the sweep that needs no provider. */
export async function sweepStock(deps: SagaDeps): Promise<void> {
  await settleUnfinished(deps);
  await releaseLeakedHolds(deps);
}

/** Documents that fail stay unfinished: a batch without progress ends the sweep. */
async function settleUnfinished({ repositories, log }: SagaDeps): Promise<void> {
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const documents = await repositories.stock.findUnfinished(batchSize);
    let settled = 0;
    for (const document of documents) {
      try {
        await settleStock(repositories, document);
        settled += 1;
      } catch (error) {
        log.error({ product: document._id, err: error }, 'stock');
      }
    }
    if (documents.length < batchSize || settled === 0) return;
  }
}

async function driveDue(deps: SagaDeps, isOver: () => boolean): Promise<void> {
  const { repositories, now } = deps;
  for (let batches = 0; batches < maxBatches; batches += 1) {
    const due = await repositories.checkouts.findDue(now(), batchSize);
    for (const checkout of due) {
      if (isOver()) return;
      await driveOrPostpone(deps, checkout);
    }
    if (due.length < batchSize) return;
  }
}

/** A checkout that fails repeatedly must not block the others. */
async function driveOrPostpone(deps: SagaDeps, { _id }: Pick<CheckoutDocument, '_id'>): Promise<void> {
  const { repositories, now, log } = deps;
  try {
    await driveCheckout(deps, _id);
  } catch (error) {
    log.error({ checkout: _id, err: error }, 'checkout');
    await repositories.checkouts.postpone(_id, now(), new Date(now().getTime() + postponedMs));
  }
}

/** A driver that was paused beyond its lease may have held stock for a checkout that no longer needs it. */
async function releaseLeakedHolds({ repositories: { stock, checkouts }, now }: SagaDeps): Promise<void> {
  const before = new Date(now().getTime() - leakedAfterMs);
  const documents = await stock.findHeldBefore(before, batchSize * maxBatches);
  const past = documents.flatMap(({ _id, holds }) =>
    holds.filter(({ until }) => until < before).map((hold) => ({ productId: _id, hold })),
  );
  const found = await checkouts.findMany(past.map(({ hold }) => checkoutOfKey(hold.checkout)));
  const byId = new Map(found.map((checkout) => [checkout._id, checkout]));
  for (const { productId, hold } of past)
    if (!isHolding(byId.get(checkoutOfKey(hold.checkout)), hold.checkout)) await stock.release(productId, hold);
}
