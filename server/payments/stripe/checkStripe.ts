import type { StripeSettings } from '../../env';
import { accessBy, loadStripe } from './stripeClient';
import { StripeFailure } from './stripeFailure';

/** Health check of Stripe and the key; reads what reconciliation reads as well, so that a restricted key needs no further permission. */
export async function checkStripe(
  settings: Pick<StripeSettings, 'secretKey' | 'apiBase'>,
): Promise<{ readonly fault: 'unreachable' | 'invalid-credentials'; readonly error: unknown } | null> {
  const { ask } = accessBy(loadStripe(settings));
  try {
    await ask((stripe) => stripe.balanceTransactions.list({ limit: 1, expand: ['data.source'] }));
    return null;
  } catch (error) {
    const isUnauthorized = error instanceof StripeFailure && error.isUnauthorized;
    return { fault: isUnauthorized ? 'invalid-credentials' : 'unreachable', error };
  }
}
