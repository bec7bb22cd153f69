import { loadStripe as loadFromStripe } from '@stripe/stripe-js/pure';
import type { Stripe } from '@stripe/stripe-js';
import { withTimeout } from '../../../lib/withTimeout';
import { loadSettings } from '../../../session/settings';

/** Script blockers may leave the request pending. */
const timeoutMs = 8_000;

/** Stripe requires its script to come from js.stripe.com. After a failure the next call retries. */
export async function loadStripe(): Promise<Stripe> {
  const { stripePublishableKey } = await loadSettings();
  if (stripePublishableKey === undefined) throw new Error('The shop has no key of Stripe for browsers');
  const stripe = await withTimeout(loadFromStripe(stripePublishableKey), timeoutMs, () => {
    throw new Error('Stripe.js did not come in time');
  });
  if (!stripe) throw new Error('Stripe.js came without Stripe');
  return stripe;
}
