import type { Context } from '../context';
import { createProduct } from '../products/products.service';
import type { ProductDocument } from '../products/products.repository';
import { updateProduct } from '../products/updateProduct';
import { Buyer } from '../testing/buyer';
import { asUser } from '../testing/contexts';
import { signUp } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { deleteStoreItem } from './deleteStoreItem';

let server: TestServer;
let seller: Context;
beforeAll(async () => {
  server = await startTestServer();
  seller = await asUser(server.repositories, 'seller');
});
afterAll(() => server.stop());

let made = 0;

/** A slug of the first product, which `move` gives to a second one. */
async function movedSlug() {
  const slug = `moved-${(made += 1)}`;
  const first = await createProduct(seller, { name: 'First', slug, price: 10 });
  const move = async () => {
    await updateProduct(seller, { id: first._id.toHexString(), version: first.version, slug: `${slug}-away` });
    return createProduct(seller, { name: 'Second', slug, price: 12 });
  };
  return { slug, first, productId: first._id.toHexString(), move };
}

async function newShopper() {
  const { token } = await signUp(server, `shopper-${made}`);
  const buyer = new Buyer(server, { idToken: token ?? '' });
  const change = (name: string, input: object) =>
    buyer.send(
      `mutation ($input: ${name[0]?.toUpperCase()}${name.slice(1)}Input!) { ${name}(input: $input) { __typename } }`,
      { input },
    );
  const must = async (name: string, input: object) => expect((await change(name, input)).text).not.toContain('errors');
  const lines = async () => {
    const { cartSummary } = await buyer.ask<{ cartSummary: { lines: { name: string; quantity: number }[] } }>(
      '{ cartSummary { lines { name quantity unitPrice { amount } agreedPrice { amount } } } }',
      {},
    );
    return cartSummary.lines;
  };
  return { buyer, change, must, lines };
}

const remove = ({ _id }: ProductDocument) => deleteStoreItem(seller, { id: _id.toHexString() });

test('changes a cart line by its product id after the slug has moved to another product', async () => {
  const { must, lines } = await newShopper();
  const { slug, productId, move } = await movedSlug();
  await must('addToStore', { slug });
  await move();
  await must('setStoreQuantity', { productId, quantity: 3 });
  expect(await lines()).toMatchObject([{ name: 'First', quantity: 3 }]);
  await must('setStoreQuantity', { productId, quantity: 1 });
  expect(await lines()).toMatchObject([{ name: 'First', quantity: 1 }]);
});

test('accepts a price, adds and buys by product id after the slug has moved to another product', async () => {
  const { must, lines, change, buyer } = await newShopper();
  const { productId, slug, first, move } = await movedSlug();
  await must('addToStore', { productId });
  const second = await move();
  await must('addToStore', { slug });
  await must('addToStore', { productId });
  expect(await lines()).toMatchObject([
    { name: 'First', quantity: 2 },
    { name: 'Second', quantity: 1 },
  ]);
  const { priceCents } = second;
  await updateProduct(seller, { id: productId, version: first.version + 1, price: priceCents / 100 + 3 });
  // The first product does not have the price of the second one.
  expect((await change('acceptPrice', { productId, price: priceCents })).text).toContain('The price has changed again');
  await must('acceptPrice', { productId, price: priceCents + 300 });
  expect(await lines()).toMatchObject([
    { name: 'First', agreedPrice: { amount: priceCents + 300 } },
    { name: 'Second', agreedPrice: { amount: priceCents } },
  ]);
  const { id } = await buyer.start({ productId, quantity: 2 });
  const { checkout } = await buyer.ask<{ checkout: unknown }>(
    'query ($id: ID!) { checkout(id: $id) { lines { id name quantity } } }',
    { id },
  );
  expect(checkout).toEqual({ lines: [{ id: productId, name: 'First', quantity: 2 }] });
});

test('two deleted products of the same name are two cart lines, each removed alone', async () => {
  const { must, lines, change } = await newShopper();
  const gone = [
    await createProduct(seller, { name: 'Twin', slug: `twin-${made}-a`, price: 1 }),
    await createProduct(seller, { name: 'Twin', slug: `twin-${made}-b`, price: 2 }),
  ] as const;
  for (const { slug } of gone) await must('addToStore', { slug });
  for (const product of gone) await remove(product);
  await must('setStoreQuantity', { productId: gone[0]._id.toHexString(), quantity: 0 });
  expect(await lines()).toMatchObject([{ name: 'Twin', unitPrice: { amount: 200 } }]);
  const more = await change('setStoreQuantity', { productId: gone[1]._id.toHexString(), quantity: 2 });
  expect(more.json).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND', field: 'productId' } }] });
});

test('requires exactly one of slug and productId, and answers NOT_FOUND for an unknown id', async () => {
  const { change } = await newShopper();
  const { slug, productId } = await movedSlug();
  const rest = { setStoreQuantity: { quantity: 1 }, acceptPrice: { price: 1_000 }, addToStore: {}, startCheckout: {} };
  for (const [name, input] of Object.entries(rest)) {
    const both = { ...input, slug, productId };
    const wrong: [object, string][] = [[both, 'Give either a slug or a productId']];
    if (name !== 'startCheckout')
      wrong.push([input, 'Slug is required.'], [{ ...input, slug: null }, 'Slug is required.']);
    for (const [each, message] of wrong)
      expect([name, (await change(name, each)).json]).toMatchObject([
        name,
        { errors: [{ message, extensions: { field: 'slug' } }] },
      ]);
    for (const none of ['', 'lamp', productId.replaceAll(/./g, '0')])
      expect([name, (await change(name, { ...input, productId: none })).json]).toMatchObject([
        name,
        { errors: [{ extensions: { code: 'NOT_FOUND', field: 'productId' } }] },
      ]);
  }
});
