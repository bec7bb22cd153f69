import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectId } from 'mongodb';
import { buildProduct } from '../testing/builders';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const fields =
  'id status total { amount } heldUntil orderNumber problems { code message line field } payment { id result declineReason clientSecret }';
const address = {
  fullName: 'Anna Meyer',
  streetLine1: '212 Alder Street',
  city: 'San Jose',
  region: 'California',
  postalCode: '95112',
  countryCode: 'US',
};

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly total: { readonly amount: number };
  readonly orderNumber: string | null;
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly payment: { readonly id: string; readonly result: string; readonly clientSecret: string } | null;
}

/** A guest with the token of their checkout. */
class Guest {
  private token = '';

  async ask<T>(query: string, variables: object): Promise<T> {
    const headers = this.token === '' ? {} : { 'x-checkout-token': this.token };
    const { json, text } = await server.graphql(query, variables, { headers });
    const { data, errors } = json as { data?: T; errors?: unknown };
    if (errors || !data) throw new Error(text);
    return data;
  }

  async start(input: object): Promise<Shown> {
    const { startCheckout } = await this.ask<{ startCheckout: { checkout: Shown; token: string } }>(
      `mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { checkout { ${fields} } token } }`,
      { input },
    );
    this.token = startCheckout.token;
    return startCheckout.checkout;
  }

  async call(name: string, input: object): Promise<Shown> {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    const answered = await this.ask<Record<string, { checkout: Shown; problems?: Shown['problems'] }>>(
      `mutation ($input: ${type}!) { ${name}(input: $input) { checkout { ${fields} } ${name === 'submitCheckout' ? 'problems { code message }' : ''} } }`,
      { input },
    );
    const { checkout, problems = [] } = answered[name] as { checkout: Shown; problems?: Shown['problems'] };
    return { ...checkout, problems: [...problems, ...checkout.problems] };
  }

  pay({ payment }: Shown, number: string) {
    return server.call('POST', `/api/test-payments/${payment?.id ?? ''}/pay`, {
      body: { clientSecret: payment?.clientSecret, number, expiry: '12/99', securityCode: '123' },
    });
  }
}

async function product(count: number, price = 84): Promise<{ slug: string; id: ObjectId }> {
  const document = buildProduct({ name: 'Arc reading lamp', price });
  await server.repositories.products.insert(document);
  await server.repositories.stock.create({
    _id: document._id,
    onHand: count,
    available: count,
    holds: [],
    lowStockThreshold: 5,
    version: 1,
    movements: [],
  });
  return { slug: document.slug, id: document._id };
}

async function readyGuest(slug: string, quantity = 1): Promise<{ guest: Guest; checkout: Shown }> {
  const guest = new Guest();
  const { id } = await guest.start({ slug, quantity });
  const checkout = await guest.call('updateCheckout', { id, email: 'anna@example.com', shippingAddress: address });
  return { guest, checkout };
}

test('C13 C21 C24 a guest buys a product at once; only then there is an order, and a piece less', async () => {
  const { slug, id } = await product(3);
  const { guest, checkout } = await readyGuest(slug, 2);
  expect(checkout).toMatchObject({ status: 'OPEN', problems: [], total: { amount: 16_800 + 1_218 } });
  const submitted = await guest.call('submitCheckout', { id: checkout.id, expectedTotal: checkout.total.amount });
  expect(submitted).toMatchObject({ status: 'PAYING', payment: { result: 'AWAITING' } });
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 3, available: 1 });
  expect((await guest.pay(submitted, '4000 0000 0000 0002')).json).toEqual({
    result: 'DECLINED',
    declineReason: 'CARD_DECLINED',
  });
  const declined = await guest.call('confirmPayment', { id: checkout.id });
  expect(declined).toMatchObject({ status: 'READY', payment: { result: 'DECLINED', declineReason: 'CARD_DECLINED' } });
  const again = await guest.call('submitCheckout', { id: checkout.id, expectedTotal: checkout.total.amount });
  expect((await guest.pay(again, '4242424242424242')).json).toMatchObject({ result: 'AUTHORIZED' });
  const placed = await guest.call('confirmPayment', { id: checkout.id });
  expect(placed.status).toBe('PLACED');
  expect(await server.repositories.orders.find(placed.orderNumber ?? '')).toMatchObject({
    totalCents: 18_018,
    payment: { status: 'authorized', card: { brand: 'Visa', last4: '4242' } },
  });
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 1, available: 1, holds: [] });
});

