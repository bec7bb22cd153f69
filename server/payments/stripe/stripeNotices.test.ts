import Stripe from 'stripe';
import { readStripeNotice } from './stripeNotices';

const stripe = new Stripe('sk_test_x');
const moment = new Date('2026-11-27T12:00:00Z');
const secrets = ['whsec_newSecret', 'whsec_oldSecret'];

const eventOf = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } }, null, 2);
const succeeded = eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent', amount: 2_500 });

interface Signed {
  readonly secret?: string;
  readonly ageSeconds?: number;
}

function signatureOf(payload: string, { secret = secrets[0] ?? '', ageSeconds = 0 }: Signed = {}): string {
  const timestamp = moment.getTime() / 1_000 - ageSeconds;
  return stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

const read = (body: Buffer | string, signature: string | string[] | undefined) =>
  readStripeNotice({ stripe, secrets, now: () => moment }, Buffer.from(body as string), {
    ...(signature !== undefined && { 'stripe-signature': signature as string }),
  });

test.each([
  ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }, 'pi_1'],
  ['payment_intent.amount_capturable_updated', { id: 'pi_1', object: 'payment_intent' }, 'pi_1'],
  ['charge.captured', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }, 'pi_1'],
  ['refund.failed', { id: 're_1', object: 'refund', payment_intent: 'pi_1' }, 'pi_1'],
  ['charge.dispute.created', { id: 'dp_1', object: 'dispute', payment_intent: { id: 'pi_1' } }, 'pi_1'],
  ['charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: null }, 'ch_1'],
  ['payout.paid', { id: 'po_1', object: 'payout' }, 'po_1'],
  ['balance.available', { object: 'balance' }, 'evt_1'],
])('reads from %s the id of its payment, or else of its object', (type, object, providerId) => {
  const body = eventOf(type, object);
  expect(read(body, signatureOf(body))).toEqual({ id: 'evt_1', kind: type, providerId });
});

test('C56: accepts both secrets during a rotation, and no other', () => {
  expect(read(succeeded, signatureOf(succeeded, { secret: 'whsec_oldSecret' }))).toMatchObject({ providerId: 'pi_1' });
  expect(read(succeeded, signatureOf(succeeded, { secret: 'whsec_another' }))).toBeNull();
});

test('C56: accepts a notice within 300 s of its timestamp', () => {
  for (const ageSeconds of [300, -300])
    expect(read(succeeded, signatureOf(succeeded, { ageSeconds }))).toMatchObject({ id: 'evt_1' });
  for (const ageSeconds of [301, -301, -1_000_000])
    expect(read(succeeded, signatureOf(succeeded, { ageSeconds }))).toBeNull();
  // A header with several timestamps is ambiguous and refused.
  const future = signatureOf(succeeded, { ageSeconds: -1_000 });
  const now = String(moment.getTime() / 1_000);
  expect(read(succeeded, `t=${now},${future}`)).toBeNull();
  expect(read(succeeded, `${future},t=${now}`)).toBeNull();
});

test('C56: refuses a missing, malformed or foreign signature', () => {
  const signature = signatureOf(succeeded);
  for (const wrong of [undefined, '', 'nonsense', 't=1', 'v1=abc', signature.replace('v1=', 'v0='), [signature]])
    expect(read(succeeded, wrong)).toBeNull();
  expect(
    read(
      succeeded,
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ),
  ).toBeNull();
  expect(read('', signatureOf(''))).toBeNull();
});

test('C56: refuses a body whose bytes differ from the signed ones, even with equal meaning', () => {
  const signature = signatureOf(succeeded);
  expect(read(JSON.stringify(JSON.parse(succeeded)), signature)).toBeNull();
  expect(read(`${succeeded}\n`, signature)).toBeNull();
  expect(read(`\ufeff${succeeded}`, signature)).toBeNull();
  const odd = eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent', name: '\ufffd' });
  const bytes = Buffer.from(odd.replace('\ufffd', '\u00ff'), 'latin1');
  expect(read(bytes, signatureOf(odd))).toBeNull();
});

test('refuses a signed body that is not an event', () => {
  for (const body of ['{', '[]', '{"id":"evt_1"}', '{"object":"v2.core.event","id":"evt_1"}'])
    expect(read(body, signatureOf(body))).toBeNull();
});
