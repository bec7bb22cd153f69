import { StripeStandIn } from '../../testing/stripeStandIn';
import { createStripeCalls } from './stripeCalls';
import { accessBy, loadStripe } from './stripeClient';

test('says in the log what Stripe refuses, by its codes and its id of the request', async () => {
  const stripe = new StripeStandIn();
  const logged: unknown[] = [];
  const access = accessBy(loadStripe({ secretKey: 'sk_test_x', apiBase: await stripe.start() }));
  const calls = createStripeCalls(access, () => new Date(), { warn: (line: unknown) => void logged.push(line) });
  const error = { type: 'invalid_request_error', code: 'charge_expired_for_capture', message: 'Of ada@shop.test' };
  stripe.conduct = () => ({ status: 400, body: { error } });
  try {
    const capture = calls.capture('c1:1', 'pi_1', 700, () => Promise.resolve(null));
    await expect(capture).rejects.toMatchObject({ isRefusal: true });
  } finally {
    await stripe.stop();
  }
  const cause = new Error('StripeInvalidRequestError 400 charge_expired_for_capture req_1');
  expect(logged).toEqual([{ payment: 'c1:1', err: expect.objectContaining({ cause }) as unknown }]);
});
