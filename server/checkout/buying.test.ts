import { setTimeout as delay } from 'node:timers/promises';
import { Buyer, countedProduct, homeAddress, newAddress, readyGuest, type CheckoutView } from '../testing/buyer';
import { signUp } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const product = (count: number, price?: number) => countedProduct(server, count, price);

test('C13 C21 C24 a guest buys a product directly, after a decline; the purchase places an order and reduces stock', async () => {
  const { slug, id } = await product(3);
  const { guest, checkout } = await readyGuest(server, slug, 2);
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
    declines: [{ reason: 'CARD_DECLINED', card: { brand: 'Visa', last4: '0002' } }],
  });
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 1, available: 1, holds: [] });
});

test('C29 a checkout cannot be read without its token', async () => {
  const { slug } = await product(1);
  const { checkout } = await readyGuest(server, slug);
  const { json } = await server.graphql('query ($id: ID!) { checkout(id: $id) { id } }', { id: checkout.id });
  expect(json).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND', field: 'id' } }] });
});

test('C17 a submit with an outdated total is refused and holds nothing', async () => {
  const { slug, id } = await product(1);
  const { guest, checkout } = await readyGuest(server, slug);
  const refused = await guest.call('submitCheckout', { id: checkout.id, expectedTotal: 1 });
  expect(refused.status).toBe('OPEN');
  expect(refused.problems[0]).toMatchObject({ code: 'TOTAL_CHANGED', message: 'Total changed from $0.01 to $90.09' });
  expect(await server.repositories.stock.find(id)).toMatchObject({ available: 1, holds: [] });
});

test('C05 C25 with more buyers than pieces each piece is sold once, and the others get OUT_OF_STOCK and are not charged', async () => {
  const pieces = 5;
  const { slug, id } = await product(pieces);
  const guests: Awaited<ReturnType<typeof readyGuest>>[] = [];
  while (guests.length < 3 * pieces) guests.push(await readyGuest(server, slug));
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
  const isCharged = async (checkout: string) =>
    (await server.db.collection('testPayments').countDocuments({ checkout })) > 0;
  const charged = await Promise.all(guests.map(({ checkout }) => isCharged(checkout.id)));
  expect(charged).toEqual(ended.map((each) => each === 'PLACED'));
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 0, available: 0, holds: [] });
});

async function wholeDatabase(): Promise<string> {
  const collections = await server.db.collections();
  return JSON.stringify(await Promise.all(collections.map((each) => each.find().toArray())));
}

test('C20 refuses a number that is not a test card, and neither stores nor logs it', async () => {
  const { slug } = await product(1);
  const { guest, checkout } = await readyGuest(server, slug);
  const submitted = await guest.call('submitCheckout', { id: checkout.id, expectedTotal: checkout.total.amount });
  const { status, json } = await guest.pay(submitted, '4111111111111111');
  expect(status).toBe(400);
  expect(json).toMatchObject({ field: 'number' });
  for (const text of [server.logLines.join(''), await wholeDatabase()]) expect(text).not.toContain('4111111111111111');
});

test('C23 a payment notice alone places the order when the browser does not return', async () => {
  const { slug } = await product(1);
  const { guest, checkout } = await readyGuest(server, slug);
  const submitted = await guest.call('submitCheckout', { id: checkout.id, expectedTotal: checkout.total.amount });
  await guest.pay(submitted, '4242424242424242');
  // The notice arrives by HTTP, so its effect is polled in the database.
  const placed = async (): Promise<string | undefined> =>
    (await server.repositories.checkouts.find(checkout.id))?.status;
  for (const endsAt = Date.now() + 10_000; (await placed()) !== 'PLACED' && Date.now() < endsAt;) await delay(20);
  expect(await placed()).toBe('PLACED');
});

test.each([
  ['without a signature', {}],
  ['with another one', { 'x-kiosk-signature': `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}` }],
])('C56 refuses a payment notice %s, which changes nothing', async (_title, headers) => {
  const { slug } = await product(1);
  const { guest, checkout } = await readyGuest(server, slug);
  const { payment } = await guest.submit(checkout);
  const { checkouts, testPayments, paymentNotices } = server.repositories;
  const providerId = payment?.id ?? '';
  const state = async () => [await checkouts.find(checkout.id), await testPayments.find(providerId)];
  const before = await state();
  const { status } = await server.call('POST', '/api/webhooks/test', {
    headers,
    body: { id: 'evt_1', kind: 'payment.authorized', providerId },
  });
  expect(status).toBe(400);
  expect([...(await state()), await paymentNotices.find('test:evt_1')]).toEqual([...before, null]);
  await guest.call('cancelCheckout', { id: checkout.id });
});

