import { countedProduct, readyGuest } from '../testing/buyer';
import { SagaShop } from '../testing/sagaShop';
import { startTestServer, type TestServer } from '../testing/startTestServer';

const day = 24 * 60 * 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const checkouts = () => server.repositories.checkouts;

/** In how many days the database removes it; null: never. */
async function daysLeft(id: string, now = new Date()): Promise<number | null> {
  const found = await checkouts().find(id);
  if (!found) throw new Error('It was removed.');
  return found.expiresAt && Math.round((found.expiresAt.getTime() - now.getTime()) / day);
}

/** As if it was begun weeks ago. */
async function age(id: string): Promise<void> {
  const checkout = await checkouts().find(id);
  if (checkout) await checkouts().change(checkout, { expiresAt: new Date(Date.now() + day) });
  expect(await daysLeft(id)).toBe(1);
}

test('C23 an open checkout is kept 30 days after its last change, and one under way until it is over', async () => {
  const { slug } = await countedProduct(server, 3);
  const { guest, checkout } = await readyGuest(server, slug);
  const { id } = checkout;
  expect(await daysLeft(id)).toBe(30);
  await age(id);
  await guest.call('updateCheckout', { id, note: 'Ring twice' });
  expect(await daysLeft(id)).toBe(30);
  await age(id);
  const submitted = await guest.submit(checkout);
  expect([submitted.status, await daysLeft(id)]).toEqual(['PAYING', null]);
  await guest.pay(submitted, '4000 0000 0000 0002');
  expect((await guest.call('confirmPayment', { id })).status).toBe('READY');
  expect(await daysLeft(id)).toBeNull();
  expect((await guest.call('cancelCheckout', { id })).status).toBe('CANCELLED');
  expect(await daysLeft(id)).toBe(30);
});

describe('without pages', () => {
  let shop: SagaShop;
  beforeEach(() => {
    shop = new SagaShop(server.repositories);
  });
  const left = (id: string) => daysLeft(id, shop.now());

  test.each(['PAID', 'PLACING', 'order', 'entries'])(
    'C23 C26 a paid checkout whose driver died before %s is not removed before its order is placed',
    async (step) => {
      const id = await shop.submit([{ productId: await shop.product(1), quantity: 1 }]);
      await shop.drive('host', id);
      await shop.pay(id);
      await shop.dieBefore(step, id);
      expect(await left(id)).toBeNull();
      shop.wait(11_000);
      await shop.drive('host', id);
      await shop.require(id, 'PLACED');
      expect(await left(id)).toBe(30);
    },
  );

  test('C25 a checkout that is open again because its pieces are sold is kept 30 days from then', async () => {
    const id = await shop.submit([{ productId: await shop.product(1), quantity: 2 }]);
    shop.wait(9 * day);
    await shop.drive('host', id);
    await shop.require(id, 'OPEN');
    expect(await left(id)).toBe(30);
  });

  test('C26 a checkout that an older version has submitted is kept from its next step on', async () => {
    const expiresAt = new Date(shop.now().getTime() + day);
    const id = await shop.submit([{ productId: await shop.product(1), quantity: 1 }], { expiresAt });
    await shop.drive('host', id);
    await shop.require(id, 'PAYING');
    expect(await left(id)).toBeNull();
    shop.wait(16 * 60_000);
    await shop.drive('host', id);
    await shop.require(id, 'EXPIRED');
    expect(await left(id)).toBe(30);
  });
});
