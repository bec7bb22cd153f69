import type { StripeSettings } from '../../env';
import { accessBy, loadStripe } from './stripeClient';
import { StripeFailure } from './stripeFailure';

/** Whether Stripe answers and takes the key; by what the reconciliation needs as well, so that it asks for no further right. */
export async function checkStripe(
  settings: Pick<StripeSettings, 'secretKey' | 'apiBase'>,
): Promise<{ readonly fault: 'unreachable' | 'invalid-credentials'; readonly error: unknown } | null> {
  const { ask } = accessBy(loadStripe(settings));
  try {
    await ask((stripe) => stripe.balanceTransactions.list({ limit: 1 }));
    return null;
  } catch (error) {
    const isUnauthorized = error instanceof StripeFailure && error.isUnauthorized;
    return { fault: isUnauthorized ? 'invalid-credentials' : 'unreachable', error };
  }
}
