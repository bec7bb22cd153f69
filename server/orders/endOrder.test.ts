import { Buyer, countedProduct } from '../testing/buyer';
import { must, signUp, type Principal } from '../testing/principals';
import { placeOrder } from '../testing/placedOrder';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { silentLog } from '../testing/silentLog';
import { startTestServer, type Answer, type TestServer } from '../testing/startTestServer';
import { capturePayments } from './capturePayments';

const minute = 60_000;
const shown = `number status paymentStatus overallStatus canUndoUntil canCancel refundedTotal { amount }
  timeline { kind by amount { amount } }`;
const undoing = `mutation ($input: UndoOrderInput!) { undoOrder(input: $input) { order { ${shown} } returnedToCart } }`;
const cancelling = `mutation ($input: CancelOrderInput!) { cancelOrder(input: $input) { order { ${shown} } } }`;
const adding = 'mutation ($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }';

let server: TestServer;
const delivered = new Map<string, number>();
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => expectPurchasesInOrder(server.db, delivered));
afterAll(() => server.stop());

let people = 0;
const newPerson = (): Promise<Principal> => signUp(server, `person-${(people += 1)}`);
const buyerOf = ({ token }: Principal) => new Buyer(server, token === undefined ? {} : { idToken: token });

async function newProduct(count: number) {
  const product = await countedProduct(server, count);
  delivered.set(product.id.toHexString(), count);
  return product;
}

/** Buys that many pieces from the cart. */
async function buyFromCart(person: Principal, slug: string, pieces: number): Promise<string> {
  for (let piece = 0; piece < pieces; piece += 1) await must(server, adding, { input: { slug } }, person.token);
  return placeOrder(buyerOf(person), {});
}

const cartOf = async (person: Principal) =>
  ((await must(server, '{ cart { slug price } }', {}, person.token)) as { cart: { slug: string; price: number }[] })
    .cart;

const codeOf = ({ status, json }: Answer) => [
  status,
  (json as { errors?: { extensions: { code: string; field?: string } }[] }).errors?.[0]?.extensions.code,
];

async function captureLater(minutes: number): Promise<void> {
  const now = () => new Date(Date.now() + minutes * minute);
  const { repositories, saga } = server;
  await capturePayments({ repositories, provider: saga.provider, now, log: silentLog });
}

const paymentOf = async (number: string) => {
  const order = await server.repositories.orders.find(number);
  return server.saga.provider.findState(order?.payment.id ?? '');
};

test('C33 undo before the capture voids the payment, restocks the pieces and refills the cart', async () => {
  const { slug, id } = await newProduct(2);
  const buyer = await newPerson();
  const number = await buyFromCart(buyer, slug, 2);
  const read = `{ product(slug: "${slug}") { inStock } }`;
  expect(await must(server, read, {}, undefined)).toEqual({ product: { inStock: false } });
  expect(await cartOf(buyer)).toEqual([]);
  expect(await must(server, undoing, { input: { number } }, buyer.token)).toEqual({
    undoOrder: {
      order: {
        ...{ number, status: 'CANCELLED', paymentStatus: 'VOIDED', overallStatus: 'CANCELLED' },
        ...{ canUndoUntil: null, canCancel: false, refundedTotal: { amount: 0 } },
        timeline: [
          { kind: 'PLACED', by: 'BUYER', amount: null },
          { kind: 'UNDONE', by: 'BUYER', amount: null },
          { kind: 'VOIDED', by: null, amount: { amount: 18_018 } },
        ],
      },
      returnedToCart: 2,
    },
  });
  expect(await paymentOf(number)).toMatchObject({ result: 'CANCELLED', capturedCents: 0 });
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 2, available: 2 });
  expect(await must(server, read, {}, undefined)).toEqual({ product: { inStock: true } });
  expect(await cartOf(buyer)).toEqual([
    { slug, price: 84 },
    { slug, price: 84 },
  ]);
  // The same cart can be ordered again.
  await placeOrder(buyerOf(buyer), {});
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 0 });
});

