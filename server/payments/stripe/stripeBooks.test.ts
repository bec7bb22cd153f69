import { countedProduct, readyGuest } from '../../testing/buyer';
import { must, signUp } from '../../testing/principals';
import { expectPurchasesInOrder } from '../../testing/purchaseJudge';
import { startTestServer, type TestServer } from '../../testing/startTestServer';
import { payAtStripe } from '../../testing/stripe/buyersBrowser';
import { paymentsAtStripe } from '../../testing/stripe/playStripe';
import { withStripeFakes } from '../../testing/stripe/programs';
import { startStripeFakes, type StripeFakes } from '../../testing/stripe/startStripeFakes';
import { StripeNoticeSender } from '../../testing/stripe/stripeNoticeSender';

const fakes = withStripeFakes('whether orders, their ledgers and the reconciliation agree with Stripe');
const today = () => new Date().toISOString().slice(0, 10);

interface Verdict {
  readonly differences: readonly { readonly id: string; readonly kind: string }[];
  readonly movements: number;
  readonly providerTotal: { readonly amount: number };
  readonly ordersTotal: { readonly amount: number };
}

/** All tests share one account and one shop, whose books have to agree after each. */
fakes.describe('the books of the shop with Stripe', () => {
  const began = today();
  const delivered = new Map<string, number>();
  let there: StripeFakes;
  let server: TestServer;
  let admin: string | undefined;
  beforeAll(async () => {
    there = await startStripeFakes();
    server = await startTestServer({ payments: { payments: there.settings, captureAfterMinutes: 0 } });
    admin = (await signUp(server, 'admin')).token;
  }, 60_000);
  afterEach(async () => {
    expect(there.proxy.refusals).toEqual([]);
    await expectPurchasesInOrder(server.db, delivered, await paymentsAtStripe(there.account));
  });
  afterAll(async () => {
    await server.stop();
    await there.stop();
  });

  const run = (name: string, type: string, input: object, answer: string) =>
    must(server, `mutation ($input: ${type}!) { ${name}(input: $input) { ${answer} } }`, { input }, admin);

  /** Bought by a guest, and captured. */
  async function buy() {
    const { slug, id: product } = await countedProduct(server, 3);
    delivered.set(product.toHexString(), 3);
    const { guest, checkout } = await readyGuest(server, slug);
    const { payment } = await guest.submit(checkout);
    await payAtStripe(there.proxy.url, payment?.clientSecret ?? '');
    const { orderNumber: number } = await guest.call('confirmPayment', { id: checkout.id });
    await run('capturePayment', 'CapturePaymentInput', { number }, 'order { number }');
    const intent = there.account.all().find(({ metadata }) => metadata['order'] === number);
    if (!intent || number === null) throw new Error('Nothing was bought.');
    return { number, intent, totalCents: checkout.total.amount };
  }

  async function orderOf(number: string): Promise<unknown> {
    const fields = `paymentStatus capturedTotal { amount } refundedTotal { amount } refundable { amount } attention
      refunds { amount { amount } madeAtProvider } creditNotes { amount { amount } }
      disputes { amount { amount } reason status } ledger { what balance { amount } }`;
    const query = `query ($number: ID!) { shopOrder(number: $number) { ${fields} } }`;
    return ((await must(server, query, { number }, admin)) as { shopOrder: unknown }).shopOrder;
  }

  const verdict = `reconciliation { differences { id kind orderNumber canFix providerAmount { amount } orderAmount { amount } }
    movements providerTotal { amount } ordersTotal { amount } }`;

  /** Of each day on which the tests ran: of one, but for midnight. */
  async function reconciled() {
    const days: Verdict[] = [];
    for (const day of new Set([began, today()])) {
      const answer = await run('checkReconciliation', 'CheckReconciliationInput', { day }, verdict);
      days.push((answer as { checkReconciliation: { reconciliation: Verdict } }).checkReconciliation.reconciliation);
    }
    const sum = (of: (each: Verdict) => number) => days.reduce((all, each) => all + of(each), 0);
    return {
      differences: days.flatMap(({ differences }) => differences),
      movements: sum(({ movements }) => movements),
      providerCents: sum(({ providerTotal }) => providerTotal.amount),
      ordersCents: sum(({ ordersTotal }) => ordersTotal.amount),
    };
  }

  test('C60 a day agrees; a refund that no order has is its only difference, which Fix records', async () => {
    const [one, other] = [await buy(), await buy()];
    await run('refundOrder', 'RefundOrderInput', { number: other.number, amount: 300 }, 'order { number }');
    const paid = one.totalCents + other.totalCents;
    const before = await reconciled();
    expect(before).toEqual({ differences: [], movements: 3, providerCents: paid - 300, ordersCents: paid - 300 });
    await there.account.refund(one.intent, { amount: '450' });
    const { differences, ...totals } = await reconciled();
    expect(totals).toEqual({ movements: 4, providerCents: paid - 750, ordersCents: paid - 300 });
    expect(differences).toMatchObject([
      {
        ...{ kind: 'REFUND_WITHOUT_ORDER', orderNumber: one.number, canFix: true },
        ...{ providerAmount: { amount: 450 }, orderAmount: null },
      },
    ]);
    await run('fixDifference', 'FixDifferenceInput', { id: differences[0]?.id }, 'reconciliation { day }');
    const after = { differences: [], movements: 4, providerCents: paid - 750, ordersCents: paid - 750 };
    expect(await reconciled()).toEqual(after);
    expect(await orderOf(one.number)).toMatchObject({
      ...{ paymentStatus: 'PARTIALLY_REFUNDED', refundedTotal: { amount: 450 } },
      ...{ refunds: [{ amount: { amount: 450 }, madeAtProvider: true }], creditNotes: [{ amount: { amount: 450 } }] },
    });
  }, 120_000);

  test('C61 a refund and a dispute of Stripe’s dashboard, told twice and in reverse, are in the order once', async () => {
    const { number, intent, totalCents } = await buy();
    const sender = new StripeNoticeSender(server, there.settings);
    const tellTwiceInReverse = async () => {
      const events = [...there.notices.made].reverse();
      for (const event of [...events, ...events]) expect((await sender.sendEvent(event)).status).toBe(200);
      for (const { id } of events)
        expect(await sender.followed(id)).toMatchObject({ status: 'DONE', deliveries: 2, lastError: null });
      there.notices.clear();
      return events.map(({ type }) => type);
    };
    there.notices.clear();
    await there.account.refund(intent, { amount: '450' });
    const dispute = await there.account.dispute(intent, {
      ...{ amount: totalCents - 450, reason: 'fraudulent', status: 'needs_response' },
    });
    expect(await tellTwiceInReverse()).toEqual(['charge.dispute.created', 'refund.created']);
    const rest = totalCents - 450;
    const refunded = {
      ...{ paymentStatus: 'PARTIALLY_REFUNDED', capturedTotal: { amount: totalCents } },
      refundedTotal: { amount: 450 },
      refunds: [{ amount: { amount: 450 }, madeAtProvider: true }],
      creditNotes: [{ amount: { amount: 450 } }],
    };
    const balances = [
      { what: 'AUTHORIZED', balance: { amount: 0 } },
      { what: 'CAPTURED', balance: { amount: totalCents } },
      { what: 'REFUNDED', balance: { amount: rest } },
      { what: 'DISPUTED', balance: { amount: 0 } },
    ];
    expect(await orderOf(number)).toMatchObject({
      ...refunded,
      disputes: [{ amount: { amount: rest }, reason: 'fraudulent', status: 'OPEN' }],
      attention: ['DISPUTED'],
      ledger: balances,
    });
    there.account.closeDispute(dispute, 'won');
    expect(await tellTwiceInReverse()).toEqual(['charge.dispute.closed']);
    const won = { what: 'DISPUTE_WON', balance: { amount: rest } };
    expect(await orderOf(number)).toMatchObject({
      ...{ ...refunded, disputes: [{ status: 'WON' }], ledger: [...balances, won] },
    });
    expect((await reconciled()).differences).toEqual([]);
  }, 120_000);
});
