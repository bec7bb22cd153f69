import { startTestServer } from '../../testing/startTestServer';
import { StripeStandIn } from '../../testing/stripeStandIn';

let loads = 0;
jest.mock('stripe', () => {
  loads += 1;
  return jest.requireActual<object>('stripe');
});

test('C54: loads the Stripe package only with its settings', async () => {
  const tested = await startTestServer();
  expect((await tested.call('GET', '/livez')).status).toBe(200);
  expect((await tested.call('POST', '/api/webhooks/stripe', { body: {} })).status).toBe(404);
  await tested.stop();
  expect(loads).toBe(0);

  const settings = { secretKey: 'sk_test_x', publishableKey: 'pk_test_x', webhookSecrets: ['whsec_x'], apiBase: null };
  const shop = await startTestServer({ payments: { payments: { name: 'stripe', ...settings } } });
  expect((await shop.call('POST', '/api/webhooks/stripe', { body: {} })).status).toBe(400);
  await shop.stop();
  expect(loads).toBe(1);
});

test('C63: stores, answers and logs no secret of Stripe', async () => {
  const stripe = new StripeStandIn();
  const secrets = { secretKey: 'sk_test_hunter2', webhookSecrets: ['whsec_hunter2hunter2'] };
  const settings = { ...secrets, name: 'stripe', publishableKey: 'pk_test_x', apiBase: await stripe.start() } as const;
  const shop = await startTestServer({ payments: { payments: settings } });
  const payment = { id: 'c1:1', amountCents: 2_500, checkout: 'c1', order: 'K-1', email: 'ada@shop.test' };
  const { clientSecret } = await shop.saga.provider.start(payment);
  stripe.conduct = () => ({ status: 401, body: { error: { message: `Invalid key: ${settings.secretKey}` } } });
  const seen = [(await shop.call('GET', '/config.json')).text, (await shop.call('GET', '/')).text];
  seen.push((await shop.call('POST', '/api/webhooks/stripe', { body: { id: 'evt_1' } })).text);
  const error = await shop.saga.provider.findState('c1:1').catch((reason: unknown) => reason);
  seen.push(String(error), JSON.stringify(error));
  for (const { name } of await shop.db.listCollections().toArray())
    seen.push(JSON.stringify(await shop.db.collection(name).find().toArray()));
  await shop.stop();
  await stripe.stop();
  expect(seen.join('\n')).toContain('"intent":"pi_');
  for (const text of [...seen, ...shop.logLines]) {
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain(clientSecret);
  }
});
