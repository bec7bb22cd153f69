import { ConflictError } from '../errors';
import { Buyer, countedProduct, newAddress, readyGuest } from '../testing/buyer';
import { asUser } from '../testing/contexts';
import { signUp } from '../testing/principals';
import { SagaShop } from '../testing/sagaShop';
import { silentLog } from '../testing/silentLog';
import { startTestServer, type TestServer } from '../testing/startTestServer';
import { extendHold } from './changeCheckout';
import { driveCheckout } from './driveCheckout';

const minute = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const stockOf = async (id: Awaited<ReturnType<typeof countedProduct>>['id']) => server.repositories.stock.find(id);

test('C19 the first Place order holds for 15 minutes from then', async () => {
  const { slug } = await countedProduct(server, 3);
  const { guest, checkout } = await readyGuest(server, slug);
  const before = Date.now();
  const heldUntil = Date.parse((await guest.submit(checkout)).heldUntil ?? '');
  expect(heldUntil).toBeGreaterThanOrEqual(before + 15 * minute);
  expect(heldUntil).toBeLessThanOrEqual(Date.now() + 15 * minute);
});

test('C19 pieces are still held seconds before the 15 minutes end, and free after them', async () => {
  const shop = new SagaShop(server.repositories);
  const product = await shop.product(2);
  const id = await shop.submit([{ productId: product, quantity: 2 }]);
  await shop.drive('host', id);
  shop.wait(15 * minute - 5_000);
  await shop.sweep();
  await shop.require(id, 'PAYING');
  expect(await stockOf(product)).toMatchObject({ available: 0 });
  shop.wait(15_000);
  await shop.sweep();
  await shop.require(id, 'EXPIRED');
  expect(await stockOf(product)).toMatchObject({ available: 2, holds: [] });
});

test('C19 a hold is extended to 15 minutes from then, ten times, and an eleventh time is refused', async () => {
  const shop = new SagaShop(server.repositories);
  const product = await shop.product(2);
  const id = await shop.submit([{ productId: product, quantity: 1 }]);
  await shop.drive('host', id);
  const anna = await asUser(server.repositories, 'anna', {
    ...{ now: shop.now, saga: { provider: shop.bank, owner: 'test', captureAfterMinutes: 10 } },
  });
  for (let time = 1; time <= 10; time += 1) {
    shop.wait(14 * minute);
    const until = new Date(shop.now().getTime() + 15 * minute);
    expect(await extendHold(anna, id)).toMatchObject({ heldUntil: until, extensions: time });
    expect(await stockOf(product)).toMatchObject({ holds: [{ until }] });
    await shop.sweep();
    await shop.require(id, 'PAYING');
  }
  const { heldUntil } = await shop.require(id, 'PAYING');
  shop.wait(14 * minute);
  await expect(extendHold(anna, id)).rejects.toThrow(new ConflictError('It cannot be held any longer.', 'id'));
  expect((await shop.require(id, 'PAYING')).heldUntil).toEqual(heldUntil);
  shop.wait(minute + 10_000);
  await shop.sweep();
  await shop.require(id, 'EXPIRED');
  await expect(extendHold(anna, id)).rejects.toThrow(new ConflictError('Nothing is held any more.', 'id'));
});

const limited = 'You have other purchases under way. Finish or cancel one of them first.';

test('C19 one client holds at most a hundred pieces in all of its checkouts', async () => {
  const { slug, id } = await countedProduct(server, 300, 1);
  const from = newAddress();
  const begun = await Promise.all([60, 60, 40].map((quantity) => readyGuest(server, slug, quantity, from)));
  const [sixty, sixtyMore, forty] = begun as [Ready, Ready, Ready];
  expect((await sixty.guest.submit(sixty.checkout)).status).toBe('PAYING');
  await expect(sixtyMore.guest.submit(sixtyMore.checkout)).rejects.toThrow(limited);
  expect(await stockOf(id)).toMatchObject({ available: 240 });
  expect((await forty.guest.submit(forty.checkout)).status).toBe('PAYING');
  expect(await stockOf(id)).toMatchObject({ available: 200 });

  const elsewhere = await readyGuest(server, slug, 60);
  expect((await elsewhere.guest.submit(elsewhere.checkout)).status).toBe('PAYING');
  await sixty.guest.call('cancelCheckout', { id: sixty.checkout.id });
  expect((await sixtyMore.guest.submit(sixtyMore.checkout)).status).toBe('PAYING');
});

