import { settleStock } from '../stock/settleStock';
import type { ProductsRepository } from '../products/products.repository';
import { finalStatuses } from './checkouts.repository';
import { driveCheckout } from './driveCheckout';
import type { SagaParts } from './sagaParts';

export type SweepParts = SagaParts & {
  readonly repositories: { readonly products: Pick<ProductsRepository, 'setInStock'> };
};

/** At most so much of each kind at a time: the next sweep takes what is left. */
const batch = 50;
/** A driver that was paused may still be at work on a hold that has just ended. */
const leakedAfterMs = 60_000;

/** Goes on with what nobody drives: every process does it each few seconds, and at its start. */
export async function sweepCheckouts(parts: SweepParts): Promise<void> {
  const { repositories, now, log } = parts;
  for (const { _id } of await repositories.checkouts.findDue(now(), batch))
    await driveCheckout(parts, _id).catch((error: unknown) => log.error({ checkout: _id, err: error }, 'checkout'));
  for (const document of await repositories.stock.findUnfinished(batch)) await settleStock(repositories, document);
  await releaseLeakedHolds(parts);
}

/** A driver that was paused beyond its lease may have held pieces for a checkout that is over. */
async function releaseLeakedHolds({ repositories: { stock, checkouts }, now }: SagaParts): Promise<void> {
  const before = new Date(now().getTime() - leakedAfterMs);
  const documents = await stock.findHeldBefore(before, batch);
  const ended = documents.flatMap(({ _id, holds }) =>
    holds.filter(({ until }) => until < before).map((hold) => ({ productId: _id, hold })),
  );
  const found = await checkouts.findMany(ended.map(({ hold }) => hold.checkout));
  const running = new Set(found.filter(({ status }) => !finalStatuses.includes(status)).map(({ _id }) => _id));
  for (const { productId, hold } of ended) if (!running.has(hold.checkout)) await stock.release(productId, hold);
}
