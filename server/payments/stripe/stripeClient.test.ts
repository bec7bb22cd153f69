import type Stripe from 'stripe';
import { accessBy } from './stripeClient';
import { StripeFailure } from './stripeFailure';

test('a call ends in time although the package of Stripe is still loading', async () => {
  jest.useFakeTimers();
  const { ask } = accessBy(new Promise<Stripe>(() => undefined));
  const ended = expect(ask(() => Promise.resolve())).rejects.toBeInstanceOf(StripeFailure);
  await jest.advanceTimersByTimeAsync(6_000);
  await ended;
});
