import { Buyer, countedProduct } from '../testing/buyer';
import { placeOrder } from '../testing/placedOrder';
import { must, signUp, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import type { OrderDocument } from './orderDocument';

let server: TestServer;
let slug: string;
let people = 0;
beforeAll(async () => {
  server = await startTestServer();
  ({ slug } = await countedProduct(server, 1_000));
  await server.db.collection('products').updateOne({ slug }, { $set: { photos: ['/pictures/lamp.webp'] } });
});
afterAll(() => server.stop());

const listing = `query ($first: Int!, $after: String) { myOrders(first: $first, after: $after) {
  nodes { number pieces pictures total { amount } overallStatus } totalCount claimable pageInfo { endCursor hasNextPage }
} }`;

interface Listed {
  readonly nodes: { readonly number: string; readonly overallStatus: string }[];
  readonly totalCount: number;
  readonly claimable: number;
  readonly pageInfo: { readonly endCursor: string | null; readonly hasNextPage: boolean };
}

const newPerson = (isVerified = true) => signUp(server, `person-${(people += 1)}`, isVerified);
const buyerOf = ({ token }: Principal) => new Buyer(server, { idToken: token ?? '' });

async function list({ token }: Principal, first = 20, after: string | null = null): Promise<Listed> {
  return ((await must(server, listing, { first, after }, token)) as { myOrders: Listed }).myOrders;
}

/** Backdates an order by so many minutes. */
async function age(number: string, minutes: number, set: object = {}): Promise<void> {
  const createdAt = new Date(Date.now() - minutes * 60_000);
  await server.db.collection<{ _id: string }>('orders').updateOne({ _id: number }, { $set: { createdAt, ...set } });
}

test('C31 lists a buyer’s own orders page by page, newest first', async () => {
  const [buyer, other] = [await newPerson(), await newPerson()];
  const numbers: string[] = [];
  for (let minutes = 5; minutes > 0; minutes -= 1) {
    const number = await placeOrder(buyerOf(buyer), { slug, quantity: 2 });
    await age(number, minutes);
    numbers.unshift(number);
  }
  await placeOrder(buyerOf(other), { slug });
  const first = await list(buyer, 2);
  expect(first).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } });
  const second = await list(buyer, 2, first.pageInfo.endCursor);
  const third = await list(buyer, 2, second.pageInfo.endCursor);
  expect(third.pageInfo.hasNextPage).toBe(false);
  expect([first, second, third].flatMap(({ nodes }) => nodes.map(({ number }) => number))).toEqual(numbers);
  expect(first.nodes[0]).toEqual({
    ...{ number: numbers[0], pieces: 2, pictures: ['/pictures/lamp.webp'], total: { amount: 18_018 } },
    overallStatus: 'PLACED',
  });
  const stranger = await server.graphql(listing, { first: 2, after: first.pageInfo.endCursor }, { token: other.token });
  expect(stranger.json).toMatchObject({ errors: [{ extensions: { code: 'BAD_USER_INPUT', field: 'after' } }] });
});

test('C31 shows one overall status per order, and lists and opens orders of the old format', async () => {
  const buyer = await newPerson();
  const states: [Partial<OrderDocument['payment']>, string, string][] = [
    [{ status: 'authorized' }, 'placed', 'PLACED'],
    [{ status: 'capturing' }, 'placed', 'PLACED'],
    [{ status: 'paid' }, 'shipped', 'ON_ITS_WAY'],
    [{ status: 'paid' }, 'delivered', 'DELIVERED'],
    [{ status: 'refunded' }, 'delivered', 'REFUNDED'],
    [{ status: 'refunded' }, 'cancelled', 'REFUNDED'],
    [{ status: 'voided' }, 'cancelled', 'CANCELLED'],
  ];
  const number = await placeOrder(buyerOf(buyer), { slug });
  for (const [payment, status, shown] of states) {
    await age(number, 1, { status, 'payment.status': payment.status });
    expect((await list(buyer)).nodes).toMatchObject([{ number, overallStatus: shown }]);
  }
  await server.repositories.orders.insert({
    ...{ _id: 'demo-order-9', buyerUid: buyer.uid, totalCents: 5_000, status: 'shipped', createdAt: new Date(0) },
    lines: [{ slug: 'teapot', name: 'Teapot', priceCents: 2_500, quantity: 2 }],
  });
  expect((await list(buyer)).nodes[1]).toEqual({
    ...{ number: 'demo-order-9', pieces: 2, pictures: [], total: { amount: 5_000 }, overallStatus: 'ON_ITS_WAY' },
  });
  const opened = `{ order(number: "demo-order-9") { lines { id name product { id } total { amount } } canCancel canUndoUntil
    paymentStatus timeline { kind } shippingAddress { city } } }`;
  expect(await must(server, opened, {}, buyer.token)).toEqual({
    order: {
      lines: [{ id: 'teapot', name: 'Teapot', product: null, total: { amount: 5_000 } }],
      ...{ canCancel: false, canUndoUntil: null, paymentStatus: 'PAID', timeline: [{ kind: 'PLACED' }] },
      shippingAddress: { city: '' },
    },
  });
});

const claiming = 'mutation ($input: ClaimGuestOrdersInput!) { claimGuestOrders(input: $input) { claimed } }';
const claim = ({ email, token }: Principal) => server.graphql(claiming, { input: { email } }, { token });

/** Places a guest order with the e-mail of an account. */
async function orderOfGuest({ email }: Principal): Promise<{ guest: Buyer; number: string }> {
  const guest = new Buyer(server);
  const number = await placeOrder(guest, { slug });
  await server.db.collection<{ _id: string }>('orders').updateOne({ _id: number }, { $set: { email } });
  return { guest, number };
}

test('C35 claims guest orders on request for the account with their verified e-mail and ends the guest link', async () => {
  const [buyer, other] = [await newPerson(), await newPerson()];
  const { guest, number } = await orderOfGuest(buyer);
  const { number: second } = await orderOfGuest(buyer);
  const { number: another } = await orderOfGuest(other);
  expect(await list(buyer)).toMatchObject({ nodes: [], claimable: 2 });
  // Two tabs at once: each order is claimed once.
  const answers = await Promise.all([claim(buyer), claim(buyer)]);
  const claimed = answers.map(({ json }) => (json as { data: { claimGuestOrders: { claimed: number } } }).data);
  expect(claimed.reduce((sum, { claimGuestOrders }) => sum + claimGuestOrders.claimed, 0)).toBe(2);
  const { nodes, claimable } = await list(buyer);
  expect(nodes.map((order) => order.number).sort()).toEqual([number, second].sort());
  expect(claimable).toBe(0);
  await expect(guest.ask('query ($number: ID!) { order(number: $number) { number } }', { number })).rejects.toThrow(
    'There is no such order.',
  );
  expect(await server.repositories.orders.find(another)).toMatchObject({ buyerUid: null });
});

test('C35 neither counts nor claims guest orders for an unverified or another’s e-mail', async () => {
  const [unverified, other] = [await newPerson(false), await newPerson()];
  const { number } = await orderOfGuest(unverified);
  expect(await list(unverified)).toMatchObject({ nodes: [], claimable: 0 });
  for (const caller of [unverified, { ...other, email: unverified.email }])
    expect((await claim(caller)).json).toMatchObject({
      errors: [{ message: 'Verify your e-mail address first.', extensions: { code: 'FORBIDDEN' } }],
    });
  expect(await server.repositories.orders.find(number)).toMatchObject({ buyerUid: null });
});
