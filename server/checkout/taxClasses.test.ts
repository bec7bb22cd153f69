import { buildProduct } from '../testing/builders';
import { Buyer, homeAddress, type CheckoutView } from '../testing/buyer';
import { must, signUp, type Principal } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
let admin: Principal;
beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server, 'admin');
});
afterAll(() => server.stop());

const berlin = { ...homeAddress, city: 'Berlin', region: '', postalCode: '10115', countryCode: 'DE' };

interface Made {
  readonly createProduct: {
    readonly product: { readonly id: string; readonly slug: string; readonly version: number };
  };
}

async function made(input: object) {
  const data = await must(
    server,
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id slug version taxClass } } }',
    { input: { name: 'Atlas of birds', price: 100, ...input } },
    admin.token,
  );
  return (data as Made).createProduct.product;
}

/** A checkout ready to submit in Germany: 19 % standard rate, 7 % reduced rate. */
async function readyIn(slug: string): Promise<{ guest: Buyer; checkout: CheckoutView; tax: () => Promise<number> }> {
  const guest = new Buyer(server);
  const { id } = await guest.start({ slug });
  const checkout = await guest.call('updateCheckout', { id, email: 'anna@example.com', shippingAddress: berlin });
  const tax = async () =>
    (
      await guest.ask<{ checkout: { taxTotal: { amount: number } } }>(
        'query ($id: ID!) { checkout(id: $id) { taxTotal { amount } } }',
        { id },
      )
    ).checkout.taxTotal.amount;
  return { guest, checkout, tax };
}

/** The tax on shipping of $19.90, whatever the parcel contains. */
const onShipping = 378;

test.each([
  ['STANDARD', 1_900],
  ['REDUCED', 700],
  ['ZERO', 0],
])(
  'C16 C50 a product of class %s is taxed at the rate of its class, as the tax preview shows',
  async (taxClass, onGoods) => {
    const product = await made({ taxClass });
    expect(product).toMatchObject({ taxClass });
    const { checkout, tax } = await readyIn(product.slug);
    expect(await tax()).toBe(onGoods + onShipping);
    const preview = 'query ($slug: String!) { taxPreview(slug: $slug, countryCode: "DE") { tax { amount } } }';
    expect(await must(server, preview, { slug: product.slug }, admin.token)).toEqual({
      taxPreview: { tax: { amount: (await tax()) - onShipping } },
    });
    expect(checkout.total.amount).toBe(10_000 + 1_990 + onGoods + onShipping);
  },
);

test('C50 a product of an earlier version without a class is taxed as standard', async () => {
  const old = buildProduct({ name: 'Old lamp', price: 100 });
  delete old.taxClass;
  await server.repositories.products.insert(old);
  expect(await (await readyIn(old.slug)).tax()).toBe(1_900 + onShipping);
  const data = await must(server, `{ products(first: 50) { nodes { slug taxClass } } }`, {}, admin.token);
  expect(data).toMatchObject({
    products: { nodes: expect.arrayContaining([{ slug: old.slug, taxClass: 'STANDARD' }]) as unknown },
  });
});

test('C50 changing the class leaves orders unchanged, and a submit at the old total is refused', async () => {
  const { id, slug, version } = await made({ taxClass: 'REDUCED' });
  const early = await readyIn(slug);
  const late = await readyIn(slug);
  await early.guest.pay(await early.guest.submit(early.checkout));
  const { orderNumber } = await early.guest.call('confirmPayment', { id: early.checkout.id });
  const order = () => server.repositories.orders.find(orderNumber ?? '');
  const bought = await order();
  expect(bought).toMatchObject({ lines: [{ taxRate: 700, taxCents: 700 }], totalCents: early.checkout.total.amount });
  await must(
    server,
    'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { taxClass } } }',
    { input: { id, version, taxClass: 'STANDARD' } },
    admin.token,
  );
  expect(await order()).toEqual(bought);
  const refused = await late.guest.submit(late.checkout);
  expect(refused.problems[0]).toMatchObject({ code: 'TOTAL_CHANGED' });
  expect(await late.tax()).toBe(1_900 + onShipping);
});

test('C50 REST accepts an optional class in lower case and does not return it', async () => {
  const post = (body: object) => server.call('POST', '/api/product', { token: admin.token, body });
  const body = { name: 'Atlas of fish', price: 100, slug: 'atlas-of-fish' };
  const { status, json } = await post({ ...body, taxClass: 'zero' });
  expect(status).toBe(201);
  expect(json).not.toHaveProperty('taxClass');
  expect(await server.repositories.products.findBySlug(body.slug)).toMatchObject({ taxClass: 'zero' });
  expect((await post({ ...body, slug: 'atlas-of-frogs' })).status).toBe(201);
  expect(await server.repositories.products.findBySlug('atlas-of-frogs')).toMatchObject({ taxClass: 'standard' });
  expect(await post({ ...body, slug: 'atlas-of-bees', taxClass: 'none' })).toMatchObject({ status: 400 });
});
