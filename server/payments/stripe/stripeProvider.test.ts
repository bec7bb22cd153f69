import { createLogger } from '../../http/logging';
import { silentLog } from '../../testing/silentLog';
import { StripeStandIn, type StandInIntent } from '../../testing/stripeStandIn';
import { useTestDatabase } from '../../testing/useTestDatabase';
import type { PaymentProvider } from '../provider';
import { createStripeProvider } from './stripeProvider';

const database = useTestDatabase();
const minute = 60_000;
const hour = 60 * minute;
const secretKey = 'sk_test_nobodyMayReadThis';

let stripe: StripeStandIn;
let provider: PaymentProvider;
let later = 0;
const now = () => new Date(Date.now() + later);

beforeEach(async () => {
  later = 0;
  stripe = new StripeStandIn();
  const apiBase = await stripe.start();
  const keys = { secretKey, publishableKey: 'pk_test_x', webhookSecrets: ['whsec_x'] };
  const settings = { name: 'stripe', ...keys, apiBase } as const;
  provider = createStripeProvider({ settings, payments: database.repositories.stripePayments, now, log: silentLog });
});
afterEach(() => stripe.stop());

const id = 'c1:1';
const asked = { id, amountCents: 2_500, checkout: 'c1', order: 'K-AAAA-BBBB', email: 'ada@shop.test' };
const record = () => database.repositories.stripePayments.find(id);
const isCreate = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && path === '/v1/payment_intents';

/** Starts the payment and authorizes it, like the buyer's browser. */
async function authorized(): Promise<StandInIntent> {
  await provider.start(asked);
  const [intent] = stripe.intents;
  if (!intent) throw new Error('There is an intent.');
  intent.status = 'requires_capture';
  return intent;
}

async function captured(): Promise<StandInIntent> {
  const intent = await authorized();
  await provider.capture(id, 2_500);
  return intent;
}

async function errorOf(call: Promise<unknown>): Promise<{ status?: number; message?: string }> {
  return call.then(
    () => ({}),
    (error: unknown) => error as { status: number; message: string },
  );
}