test('C33 a repeated undo changes nothing and does not refill the cart', async () => {
  const { slug, id } = await newProduct(5);
  const buyer = await newPerson();
  const number = await buyFromCart(buyer, slug, 1);
  await must(server, undoing, { input: { number } }, buyer.token);
  const emptying = 'mutation ($input: SetStoreQuantityInput!) { setStoreQuantity(input: $input) { removedIds } }';
  await must(server, emptying, { input: { slug, quantity: 0 } }, buyer.token);
  expect(await must(server, undoing, { input: { number } }, buyer.token)).toMatchObject({
    undoOrder: { order: { status: 'CANCELLED' }, returnedToCart: 1 },
  });
  await must(server, cancelling, { input: { number } }, buyer.token);
  expect(await cartOf(buyer)).toEqual([]);
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 5 });
});

test('C33 after the capture, undo is refused, and cancelling refunds everything and restocks', async () => {
  const { slug, id } = await newProduct(5);
  const buyer = await newPerson();
  const number = await buyFromCart(buyer, slug, 1);
  await captureLater(11);
  expect(codeOf(await server.graphql(undoing, { input: { number } }, { token: buyer.token }))).toEqual([
    409,
    'CONFLICT',
  ]);
  expect(await must(server, cancelling, { input: { number } }, buyer.token)).toEqual({
    cancelOrder: {
      order: {
        ...{ number, status: 'CANCELLED', paymentStatus: 'REFUNDED', overallStatus: 'REFUNDED' },
        ...{ canUndoUntil: null, canCancel: false, refundedTotal: { amount: 9_009 } },
        timeline: [
          { kind: 'PLACED', by: 'BUYER', amount: null },
          { kind: 'CAPTURED', by: null, amount: { amount: 9_009 } },
          { kind: 'CANCELLED', by: 'BUYER', amount: null },
          { kind: 'REFUNDED', by: null, amount: { amount: 9_009 } },
        ],
      },
    },
  });
  expect(await paymentOf(number)).toMatchObject({ capturedCents: 9_009, refundedCents: 9_009 });
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 5, available: 5 });
  // Cancelling does not refill the cart.
  expect(await cartOf(buyer)).toEqual([]);
});

test('C33 refuses undo after the undo period, even if nothing was captured', async () => {
  const { slug } = await newProduct(5);
  const buyer = await newPerson();
  const number = await buyFromCart(buyer, slug, 1);
  const past = { $set: { 'payment.captureAt': new Date(Date.now() - 1) } };
  await server.db.collection<{ _id: string }>('orders').updateOne({ _id: number }, past);
  const read = 'query ($number: ID!) { order(number: $number) { canUndoUntil canCancel } }';
  expect(await must(server, read, { number }, buyer.token)).toEqual({ order: { canUndoUntil: null, canCancel: true } });
  expect(codeOf(await server.graphql(undoing, { input: { number } }, { token: buyer.token }))).toEqual([
    409,
    'CONFLICT',
  ]);
});

test('C33 refuses undo and cancellation of a shipped order', async () => {
  const { slug } = await newProduct(5);
  const buyer = await newPerson();
  const number = await buyFromCart(buyer, slug, 1);
  const order = await server.repositories.orders.find(number);
  await server.repositories.orders.change(order as NonNullable<typeof order>, { status: 'shipped' });
  for (const query of [undoing, cancelling]) {
    const answer = await server.graphql(query, { input: { number } }, { token: buyer.token });
    expect(answer.json).toMatchObject({
      errors: [{ message: 'It cannot be cancelled any more: it is on its way.', extensions: { code: 'CONFLICT' } }],
    });
  }
});