test('C18 a repeated start with one Idempotency-Key makes one checkout, whose token is never stored in plain text', async () => {
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
  expect(await wholeDatabase()).not.toContain(second.token);
});

test('C17 C18 a submit from another tab with another total than the held one is refused without a payment attempt', async () => {
  const { slug } = await product(3);
  const { guest, checkout } = await readyGuest(server, slug);
  await guest.submit(checkout);
  const other = { id: checkout.id, expectedTotal: checkout.total.amount - 100 };
  const refused = [await guest.call('submitCheckout', other)];
  await server.repositories.checkouts.change(
    { _id: checkout.id, version: await versionOf(checkout.id) },
    { status: 'READY' },
  );
  refused.push(await guest.call('submitCheckout', other));
  for (const { problems } of refused)
    expect(problems).toEqual([{ code: 'TOTAL_CHANGED', message: 'Total changed from $89.09 to $90.09' }]);
  expect(await server.repositories.checkouts.find(checkout.id)).toMatchObject({ attempts: 1 });
});

const versionOf = async (id: string) => (await server.repositories.checkouts.find(id))?.version ?? 0;

test('C19 concurrent submits in many tabs hold at most three checkouts', async () => {
  const { slug, id } = await product(50);
  const from = newAddress();
  const tabs = await Promise.all(Array.from({ length: 8 }, () => readyGuest(server, slug, 1, from)));
  const outcomes = await Promise.allSettled(tabs.map(({ guest, checkout }) => guest.submit(checkout)));
  const held = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(held.length).toBeLessThanOrEqual(3);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(String(outcome.reason)).toContain(
        'You have other purchases under way. Finish or cancel one of them first.',
      );
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 50, available: 50 - held.length });
});

test('C17 C19 a purchase is limited to a hundred pieces', async () => {
  const { slug, id } = await product(200, 1);
  const { guest, checkout } = await readyGuest(server, slug, 99);
  await server.db
    .collection('checkouts')
    .updateOne({ _id: checkout.id as never }, { $set: { 'source.quantity': 101 } });
  const { total } = await guest
    .ask<{ checkout: CheckoutView }>('query ($id: ID!) { checkout(id: $id) { total { amount } } }', {
      id: checkout.id,
    })
    .then((data) => data.checkout);
  const tooMany = 'At most 100 pieces can be ordered at once. Please contact us for more.';
  const { status, problems } = await guest.submit({ ...checkout, total });
  expect(status).toBe('OPEN');
  expect(problems[0]).toMatchObject({ code: 'TOO_LARGE', message: tooMany });
  expect(await server.repositories.stock.find(id)).toMatchObject({ available: 200, holds: [] });
});

test('C02 C30 only the purchase of the last piece writes to the product: it is sold out before the answer', async () => {
  const { slug, id } = await product(2);
  const stored = () => server.db.collection('products').findOne({ slug });
  const buyOne = async () => {
    const { guest, checkout } = await readyGuest(server, slug);
    await guest.pay(await guest.submit(checkout));
    expect((await guest.call('confirmPayment', { id: checkout.id })).status).toBe('PLACED');
  };
  const before = await stored();
  await buyOne();
  expect(await stored()).toEqual(before);
  await buyOne();
  expect(await server.repositories.products.findById(id)).toMatchObject({ inStock: false });
});

test('C21 a checkout refuses another payment after twenty failed ones', async () => {
  const { slug } = await product(3);
  const { guest, checkout } = await readyGuest(server, slug);
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await guest.pay(await guest.submit(checkout), '4000000000000002');
    expect((await guest.call('confirmPayment', { id: checkout.id })).status).toBe('READY');
  }
  await expect(guest.submit(checkout)).rejects.toThrow(
    'Too many payments of this checkout have failed. Start it again.',
  );
  expect(
    await server.db.collection('testPayments').countDocuments({ _id: { $regex: `^${checkout.id}:` } } as never),
  ).toBe(20);
  await guest.call('cancelCheckout', { id: checkout.id });
});

