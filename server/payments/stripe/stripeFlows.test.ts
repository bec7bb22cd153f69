import { answerBankAtStripe, payAtStripe } from '../../testing/stripe/buyersBrowser';
import { withStripeFakes } from '../../testing/stripe/programs';
import { startStripeFakes, type StripeFakes } from '../../testing/stripe/startStripeFakes';
import { useTestDatabase } from '../../testing/useTestDatabase';
import { silentLog } from '../../testing/silentLog';
import type { PaymentProvider } from '../provider';
import { checkStripe } from './checkStripe';
import { createStripeProvider } from './stripeProvider';

const fakes = withStripeFakes(
  "whether Stripe's description accepts what is sent, and whether payments work by localstripe",
);

fakes.describe('the provider of Stripe', () => {
  const database = useTestDatabase();
  let there: StripeFakes;
  let provider: PaymentProvider;
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  beforeAll(async () => {
    there = await startStripeFakes();
  }, 60_000);
  beforeEach(async () => {
    await there.clear();
    await database.clear();
    ahead = 0;
    const { stripePayments: payments } = database.repositories;
    provider = createStripeProvider({ settings: there.settings, payments, now, log: silentLog });
  });
  // C55: checks each request of each test.
  afterEach(() => {
    jest.restoreAllMocks();
    expect(there.proxy.refusals).toEqual([]);
  });
  afterAll(() => there.stop());

  const asked = {
    ...{ id: 'checkout:1', amountCents: 8_400, checkout: 'checkout', order: 'K-7QF2-M4XD' },
    email: 'anna@example.com',
  };
  const { id } = asked;
  const pay = (secret: string, number?: string) => payAtStripe(there.proxy.url, secret, number);
  const plan: StripeFakes['proxy']['faults']['plan'] = (...planned) => there.proxy.faults.plan(...planned);

  async function authorized(): Promise<void> {
    await pay((await provider.start(asked)).clientSecret);
    expect(await provider.findState(id)).toMatchObject({ result: 'AUTHORIZED' });
  }

  async function captured(): Promise<void> {
    await authorized();
    expect(await provider.capture(id, 8_400)).toMatchObject({ result: 'SUCCEEDED', capturedCents: 8_400 });
  }

  const refund = (refundId: string, amountCents: number) => provider.refund(id, { id: refundId, amountCents });

  test('C55 authorizes and captures a card payment and refunds it in parts, never beyond the capture', async () => {
    expect(await provider.findState(id)).toBeNull();
    expect(await provider.start(asked)).toMatchObject({ result: 'AWAITING', amountCents: 8_400, capturedCents: 0 });
    await authorized();
    expect(await provider.findState(id)).toMatchObject({ card: { brand: 'Visa', last4: '4242' } });
    expect(await provider.capture(id, 8_400)).toMatchObject({ result: 'SUCCEEDED', capturedCents: 8_400 });
    expect(await refund('r1', 5_000)).toMatchObject({ refundedCents: 5_000 });
    expect(await refund('r2', 400)).toMatchObject({ refundedCents: 5_400, foreignRefunds: [], failedRefunds: [] });
    await expect(refund('r3', 3_001)).rejects.toThrow();
    expect(await refund('r4', 3_000)).toMatchObject({ refundedCents: 8_400 });
    expect(new Set((await there.local.refunds()).map(({ amount }) => amount))).toEqual(new Set([5_000, 400, 3_000]));
    const [remembered] = there.account.all();
    expect(remembered).toMatchObject({
      params: { description: 'Order K-7QF2-M4XD', receipt_email: 'anna@example.com', capture_method: 'manual' },
      metadata: { payment: id, checkout: 'checkout', order: 'K-7QF2-M4XD' },
    });
  });

  test.each([
    ['4000000000000002', 'CARD_DECLINED'],
    ['4000000000009995', 'INSUFFICIENT_FUNDS'],
    ['4000000000000069', 'EXPIRED_CARD'],
    ['4000000000000127', 'INCORRECT_CVC'],
    ['4000000000000119', 'PROCESSING_ERROR'],
  ])('C55 the card %s is declined (%s), and another card pays the same attempt', async (number, declineReason) => {
    const { clientSecret } = await provider.start(asked);
    await pay(clientSecret, number);
    const declined = { result: 'DECLINED', declineReason, card: { last4: number.slice(-4) }, capturedCents: 0 };
    expect(await provider.findState(id)).toMatchObject(declined);
    await pay(clientSecret);
    expect(await provider.findState(id)).toMatchObject({ result: 'AUTHORIZED', declineReason: null });
  });

  test.each([
    [true, { result: 'AUTHORIZED' }],
    [false, { result: 'DECLINED', declineReason: 'AUTHENTICATION_FAILED' }],
  ])('C55 the bank asks for authentication, and the buyer’s confirmation is %s', async (isConfirmed, outcome) => {
    const { clientSecret } = await provider.start(asked);
    await pay(clientSecret, '4000002500003155');
    expect(await provider.findState(id)).toMatchObject({ result: 'ACTION_REQUIRED' });
    await answerBankAtStripe(there.proxy.url, clientSecret, isConfirmed);
    expect(await provider.findState(id)).toMatchObject(outcome);
  });

  test('C55 a voided payment cannot be paid, a captured one cannot be voided, and both calls are repeatable', async () => {
    const { clientSecret } = await provider.start(asked);
    for (let time = 0; time < 2; time += 1) expect(await provider.void(id)).toMatchObject({ result: 'CANCELLED' });
    expect(await pay(clientSecret)).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect(await provider.capture(id, 8_400)).toMatchObject({ result: 'CANCELLED', capturedCents: 0 });
    const other = { ...asked, id: 'checkout:2' };
    await pay((await provider.start(other)).clientSecret);
    await provider.capture(other.id, 8_400);
    for (let time = 0; time < 2; time += 1)
      expect(await provider.void(other.id)).toMatchObject({ result: 'SUCCEEDED', capturedCents: 8_400 });
    await pay((await provider.start({ ...asked, id: 'checkout:3' })).clientSecret);
    expect(await provider.void('checkout:3')).toMatchObject({ result: 'CANCELLED' });
  });

  test('C58 lost answers cause no second payment, capture or refund', async () => {
    // Stripe's package retries once by itself: both answers are lost.
    plan(/^POST \/v1\/payment_intents$/, { kind: 'lostAnswer' }, 2);
    await expect(provider.start(asked)).rejects.toThrow('The payment service does not answer.');
    await authorized();
    plan(/capture$/, { kind: 'lostAnswer' }, 2);
    await expect(provider.capture(id, 8_400)).rejects.toThrow();
    expect(await provider.capture(id, 8_400)).toMatchObject({ result: 'SUCCEEDED', capturedCents: 8_400 });
    plan(/refunds$/, { kind: 'lostAnswer' }, 2);
    await expect(refund('r1', 5_000)).rejects.toThrow();
    expect(await refund('r1', 5_000)).toMatchObject({ refundedCents: 5_000 });
    expect([await there.local.intents(), await there.local.charges(), await there.local.refunds()]).toMatchObject([
      [{ amount: 8_400, status: 'succeeded' }],
      [{ amount: 8_400, captured: true }],
      [{ amount: 5_000 }],
    ]);
  });

  test('C58 recovers from failures that Stripe repeats for a key, and duplicates nothing', async () => {
    for (const isDone of [false, true]) {
      plan(/^POST \/v1\/payment_intents$/, { kind: 'failure', isDone });
      plan(/capture$/, { kind: 'failure', isDone });
      const payment = { ...asked, id: `checkout:${String(isDone)}` };
      await expect(provider.start(payment)).rejects.toThrow();
      // By then Stripe's search would find a created payment.
      ahead += 3 * 60_000;
      await pay((await provider.start(payment)).clientSecret);
      await expect(provider.capture(payment.id, 8_400)).rejects.toThrow();
      expect(await provider.capture(payment.id, 8_400)).toMatchObject({ result: 'SUCCEEDED', capturedCents: 8_400 });
    }
    expect((await there.local.charges()).map(({ captured: isCaptured }) => isCaptured)).toEqual([true, true]);
  });

  test('C58 concurrent callers make one payment, one capture and one refund', async () => {
    const many = <T>(call: () => Promise<T>) => Promise.allSettled(Array.from({ length: 6 }, call));
    await many(() => provider.start(asked));
    await authorized();
    await many(() => provider.capture(id, 8_400));
    await many(() => refund('r1', 5_000));
    expect(await provider.findState(id)).toMatchObject({ capturedCents: 8_400, refundedCents: 5_000 });
    expect([
      (await there.local.intents()).length,
      (await there.local.charges()).length,
      (await there.local.refunds()).length,
    ]).toEqual([1, 1, 1]);
  });

  describe('swapped answers of Stripe', () => {
    const other = { ...asked, id: 'other:1', checkout: 'other', order: 'K-AAAA-BBBB', amountCents: 1_000 };
    const both = (call: (payment: typeof asked) => Promise<unknown>) =>
      Promise.allSettled([asked, other].map(call)).then((all) => all.map(({ status }) => status));

    test.each([['another sum'], ['the same sum']])(
      'C58 two concurrent starts with %s: both fail, and neither gets the payment of the other',
      async (title) => {
        const second = title === 'the same sum' ? { ...other, amountCents: asked.amountCents } : other;
        there.proxy.faults.swap(/^POST \/v1\/payment_intents$/);
        const started = await Promise.allSettled([provider.start(asked), provider.start(second)]);
        expect(started.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
        for (const { id: payment, amountCents } of [asked, second]) {
          const { providerId, amountCents: found } = (await provider.findState(payment)) ?? {};
          expect(there.account.find(providerId ?? '').metadata).toMatchObject({ payment });
          expect(found).toBe(amountCents);
        }
        expect(await there.local.intents()).toHaveLength(2);
      },
    );

    test('C58 a repeated answer about another payment is rejected', async () => {
      await provider.start(asked);
      plan(/^POST \/v1\/payment_intents$/, { kind: 'repeated' });
      const cause = { message: "Stripe's answer is about another payment: metadata, amount" };
      await expect(provider.start(other)).rejects.toMatchObject({ status: 503, cause });
      expect(await provider.start(other)).toMatchObject({ amountCents: 1_000 });
    });

    test('C58 swapped lookups, captures and refunds are rejected, and a retry gets its own answer', async () => {
      for (const payment of [asked, other]) await pay((await provider.start(payment)).clientSecret);
      there.proxy.faults.swap(/^GET \/v1\/payment_intents/);
      expect(await both(({ id: payment }) => provider.findState(payment))).toEqual(['rejected', 'rejected']);
      there.proxy.faults.swap(/capture$/);
      const take = ({ id: payment, amountCents }: typeof asked) => provider.capture(payment, amountCents);
      expect(await both(take)).toEqual(['rejected', 'rejected']);
      expect([await take(asked), await take(other)]).toMatchObject([
        { result: 'SUCCEEDED', capturedCents: 8_400 },
        { result: 'SUCCEEDED', capturedCents: 1_000 },
      ]);
      there.proxy.faults.swap(/^POST \/v1\/refunds$/);
      const giveBack = ({ id: payment }: typeof asked) =>
        provider.refund(payment, { id: `${payment}:r`, amountCents: 100 });
      expect(await both(giveBack)).toEqual(['rejected', 'rejected']);
      expect([await giveBack(asked), await giveBack(other)]).toMatchObject([
        { refundedCents: 100, foreignRefunds: [] },
        { refundedCents: 100, foreignRefunds: [] },
      ]);
      expect(await there.local.refunds()).toHaveLength(2);
      there.proxy.faults.swap(/^GET \/v1\/disputes$/);
      const [intent] = there.account.all();
      if (intent)
        await there.account.dispute(intent, { amount: 8_400, reason: 'fraudulent', status: 'needs_response' });
      const states = await Promise.all([asked, other].map(({ id: payment }) => provider.findState(payment)));
      expect(states.flatMap((state) => state?.disputes)).toEqual([]);
      expect(await provider.findState(id)).toMatchObject({ disputes: [{ status: 'OPEN' }] });
    });
  });

  test('C58 retries a refund that failed within Stripe after two minutes, unless Stripe has made it', async () => {
    await captured();
    for (const isDone of [false, true]) {
      plan(/^POST \/v1\/refunds$/, { kind: 'failure', isDone });
      await expect(refund(`r:${isDone}`, 1_000)).rejects.toMatchObject({ status: 503 });
      ahead += 3 * 60_000;
      expect(await refund(`r:${isDone}`, 1_000)).toMatchObject({ foreignRefunds: [] });
    }
    expect((await there.local.refunds()).map(({ amount }) => amount)).toEqual([1_000, 1_000]);
  });

  test('C58 refuses to start an attempt again with another amount', async () => {
    await provider.start(asked);
    await expect(provider.start({ ...asked, amountCents: 100 })).rejects.toThrow(
      'This payment was started with another amount.',
    );
    expect((await there.local.intents()).map(({ amount }) => amount)).toEqual([8_400]);
  });

  test('C61 reports refunds and disputes of Stripe’s dashboard, and failed refunds', async () => {
    await captured();
    await refund('r1', 1_000);
    const [intent] = there.account.all();
    if (!intent) throw new Error('There is no payment.');
    const foreign = await there.account.refund(intent, { amount: '2000' });
    const dispute = await there.account.dispute(intent, {
      ...{ amount: 8_400, reason: 'fraudulent', status: 'needs_response' },
    });
    expect(await provider.findState(id)).toMatchObject({
      refundedCents: 3_000,
      foreignRefunds: [{ id: foreign, amountCents: 2_000, hasFailed: false }],
      disputes: [{ id: dispute.id, amountCents: 8_400, reason: 'fraudulent', status: 'OPEN' }],
    });
    there.account.closeDispute(dispute, 'won');
    const own = (await there.account.refunds()).find(({ metadata }) => metadata['refund'] === 'r1');
    await there.account.failRefund(own?.id ?? '');
    expect(await provider.findState(id)).toMatchObject({
      ...{ refundedCents: 2_000, failedRefunds: ['r1'], disputes: [{ status: 'WON' }] },
    });
  });

  test('C55 C60 C61 the API of Stripe accepts the health check and further pages of refunds, disputes, movements', async () => {
    expect(await checkStripe(there.settings)).toBeNull();
    await captured();
    const [intent] = there.account.all();
    if (!intent) throw new Error('There is no payment.');
    for (let made = 0; made <= 100; made += 1) {
      await there.account.refund(intent, { amount: '1' });
      await there.account.dispute(intent, { amount: 1, reason: 'general', status: 'won' });
    }
    const { foreignRefunds, disputes, refundedCents } = (await provider.findState(id)) ?? {};
    expect([foreignRefunds?.length, disputes?.length, refundedCents]).toEqual([101, 101, 101]);
    // Only the movements of a single second are read by pages.
    const moved = (await there.account.transactions()).map((each) => ({ ...each, created: 1_800_000_000 }));
    jest.spyOn(there.account, 'transactions').mockResolvedValue(moved);
    const found = new Set();
    for await (const { id: movement } of provider.movements(new Date(1_800_000_000_000), new Date(1_800_000_001_000)))
      found.add(movement);
    expect(found.size).toBe(102);
    for (const path of ['refunds', 'disputes', 'balance_transactions'])
      expect(there.proxy.requests.filter((request) => request === `GET /v1/${path}`).length).toBeGreaterThanOrEqual(2);
  });

  test('C60 reads the movements of a period from Stripe, oldest first', async () => {
    const from = new Date(Date.now() - 60_000);
    await captured();
    await refund('r1', 5_000);
    const moved = [];
    for await (const { kind, amountCents, paymentId } of provider.movements(from, new Date(Date.now() + 60_000)))
      moved.push({ kind, amountCents, paymentId });
    expect(moved).toEqual([
      { kind: 'CAPTURE', amountCents: 8_400, paymentId: id },
      { kind: 'REFUND', amountCents: 5_000, paymentId: id },
    ]);
    const earlier = [];
    for await (const each of provider.movements(new Date(0), from)) earlier.push(each);
    expect(earlier).toEqual([]);
  });

  test('C57 finds the payment of a notice, even if the answer to its creation was lost', async () => {
    plan(/^POST \/v1\/payment_intents$/, { kind: 'lostAnswer' }, 2);
    await expect(provider.start(asked)).rejects.toThrow();
    const [intent] = await there.local.intents();
    expect(await provider.findPayment(intent?.id ?? '')).toBe(id);
    expect(await provider.findPayment('pi_of_nobody')).toBeNull();
  });
});
