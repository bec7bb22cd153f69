import { addToStore, findCart } from '../store/store.service';
import { deleteStoreItem } from '../store/deleteStoreItem';
import { restoreStoreItem } from '../store/restoreStoreItem';
import { asAnonymous, asUser, testTime } from '../testing/contexts';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import type { Context } from '../context';
import { createProduct, findProduct } from './products.service';
import type { ProductDocument } from './products.repository';
import { maximumFormerSlugs } from './slug';
import { updateProduct } from './updateProduct';

let server: TestServer;
let ada: Context;
beforeAll(async () => {
  server = await startTestServer({ parts: { pageDataWaitMs: 10_000 } });
  let second = 0;
  ada = await asUser(server.repositories, 'ada', { now: () => new Date(testTime.getTime() + 1_000 * (second += 1)) });
});
afterAll(() => server.stop());

const create = (slug: string) => createProduct(ada, { name: `The ${slug}`, slug, price: 5 });
const rename = ({ _id, version }: ProductDocument, slug: string) =>
  updateProduct(ada, { id: _id.toHexString(), version, slug });
const found = async (slug: string) => (await findProduct(asAnonymous(server.repositories), { slug }))?._id;
/** Response status and Location header. */
const page = async (path: string, method = 'GET') => {
  const { status, headers } = await fetch(`${server.url}${path}`, { method, redirect: 'manual' });
  return [status, headers.get('location')];
};

test('redirects every former slug to the current one and preserves the query string', async () => {
  const first = await create('first');
  const third = await rename(await rename(first, 'second'), 'third');
  for (const slug of ['first', 'second', 'third', 'THIRD', 'First']) expect(await found(slug)).toEqual(first._id);
  expect(await page('/products/first')).toEqual([301, '/products/third']);
  expect(await page('/products/second/?ref=mail&x=%C3%A9')).toEqual([301, '/products/third?ref=mail&x=%C3%A9']);
  expect(await page('/products/Third', 'HEAD')).toEqual([301, '/products/third']);
  expect(await page('/products/third')).toEqual([200, null]);
  expect(await page('/products/fourth')).toEqual([404, null]);
  const { json } = await server.graphql('{ product(slug: "FIRST") { slug } }');
  expect(json).toEqual({ data: { product: { slug: 'third' } } });

  const back = await rename(third, 'first');
  expect(back.formerSlugs?.map(({ slug }) => slug)).toEqual(['second', 'third']);
  expect(await page('/products/first')).toEqual([200, null]);
  expect(await page('/products/third')).toEqual([301, '/products/first']);
});

test('resolves a reused slug to its new product, and after a rename to its latest holder', async () => {
  const old = await rename(await create('mug'), 'cup');
  const taker = await create('mug');
  expect(await found('mug')).toEqual(taker._id);
  expect(await page('/products/mug')).toEqual([200, null]);
  await rename(taker, 'beaker');
  expect(await found('mug')).toEqual(taker._id);
  expect(await found('cup')).toEqual(old._id);
});

test('hides a product’s former slugs wherever the product itself is hidden', async () => {
  const hidden = await rename(await create('seen'), 'unseen');
  await updateProduct(ada, { id: hidden._id.toHexString(), version: hidden.version, status: 'INACTIVE' });
  expect(await found('seen')).toBeUndefined();
  expect(await page('/products/seen')).toEqual([404, null]);
  expect((await findProduct(ada, { slug: 'seen' }))?._id).toEqual(hidden._id);
});

test('keeps former slugs across a rename by name, a deletion and a restore', async () => {
  const vase = await createProduct(ada, { name: 'Plain Vase', price: 5 });
  const renamed = await updateProduct(ada, {
    id: vase._id.toHexString(),
    version: vase.version,
    name: 'Tall Vase',
    slug: '',
  });
  expect(renamed.slug).toBe('tall-vase');
  const id = renamed._id.toHexString();
  await deleteStoreItem(ada, { id });
  expect(await found('plain-vase')).toBeUndefined();
  await restoreStoreItem(ada, { id });
  expect(await found('plain-vase')).toEqual(renamed._id);
});

test('keeps only the latest former slugs, up to the limit', async () => {
  let product = await create('name-0');
  for (let number = 1; number <= maximumFormerSlugs + 2; number += 1) product = await rename(product, `name-${number}`);
  expect(product.formerSlugs).toHaveLength(maximumFormerSlugs);
  expect(await found('name-1')).toBeUndefined();
  expect(await found('name-2')).toEqual(product._id);
});

test('resolves a cart line to the current slug of its product after renames and reuse of the old slug', async () => {
  const lamp = await create('lamp');
  const bob = await asUser(server.repositories, 'bob');
  await addToStore(bob, { slug: 'LAMP' });
  const renamed = await rename(await rename(lamp, 'torch'), 'light');
  await create('lamp');
  await addToStore(bob, { slug: 'torch' });
  const lines = await findCart(bob, {});
  expect(lines.map(({ slug, productId }) => [slug, productId])).toEqual([
    ['lamp', lamp._id],
    ['light', lamp._id],
  ]);
  const cart = async () => {
    const token = server.identity.token({ uid: 'bob', email: 'bob@kiosk.test', emailVerified: true, name: 'Bob' });
    const { json } = await server.graphql('{ cart { slug productSlug } }', {}, { token });
    return json;
  };
  expect(await cart()).toEqual({
    data: {
      cart: [
        { slug: 'lamp', productSlug: 'light' },
        { slug: 'light', productSlug: 'light' },
      ],
    },
  });
  await deleteStoreItem(ada, { id: renamed._id.toHexString() });
  expect(await cart()).toMatchObject({ data: { cart: [{ productSlug: null }, { productSlug: null }] } });
});
