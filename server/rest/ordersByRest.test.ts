import { insertApiKey } from '../testing/apiKeyAttempts';
import { Buyer, countedProduct } from '../testing/buyer';
import { placeOrder } from '../testing/placedOrder';
import { signUp, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let slug: string;
beforeAll(async () => {
  server = await startTestServer();
  ({ slug } = await countedProduct(server, 100));
});
afterAll(() => server.stop());

const list = ({ token }: Principal, query = '') => server.call('GET', `/api/orders${query}`, { token });

async function bought(buyer: Principal, minutesAgo: number): Promise<string> {
  const number = await placeOrder(new Buyer(server, { idToken: buyer.token ?? '' }), { slug, quantity: 2 });
  const createdAt = new Date(Date.now() - minutesAgo * 60_000);
  await server.db.collection<{ _id: string }>('orders').updateOne({ _id: number }, { $set: { createdAt } });
  return number;
}

test('C29 C31 a buyer lists their orders over REST, newest first, whole and by page, and opens one', async () => {
  const [buyer, other] = [await signUp(server, 'buyer'), await signUp(server, 'other')];
  const numbers = [await bought(buyer, 1), await bought(buyer, 2), await bought(buyer, 3)];
  const theirs = await bought(other, 4);
  const all = await list(buyer);
  expect(all.status).toBe(200);
  const orders = all.json as { number: string }[];
  expect(orders.map(({ number }) => number)).toEqual(numbers);
  expect(orders[0]).toMatchObject({
    ...{ status: 'placed', paymentStatus: 'authorized', fulfillmentStatus: 'unfulfilled', overallStatus: 'placed' },
    ...{ pieces: 2, pictures: [], total: { amount: 18_018, currencyCode: 'USD' }, canCancel: true, isTest: true },
  });
  expect(all.headers.get('cache-control')).toContain('no-store');

  const page = await list(buyer, '?limit=2');
  expect(page.json).toEqual(orders.slice(0, 2));
  const next = /^<http:\/\/127\.0\.0\.1:\d+(\/api\/orders\?.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  const rest = await server.call('GET', next ?? '', { token: buyer.token });
  expect([rest.json, rest.headers.get('link')]).toEqual([orders.slice(2), null]);
  const foreign = await server.call('GET', next ?? '', { token: other.token });
  expect(foreign).toMatchObject({ status: 400, json: { code: 'BAD_USER_INPUT', field: 'cursor' } });

  const one = await server.call('GET', `/api/orders/${numbers[0]}`, { token: buyer.token });
  expect(one).toMatchObject({ status: 200, json: { number: numbers[0], lines: [{ quantity: 2 }] } });
  for (const number of [theirs, 'K-0000-0000']) {
    const hidden = await server.call('GET', `/api/orders/${number}`, { token: buyer.token });
    expect(hidden).toMatchObject({ status: 404, json: { code: 'NOT_FOUND', error: 'There is no such order.' } });
  }
});

test('C29 refuses to list orders without sign-in, also with a checkout token', async () => {
  for (const headers of [{}, { 'x-checkout-token': 'a'.repeat(43) }]) {
    const refused = await server.call('GET', '/api/orders', { headers });
    expect(refused).toMatchObject({ status: 401, json: { code: 'UNAUTHENTICATED' } });
  }
  const nobody = await signUp(server, 'new-here');
  expect(await list(nobody)).toMatchObject({ status: 200, json: [] });
  expect(await list(nobody, '?limit=0')).toMatchObject({ status: 400, json: { field: 'limit' } });
  expect(await list(nobody, '?status=placed')).toMatchObject({ status: 400, json: { field: 'status' } });
});

const minutesBefore = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const shopList = (token: string | undefined, query = '') => server.call('GET', `/api/shopOrders${query}`, { token });

test('C41 admins and keys with read:orders list, filter and open all orders over REST', async () => {
  const [admin, buyer] = [await signUp(server, 'admin'), await signUp(server, 'shopper')];
  await server.db.collection<{ _id: string }>('users').updateOne({ _id: admin.uid }, { $set: { role: 'admin' } });
  const { key } = await insertApiKey(server.repositories, ['read:orders']);
  const { key: other } = await insertApiKey(server.repositories, ['read:products']);
  const [older, newer] = [await bought(buyer, 1_002), await bought(buyer, 1_001)];
  const theirs = `from=${minutesBefore(1_010)}&to=${minutesBefore(990)}`;
  for (const token of [admin.token, key]) {
    const { status, json } = await shopList(token, `?${theirs}`);
    expect([status, (json as { number: string }[]).map(({ number }) => number)]).toEqual([200, [newer, older]]);
    expect(json).toMatchObject([{ pieces: 2, refundedTotal: { amount: 0 }, invoiceNumber: null }, {}]);
    for (const [query, wanted] of [
      [`${theirs}&paymentStatus=authorized&fulfillmentStatus=unfulfilled&status=placed`, [newer, older]],
      [`${theirs}&paymentStatus=partially_refunded`, []],
      [`${theirs}&needsAttention=true`, []],
      [`${theirs}&toShip=true`, [newer, older]],
      [`${theirs}&toShip=true&fulfillmentStatus=delivered`, []],
      [`${theirs}&needsAttention=false&search=${older}`, [older]],
    ] as const) {
      const found = (await shopList(token, `?${query}`)).json as { number: string }[];
      expect([query, found.map(({ number }) => number)]).toEqual([query, wanted]);
    }
    const one = await server.call('GET', `/api/shopOrders/${older.toLowerCase()}`, { token });
    expect(one).toMatchObject({
      status: 200,
      json: { number: older, email: 'anna@example.com', fulfillments: [], refunds: [] },
    });
    const none = await server.call('GET', '/api/shopOrders/K-0000-0000', { token });
    expect(none).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
  }
  for (const token of [buyer.token, other]) expect(await shopList(token)).toMatchObject({ status: 403 });
  expect(await shopList(undefined)).toMatchObject({ status: 401 });
});

test('C41 refuses an invalid order filter on its parameter', async () => {
  const { key } = await insertApiKey(server.repositories, ['read:orders']);
  for (const [name, value] of [
    ['status', 'sent'],
    ['status', 'PLACED'],
    ['paymentStatus', ''],
    ['fulfillmentStatus', 'none'],
    ['from', 'yesterday'],
    ['needsAttention', 'maybe'],
    ['toShip', 'yes please'],
    ['changedSince', minutesBefore(-1_000)],
    ['search', 'x'.repeat(201)],
    ['sort', 'newest'],
  ] as const) {
    const refused = await shopList(key, `?${name}=${value}`);
    expect({ name, value, ...(refused.json as object) }).toMatchObject({ code: 'BAD_USER_INPUT', field: name });
  }
});

test('C41 a mirror of the orders continues from the last change', async () => {
  const { key } = await insertApiKey(server.repositories, ['read:orders']);
  const buyer = await signUp(server, 'copied');
  const numbers = [await bought(buyer, 2_002), await bought(buyer, 2_001)];
  const orders = server.db.collection<{ _id: string }>('orders');
  await Promise.all(
    numbers.map((_id, index) =>
      orders.updateOne({ _id }, { $set: { updatedAt: new Date(Date.now() - 30_000 + 1_000 * index) } }),
    ),
  );
  const read = async (since: string) =>
    (await shopList(key, `?changedSince=${since}&to=${minutesBefore(1_990)}`)).json as {
      number: string;
      updatedAt: string;
    }[];
  const first = await read(minutesBefore(2));
  expect(first.map(({ number }) => number)).toEqual(numbers);
  const again = await read(first[1]?.updatedAt ?? '');
  expect(again.map(({ number }) => number)).toEqual([numbers[1]]);
});
