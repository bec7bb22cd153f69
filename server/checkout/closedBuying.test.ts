import { sweepNotices } from '../notices/sweepNotices';
import { sweepOrders } from '../orders/sweepOrders';
import { Buyer, countedProduct, readyGuest } from '../testing/buyer';
import { NoticeSender, paidGuest } from '../testing/noticeSender';
import { placeOrder } from '../testing/placedOrder';
import { silentLog } from '../testing/silentLog';
import { startTestServer, type TestServer } from '../testing/startTestServer';

let open: TestServer;
let closed: TestServer;
beforeAll(async () => {
  open = await startTestServer();
  closed = await startTestServer({ besides: open, payments: { payments: null } });
});
afterAll(async () => {
  await closed.stop();
  await open.stop();
});

const sentence = 'Buying is closed: this shop takes no payments yet.';

test('without a payment provider, starting and submitting a checkout are refused with the reason', async () => {
  const { slug, id } = await countedProduct(open, 2);
  const { json } = await closed.graphql(
    'mutation ($input: StartCheckoutInput!) { startCheckout(input: $input) { token } }',
    { input: { slug } },
  );
  expect(json).toMatchObject({ errors: [{ message: sentence, extensions: { code: 'CONFLICT' } }] });
  const rest = await closed.call('POST', '/api/checkouts', { body: { slug } });
  expect(rest).toMatchObject({ status: 409, json: { error: sentence, code: 'CONFLICT' } });
  // A checkout started while there was a provider.
  const { guest, checkout } = await readyGuest(open, slug);
  const submitted = await closed.call('POST', `/api/checkouts/${checkout.id}/submit`, {
    headers: { 'x-checkout-token': guest.checkoutToken ?? '' },
    body: { expectedTotal: checkout.total.amount },
  });
  expect(submitted).toMatchObject({ status: 409, json: { error: sentence } });
  expect(await open.repositories.stock.find(id)).toMatchObject({ onHand: 2, available: 2, holds: [] });
});

test('C20 without a payment provider, the endpoints of the test provider are 404 and /config.json says none', async () => {
  const pay = (server: TestServer) => server.call('POST', '/api/test-payments/x:1/pay', { body: {} });
  expect([(await pay(open)).status, (await pay(closed)).status]).toEqual([400, 404]);
  expect((await closed.call('POST', '/api/webhooks/test', { body: {} })).status).toBe(404);
  const told = async (server: TestServer) => (await server.call('GET', '/config.json')).json;
  expect(await told(open)).toMatchObject({ paymentProvider: 'test', captureAfterMinutes: 10 });
  expect(await told(closed)).toMatchObject({ paymentProvider: 'none' });
});

test('with OUTBOUND off the provider is not called: pending work waits and payment notices are stored', async () => {
  const silent = await startTestServer({
    besides: open,
    settings: { outbound: false },
    payments: { isOutbound: false },
  });
  try {
    const { slug } = await countedProduct(open, 3);
    const refused = await silent.call('POST', '/api/checkouts', { body: { slug } });
    expect(refused.json).toMatchObject({ error: 'Buying is closed: payments are switched off for now.' });
    expect((await silent.call('GET', '/config.json')).json).toMatchObject({ outbound: false, paymentProvider: 'none' });
    expect((await silent.call('POST', '/api/test-payments/x:1/pay', { body: {} })).status).toBe(404);

    const { guest, id, paymentId } = await paidGuest(open, slug);
    const confirmed = await guest
      .by(silent)
      .send('mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { checkout { status } } }', {
        input: { id },
      });
    expect(confirmed.json).toEqual({ data: { confirmPayment: { checkout: { status: 'PAYING' } } } });
    const sender = new NoticeSender(silent);
    await sender.learnSecret();
    expect((await sender.send('one', paymentId)).status).toBe(200);

    const buyer = new Buyer(open);
    const number = await placeOrder(buyer, { slug, quantity: 1 });
    const undone = await buyer
      .by(silent)
      .send('mutation ($input: UndoOrderInput!) { undoOrder(input: $input) { order { status } } }', {
        input: { number },
      });
    expect(undone.json).toEqual({ data: { undoOrder: { order: { status: 'CANCELLED' } } } });
    const isLeft = { cancellation: { step: 'payment' }, payment: { status: 'authorized' } };
    expect(await open.repositories.orders.find(number)).toMatchObject(isLeft);
    expect(await sender.find('one')).toMatchObject({ status: 'WAITING', tries: 0 });

    const { saga, repositories } = open;
    const deps = { ...saga, repositories, now: () => new Date(Date.now() + 60_000), log: silentLog };
    await Promise.all([sweepOrders(deps), sweepNotices(deps)]);
    expect(await open.repositories.orders.find(number)).toMatchObject({ payment: { status: 'voided' } });
    expect(await sender.find('one')).toMatchObject({ status: 'DONE', tries: 1 });
    expect(await repositories.checkouts.find(id)).toMatchObject({ status: 'PLACED' });
  } finally {
    await silent.stop();
  }
});