describe('start', () => {
  test('creates a payment with manual capture and the key of the attempt, and returns the client secret', async () => {
    const state = await provider.start(asked);
    expect(state).toMatchObject({ result: 'AWAITING', amountCents: 2_500, capturedCents: 0, card: null });
    expect(state.clientSecret).toBe(`${state.providerId}_secret_x`);
    const [request] = stripe.requests;
    expect(request?.key).toBe('c1:1:create');
    expect(request?.headers['stripe-version']).toBe('2026-10-28.endive');
    expect(request?.headers['x-stripe-client-telemetry']).toBeUndefined();
    expect(Object.fromEntries(request?.params ?? [])).toMatchObject({
      ...{ amount: '2500', currency: 'usd', capture_method: 'manual', 'automatic_payment_methods[enabled]': 'true' },
      ...{ description: 'Order K-AAAA-BBBB', receipt_email: 'ada@shop.test' },
      ...{ 'metadata[payment]': id, 'metadata[checkout]': 'c1', 'metadata[order]': 'K-AAAA-BBBB' },
    });
    expect([...(request?.params.values() ?? [])]).toContain('sepa_debit');
    expect(await record()).toMatchObject({ intent: state.providerId, email: null, result: 'AWAITING' });
  });

  test('C58: makes one payment of repeated and concurrent starts, and refuses another amount', async () => {
    const states = await Promise.all(Array.from({ length: 5 }, () => provider.start(asked)));
    expect(new Set(states.map(({ providerId }) => providerId)).size).toBe(1);
    expect(stripe.intents).toHaveLength(1);
    expect(await errorOf(provider.start({ ...asked, amountCents: 1 }))).toMatchObject({ status: 409 });
  });

  test('C58: repeats a request whose answer was lost with the same key', async () => {
    stripe.conduct = (request) => (isCreate(request) ? 'lose' : 'answer');
    expect(await errorOf(provider.start(asked))).toMatchObject({ status: 503 });
    expect(await record()).toMatchObject({ intent: null, result: 'UNKNOWN', email: 'ada@shop.test' });
    stripe.conduct = () => 'answer';
    expect(await provider.findState(id)).toMatchObject({ result: 'AWAITING', providerId: stripe.intents[0]?.id });
    expect(stripe.intents).toHaveLength(1);
    expect(new Set(stripe.keys(/payment_intents$/))).toEqual(new Set(['c1:1:create']));
  });

  test('once the key may have expired, finds a created payment by search, and starts one that was not created anew', async () => {
    stripe.conduct = (request) => (isCreate(request) ? 'lose' : 'answer');
    await errorOf(provider.start(asked));
    later = 24 * hour;
    stripe.conduct = () => 'answer';
    expect(await provider.findState(id)).toMatchObject({ providerId: stripe.intents[0]?.id });
    expect(stripe.intents).toHaveLength(1);

    stripe.conduct = (request) => (isCreate(request) ? 'fail' : 'answer');
    await errorOf(provider.start({ ...asked, id: 'c2:1' }));
    later = 48 * hour;
    stripe.conduct = () => 'answer';
    expect(await provider.findState('c2:1')).toBeNull();
    expect(stripe.intents).toHaveLength(1);
    const made = await provider.start({ ...asked, id: 'c2:1' });
    expect(made).toMatchObject({ result: 'AWAITING', providerId: stripe.intents[1]?.id });
    expect(stripe.intents).toHaveLength(2);
  });

  test('after a failure that Stripe repeats, retries with another key once no request can be under way', async () => {
    stripe.conduct = (request) => (isCreate(request) ? 'fail' : 'answer');
    await errorOf(provider.start(asked));
    expect(await errorOf(provider.findState(id))).toMatchObject({ status: 503 });
    expect(stripe.keys(/payment_intents$/)).toEqual(['c1:1:create', 'c1:1:create']);
    stripe.conduct = () => 'answer';
    later = 3 * minute;
    expect(await provider.findState(id)).toMatchObject({ result: 'AWAITING' });
    expect(stripe.intents).toHaveLength(1);
    expect(stripe.keys(/payment_intents$/).at(-1)).toBe('c1:1:create:2');
  });

  test('makes no second payment when the failed request has created one', async () => {
    stripe.conduct = (request) => (isCreate(request) ? 'fail after all' : 'answer');
    await errorOf(provider.start(asked));
    stripe.conduct = () => 'answer';
    expect(await provider.findState(id)).toMatchObject({ providerId: stripe.intents[0]?.id });
    expect(stripe.intents).toHaveLength(1);
  });

  test('declines a payment that Stripe rejects for good, and does not ask again', async () => {
    const body = { error: { type: 'invalid_request_error', code: 'amount_too_small', message: 'No.' } };
    stripe.conduct = () => ({ status: 400, body });
    const declined = { result: 'DECLINED', declineReason: 'PROCESSING_ERROR', clientSecret: '' };
    expect(await provider.start(asked)).toMatchObject(declined);
    stripe.conduct = () => 'silence';
    expect(await provider.findState(id)).toMatchObject(declined);
    expect(await provider.void(id)).toMatchObject(declined);
    expect(stripe.requests).toHaveLength(1);
  });

  test('pays without a receipt by Stripe when Stripe does not accept the e-mail', async () => {
    const body = { error: { type: 'invalid_request_error', code: 'email_invalid', param: 'receipt_email' } };
    stripe.conduct = ({ params }) => (params.has('receipt_email') ? { status: 400, body } : 'answer');
    expect(await provider.start(asked)).toMatchObject({ result: 'AWAITING' });
    expect(stripe.keys(/payment_intents$/)).toEqual(['c1:1:create', 'c1:1:create:no-receipt']);
    expect(await provider.findState(id)).toMatchObject({ providerId: stripe.intents[0]?.id });
    expect(stripe.intents).toHaveLength(1);
  });

  test.each([400, 404, 502])('does not read a page of a gateway, status %i, as a refusal by Stripe', async (status) => {
    stripe.conduct = () => ({ status, body: '<title>Not here</title>' });
    expect(await errorOf(provider.start(asked))).toMatchObject({ status: 503 });
    expect(await record()).toMatchObject({ intent: null, result: 'UNKNOWN' });
    stripe.conduct = () => 'answer';
    later = 3 * minute;
    expect(await provider.findState(id)).toMatchObject({ result: 'AWAITING' });
    expect(stripe.intents).toHaveLength(1);
  });

  test('C59: reports an unresponsive Stripe within 10 s', async () => {
    stripe.conduct = () => 'silence';
    const began = Date.now();
    expect(await errorOf(provider.start(asked))).toMatchObject({ status: 503 });
    expect(Date.now() - began).toBeLessThan(10_000);
    expect(await provider.payments({ limit: 10, after: null })).toMatchObject([
      { id, providerId: null, result: 'UNKNOWN' },
    ]);
  });
});

