import { ConflictError, UnavailableError } from '../errors';
import { nextAttempt } from './attemptState';
import type { CheckoutDocument } from './checkouts.repository';
import { driveCheckout } from './driveCheckout';
import { nullIfUnavailable, isPaymentDone } from './paymentSteps';
import type { SagaDeps } from './sagaDeps';

/** A new attempt after a declined one, once the earlier one can no longer be paid. */
export async function payAgain(deps: SagaDeps, { _id }: CheckoutDocument): Promise<CheckoutDocument> {
  const { repositories, provider, now } = deps;
  const checkout = await drive(deps, _id);
  const { attempt } = checkout;
  if (checkout.status !== 'READY') return checkout;
  if (attempt) {
    const ended = await nullIfUnavailable(deps, checkout, () => provider.void(attempt.id));
    if (ended === null) throw new UnavailableError('The payment service does not answer. Nothing was charged.');
    // Too late to void it: the payment succeeded.
    if (isPaymentDone(ended)) {
      await repositories.checkouts.change(checkout, { status: 'PAYING', dueAt: now() });
      return drive(deps, _id);
    }
  }
  await repositories.checkouts.change(checkout, { status: 'PAYING', ...nextAttempt(checkout), dueAt: now() });
  return drive(deps, _id);
}

async function drive(deps: SagaDeps, id: string): Promise<CheckoutDocument> {
  const driven = await driveCheckout(deps, id);
  if (!driven) throw new ConflictError('This checkout is over. Start it again.', 'id');
  return driven;
}
