import { ConflictError, UnavailableError } from '../errors';
import { nextAttempt } from './attemptState';
import type { CheckoutDocument } from './checkouts.repository';
import { driveCheckout } from './driveCheckout';
import { asked, isPaymentDone } from './paymentSteps';
import type { SagaParts } from './sagaParts';

/** A new attempt after a declined one, once the earlier one can no longer be paid. */
export async function payAgain(parts: SagaParts, { _id }: CheckoutDocument): Promise<CheckoutDocument> {
  const { repositories, provider, now } = parts;
  const checkout = await drive(parts, _id);
  const { attempt } = checkout;
  if (checkout.status !== 'READY') return checkout;
  if (attempt) {
    const ended = await asked(parts, checkout, () => provider.void(attempt.id));
    if (ended === null) throw new UnavailableError('The payment service does not answer. Nothing was charged.');
    // Too late to void it: the payment succeeded.
    if (isPaymentDone(ended)) {
      await repositories.checkouts.change(checkout, { status: 'PAYING', dueAt: now() });
      return drive(parts, _id);
    }
  }
  await repositories.checkouts.change(checkout, { status: 'PAYING', ...nextAttempt(checkout), dueAt: now() });
  return drive(parts, _id);
}

async function drive(parts: SagaParts, id: string): Promise<CheckoutDocument> {
  const driven = await driveCheckout(parts, id);
  if (!driven) throw new ConflictError('This checkout is over. Start it again.', 'id');
  return driven;
}
