import { ConflictError, UnavailableError } from '../errors';
import type { CheckoutDocument } from './checkouts.repository';
import { driveCheckout, nextAttempt } from './driveCheckout';
import type { SagaParts } from './sagaParts';

/** Another card after one that failed: a new attempt, once the earlier one can no longer be paid. */
export async function payAgain(parts: SagaParts, checkout: CheckoutDocument): Promise<CheckoutDocument> {
  const { repositories, provider, now, log } = parts;
  const { attempt, _id } = checkout;
  if (attempt) {
    const ended = await provider.void(attempt.id).catch((error: unknown) => {
      log.warn({ checkout: _id, err: error }, 'the payment provider does not answer');
      return null;
    });
    if (ended === null) throw new UnavailableError('The payment service does not answer. Nothing was charged.');
  }
  const next = { status: 'PAYING', ...nextAttempt(checkout), dueAt: now() } as const;
  await repositories.checkouts.change(checkout, next);
  const driven = await driveCheckout(parts, _id);
  if (!driven) throw new ConflictError('This checkout is over. Start it again.', 'id');
  return driven;
}
