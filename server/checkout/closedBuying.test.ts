import { countedProduct, readyGuest } from '../testing/buyer';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let open: TestServer;
let closed: TestServer;
beforeAll(async () => {
  open = await startTestServer();
  closed = await startTestServer({ besides: open, payments: { paymentProvider: null } });
});
afterAll(async () => {
  await closed.stop();
  await open.stop();
});

const sentence = 'Buying is closed: this shop takes no payments yet.';

test('without a payment provider no purchase begins, and the refusal says why', async () => {
  const { slug, id } = await countedProduct(open, 2);
  const { json } = await closed.graphql(
    'mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { token } }',
    { input: { slug } },
  );
  expect(json).toMatchObject({ errors: [{ message: sentence, extensions: { code: 'CONFLICT' } }] });
  const rest = await closed.call('POST', '/api/checkouts', { body: { slug } });
  expect(rest).toMatchObject({ status: 409, json: { error: sentence, code: 'CONFLICT' } });
  // One that was begun while there was a provider.
  const { guest, checkout } = await readyGuest(open, slug);
  const submitted = await closed.call('POST', `/api/checkouts/${checkout.id}/submit`, {
    headers: { 'x-checkout-token': guest.checkoutToken ?? '' },
    body: { expectedTotal: checkout.total.amount },
  });
  expect(submitted).toMatchObject({ status: 409, json: { error: sentence } });
  expect(await open.repositories.stock.find(id)).toMatchObject({ onHand: 2, available: 2, holds: [] });
});

test('C20 the test provider is at no address then, and the client is told', async () => {
  const pay = (server: TestServer) => server.call('POST', '/api/test-payments/x:1/pay', { body: {} });
  expect([(await pay(open)).status, (await pay(closed)).status]).toEqual([400, 404]);
  expect((await closed.call('POST', '/api/webhooks/test', { body: {} })).status).toBe(404);
  const told = async (server: TestServer) => (await server.call('GET', '/config.json')).json;
  expect(await told(open)).toMatchObject({ paymentProvider: 'test' });
  expect(await told(closed)).toMatchObject({ paymentProvider: 'none' });
});