describe('findState', () => {
  test('returns null for a payment that was never started', async () => {
    expect(await provider.findState('c9:1')).toBeNull();
    expect(await errorOf(provider.void('c9:1'))).toMatchObject({ status: 404 });
    expect(stripe.requests).toEqual([]);
  });

  test('returns what the browser has done, and stores it', async () => {
    const intent = await authorized();
    expect((await record())?.expiresAt).not.toBeNull();
    expect(await provider.findState(id)).toMatchObject({
      result: 'AUTHORIZED',
      card: { brand: 'Visa', last4: '4242' },
    });
    expect(await record()).toMatchObject({
      result: 'AUTHORIZED',
      card: { brand: 'Visa', last4: '4242' },
      expiresAt: null,
    });
    expect(await provider.payments({ limit: 10, after: null })).toMatchObject([
      { id, checkout: 'c1', order: 'K-AAAA-BBBB', providerId: intent.id, amountCents: 2_500, result: 'AUTHORIZED' },
    ]);
  });

  test('ignores the answer to an earlier request, and never leaves a final state', async () => {
    await captured();
    const { stripePayments } = database.repositories;
    const state = { declineReason: null, card: null, capturedCents: 0, refundedCents: 0, expiresAt: null } as const;
    const before = await record();
    await stripePayments.setState(id, { ...state, result: 'AUTHORIZED', askedAt: new Date(Date.now() + hour) });
    await stripePayments.setState(id, { ...state, result: 'SUCCEEDED', askedAt: new Date(0) });
    expect(await record()).toEqual(before);
  });
});

describe('capture', () => {
  test('C58: takes the money once for concurrent callers', async () => {
    await authorized();
    const states = await Promise.all(Array.from({ length: 4 }, () => provider.capture(id, 2_500)));
    expect(states.map(({ result, capturedCents }) => [result, capturedCents])).toEqual(
      Array.from({ length: 4 }, () => ['SUCCEEDED', 2_500]),
    );
    expect(new Set(stripe.keys(/capture$/))).toEqual(new Set(['c1:1:capture']));
    expect(await record()).toMatchObject({ result: 'SUCCEEDED', capturedCents: 2_500, expiresAt: null });
  });

  test('refuses more than was authorized before calling Stripe', async () => {
    await authorized();
    expect(await errorOf(provider.capture(id, 2_501))).toMatchObject({ status: 409 });
    expect(stripe.keys(/capture$/)).toEqual([]);
  });

  test('leaves a payment authorized when the bank refuses, and uses a new key when tried again', async () => {
    await authorized();
    const body = { error: { type: 'card_error', code: 'card_declined', message: 'No.' } };
    stripe.conduct = ({ path }) => (path.endsWith('capture') ? { status: 402, body } : 'answer');
    expect(await provider.capture(id, 2_500)).toMatchObject({ result: 'AUTHORIZED', capturedCents: 0 });
    stripe.conduct = () => 'answer';
    expect(await provider.capture(id, 2_500)).toMatchObject({ result: 'SUCCEEDED', capturedCents: 2_500 });
    expect(stripe.keys(/capture$/)).toEqual(['c1:1:capture', 'c1:1:capture', 'c1:1:capture:2']);
  });

  test('answers 503 when the answer is lost, and finds the capture on the next call', async () => {
    await authorized();
    stripe.conduct = ({ path }) => (path.endsWith('capture') ? 'lose' : 'answer');
    expect(await errorOf(provider.capture(id, 2_500))).toMatchObject({ status: 503 });
    expect(await provider.capture(id, 2_500)).toMatchObject({ result: 'SUCCEEDED', capturedCents: 2_500 });
  });
});