test('C29 without its token nobody reads a checkout', async () => {
  const { slug } = await product(1);
  const { checkout } = await readyGuest(slug);
  const { json } = await server.graphql('query ($id: ID!) { checkout(id: $id) { id } }', { id: checkout.id });
  expect(json).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND', field: 'id' } }] });
});

test('C17 a total that is not the one of now takes nothing', async () => {
  const { slug, id } = await product(1);
  const { guest, checkout } = await readyGuest(slug);
  const refused = await guest.call('submitCheckout', { id: checkout.id, expectedTotal: 1 });
  expect(refused.status).toBe('OPEN');
  expect(refused.problems[0]).toMatchObject({ code: 'TOTAL_CHANGED', message: 'Total changed from $0.01 to $90.09' });
  expect(await server.repositories.stock.find(id)).toMatchObject({ available: 1, holds: [] });
});

test('C05 C25 many buyers, fewer pieces: each piece is sold once, and whoever gets none is not charged', async () => {
  const pieces = 5;
  const { slug, id } = await product(pieces);
  const guests = await Promise.all(Array.from({ length: 3 * pieces }, () => readyGuest(slug)));
  await server.db.collection('checkouts').updateMany({}, [{ $set: { caller: '$_id' } }]);
  const ended = await Promise.all(
    guests.map(async ({ guest, checkout }) => {
      const input = { id: checkout.id, expectedTotal: checkout.total.amount };
      const submitted = await guest.call('submitCheckout', input);
      if (submitted.status !== 'PAYING') return submitted.problems[0]?.code;
      await guest.pay(submitted, '4242424242424242');
      return (await guest.call('confirmPayment', { id: checkout.id })).status;
    }),
  );
  expect(ended.filter((each) => each === 'PLACED')).toHaveLength(pieces);
  expect(ended.filter((each) => each === 'OUT_OF_STOCK')).toHaveLength(2 * pieces);
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 0, available: 0, holds: [] });
});

test('C20 a number that is no test card is refused, and stored nowhere', async () => {
  const { slug } = await product(1);
  const { guest, checkout } = await readyGuest(slug);
  const submitted = await guest.call('submitCheckout', { id: checkout.id, expectedTotal: checkout.total.amount });
  const { status, json } = await guest.pay(submitted, '4111111111111111');
  expect(status).toBe(400);
  expect(json).toMatchObject({ field: 'number' });
  expect(server.logLines.join('')).not.toContain('4111111111111111');
});

test('C23 a notice of the provider alone places the order, when the browser never comes back', async () => {
  const { slug } = await product(1);
  const { guest, checkout } = await readyGuest(slug);
  const submitted = await guest.call('submitCheckout', { id: checkout.id, expectedTotal: checkout.total.amount });
  await guest.pay(submitted, '4242424242424242');
  // The notice is on its way by HTTP: what it does is seen in the database alone.
  const placed = async (): Promise<string | undefined> =>
    (await server.repositories.checkouts.find(checkout.id))?.status;
  for (const endsAt = Date.now() + 10_000; (await placed()) !== 'PLACED' && Date.now() < endsAt;) await delay(20);
  expect(await placed()).toBe('PLACED');
});

test.each([
  ['without a signature', {}],
  ['with another one', { 'x-kiosk-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` }],
])('C56 a notice %s changes nothing', async (_title, headers) => {
  const { status } = await server.call('POST', '/api/webhooks/test', {
    headers,
    body: { id: 'evt_1', kind: 'payment.authorized', payment: 'x:1' },
  });
  expect(status).toBe(400);
});

test('C18 a start that is sent again under one Idempotency-Key is one checkout; its token is stored nowhere', async () => {
  const { slug } = await product(1);
  const start = async () => {
    const { json } = await server.graphql(
      'mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { checkout { id } token } }',
      { input: { slug } },
      { headers: { 'idempotency-key': 'one-press' } },
    );
    return (json as { data: { startCheckout: { checkout: { id: string }; token: string } } }).data.startCheckout;
  };
  const [first, second] = [await start(), await start()];
  expect(second.checkout.id).toBe(first.checkout.id);
  const read = async (token: string) => {
    const headers = { 'x-checkout-token': token };
    return (await server.graphql('query ($id: ID!) { checkout(id: $id) { id } }', first.checkout, { headers })).json;
  };
  expect(await read(second.token)).toEqual({ data: { checkout: first.checkout } });
  expect(await read(first.token)).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  const stored = await Promise.all(
    (await server.db.collections()).map((collection) =>
      collection
        .find()
        .toArray()
        .then((all) => JSON.stringify(all)),
    ),
  );
  expect(stored.join()).not.toContain(second.token);
});
