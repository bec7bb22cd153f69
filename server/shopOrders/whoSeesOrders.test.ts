import { captureOrder } from '../orders/capturePayments';
import type { OrderDocument } from '../orders/orderDocument';
import { Buyer } from '../testing/buyer';
import { createPrincipals, createTargets, must, type Principal, type PrincipalName } from '../testing/principals';
import { placeOrder } from '../testing/placedOrder';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let people: Record<PrincipalName, Principal>;
let product: { readonly id: string; readonly slug: string };
beforeAll(async () => {
  server = await startTestServer();
  people = await createPrincipals(server);
  // Sold by a user who is neither the buyer nor an admin.
  product = await createTargets(server).newProduct(people.other);
});
afterAll(() => server.stop());

const admin = <T>(query: string, variables: object) => must(server, query, variables, people.admin.token) as Promise<T>;
const fields = `number version buyerNote netTotal { amount } fulfillments { carrier trackingUrl canUndoUntil lines { name quantity } }
  refunds { amount { amount } status reason restocked } lines { fulfilledQuantity openQuantity refundedQuantity }
  outboxMessages { kind recipient resends { actorEmail } } timeline { kind text actorEmail } buyer { name email } ledger { what amount { amount } balance { amount } }
  attention refundable { amount } authorizedUntil canCancelByShop`;

interface Seen {
  readonly timeline: readonly {
    readonly kind: string;
    readonly text: string | null;
    readonly actorEmail: string | null;
  }[];
  readonly fulfillments: readonly { readonly canUndoUntil: string | null }[];
  readonly refunds: readonly object[];
  readonly outboxMessages: readonly { readonly kind: string; readonly recipient: string }[] | null;
}

/** An order of the owner; two of three pieces are shipped, and one dollar is refunded. */
async function soldOrder(): Promise<string> {
  const buyer = new Buyer(server, { idToken: people.owner.token ?? '' });
  const number = await placeOrder(buyer, { slug: product.slug, quantity: 3 });
  const { orders } = server.repositories;
  const order = await orders.find(number);
  if (order) await captureOrder({ orders, provider: server.saga.provider, now: () => new Date() }, order);
  const call = (name: string, input: object, answer = 'order { number }') => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
    return admin(`mutation ($input: ${type}!) { ${name}(input: $input) { ${answer} } }`, {
      input: { number, ...input },
    });
  };
  const declines = [{ at: new Date(0), reason: 'CARD_DECLINED', card: { brand: 'Visa', last4: '0002' } } as const];
  await server.db.collection<OrderDocument>('orders').updateOne({ _id: number }, { $set: { declines } });
  await call('createFulfillment', { lines: [{ id: product.id, quantity: 2 }], carrier: 'UPS', trackingNumber: '1Z' });
  await call('refundOrder', { amount: 100, reason: 'A scratch' });
  await call('addOrderNote', { text: 'A good customer' });
  return number;
}

