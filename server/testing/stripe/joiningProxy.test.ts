import Stripe from 'stripe';
import { answerBankAtStripe, payAtStripe } from './buyersBrowser';
import { withStripeFakes } from './programs';
import { startStripeFakes, type StripeFakes } from './startStripeFakes';

const fakes = withStripeFakes("whether the fakes of Stripe's API play what the shop's tests ask of them");

/** Uses Stripe's package directly, without the shop: the tests show what the shop's tests may rely on. */
fakes.describe('C55 the fakes of Stripe', () => {
  let there: StripeFakes;
  let stripe: Stripe;
  beforeAll(async () => {
    there = await startStripeFakes();
    const { port } = new URL(there.proxy.url);
    stripe = new Stripe(there.settings.secretKey, {
      ...{ protocol: 'http', host: '127.0.0.1', port: Number(port), maxNetworkRetries: 0, timeout: 2_000 },
    });
  }, 60_000);
  beforeEach(() => there.clear());
  afterAll(() => there.stop());

  const params = {
    ...{ amount: 8_400, currency: 'usd', capture_method: 'manual', description: 'Order K-1' },
    ...{ receipt_email: 'anna@example.com', automatic_payment_methods: { enabled: true } },
    metadata: { payment: 'c:1' },
  } as const;
  const create = (idempotencyKey: string) => stripe.paymentIntents.create(params, { idempotencyKey });

  test('a payment is authorized by the browser, captured and refunded in part, never beyond the capture', async () => {
    const { id, client_secret } = await create('one');
    expect(await payAtStripe(there.proxy.url, client_secret ?? '')).toMatchObject({ status: 'requires_capture' });
    const { status, amount_received } = await stripe.paymentIntents.capture(id, {}, { idempotencyKey: 'capture' });
    expect({ status, amount_received }).toEqual({ status: 'succeeded', amount_received: 8_400 });
    const refund = { payment_intent: id, amount: 5_000, metadata: { refund: 'r1' } };
    await stripe.refunds.create(refund, { idempotencyKey: 'r1' });
    await expect(stripe.refunds.create(refund, { idempotencyKey: 'r2' })).rejects.toMatchObject({ statusCode: 400 });
    const { latest_charge } = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge', 'latest_charge.refunds'],
    });
    expect(latest_charge).toMatchObject({
      ...{ amount_captured: 8_400, amount_refunded: 5_000 },
      refunds: { data: [{ amount: 5_000, metadata: { refund: 'r1' }, payment_intent: id }] },
    });
    const { data } = await stripe.balanceTransactions.list({ expand: ['data.source'] });
    expect(data.map(({ amount }) => amount)).toEqual([-5_000, 8_400]);
    expect(data[0]?.source).toMatchObject({ object: 'refund', payment_intent: id });
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
    expect(there.proxy.refusals).toEqual([]);
  });

  test('a payment can be tried again after a declined card or a refused bank confirmation', async () => {
    const { id, client_secret } = await create('one');
    const secret = client_secret ?? '';
    expect(await payAtStripe(there.proxy.url, secret, '4000000000009995')).toMatchObject({
      error: { code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      ...{
        id,
        status: 'requires_payment_method',
        client_secret,
        latest_charge: expect.stringMatching(/^ch_/) as string,
      },
      last_payment_error: { decline_code: 'insufficient_funds', payment_method: { card: { last4: '9995' } } },
    });
    expect(await payAtStripe(there.proxy.url, secret, '4000002500003155')).toMatchObject({ status: 'requires_action' });
    expect(await answerBankAtStripe(there.proxy.url, secret, false)).toMatchObject({
      ...{ status: 'requires_payment_method' },
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    await payAtStripe(there.proxy.url, secret, '4000002500003155');
    expect(await answerBankAtStripe(there.proxy.url, secret, true)).toMatchObject({ status: 'requires_capture' });
    expect(await payAtStripe(there.proxy.url, secret)).toMatchObject({ error: { type: 'invalid_request_error' } });
    await stripe.paymentIntents.cancel(id);
    expect(await payAtStripe(there.proxy.url, secret)).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('replays one answer per key, even a lost one or a failure, and refuses the key for another request', async () => {
    there.proxy.faults.plan(/^POST/, { kind: 'lostAnswer' });
    const first = await create('one');
    expect((await create('one')).id).toBe(first.id);
    expect(await there.local.intents()).toHaveLength(1);
    await expect(
      stripe.paymentIntents.create({ ...params, amount: 1_000 }, { idempotencyKey: 'one' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
    there.proxy.faults.plan(/^POST/, { kind: 'failure', isDone: true });
    for (const headers of [{}, { 'idempotent-replayed': 'true' }])
      await expect(create('two')).rejects.toMatchObject({ statusCode: 500, headers });
    const found = await stripe.paymentIntents.search({ query: "metadata['payment']:'c:1'" });
    expect(found.data).toHaveLength(2);
    expect(await there.local.intents()).toHaveLength(2);
  });

  test('concurrent requests with one key are one; connections fail while the proxy is stopped', async () => {
    const gate = there.proxy.faults.hold(/^POST/);
    const both = [create('one'), create('one')];
    await gate.arrived;
    gate.open();
    const outcomes = await Promise.allSettled(both);
    const [made] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.id] : []));
    expect((await create('one')).id).toBe(made);
    expect(await there.local.intents()).toHaveLength(1);
    await there.proxy.stop();
    await expect(create('one')).rejects.toMatchObject({ type: 'StripeConnectionError' });
    await there.proxy.start();
    expect((await create('one')).id).toBe(made);
  });

  test('refuses and records requests that Stripe’s description does not allow', async () => {
    await expect(stripe.paymentIntents.create({ ...params, colour: 'red' } as never)).rejects.toThrow(
      /additional properties/,
    );
    await expect(stripe.paymentIntents.create({ currency: 'usd' } as never)).rejects.toThrow(/amount/);
    expect(there.proxy.refusals).toMatchObject([{ request: 'POST /v1/payment_intents' }, {}]);
    expect(await there.local.intents()).toHaveLength(0);
  });
});