describe('void', () => {
  test('ends a payment, even if the answer to its creation was lost', async () => {
    stripe.conduct = (request) => (isCreate(request) ? 'lose' : 'answer');
    await errorOf(provider.start(asked));
    stripe.conduct = () => 'answer';
    expect(await provider.void(id)).toMatchObject({ result: 'CANCELLED' });
    expect(stripe.keys(/cancel$/)).toEqual(['c1:1:void']);
    expect(stripe.intents).toMatchObject([{ status: 'canceled' }]);
    expect(await provider.start(asked)).toMatchObject({ result: 'CANCELLED' });
  });

  test('returns the captured state when it comes too late', async () => {
    await captured();
    expect(await provider.void(id)).toMatchObject({ result: 'SUCCEEDED', capturedCents: 2_500 });
  });

  test('fails while the bank is processing the payment, which may still be paid', async () => {
    const intent = await authorized();
    intent.status = 'processing';
    // More often than there are keys.
    for (let poll = 0; poll < 8; poll += 1) expect(await errorOf(provider.void(id))).toMatchObject({ status: 503 });
    [intent.status, later] = ['requires_capture', later + 60_000];
    expect(await provider.void(id)).toMatchObject({ result: 'CANCELLED' });
    expect(stripe.keys(/cancel$/).slice(0, 3)).toEqual(['c1:1:void', 'c1:1:void', 'c1:1:void:2']);
  });

  test('is final for a payment that never reached Stripe', async () => {
    stripe.conduct = (request) => (isCreate(request) ? 'fail' : 'answer');
    await errorOf(provider.start(asked));
    later = 24 * hour;
    expect(await provider.void(id)).toMatchObject({ result: 'CANCELLED' });
    expect(await provider.start(asked)).toMatchObject({ result: 'CANCELLED' });
    expect(stripe.intents).toEqual([]);
  });
});

