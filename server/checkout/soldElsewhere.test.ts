import { adjustStock } from '../inventory/inventory.service';
import { Buyer, countedProduct, readyGuest } from '../testing/buyer';
import { asAdmin } from '../testing/contexts';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let host: TestServer;
let other: TestServer;
beforeAll(async () => {
  host = await startTestServer();
  other = await startTestServer({ besides: host });
});
afterAll(async () => {
  await other.stop();
  await host.stop();
});

interface Shown {
  readonly products: { readonly nodes: readonly { readonly slug: string; readonly inStock: boolean }[] };
  readonly product: { readonly inStock: boolean };
}

const asked = `query ($slug: String!) {
  products(first: 100) { nodes { slug inStock } } product(slug: $slug) { inStock } }`;

/** What shoppers read in the list and on the page, as soon as both are the same as `wanted`, at the latest after 1 s. */
async function shownAt(server: TestServer, slug: string, wanted: boolean): Promise<readonly boolean[]> {
  const until = Date.now() + 1_000;
  for (;;) {
    const { products, product } = await new Buyer(server).ask<Shown>(asked, { slug });
    const shown = [products.nodes.some((each) => each.slug === slug && each.inStock), product.inStock];
    if (shown.every((inStock) => inStock === wanted) || Date.now() > until) return shown;
  }
}

test('C02 the last piece that one host sells is sold out on another one within a second, as is a delivery', async () => {
  const { slug, id } = await countedProduct(host, 1);
  // The other host has cached its answers.
  expect(await shownAt(other, slug, true)).toEqual([true, true]);
  const { guest, checkout } = await readyGuest(host, slug);
  await guest.pay(await guest.submit(checkout));
  expect((await guest.call('confirmPayment', { id: checkout.id })).status).toBe('PLACED');
  expect(await shownAt(other, slug, false)).toEqual([false, false]);
  expect(await shownAt(host, slug, false)).toEqual([false, false]);
  const { checkout: late } = await readyGuest(other, slug);
  expect(late.problems).toMatchObject([{ code: 'OUT_OF_STOCK' }]);
  const admin = await asAdmin(host.repositories, 'root');
  await adjustStock(admin, { id: id.toHexString(), delta: 5, reason: 'DELIVERY' });
  expect(await shownAt(other, slug, true)).toEqual([true, true]);
});
