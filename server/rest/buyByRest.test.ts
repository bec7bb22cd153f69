import { countedProduct, homeAddress } from '../testing/buyer';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Shown {
  readonly _id: string;
  readonly status: string;
  readonly total: { readonly amount: number };
  readonly heldUntil: string | null;
  readonly orderNumber: string | null;
  readonly problems: readonly { readonly code: string; readonly field: string | null }[];
  readonly payment: { readonly _id: string; readonly clientSecret: string } | null;
}

/** A client that knows only /api/openapi.json. */
async function startAsGuest(slug: string) {
  const started = await server.call('POST', '/api/checkouts', { body: { slug, quantity: 2 } });
  const { checkout, token } = started.json as { checkout: Shown; token: string };
  const path = `/api/checkouts/${checkout._id}`;
  const headers = { 'x-checkout-token': token };
  const ask = (method: string, below = '', body?: object) => server.call(method, path + below, { headers, body });
  return { started, checkout, token, path, headers, ask };
}

const shown = ({ json }: Answer) => json as Shown;

const pay = ({ payment }: Shown, number: string) =>
  server.call('POST', `/api/test-payments/${payment?._id ?? ''}/pay`, {
    body: { clientSecret: payment?.clientSecret, number, expiry: '12/99', securityCode: '123' },
  });

test('C13 C21 C24 a guest buys over REST alone, with a second card after a declined one', async () => {
  const { slug, id } = await countedProduct(server, 3);
  const { started, checkout, token, headers, ask } = await startAsGuest(slug);
  expect([started.status, checkout.status]).toEqual([201, 'open']);
  expect(checkout.problems.map(({ field }) => field)).toEqual(['email', 'shippingAddress.countryCode']);
  const changed = shown(await ask('PATCH', '', { email: 'anna@example.com', shippingAddress: homeAddress }));
  expect(changed.problems).toEqual([]);
  const expectedTotal = changed.total.amount;
  const other = (await ask('POST', '/submit', { expectedTotal: 1 })).json as { problems: unknown };
  expect(other.problems).toMatchObject([{ code: 'TOTAL_CHANGED', field: 'expectedTotal' }]);
  const submit = async () => ((await ask('POST', '/submit', { expectedTotal })).json as { checkout: Shown }).checkout;
  const submitted = await submit();
  expect(submitted.status).toBe('paying');
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 3, available: 1 });
  const extended = shown(await ask('POST', '/extend', {}));
  expect(Date.parse(extended.heldUntil ?? '')).toBeGreaterThanOrEqual(Date.parse(submitted.heldUntil ?? ''));
  await pay(submitted, '4000000000000002');
  expect(shown(await ask('POST', '/confirm', {}))).toMatchObject({
    status: 'ready',
    payment: { result: 'DECLINED', declineReason: 'CARD_DECLINED' },
  });
  await pay(await submit(), '4242424242424242');
  const placed = shown(await ask('POST', '/confirm', {}));
  expect(placed.status).toBe('placed');
  const order = await server.call('GET', `/api/orders/${placed.orderNumber}`, { headers });
  expect(order).toMatchObject({
    status: 200,
    json: {
      number: placed.orderNumber,
      status: 'placed',
      paymentStatus: 'authorized',
      fulfillmentStatus: 'unfulfilled',
      total: { amount: expectedTotal, currencyCode: 'USD' },
      lines: [{ _id: id.toHexString(), quantity: 2 }],
      card: { brand: 'Visa', last4: '4242' },
    },
  });
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 1, available: 1, holds: [] });
  expect(server.logLines.join('')).not.toContain(token);
});

test('C14 a checkout that is sent back as it was read stays as it is', async () => {
  const { slug } = await countedProduct(server, 3);
  const { ask } = await startAsGuest(slug);
  const unchanged = async () => {
    const before = (await ask('GET')).json;
    const sent = await ask('PATCH', '', before as object);
    expect(sent).toMatchObject({ status: 200, json: { ...(before as object), heldUntil: null } });
    return before;
  };
  expect(await unchanged()).toMatchObject({ shippingAddress: null, billingAddress: null });
  expect((await ask('PATCH', '', { email: 'anna@example.com', shippingAddress: homeAddress })).status).toBe(200);
  expect(await unchanged()).toMatchObject({ email: 'anna@example.com', shippingAddress: { city: homeAddress.city } });
  const nothing = { email: null, shippingAddress: null, shippingMethodId: null, note: null };
  expect(await ask('PATCH', '', nothing)).toMatchObject({ status: 200, json: { email: 'anna@example.com' } });
});

test('no refusal of a test payment repeats the words of a library', async () => {
  for (const body of [{ clientSecret: 'a'.repeat(201) }, {}, []]) {
    const { status, text } = await server.call('POST', '/api/test-payments/x/pay', { body });
    expect([status, text]).toEqual([400, expect.not.stringMatching(/Invalid input|Too (big|small)|expected/)]);
  }
});

test('C19 a purchase cancelled over REST holds nothing and can no longer be paid', async () => {
  const { slug, id } = await countedProduct(server, 2);
  const { ask } = await startAsGuest(slug);
  const { total } = shown(await ask('PATCH', '', { email: 'anna@example.com', shippingAddress: homeAddress }));
  const submitted = await ask('POST', '/submit', { expectedTotal: total.amount });
  expect(shown(await ask('POST', '/cancel', {})).status).toBe('cancelled');
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 2, available: 2, holds: [] });
  const paid = await pay((submitted.json as { checkout: Shown }).checkout, '4242424242424242');
  expect(paid).toMatchObject({ status: 409 });
});

test('C29 answers alike without the token, with a wrong token and for an unknown id', async () => {
  const { slug } = await countedProduct(server, 2);
  const [one, other] = [await startAsGuest(slug), await startAsGuest(slug)];
  const answers = [
    await server.call('GET', one.path),
    await server.call('GET', one.path, { headers: other.headers }),
    await server.call('GET', `/api/checkouts/${'f'.repeat(24)}`, { headers: one.headers }),
    await server.call('PATCH', one.path, { headers: other.headers, body: { note: 'Mine' } }),
  ];
  for (const { status, json } of answers) {
    expect(status).toBe(404);
    expect(json).toMatchObject({ code: 'NOT_FOUND', field: '_id', error: 'There is no such checkout.' });
  }
  const inAddress = await server.call('GET', `${one.path}?token=${one.token}`);
  expect(inAddress).toMatchObject({ status: 400, json: { field: 'token' } });
  expect((await server.call('GET', one.path, { headers: one.headers })).status).toBe(200);
});

test('C18 a repeated start under one Idempotency-Key returns the same checkout', async () => {
  const { slug } = await countedProduct(server, 2);
  const start = () =>
    server.call('POST', '/api/checkouts', { body: { slug }, headers: { 'idempotency-key': 'one press' } });
  const ids = [await start(), await start()].map(({ json }) => (json as { checkout: Shown }).checkout._id);
  expect(ids[1]).toBe(ids[0]);
});