test('C29 C33 refuses undo and cancellation by strangers, by other buyers and with a wrong token', async () => {
  const { slug } = await newProduct(5);
  const [buyer, other] = [await newPerson(), await newPerson()];
  const number = await buyFromCart(buyer, slug, 1);
  const wrong = [{ token: other.token }, {}, { headers: { 'x-checkout-token': 'A'.repeat(43) } }];
  for (const query of [undoing, cancelling])
    for (const options of wrong)
      expect(codeOf(await server.graphql(query, { input: { number } }, options))).toEqual([404, 'NOT_FOUND']);
  expect(await server.repositories.orders.find(number)).toMatchObject({ status: 'placed', version: 1 });
});

test.each([
  ['in the header', (token: string) => [{}, { headers: { 'x-checkout-token': token } }] as const],
  ['in the input', (token: string) => [{ token }, {}] as const],
])('C33 a guest undoes with the token %s, and no cart is filled', async (_title, shownBy) => {
  const { slug, id } = await newProduct(5);
  const guest = new Buyer(server);
  const number = await placeOrder(guest, { slug, quantity: 3 });
  expect(codeOf(await server.graphql(undoing, { input: { number } }))).toEqual([404, 'NOT_FOUND']);
  const [input, options] = shownBy(guest.checkoutToken ?? '');
  const { json } = await server.graphql(undoing, { input: { number: number.toLowerCase(), ...input } }, options);
  expect(json).toMatchObject({ data: { undoOrder: { order: { status: 'CANCELLED' }, returnedToCart: 0 } } });
  expect(await server.repositories.stock.find(id)).toMatchObject({ onHand: 5 });
  expect(await server.db.collection('storeEntries').countDocuments({ slug })).toBe(0);
});

test('C33 refills a nearly full cart only up to its limit', async () => {
  const counted = await newProduct(9);
  const buyer = await newPerson();
  const number = await buyFromCart(buyer, counted.slug, 3);
  const filling = Array.from({ length: 498 }, (_, index) => ({
    ...{ ownerUid: buyer.uid, name: 'Lamp', nameLower: 'lamp', slug: 'lamp', photos: [], priceCents: 1, discount: 0 },
    ...{ inStock: true, categories: [], createdAt: new Date(index) },
  }));
  await server.db.collection('storeEntries').insertMany(filling.map((entry) => ({ ...entry, productId: counted.id })));
  expect(await must(server, undoing, { input: { number } }, buyer.token)).toMatchObject({
    undoOrder: { returnedToCart: 2 },
  });
  expect(await cartOf(buyer)).toHaveLength(500);
});

test('C33 does not add an uncounted sale to a stock count that was created later', async () => {
  const other = await countedProduct(server, 1);
  await server.repositories.stock.adjust(other.id, null, {
    ...{
      _id: 'none left',
      productId: other.id,
      delta: -1,
      reason: 'CORRECTION',
      byUid: null,
      order: null,
      at: new Date(),
    },
  });
  const stock = await server.repositories.stock.find(other.id);
  if (stock) await server.repositories.stock.storeMovements(stock);
  await server.repositories.stock.deleteEmpty(other.id);
  const guest = new Buyer(server);
  const uncounted = await placeOrder(guest, { slug: other.slug });
  // The stock count is created after the sale.
  await server.repositories.stock.create({
    ...{ _id: other.id, onHand: 4, available: 4, holds: [], lowStockThreshold: 5, version: 1, movements: [] },
  });
  delivered.set(other.id.toHexString(), 4);
  await guest.ask(undoing, { input: { number: uncounted } });
  expect(await server.repositories.stock.find(other.id)).toMatchObject({ onHand: 4 });
});

test('C33 undoing a Buy now order adds nothing to the cart', async () => {
  const { slug } = await newProduct(5);
  const buyer = await newPerson();
  const number = await placeOrder(buyerOf(buyer), { slug });
  await must(server, undoing, { input: { number } }, buyer.token);
  expect(await cartOf(buyer)).toEqual([]);
});