test('C19 what somebody holds who is signed in counts by the account, not by the network address', async () => {
  const { slug } = await countedProduct(server, 300, 1);
  const from = newAddress();
  const guest = await readyGuest(server, slug, 60, from);
  expect((await guest.guest.submit(guest.checkout)).status).toBe('PAYING');
  const { token: idToken = '' } = await signUp(server, 'holder');
  const submit = async (address: string) => {
    const buyer = new Buyer(server, { idToken, from: address });
    return buyer.submit(await buyer.begin({ slug, quantity: 60 }));
  };
  expect((await submit(from)).status).toBe('PAYING');
  await expect(submit(newAddress())).rejects.toThrow(limited);
});

test('C19 a guest’s network address is stored, as a keyed hash, only while pieces are held', async () => {
  const { slug } = await countedProduct(server, 5);
  const callerOf = async (id: string) => (await server.repositories.checkouts.find(id))?.caller;
  for (const end of ['placed', 'cancelled', 'reopened'] as const) {
    const { guest, checkout } = await readyGuest(server, slug);
    const { id } = checkout;
    expect(await callerOf(id)).toBeNull();
    const submitted = await guest.submit(checkout);
    expect(await callerOf(id)).toMatch(/^address [\w-]{43}$/);
    if (end === 'placed') await guest.pay(submitted);
    if (end === 'placed') await guest.call('confirmPayment', { id });
    else if (end === 'cancelled') await guest.call('cancelCheckout', { id });
    else await release(id);
    expect(await callerOf(id)).toBeNull();
  }
});

/** As after the press of a checkout of which a piece was missing. */
async function release(id: string): Promise<void> {
  const { repositories, saga } = server;
  const stored = await repositories.checkouts.find(id);
  if (!stored) throw new Error('It was submitted.');
  await repositories.checkouts.change(stored, { status: 'RELEASING', releaseTo: 'OPEN' });
  await driveCheckout({ ...saga, repositories, now: () => new Date(), log: silentLog }, id);
}

test('C23 what its buyer cancels while the hold ends is not placed, although it was paid just in time', async () => {
  const { slug, id: productId } = await countedProduct(server, 1);
  const { guest, checkout } = await readyGuest(server, slug);
  const { id } = checkout;
  const submitted = await guest.submit(checkout);
  // Without a notice.
  await guest.pay(submitted, '4000000000010050');
  const stored = await server.repositories.checkouts.find(id);
  if (!stored) throw new Error('It was submitted.');
  const another = { owner: 'another', until: new Date(Date.now() + 10_000) };
  await server.repositories.checkouts.change(stored, { status: 'RELEASING', releaseTo: 'EXPIRED', lease: another });
  const ending = await guest.call('confirmPayment', { id });
  expect(ending).toMatchObject({ status: 'PAYING', payment: { result: 'UNKNOWN', clientSecret: null } });
  expect((await guest.call('cancelCheckout', { id })).status).toBe('CANCELLED');
  expect(await server.saga.provider.findState(`${id}:1`)).toMatchObject({ result: 'CANCELLED', capturedCents: 0 });
  expect(await server.repositories.stock.find(productId)).toMatchObject({ available: 1, holds: [] });
});

interface Ready {
  readonly guest: Buyer;
  readonly checkout: Awaited<ReturnType<typeof readyGuest>>['checkout'];
}