describe('refund', () => {
  const refund = { id: 'K-AAAA-BBBB:r1', amountCents: 1_000 };

  test('C58: makes one refund for concurrent callers, never beyond the captured amount', async () => {
    const intent = await captured();
    await Promise.all(Array.from({ length: 4 }, () => provider.refund(id, refund)));
    expect(intent.refunds).toMatchObject([{ amount: 1_000, metadata: { refund: refund.id } }]);
    expect(new Set(stripe.keys(/refunds$/))).toEqual(new Set([refund.id]));
    expect(await provider.refund(id, refund)).toMatchObject({ refundedCents: 1_000, foreignRefunds: [] });
    expect(await errorOf(provider.refund(id, { id: 'r2', amountCents: 1_501 }))).toMatchObject({ status: 409 });
    expect(intent.refunds).toHaveLength(1);
    expect(await record()).toMatchObject({ refundedCents: 1_000 });
  });

  test('answers 409 when Stripe refuses, and finds a refund whose answer was lost', async () => {
    const intent = await captured();
    const body = { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'No.' } };
    stripe.conduct = ({ method, path }) =>
      method === 'POST' && path.endsWith('refunds') ? { status: 400, body } : 'answer';
    expect(await errorOf(provider.refund(id, refund))).toMatchObject({ status: 409 });
    stripe.conduct = ({ method, path }) => (method === 'POST' && path.endsWith('refunds') ? 'lose' : 'answer');
    const second = { id: 'K-AAAA-BBBB:r2', amountCents: 500 };
    expect(await errorOf(provider.refund(id, second))).toMatchObject({ status: 503 });
    expect(await provider.refund(id, second)).toMatchObject({ refundedCents: 500 });
    expect(intent.refunds).toHaveLength(1);
  });

  const isRefund = ({ method, path }: { method: string; path: string }) =>
    method === 'POST' && path.endsWith('refunds');

  test('C58: retries a refund that failed within Stripe with another key once no request can be under way', async () => {
    const intent = await captured();
    stripe.conduct = (request) => (isRefund(request) ? 'fail' : 'answer');
    expect(await errorOf(provider.refund(id, refund))).toMatchObject({ status: 503 });
    stripe.conduct = () => 'answer';
    expect(await errorOf(provider.refund(id, refund))).toMatchObject({ status: 503 });
    expect(stripe.keys(/refunds$/)).toEqual([refund.id, refund.id]);
    later = 3 * minute;
    const all = await Promise.allSettled(Array.from({ length: 4 }, () => provider.refund(id, refund)));
    expect(all.map(({ status }) => status)).toContain('fulfilled');
    expect(await provider.refund(id, refund)).toMatchObject({ refundedCents: 1_000, foreignRefunds: [] });
    expect(intent.refunds).toMatchObject([{ amount: 1_000, metadata: { refund: refund.id } }]);
    expect(new Set(stripe.keys(/refunds$/))).toEqual(new Set([refund.id, `${refund.id}:2`]));
    expect((await record())?.refunds).toMatchObject([
      { id: refund.id, amountCents: 1_000, round: 2, refund: intent.refunds[0]?.id },
    ]);
  });

  test('C58: uses another key for another amount, as after a refund in the dashboard', async () => {
    const intent = await captured();
    const whole = { id: 'K-AAAA-BBBB:cancellation', amountCents: 2_500 };
    stripe.conduct = (request) => (isRefund(request) ? 'fail' : 'answer');
    await errorOf(provider.refund(id, whole));
    stripe.conduct = () => 'answer';
    intent.refunds.unshift({ id: 're_9', amount: 700, status: 'succeeded', created: 1_700_000_000, metadata: {} });
    const rest = { ...whole, amountCents: 1_800 };
    expect(await errorOf(provider.refund(id, rest))).toMatchObject({ status: 503 });
    expect(stripe.keys(/refunds$/)).toEqual([whole.id]);
    later = 3 * minute;
    expect(await provider.refund(id, rest)).toMatchObject({ refundedCents: 2_500, foreignRefunds: [{ id: 're_9' }] });
    expect(stripe.requests.filter(isRefund).map(({ key, params }) => [key, params.get('amount')])).toEqual([
      [whole.id, '2500'],
      [`${whole.id}:2`, '1800'],
    ]);
  });

  test('C58: uses another key to retry a refund that was refused', async () => {
    await captured();
    const body = { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'No.' } };
    stripe.conduct = (request) => (isRefund(request) ? { status: 400, body } : 'answer');
    expect(await errorOf(provider.refund(id, refund))).toMatchObject({ status: 409 });
    stripe.conduct = () => 'answer';
    expect(await provider.refund(id, refund)).toMatchObject({ refundedCents: 1_000 });
    expect(stripe.keys(/refunds$/)).toEqual([refund.id, refund.id, `${refund.id}:2`]);
  });

  test('C61: ignores rows of other payments, and does not trust metadata to identify an own refund', async () => {
    const intent = await captured();
    await provider.refund(id, refund);
    const made = { status: 'succeeded', created: 1_600_000_000, metadata: { refund: refund.id } };
    const another = { payment_intent: 'pi_another' };
    intent.refunds.push({ ...made, id: 're_8', amount: 40 }, { ...made, ...another, id: 're_9', amount: 50 } as never);
    const dispute = { id: 'dp_9', amount: 2_500, reason: 'fraudulent', created: 1_700_000_000, status: 'lost' };
    intent.disputes.push({ ...dispute, ...another });
    expect(await provider.findState(id)).toMatchObject({
      ...{ refundedCents: 1_040, foreignRefunds: [{ id: 're_8', amountCents: 40 }], disputes: [] },
    });
  });

  test('C61: reads a missing disputes resource as no disputes, and fails when disputes cannot be read', async () => {
    await captured();
    const body = { error: { type: 'invalid_request_error', message: 'Unrecognized request URL.' } };
    const about = (status: number, text: object | string) => {
      stripe.conduct = ({ path }) => (path.endsWith('disputes') ? { status, body: text } : 'answer');
    };
    for (const text of [body, '404: Not Found']) {
      about(404, text);
      expect(await provider.findState(id)).toMatchObject({ result: 'SUCCEEDED', disputes: [] });
      for (const status of [200, 400, 401, 403, 429, 500]) {
        about(status, status === 200 ? 'It is no JSON.' : text);
        expect(await errorOf(provider.findState(id))).toMatchObject({ status: 503 });
      }
    }
  });

  test('C61: reports failed refunds, refunds of the dashboard and disputes', async () => {
    const intent = await captured();
    await provider.refund(id, refund);
    const [made] = intent.refunds;
    if (made) made.status = 'failed';
    intent.refunds.unshift({ id: 're_2', amount: 700, status: 'pending', created: 1_700_000_000, metadata: {} });
    const dispute = { id: 'dp_1', amount: 2_500, reason: 'fraudulent', created: 1_700_000_000 };
    intent.disputes.push({ ...dispute, status: 'needs_response' });
    expect(await provider.findState(id)).toMatchObject({
      ...{ refundedCents: 700, failedRefunds: [refund.id] },
      foreignRefunds: [{ id: 're_2', amountCents: 700, madeAt: new Date(1_700_000_000_000), hasFailed: false }],
      disputes: [{ id: 'dp_1', amountCents: 2_500, reason: 'fraudulent', status: 'OPEN' }],
    });
    // A failed refund is not made again.
    expect(await provider.refund(id, refund)).toMatchObject({ failedRefunds: [refund.id] });
    expect(intent.refunds).toHaveLength(2);
  });
});

