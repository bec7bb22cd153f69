import { Buyer, type CheckoutView, countedProduct, readyGuest } from '../testing/buyer';
import { must, signUp } from '../testing/principals';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const changed = { code: 'PURCHASE_CHANGED', message: 'What you are buying has changed' };
const seen = ({ id, total, fingerprint }: CheckoutView) => ({
  id,
  expectedTotal: total.amount,
  expectedFingerprint: fingerprint,
});

async function cartOf(name: string) {
  const { token } = await signUp(server, name);
  const set = (slug: string, quantity: number) =>
    must(
      server,
      'mutation ($input: SetStoreQuantityInput!) { setStoreQuantity(input: $input) { removedIds } }',
      { input: { slug, quantity } },
      token,
    );
  return { buyer: new Buyer(server, { idToken: token ?? '' }), set };
}

test('C17 a cart in which another device replaced a product by one of the same price is not bought unseen', async () => {
  const { buyer, set } = await cartOf('replacing');
  const [kettle, lamp] = [await countedProduct(server, 3), await countedProduct(server, 3)];
  await set(kettle.slug, 1);
  const shown = await buyer.begin({});
  await set(kettle.slug, 0);
  await set(lamp.slug, 1);
  const refused = await buyer.call('submitCheckout', seen(shown));
  expect(refused).toMatchObject({ status: 'OPEN', total: shown.total, problems: [changed] });
  expect(refused.fingerprint).not.toBe(shown.fingerprint);
  expect(await server.repositories.stock.find(lamp.id)).toMatchObject({ available: 3, holds: [] });
  expect((await buyer.call('submitCheckout', seen(refused))).status).toBe('PAYING');
});

test('C17 the same pieces in another order are the same purchase', async () => {
  const { buyer, set } = await cartOf('ordering');
  const [one, other] = [await countedProduct(server, 3), await countedProduct(server, 3)];
  await set(one.slug, 1);
  await set(other.slug, 1);
  const shown = await buyer.begin({});
  await set(one.slug, 0);
  await set(one.slug, 1);
  expect((await buyer.call('submitCheckout', seen(shown))).status).toBe('PAYING');
});

test('C17 C18 what another tab holds is paid by a tab that shows the same alone', async () => {
  const { slug } = await countedProduct(server, 3);
  const { guest, checkout } = await readyGuest(server, slug);
  await guest.submit(checkout);
  const other = await guest.call('submitCheckout', { ...seen(checkout), expectedFingerprint: 'of something else' });
  expect(other.problems).toEqual([changed]);
  const same = await guest.call('submitCheckout', seen(checkout));
  expect(same).toMatchObject({ status: 'PAYING', problems: [], fingerprint: checkout.fingerprint });
});

test('C17 C28 a fingerprint that is too long is refused on its field', async () => {
  const { slug } = await countedProduct(server, 3);
  const { guest, checkout } = await readyGuest(server, slug);
  const input = { ...seen(checkout), expectedFingerprint: 'f'.repeat(101) };
  const { json } = await guest.send(
    'mutation ($input: SubmitCheckoutInput!) { submitCheckout(input: $input) { checkout { id } } }',
    { input },
  );
  expect(json).toMatchObject({
    errors: [{ extensions: { code: 'BAD_USER_INPUT', field: 'expectedFingerprint' } }],
  });
});
