import { ObjectId } from 'mongodb';
import { Buyer, countedProduct } from '../testing/buyer';
import { asViewer, viewerNamed } from '../testing/contexts';
import { faulty, InjectedFault } from '../testing/faulty';
import { placeOrder } from '../testing/placedOrder';
import { must, signUp, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { reorder } from './reorder';

const adding = 'mutation ($input: AddToStoreInput!) { addToStore(input: $input) { storeEntry { id } } }';
const reordering = `mutation ($input: ReorderInput!) { reorder(input: $input) {
  cart { pieces subtotal { amount } } lines { name quantity added problem boughtFor { amount } price { amount } } } }`;

let server: TestServer;
let people = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const newPerson = () => signUp(server, `person-${(people += 1)}`);

/** Buys the given number of pieces of each product. */
async function buy({ token }: Principal, wanted: readonly { slug: string; pieces: number }[]): Promise<string> {
  for (const { slug, pieces } of wanted)
    for (let piece = 0; piece < pieces; piece += 1) await must(server, adding, { input: { slug } }, token);
  return placeOrder(new Buyer(server, { idToken: token ?? '' }), {});
}

async function change(_id: ObjectId, set: object): Promise<void> {
  await server.db.collection('products').updateOne({ _id }, { $set: set });
}

const fillingOf = ({ uid }: Principal, productId: ObjectId, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ ownerUid: uid, productId, name: 'Lamp', nameLower: 'lamp', slug: 'lamp', photos: [], priceCents: 1 },
    ...{ discount: 0, inStock: true, categories: [], createdAt: new Date(index) },
  }));

const again = async ({ token }: Principal, input: object, headers: Readonly<Record<string, string>> = {}) =>
  (await server.graphql(reordering, { input }, { token, headers })).json as { data: { reorder: object } };

test('C36 adds the available pieces to the cart and reports missing pieces and new prices by line', async () => {
  const buyer = await newPerson();
  const [same, dearer, gone, short, soldOut] = await Promise.all(
    [9, 9, 9, 3, 1].map((count) => countedProduct(server, count)),
  );
  const bought = [same, dearer, gone, short, soldOut].map((product) => ({
    ...product,
    pieces: product === short ? 2 : 1,
  }));
  const number = await buy(
    buyer,
    bought.map((product) => ({ slug: product?.slug ?? '', pieces: product.pieces })),
  );
  await change(dearer?.id as ObjectId, { priceCents: 9_000 });
  await change(gone?.id as ObjectId, { status: 'inactive' });
  const { data } = await again(buyer, { number });
  const line = { quantity: 1, name: 'Arc reading lamp', boughtFor: { amount: 8_400 } };
  const [asBefore, none] = [{ added: 1, problem: null, price: { amount: 8_400 } }, { added: 0 }];
  expect(data.reorder).toEqual({
    cart: { pieces: 3, subtotal: { amount: 8_400 + 9_000 + 8_400 } },
    lines: expect.arrayContaining([
      { ...line, ...asBefore },
      { ...line, ...asBefore, price: { amount: 9_000 } },
      { ...line, ...none, problem: 'UNAVAILABLE', price: null },
      { ...line, quantity: 2, added: 1, problem: 'NOT_ENOUGH_STOCK', price: { amount: 8_400 } },
      { ...line, ...none, problem: 'OUT_OF_STOCK', price: { amount: 8_400 } },
    ]),
  });
});

test('C36 runs once per Idempotency-Key; a full cart takes as many pieces as fit', async () => {
  const buyer = await newPerson();
  const { slug } = await countedProduct(server, 99);
  const number = await buy(buyer, [{ slug, pieces: 3 }]);
  const key = { 'idempotency-key': 'one-press' };
  const [first, second] = [await again(buyer, { number }, key), await again(buyer, { number }, key)];
  expect(first.data.reorder).toMatchObject({ cart: { pieces: 3 } });
  expect(second).toEqual(first);
  await server.db.collection('storeEntries').insertMany(fillingOf(buyer, new ObjectId(), 495));
  expect((await again(buyer, { number })).data.reorder).toMatchObject({
    lines: [{ quantity: 3, added: 2, problem: 'CART_FULL' }],
  });
});

