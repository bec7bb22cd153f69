import type { OrderDocument } from './orderDocument';
import { countedProduct, readyGuest } from '../testing/buyer';
import { silentLog } from '../testing/silentLog';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { captureOrder, capturePayments } from './capturePayments';

let first: TestServer;
beforeAll(async () => {
  first = await startTestServer();
});
afterAll(() => first.stop());

const minute = 60_000;

/** Places an order at a server with this setting; `capturedAfter` captures so many minutes after the order. */
async function placedWith(captureAfterMinutes: number | 'on-shipping') {
  const server = await startTestServer({ besides: first, payments: { captureAfterMinutes } });
  try {
    const { slug } = await countedProduct(server, 1);
    const { guest, checkout } = await readyGuest(server, slug);
    const { id, total } = checkout;
    const submitted = await guest.call('submitCheckout', { id, expectedTotal: total.amount });
    await guest.pay(submitted, '4242424242424242');
    const { orderNumber } = await guest.call('confirmPayment', { id });
    const { orders } = first.repositories;
    const read = async () => (await orders.find(orderNumber ?? '')) as OrderDocument;
    const { createdAt } = await read();
    const { json } = await server.call('GET', `/api/orders/${orderNumber}`, {
      headers: { 'x-checkout-token': guest.checkoutToken ?? '' },
    });
    const { provider } = first.saga;
    return {
      canUndoUntil: (json as { canUndoUntil: string | null }).canUndoUntil,
      createdAt,
      /** As a shipment, at a provider that does not answer. */
      begin: async () => {
        const silent = { ...provider, capture: () => Promise.reject(new Error('It does not answer.')) };
        await captureOrder({ orders, provider: silent, now: () => new Date() }, await read());
      },
      ship: async () => orders.change(await read(), { status: 'shipped' }),
      capturedAfter: async (minutes: number) => {
        const now = () => new Date(createdAt.getTime() + minutes * minute);
        await capturePayments({ repositories: first.repositories, provider, now, log: silentLog });
        const { payment, totalCents } = await read();
        const { capturedCents } = (await provider.findState(payment.id)) ?? { capturedCents: -1 };
        expect(payment.capturedCents).toBe(capturedCents);
        expect([0, totalCents]).toContain(capturedCents);
        return payment.status;
      },
    };
  } finally {
    await server.stop();
  }
}

test('CAPTURE_AFTER_MINUTES: captures after that time and allows undo until then', async () => {
  const { capturedAfter, canUndoUntil, createdAt } = await placedWith(10);
  expect(canUndoUntil).toBe(new Date(createdAt.getTime() + 10 * minute).toISOString());
  expect([await capturedAfter(9.9), await capturedAfter(10), await capturedAfter(11)]).toEqual([
    'authorized',
    'paid',
    'paid',
  ]);
});

test('CAPTURE_AFTER_MINUTES=0: captures at once and offers no undo', async () => {
  const { capturedAfter, canUndoUntil } = await placedWith(0);
  expect([canUndoUntil, await capturedAfter(0)]).toEqual([null, 'paid']);
});

test('CAPTURE_AFTER_MINUTES=on-shipping: captures on shipment, however late', async () => {
  const { capturedAfter, ship } = await placedWith('on-shipping');
  expect(await capturedAfter(100_000)).toBe('authorized');
  await ship();
  expect(await capturedAfter(0)).toBe('paid');
});

test('CAPTURE_AFTER_MINUTES=on-shipping: a capture that was begun and not answered is completed by the sweeper', async () => {
  const { capturedAfter, begin } = await placedWith('on-shipping');
  await expect(begin()).rejects.toThrow('It does not answer.');
  expect(await capturedAfter(5)).toBe('paid');
});

test('skips payments of another provider, such as demo orders beside Stripe', async () => {
  const { capturedAfter } = await placedWith(0);
  const asked: string[] = [];
  const another = {
    ...first.saga.provider,
    name: 'stripe',
    capture: (id: string) => {
      asked.push(id);
      return Promise.reject(new Error('There is no such payment.'));
    },
  } as const;
  await capturePayments({ repositories: first.repositories, provider: another, now: () => new Date(), log: silentLog });
  expect(asked).toEqual([]);
  expect(await capturedAfter(0)).toBe('paid');
});
