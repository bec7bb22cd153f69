import { StripeStandIn } from '../../testing/stripeStandIn';
import { useTestDatabase } from '../../testing/useTestDatabase';
import type { PaymentMovement } from '../provider';
import { accessBy, loadStripe } from './stripeClient';
import { createStripeLedger } from './stripeLedger';
import { stripeMovements } from './stripeMovements';

const database = useTestDatabase();
const stripe = new StripeStandIn();
let apiBase = '';
beforeAll(async () => {
  apiBase = await stripe.start();
});
afterAll(() => stripe.stop());

const day = Date.UTC(2026, 10, 27) / 1_000;
const until = new Date((day + 86_400) * 1_000);
const from = new Date(day * 1_000);

const charge = (created: number, number: number, fields: object = {}) => ({
  ...{ id: `txn_${number}`, created, type: 'charge' },
  source: {
    ...{ object: 'charge', id: `ch_${number}`, currency: 'usd', amount_captured: 100 + number },
    ...{ payment_intent: `pi_${number}`, ...fields },
  },
});
const refund = (created: number, number: number, fields: object, type = 'refund') => ({
  ...{ id: `txn_r${number}`, created, type },
  source: {
    ...{ object: 'refund', id: `re_${number}`, currency: 'usd', amount: 50, payment_intent: `pi_${number}` },
    ...{ status: 'succeeded', metadata: {}, ...fields },
  },
});

async function movements(): Promise<PaymentMovement[]> {
  const { ask } = accessBy(loadStripe({ secretKey: 'sk_test_x', apiBase }));
  const { stripePayments } = database.repositories;
  const all: PaymentMovement[] = [];
  for await (const movement of stripeMovements({ ask, payments: stripePayments }, from, until)) all.push(movement);
  return all;
}

test('C60: lists the payment movements of a day, with the shop’s payment id where known, and nothing else', async () => {
  const ledger = createStripeLedger(database.repositories.stripePayments, () => from);
  const payment = await ledger.open({
    id: 'c1:1',
    amountCents: 101,
    checkout: 'c1',
    order: 'K-1',
    email: 'a@shop.test',
  });
  await ledger.connect(payment, 'pi_1');
  stripe.transactions = [
    charge(day + 86_400, 9),
    { id: 'txn_p', created: day + 400, type: 'payout', source: { object: 'payout', id: 'po_1', currency: 'usd' } },
    { id: 'txn_f', created: day + 360, type: 'adjustment', source: { object: 'fee_refund', id: 'fr_1' } },
    {
      ...{ id: 'txn_d', created: day + 350, type: 'adjustment' },
      source: { object: 'dispute', id: 'dp_1', currency: 'usd', amount: 101, payment_intent: 'pi_1' },
    },
    refund(day + 320, 1, { status: 'failed', metadata: { refund: 'K-1:r1' } }, 'refund_failure'),
    refund(day + 310, 2, {}),
    refund(day + 300, 1, { status: 'failed', metadata: { refund: 'K-1:r1' } }),
    charge(day + 200, 3, { currency: 'eur' }),
    charge(day + 100, 2),
    charge(day, 1),
    charge(day - 1, 8),
  ];
  expect(await movements()).toEqual([
    { id: 'ch_1', kind: 'CAPTURE', paymentId: 'c1:1', providerId: 'pi_1', amountCents: 101, at: from },
    {
      ...{ id: 'ch_2', kind: 'CAPTURE', paymentId: null, providerId: 'pi_2', amountCents: 102 },
      at: new Date((day + 100) * 1_000),
    },
    {
      ...{ id: 'ch_3', kind: 'CAPTURE', paymentId: null, providerId: 'pi_3', amountCents: 103, isOtherCurrency: true },
      at: new Date((day + 200) * 1_000),
    },
    {
      ...{ id: 'K-1:r1', kind: 'REFUND', paymentId: 'c1:1', providerId: 'pi_1', amountCents: 50, hasFailed: true },
      at: new Date((day + 300) * 1_000),
    },
    {
      ...{ id: 're_2', kind: 'REFUND', paymentId: null, providerId: 'pi_2', amountCents: 50 },
      at: new Date((day + 310) * 1_000),
    },
    {
      ...{ id: 'K-1:r1', kind: 'REFUND', paymentId: 'c1:1', providerId: 'pi_1', amountCents: 50, hasFailed: true },
      at: new Date((day + 320) * 1_000),
    },
    {
      ...{ id: 'dp_1', kind: 'DISPUTE', paymentId: 'c1:1', providerId: 'pi_1', amountCents: 101 },
      at: new Date((day + 350) * 1_000),
    },
  ]);
});

test('C60: recognizes the shop’s own refunds by its ledger, not by metadata', async () => {
  const { stripePayments } = database.repositories;
  const ledger = createStripeLedger(stripePayments, () => from);
  const payment = await ledger.open({
    id: 'c2:1',
    amountCents: 900,
    checkout: 'c2',
    order: 'K-2',
    email: 'a@shop.test',
  });
  await ledger.connect(payment, 'pi_2');
  await ledger.connectRefund('c2:1', await ledger.openRefund('c2:1', { id: 'K-2:r1', amountCents: 50 }), 're_2');
  const metadata = { refund: 'K-2:r1' };
  stripe.transactions = [refund(day + 20, 2, { id: 're_3', metadata }), refund(day + 10, 2, {})];
  expect((await movements()).map(({ id }) => id)).toEqual(['K-2:r1', 're_3']);
});

test('C60: rejects a day whose charges lack their amount', async () => {
  stripe.transactions = [charge(day + 10, 1, { amount_captured: undefined })];
  await expect(movements()).rejects.toMatchObject({ status: 503 });
});

test('lists a day of many pages completely and oldest first, even when one second fills pages', async () => {
  const many = Array.from({ length: 1_000 }, (_each, number) => charge(day + number * 80, number));
  const atOnce = Array.from({ length: 250 }, (_each, number) => charge(day + 5, 2_000 + number));
  stripe.transactions = [...many, ...atOnce].sort((one, other) => other.created - one.created);
  const found = await movements();
  expect(found).toHaveLength(1_250);
  expect(new Set(found.map(({ id }) => id)).size).toBe(1_250);
  const times = found.map(({ at }) => at.getTime());
  expect(times).toEqual(times.toSorted((one, other) => one - other));
});