test('C36 adds no more pieces than are left beside those that the cart has already', async () => {
  const buyer = await newPerson();
  const { slug } = await countedProduct(server, 6);
  const number = await buy(buyer, [{ slug, pieces: 2 }]);
  const reordered = async () => (await again(buyer, { number })).data.reorder;
  expect(await reordered()).toMatchObject({ cart: { pieces: 2 }, lines: [{ added: 2, problem: null }] });
  await must(server, adding, { input: { slug } }, buyer.token);
  expect(await reordered()).toMatchObject({ cart: { pieces: 4 }, lines: [{ added: 1, problem: 'NOT_ENOUGH_STOCK' }] });
  expect(await reordered()).toMatchObject({ cart: { pieces: 4 }, lines: [{ added: 0, problem: 'NOT_ENOUGH_STOCK' }] });
});

test('C36 counts the pieces once that the cart has and its checkout holds', async () => {
  const buyer = await newPerson();
  const { slug } = await countedProduct(server, 5);
  const number = await buy(buyer, [{ slug, pieces: 2 }]);
  for (let piece = 0; piece < 2; piece += 1) await must(server, adding, { input: { slug } }, buyer.token);
  const cart = new Buyer(server, { idToken: buyer.token ?? '' });
  await cart.submit(await cart.begin({}));
  const { data } = await again(buyer, { number });
  expect(data.reorder).toMatchObject({ cart: { pieces: 3 }, lines: [{ added: 1, problem: 'NOT_ENOUGH_STOCK' }] });
});

test('C36 a guest’s order can be reordered by a signed-in user only with its token', async () => {
  const buyer = await newPerson();
  const { slug } = await countedProduct(server, 9);
  const guest = new Buyer(server);
  const number = await placeOrder(guest, { slug });
  expect(await again(buyer, { number })).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  const { data } = await again(buyer, { number, token: guest.checkoutToken ?? '' });
  expect(data.reorder).toMatchObject({ cart: { pieces: 1 } });
});

test('C36 a retry completes what was interrupted, in a cart with little room and after a sale', async () => {
  const buyer = await newPerson();
  const products = await Promise.all([countedProduct(server, 99), countedProduct(server, 99)]);
  const number = await buy(
    buyer,
    products.map(({ slug }) => ({ slug, pieces: 3 })),
  );
  const entries = server.db.collection('storeEntries');
  await entries.insertMany(fillingOf(buyer, new ObjectId(), 494));
  let inserts = 0;
  const request = (fails: () => boolean) => {
    const store = { ...server.repositories.store };
    const repositories = { ...server.repositories, store: { ...store, insert: faulty(store, fails).insert } };
    return asViewer(repositories, viewerNamed(buyer.uid, { email: buyer.email }), { idempotencyKey: 'one press' });
  };
  await expect(
    reorder(
      request(() => (inserts += 1) > 8),
      { number },
    ),
  ).rejects.toThrow(InjectedFault);
  const [first, second] = (await server.repositories.orders.find(number))?.lines ?? [];
  expect(await entries.countDocuments({ ownerUid: buyer.uid, slug: second?.slug })).toBe(1);
  await server.db
    .collection('stock')
    .updateOne({ _id: first?.productId as ObjectId }, { $set: { onHand: 1, available: 1 } });
  const answer = await reorder(
    request(() => false),
    { number },
  );
  expect(answer.map(({ added }) => added)).toEqual([1, 3]);
  for (const line of [first, second])
    expect(await entries.countDocuments({ ownerUid: buyer.uid, slug: line?.slug })).toBe(3);
});