describe('findPayment', () => {
  test('finds only payments that the shop has made, whatever metadata Stripe returns', async () => {
    const { providerId } = await provider.start(asked);
    expect(await provider.findPayment(providerId)).toBe(id);
    expect(await provider.findPayment('ch_1')).toBeNull();
    expect(await provider.findPayment('pi_unknown')).toBeNull();
    stripe.intents.push(
      ...['c9:1', id].map((payment) => ({
        ...{ id: `pi_of_${payment}`, amount: 2_500, metadata: { payment }, status: 'requires_capture' },
        ...{ amount_received: 0, disputes: [], refunds: [] },
      })),
    );
    expect(await provider.findPayment('pi_of_c9:1')).toBeNull();
    expect(await provider.findPayment(`pi_of_${id}`)).toBeNull();
  });

  test('finds a payment whose creation was never answered', async () => {
    stripe.conduct = (request) => (isCreate(request) ? 'lose' : 'answer');
    await errorOf(provider.start(asked));
    expect(await provider.findPayment(stripe.intents[0]?.id ?? '')).toBe(id);
    expect(await record()).toMatchObject({ intent: stripe.intents[0]?.id, email: null });
  });
});

test('C63: neither the key nor sent data gets into an error or the log, whatever Stripe answers', async () => {
  const message = `Invalid API Key provided: ${secretKey} for ada@shop.test`;
  const intent = { client_secret: 'pi_1_secret_x' };
  const lines: string[] = [];
  const log = createLogger('trace', { write: (line) => void lines.push(line) });
  for (const status of [400, 401, 402, 403, 429, 500]) {
    const body = { error: { type: 'invalid_request_error', code: 'some_code', message, payment_intent: intent } };
    stripe.conduct = () => ({ status, body });
    const found = await provider.findPayment('pi_1').catch((error: unknown) => error);
    log.warn({ err: found }, 'it failed');
    log.warn({ found }, 'it failed');
    const refused = await provider.void(id).catch((error: unknown) => error);
    lines.push(JSON.stringify([found, refused]), String(found), (found as Error).stack ?? '');
  }
  stripe.conduct = () => 'lose';
  log.warn({ err: await errorOf(provider.findPayment('pi_1')) }, 'it failed');
  const all = lines.join('\n');
  expect(all).not.toMatch(/nobodyMayReadThis|Bearer|ada@|_secret_/);
  expect(all).toContain('StripeAuthenticationError 401 some_code req_1');
});