test('C27 only a placed order increases the count of orders, by one', async () => {
  const { token } = await signUp(server, 'admin');
  const orders = async () => {
    const { json } = await server.graphql('{ counts { orders } }', {}, { token });
    return (json as { data: { counts: { orders: number } } }).data.counts.orders;
  };
  const before = await orders();
  const { slug } = await product(3);
  const given = await readyGuest(server, slug);
  await given.guest.submit(given.checkout);
  await given.guest.call('cancelCheckout', { id: given.checkout.id });
  const { guest, checkout } = await readyGuest(server, slug);
  await guest.pay(await guest.submit(checkout), '4000000000000002');
  await guest.call('confirmPayment', { id: checkout.id });
  expect(await orders()).toBe(before);
  await guest.pay(await guest.submit(checkout));
  await guest.call('confirmPayment', { id: checkout.id });
  // A repeated confirmation places no second order.
  await guest.call('confirmPayment', { id: checkout.id });
  expect(await orders()).toBe(before + 1);
});

test('C15 lists the shipping methods of the zone with price and dates, or the problem NO_SHIPPING_METHOD and no limit of free shipping', async () => {
  const { slug } = await product(3);
  const { guest, checkout } = await readyGuest(server, slug);
  const asked = `query ($id: ID!) { checkout(id: $id) {
    shippingMethods { name price { amount } fullPrice { amount } earliest latest } amountToFreeShipping { amount }
    problems { code message field }
  } }`;
  type Free = { amount: number } | null;
  type Methods = { name: string; price: { amount: number }; earliest: string; latest: string }[];
  const read = () =>
    guest.ask<{ checkout: { shippingMethods: Methods; amountToFreeShipping: Free } }>(asked, { id: checkout.id });
  const { checkout: atHome } = await read();
  expect(atHome.shippingMethods.map(({ name, price }) => [name, price.amount])).toEqual([
    ['Standard', 0],
    ['Express', 1_290],
  ]);
  expect(atHome.amountToFreeShipping).toEqual({ amount: 0 });
  for (const { earliest, latest } of atHome.shippingMethods) {
    for (const day of [earliest, latest]) expect([0, 6]).not.toContain(new Date(day).getUTCDay());
    expect(Date.parse(latest)).toBeGreaterThanOrEqual(Date.parse(earliest));
  }
  const elsewhere = { ...homeAddress, region: '', countryCode: 'AQ' };
  await guest.call('updateCheckout', { id: checkout.id, shippingAddress: elsewhere });
  expect(await read()).toMatchObject({
    checkout: {
      shippingMethods: [],
      amountToFreeShipping: null,
      problems: [
        {
          code: 'NO_SHIPPING_METHOD',
          message: 'We do not deliver to this country yet',
          field: 'shippingAddress.countryCode',
        },
      ],
    },
  });
});

test('C17 refuses an order of more than $999,999.99', async () => {
  const { slug, id } = await product(99, 999_999);
  const { guest, checkout } = await readyGuest(server, slug, 2);
  expect(checkout.problems).toMatchObject([
    { code: 'TOO_LARGE', message: 'Please contact us for an order of this size' },
  ]);
  expect(await guest.submit(checkout)).toMatchObject({ status: 'OPEN' });
  expect(await server.repositories.stock.find(id)).toMatchObject({ available: 99 });
});

test('C17 C08 a submit after a price increase is refused and holds nothing', async () => {
  const { slug, id } = await product(3);
  const { guest, checkout } = await readyGuest(server, slug);
  await server.db.collection('products').updateOne({ _id: id }, { $set: { priceCents: 9_000 } });
  const refused = await guest.submit(checkout);
  expect(refused).toMatchObject({
    status: 'OPEN',
    problems: [{ code: 'PRICE_INCREASED' }, { code: 'PRICE_INCREASED' }],
  });
  expect(await server.repositories.stock.find(id)).toMatchObject({ available: 3, holds: [] });
});

test('a product deleted during payment stays in the order as submitted', async () => {
  const { slug, id } = await product(3);
  const { guest, checkout } = await readyGuest(server, slug);
  const submitted = await guest.submit(checkout);
  await server.db.collection('products').deleteOne({ _id: id });
  await guest.pay(submitted);
  const { status, orderNumber } = await guest.call('confirmPayment', { id: checkout.id });
  expect(status).toBe('PLACED');
  expect(await server.repositories.orders.find(orderNumber ?? '')).toMatchObject({
    lines: [{ name: 'Arc reading lamp' }],
  });
});

