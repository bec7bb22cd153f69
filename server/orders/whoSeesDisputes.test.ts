import { captureOrder } from './capturePayments';
import { isTestProvider, type TestProvider } from '../payments/testProvider';
import { Buyer } from '../testing/buyer';
import { NoticeSender } from '../testing/noticeSender';
import { createPrincipals, createTargets, must, type Principal, type PrincipalName } from '../testing/principals';
import { placeOrder } from '../testing/placedOrder';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let people: Record<PrincipalName, Principal>;
let bank: TestProvider;
beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
  const { provider } = server.saga;
  if (isTestProvider(provider)) bank = provider;
});
afterAll(() => server.stop());

const fields = `number paymentStatus refundedTotal { amount } capturedTotal { amount } netTotal { amount } disputes { amount { amount } reason status closedAt } attention
  refunds { amount { amount } madeAtProvider reason } timeline { kind text } ledger { what }`;

interface Seen {
  readonly timeline: readonly { readonly kind: string; readonly text: string | null }[];
}

test('C61 over HTTP, the buyer sees only the refund; an admin also sees its reason and the dispute', async () => {
  const { slug } = await createTargets(server).newProduct(people.other);
  const buyer = new Buyer(server, { idToken: people.owner.token ?? '' });
  const number = await placeOrder(buyer, { slug, quantity: 3 });
  const { orders } = server.repositories;
  const order = await orders.find(number);
  if (!order) throw new Error('It was placed.');
  await captureOrder({ orders, provider: bank, now: () => new Date() }, order);
  const { totalCents } = order;
  const { id } = order.payment;
  await bank.refundInDashboard(id, { id: 're_1', amountCents: 450 });
  await bank.dispute(id, { id: 'dp_1', amountCents: 500, reason: 'fraudulent', status: 'OPEN' });
  await bank.sendNotices(id);
  await new NoticeSender(server).allFollowed(id);
  const own = await must(
    server,
    `query ($number: ID!) { order(number: $number) { ${fields} } }`,
    { number },
    people.owner.token,
  );
  const seen = (own as { order: Seen }).order;
  expect(seen).toMatchObject({
    ...{
      paymentStatus: 'PARTIALLY_REFUNDED',
      refundedTotal: { amount: 450 },
      // The sums do not reveal what the dispute withholds.
      ...{ capturedTotal: { amount: totalCents }, netTotal: { amount: totalCents - 450 } },
      disputes: null,
      attention: null,
      ledger: null,
    },
    refunds: [{ amount: { amount: 450 }, madeAtProvider: true, reason: null }],
  });
  expect(seen.timeline).toEqual(['PLACED', 'CAPTURED', 'REFUNDED'].map((kind) => ({ kind, text: null })));
  const all = await must(
    server,
    `query ($number: ID!) { shopOrder(number: $number) { ${fields} } }`,
    { number },
    people.admin.token,
  );
  const shown = (all as { shopOrder: Seen }).shopOrder;
  expect(shown).toMatchObject({
    disputes: [{ amount: { amount: 500 }, reason: 'fraudulent', status: 'OPEN', closedAt: null }],
    ...{ capturedTotal: { amount: totalCents }, netTotal: { amount: totalCents - 950 } },
    ...{ attention: ['DISPUTED'], refunds: [{ reason: 'Refunded at the payment provider' }] },
    ledger: ['AUTHORIZED', 'CAPTURED', 'REFUNDED', 'DISPUTED'].map((what) => ({ what })),
  });
  expect(shown.timeline.slice(2)).toEqual([
    { kind: 'REFUNDED', text: 'Refunded at the payment provider' },
    { kind: 'DISPUTE_OPENED', text: 'fraudulent' },
  ]);
});