test('C42 C45 C47 C52 the buyer sees the order’s state, an admin also reasons and actors, others nothing', async () => {
  const number = await soldOrder();
  const own = `query ($number: ID!) { order(number: $number) { ${fields} } }`;
  const seen = ((await must(server, own, { number }, people.owner.token)) as { order: Seen }).order;
  expect(seen).toMatchObject({
    ...{
      buyer: null,
      ledger: null,
      attention: null,
      refundable: null,
      authorizedUntil: null,
      outboxMessages: null,
      canCancelByShop: null,
      netTotal: { amount: 3_617 },
    },
    fulfillments: [{ carrier: 'UPS', trackingUrl: expect.stringContaining('1Z') as string, canUndoUntil: null }],
    refunds: [{ amount: { amount: 100 }, status: 'SUCCEEDED', reason: null, restocked: null }],
    lines: [{ fulfilledQuantity: 2, openQuantity: 1, refundedQuantity: 0 }],
  });
  expect(seen.timeline.map(({ kind, text, actorEmail }) => [kind, text, actorEmail])).toEqual(
    ['PLACED', 'CAPTURED', 'SHIPPED', 'REFUND_BEGUN', 'REFUNDED'].map((kind) => [kind, null, null]),
  );
  expect(JSON.stringify(seen)).not.toMatch(/scratch|good customer|admin@/);
  const { myData } = (await must(server, '{ myData(first: 100) { nodes { json } } }', {}, people.owner.token)) as {
    readonly myData: { readonly nodes: readonly { readonly json: string }[] };
  };
  const exported = myData.nodes.map(({ json }) => json).join('\n');
  expect(exported).toContain('A good customer');
  expect(exported).not.toMatch(/uid-admin|searchTerms/);
  const ofShop = `query ($number: ID!) { shopOrder(number: $number) { ${fields} } }`;
  const told = (await admin<{ shopOrder: Seen }>(ofShop, { number: number.toLowerCase() })).shopOrder;
  expect(told).toMatchObject({
    buyer: { name: 'Anna Meyer', email: 'anna@example.com' },
    ledger: [
      { what: 'AUTHORIZED', amount: { amount: 3_717 }, balance: { amount: 0 } },
      { what: 'CAPTURED', balance: { amount: 3_717 } },
      { what: 'REFUNDED', amount: { amount: 100 }, balance: { amount: 3_617 } },
    ],
    ...{ attention: [], refundable: { amount: 3_617 }, refunds: [{ reason: 'A scratch', restocked: false }] },
    canCancelByShop: true,
  });
  expect(told.timeline.map(({ kind, text, actorEmail }) => [kind, text, actorEmail])).toEqual([
    ...[
      ['PAYMENT_DECLINED', 'Visa •••• 0002, card declined', null],
      ['PLACED', null, null],
      ['CAPTURED', null, null],
    ],
    ...[
      ['SHIPPED', '2 pieces, UPS, 1Z', 'admin@kiosk.test'],
      ['REFUND_BEGUN', 'A scratch', 'admin@kiosk.test'],
    ],
    ...[
      ['REFUNDED', null, null],
      ['NOTE', 'A good customer', 'admin@kiosk.test'],
    ],
  ]);
  expect(told.outboxMessages).toEqual(
    expect.arrayContaining([{ kind: 'ORDER_CONFIRMATION', recipient: 'anna@example.com', resends: [] }]),
  );
  expect(told.fulfillments[0]?.canUndoUntil).not.toBeNull();
  for (const { token } of [people.other, people.anonymous, people.admin]) {
    const answer = await server.graphql(own, { number }, { token });
    expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  }
  for (const { token } of [people.owner, people.other]) {
    const answer = await server.graphql(ofShop, { number }, { token });
    expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  }
  expect(
    await admin('query { orders(filter: { search: "anna@example" }) { nodes { number } totalCount } }', {}),
  ).toMatchObject({
    orders: { nodes: [{ number }], totalCount: 1 },
  });
  const log = await admin('{ auditEntries(first: 3) { nodes { kind subject actorEmail outcome } } }', {});
  expect(log).toMatchObject({
    auditEntries: {
      nodes: ['NOTE_ORDER', 'REFUND_ORDER', 'SHIP_ORDER'].map((kind) => ({
        ...{ kind, subject: number, actorEmail: 'admin@kiosk.test', outcome: 'DONE' },
      })),
    },
  });
});

test('C53 product owners see the number of sold pieces and nothing about buyers', async () => {
  const sold = '{ stockLevels { nodes { id sold } } }';
  const before = (await must(server, sold, {}, people.other.token)) as { stockLevels: { nodes: { sold: number }[] } };
  const number = await soldOrder();
  const count = (before.stockLevels.nodes[0]?.sold ?? 0) + 3;
  const of = async ({ token }: Principal) => must(server, sold, {}, token);
  expect(await of(people.other)).toEqual({ stockLevels: { nodes: [{ id: product.id, sold: count }] } });
  const cancelling = 'mutation ($input: CancelShopOrderInput!) { cancelShopOrder(input: $input) { order { number } } }';
  await admin(cancelling, { input: { number } });
  // Cancelled pieces that were not shipped do not count as sold.
  expect(await of(people.other)).toEqual({ stockLevels: { nodes: [{ id: product.id, sold: count - 1 }] } });
  expect(await of(people.owner)).toEqual({ stockLevels: { nodes: [] } });
  const ofOne = 'query ($id: String!) { product(slug: $id) { sold } }';
  const seen = async ({ token }: Principal) => must(server, ofOne, { id: product.slug }, token);
  for (const person of [people.other, people.admin])
    expect(await seen(person)).toEqual({ product: { sold: count - 1 } });
  for (const person of [people.owner, people.anonymous])
    expect(await seen(person)).toEqual({ product: { sold: null } });
  const reading = 'query ($number: ID!) { order(number: $number) { email } }';
  const answer = await server.graphql(reading, { number }, { token: people.other.token });
  expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  expect(JSON.stringify(await must(server, '{ myOrders { nodes { number } } }', {}, people.other.token))).not.toContain(
    number,
  );
});

test('C41 shows an inactive product of an order to admins and its owner, but to no other buyer', async () => {
  const { id, slug } = await createTargets(server).newProduct(people.other);
  const buy = async ({ token }: Principal) => placeOrder(new Buyer(server, { idToken: token ?? '' }), { slug });
  const [number, ownNumber] = [await buy(people.owner), await buy(people.other)];
  const { db } = server;
  await db.collection('products').updateOne({ slug }, { $set: { status: 'inactive' } });
  const lines = 'lines { name product { id } }';
  const own = `query ($number: ID!) { order(number: $number) { ${lines} } }`;
  expect(await must(server, own, { number }, people.owner.token)).toMatchObject({
    order: { lines: [{ product: null }] },
  });
  expect(await must(server, own, { number: ownNumber }, people.other.token)).toMatchObject({
    order: { lines: [{ product: { id } }] },
  });
  expect(await admin(`query ($number: ID!) { shopOrder(number: $number) { ${lines} } }`, { number })).toMatchObject({
    shopOrder: { lines: [{ product: { id } }] },
  });
});