test('a repeated purchase step with one Idempotency-Key runs once and replays its answer', async () => {
  const { slug } = await product(3);
  const { guest, checkout } = await readyGuest(server, slug);
  const { id } = checkout;
  const steps: readonly (readonly [string, object])[] = [
    ['updateCheckout', { id, note: 'Ring twice.' }],
    ['submitCheckout', { id, expectedTotal: checkout.total.amount }],
    ['extendHold', { id }],
    ['confirmPayment', { id }],
    ['cancelCheckout', { id }],
  ];
  for (const [name, input] of steps) {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { ${name}(input: $input) { checkout { id status heldUntil } } }`;
    const send = () => guest.send(query, { input }, { 'idempotency-key': `key of ${name}` });
    const [first, again] = [await send(), await send()];
    expect([name, first.status, again.text]).toEqual([name, 200, first.text]);
    expect([name, again.headers.get('idempotent-replayed')]).toEqual([name, 'true']);
  }
  expect(await server.repositories.checkouts.find(id)).toMatchObject({ status: 'CANCELLED', extensions: 1 });
});

test('C29 a revoked session cannot change a purchase, but its paid checkout is placed', async () => {
  const { slug } = await product(9);
  const { uid, token } = await signUp(server, 'revoked');
  const buyer = new Buyer(server, { idToken: token ?? '' });
  const paid = await buyer.submit(await buyer.begin({ slug }));
  const open = await buyer.begin({ slug });
  await buyer.pay(paid);
  server.identity.revoke(uid);
  const refused = [
    () => buyer.start({ slug }),
    () => buyer.call('updateCheckout', { id: open.id, note: 'To the neighbours, please.' }),
    () => buyer.submit(open),
    () => buyer.call('extendHold', { id: paid.id }),
    () => buyer.call('cancelCheckout', { id: open.id }),
  ];
  for (const change of refused) await expect(change()).rejects.toThrow('UNAUTHENTICATED');
  expect((await buyer.call('confirmPayment', { id: paid.id })).status).toBe('PLACED');
});

test('C20 a test payment never expires once it is authorized, and after 40 days otherwise', async () => {
  const { slug } = await product(9);
  const { guest, checkout } = await readyGuest(server, slug);
  const submitted = await guest.submit(checkout);
  const payment = () => server.repositories.testPayments.find(submitted.payment?.id ?? '');
  const kept = (await payment())?.expiresAt?.getTime() ?? 0;
  expect(Math.round((kept - Date.now()) / 86_400_000)).toBe(40);
  await guest.pay(submitted, '4000000000000002');
  expect((await payment())?.expiresAt?.getTime()).toBe(kept);
  await guest.call('confirmPayment', { id: checkout.id });
  const again = await guest.submit(checkout);
  await guest.pay(again);
  expect((await server.repositories.testPayments.find(again.payment?.id ?? ''))?.expiresAt).toBeNull();
});

const hostile: readonly unknown[] = [
  ...[
    null,
    [],
    'text',
    1,
    {},
    { clientSecret: { $gt: '' } },
    { clientSecret: ['x'] },
    { clientSecret: 'x'.repeat(300) },
  ],
  { clientSecret: 'x', number: '4242424242424242', expiry: '12/99', securityCode: '123', more: 1 },
  { clientSecret: 'x', number: { $ne: 1 }, expiry: '12/99', securityCode: '123' },
  { clientSecret: 'x', number: '4242424242424242', expiry: '99/99', securityCode: '123' },
  { clientSecret: 'x', isConfirmed: 'yes' },
  JSON.parse('{ "__proto__": { "isConfirmed": true }, "clientSecret": "x" }'),
];

test.each([
  '/api/test-payments/x:1/pay',
  '/api/test-payments/%24where/bank',
  '/api/webhooks/test',
  '/api/webhooks/other',
])('C20 C56 refuses invalid bodies at %s and changes no payment', async (path) => {
  const count = () => server.db.collection('testPayments').countDocuments();
  const before = await count();
  for (const body of hostile) {
    const { status, text } = await server.call('POST', path, { body: body as object });
    expect([path, body, status >= 400 && status < 500]).toEqual([path, body, true]);
    expect(text).not.toMatch(/zod|mongo|at .*\.ts/i);
  }
  expect(await count()).toBe(before);
});
