import { UnavailableError } from '../errors';
import { Buyer, countedProduct, readyGuest, homeAddress } from '../testing/buyer';
import { must, signUp } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => server.stop());

interface Line {
  readonly quantity: number;
  readonly available: number | null;
  readonly problem: { readonly code: string } | null;
}

async function shopper(name: string, slug: string, quantity: number) {
  const { token } = await signUp(server, name);
  const input = { slug, quantity };
  await must(
    server,
    'mutation ($input: SetStoreQuantityInput!) { setStoreQuantity(input: $input) { removedIds } }',
    { input },
    token,
  );
  const buyer = new Buyer(server, { idToken: token ?? '' });
  const cart = async () => {
    const { cartSummary } = await buyer.ask<{ cartSummary: { lines: Line[]; problems: unknown[] } }>(
      '{ cartSummary { lines { quantity available problem { code } } problems { code } } }',
      {},
    );
    return cartSummary;
  };
  return { buyer, cart, token };
}

test('C09 C22 pieces held by a buyer stay available in their own cart and are missing in all others', async () => {
  const { slug, id: productId } = await countedProduct(server, 3);
  const { buyer, cart } = await shopper('holder', slug, 2);
  const other = await shopper('waiting', slug, 2);
  const { id } = await buyer.start({});
  const { total } = await buyer.call('updateCheckout', { id, shippingAddress: homeAddress });
  const { status } = await buyer.call('submitCheckout', { id, expectedTotal: total.amount });
  expect([status, (await server.repositories.stock.find(productId))?.available]).toEqual(['PAYING', 1]);

  expect(await cart()).toEqual({ lines: [{ quantity: 2, available: null, problem: null }], problems: [] });
  expect((await other.cart()).lines).toEqual([{ quantity: 2, available: 1, problem: { code: 'NOT_ENOUGH_STOCK' } }]);
  await readyGuest(server, slug).then(({ checkout }) => expect(checkout.problems).toEqual([]));
  const { checkout: two } = await readyGuest(server, slug, 2);
  expect(two.problems).toMatchObject([{ code: 'NOT_ENOUGH_STOCK', message: 'Only 1 left' }]);

  await buyer.call('cancelCheckout', { id });
  expect((await cart()).lines).toEqual([{ quantity: 2, available: null, problem: null }]);
  expect((await other.cart()).lines).toEqual([{ quantity: 2, available: null, problem: null }]);
});

test('C09 the last piece, held for the buyer’s cart, is sold out only for others', async () => {
  const { slug } = await countedProduct(server, 1);
  const { buyer, cart } = await shopper('last', slug, 1);
  await buyer.submit(await buyer.begin({}));
  expect((await cart()).lines).toEqual([{ quantity: 1, available: null, problem: null }]);
  const { checkout } = await readyGuest(server, slug);
  expect(checkout.problems).toMatchObject([{ code: 'OUT_OF_STOCK', message: 'Sold out' }]);
});

test('C09 C12 what the buyer’s own Buy now holds is missing in the cart as in its checkout', async () => {
  const { slug } = await countedProduct(server, 3);
  const { buyer, cart } = await shopper('beside', slug, 2);
  await buyer.submit(await buyer.begin({ slug, quantity: 2 }));
  expect((await cart()).lines).toEqual([{ quantity: 2, available: 1, problem: { code: 'NOT_ENOUGH_STOCK' } }]);
  expect((await buyer.begin({})).problems).toMatchObject([{ code: 'NOT_ENOUGH_STOCK', message: 'Only 1 left' }]);
});

test('C25 a sold-out purchase whose money goes back is REFUNDING to its buyer, and held no longer', async () => {
  const { slug, id: productId } = await countedProduct(server, 1);
  const { guest, checkout } = await readyGuest(server, slug);
  const submitted = await guest.submit(checkout);
  expect(submitted.heldUntil).not.toBeNull();
  const { stock } = server.repositories;
  await stock.release(productId, { checkout: `${checkout.id}:1`, quantity: 1 });
  await stock.hold(productId, { checkout: 'other:1', quantity: 1, until: new Date() });
  jest.spyOn(server.saga.provider, 'void').mockRejectedValue(new UnavailableError());
  await guest.pay(submitted);
  await guest.call('confirmPayment', { id: checkout.id });
  const { checkout: shown } = await guest.ask<{ checkout: object }>(
    'query ($id: ID!) { checkout(id: $id) { status heldUntil } }',
    { id: checkout.id },
  );
  expect(shown).toEqual({ status: 'REFUNDING', heldUntil: null });
  await expect(guest.call('cancelCheckout', { id: checkout.id })).rejects.toThrow(
    'It was sold out while you were paying: your money goes back in full.',
  );
  await expect(guest.call('updateCheckout', { id: checkout.id, note: 'Ring twice' })).rejects.toThrow(
    'This checkout was changed meanwhile, in another tab perhaps. Look at it again."',
  );
});

test('C13 a checkout has fromCart, as has the unfinished checkout in the cart summary', async () => {
  const { slug } = await countedProduct(server, 4);
  const { buyer } = await shopper('both', slug, 1);
  const { id: ofCart } = await buyer.begin({});
  const ofProduct = await buyer.begin({ slug });
  await buyer.submit(ofProduct);
  const query =
    'query ($id: ID!) { checkout(id: $id) { fromCart } cartSummary { unfinishedCheckout { id fromCart } } }';
  expect(await buyer.ask(query, { id: ofCart })).toEqual({
    checkout: { fromCart: true },
    cartSummary: { unfinishedCheckout: { id: ofProduct.id, fromCart: false } },
  });
});

test('C17 the cart reports TOO_LARGE for more pieces than one order may have', async () => {
  const [{ slug }, { slug: other }] = [await countedProduct(server, 200, 1), await countedProduct(server, 200, 1)];
  const { cart, token } = await shopper('many', slug, 99);
  const set = (quantity: number) =>
    must(
      server,
      'mutation ($input: SetStoreQuantityInput!) { setStoreQuantity(input: $input) { removedIds } }',
      { input: { slug: other, quantity } },
      token,
    );
  await set(2);
  expect((await cart()).problems).toEqual([{ code: 'TOO_LARGE' }]);
  await set(1);
  expect((await cart()).problems).toEqual([]);
});
