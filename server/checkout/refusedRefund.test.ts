import { ObjectId } from 'mongodb';
import { ConflictError, UnavailableError } from '../errors';
import { SagaShop } from '../testing/sagaShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { driveCheckout } from './driveCheckout';
import { handlePaymentNotice } from './handlePaymentNotice';
import { holdKey } from './holdKey';
import type { SagaDeps } from './sagaDeps';

const database = useTestDatabase();
const hour = 60 * 60_000;

test('a sold-out purchase whose refund is refused gives its pieces back, is logged, and is refunded later', async () => {
  const shop = new SagaShop(database.repositories);
  const product = await shop.product(3);
  const id = await shop.submit([{ productId: product, quantity: 2 }]);
  await shop.drive('buyer', id);
  await shop.pay(id);
  const paying = await shop.require(id, 'PAYING');
  await shop.bank.capture(paying.attempt?.id ?? '', paying.frozen?.totals.totalCents ?? 0);
  await database.repositories.checkouts.change(paying, { status: 'REFUNDING', dueAt: shop.now() });

  const error = jest.fn();
  const deps = shop.deps('buyer');
  const refund = () => Promise.reject(new ConflictError('It was disputed.'));
  await driveCheckout({ ...deps, provider: { ...shop.bank, refund }, log: { ...deps.log, error } }, id);
  expect(await shop.find(id)).toMatchObject({ status: 'REFUNDING', dueAt: new Date(shop.now().getTime() + hour) });
  expect(await database.repositories.stock.find(product)).toMatchObject({ available: 3, holds: [] });
  expect(error).toHaveBeenCalledWith(
    { checkout: id },
    'the payment provider refuses the refund of a purchase that was sold out',
  );

  // The buyer's open page looks again and again; a notice of the provider is a reason to ask earlier.
  const asked = jest.fn(() => Promise.reject(new Error('It does not answer.')));
  const silent = { ...deps, provider: { ...shop.bank, void: asked } };
  await driveCheckout(silent, id);
  expect(asked).not.toHaveBeenCalled();
  await handlePaymentNotice(silent, `${id}:1`);
  expect(asked).toHaveBeenCalledTimes(1);

  shop.wait(hour);
  await shop.drive('buyer', id);
  expect(await shop.find(id)).toMatchObject({ status: 'REFUNDED', dueAt: null });
});

/** Two lines, paid; one of them was sold to somebody else meanwhile. */
async function soldOut(shop: SagaShop) {
  const { stock } = database.repositories;
  const [kept, lost] = [await shop.product(3), await shop.product(2)];
  const wishes = [kept, lost].map((productId) => ({ productId, quantity: 2 }));
  const id = await shop.submit(wishes);
  await shop.drive('buyer', id);
  await shop.pay(id);
  const paying = await shop.require(id, 'PAYING');
  await stock.release(lost, { checkout: holdKey(paying), quantity: 2 });
  await stock.hold(lost, { checkout: 'other:1', quantity: 2, until: new Date(shop.now().getTime() + hour) });
  return { id, kept, paying, caller: paying.caller ?? '' };
}

test('C25 a purchase that was sold out while it was paid holds nothing more, also while the provider is down', async () => {
  const { checkouts, stock } = database.repositories;
  const shop = new SagaShop(database.repositories);
  const { id, kept, paying, caller } = await soldOut(shop);
  expect(await checkouts.heldBy(caller, shop.now(), 1)).toHaveLength(1);
  const deps = shop.deps('buyer');
  const down = () => Promise.reject(new UnavailableError());
  await driveCheckout({ ...deps, provider: { ...shop.bank, void: down } }, id);
  expect(await shop.require(id, 'REFUNDING')).toMatchObject({ heldUntil: null, caller: null });
  expect(await stock.find(kept)).toMatchObject({ available: 3, holds: [] });
  expect(await checkouts.heldBy(caller, shop.now(), 1)).toEqual([]);

  // A driver that was paused since it held again holds once more.
  await stock.hold(kept, { checkout: holdKey(paying), quantity: 2, until: shop.now() });
  shop.wait(6_000);
  await shop.drive('buyer', id);
  await shop.require(id, 'REFUNDED');
  expect(await stock.find(kept)).toMatchObject({ available: 3, holds: [] });
});

test('C25 a sold-out purchase holds nothing more while the provider is asked for its money', async () => {
  const { checkouts } = database.repositories;
  const shop = new SagaShop(database.repositories);
  const { id, caller } = await soldOut(shop);
  const seen: unknown[] = [];
  const look = async (paymentId: string) => {
    seen.push(await checkouts.find(id), await checkouts.heldBy(caller, shop.now(), 1));
    return shop.bank.void(paymentId);
  };
  await driveCheckout({ ...shop.deps('buyer'), provider: { ...shop.bank, void: look } }, id);
  const unheld = { status: 'REFUNDING', heldUntil: null, caller: null, refundingSince: shop.now() };
  expect(seen).toEqual([expect.objectContaining(unheld), []]);
  await shop.require(id, 'REFUNDED');
});

test('C25 a sold-out purchase whose mail fails is stored as such, and asks the provider again only when it is due', async () => {
  const { checkouts } = database.repositories;
  const shop = new SagaShop(database.repositories);
  const { id } = await soldOut(shop);
  await expect(driveCheckout(withoutMail(shop), id)).rejects.toThrow('Ended.');
  expect(await shop.require(id, 'REFUNDING')).toMatchObject({ heldUntil: null, refundingSince: shop.now() });

  shop.wait(11_000);
  await checkouts.postpone(id, shop.now(), new Date(shop.now().getTime() + hour));
  const asked = jest.fn(() => Promise.reject(new Error('It does not answer.')));
  await driveCheckout({ ...shop.deps('buyer'), provider: { ...shop.bank, void: asked } }, id);
  expect(asked).not.toHaveBeenCalled();
});

/** In a process whose mails cannot be stored. */
function withoutMail(shop: SagaShop): SagaDeps {
  const { repositories, ...deps } = shop.deps('dies');
  const insert = () => Promise.reject(new Error('Ended.'));
  const outbox = Object.assign(Object.create(repositories.outbox) as typeof repositories.outbox, { insert });
  return { ...deps, repositories: { ...repositories, outbox } };
}

test('C25 a crash before or after the pieces are given back leaves a sold-out purchase to the next driver', async () => {
  const { stock } = database.repositories;
  const shop = new SagaShop(database.repositories);
  const { id, kept } = await soldOut(shop);
  await shop.dieBefore('REFUNDING', id);
  expect((await shop.require(id, 'REFUNDING')).heldUntil).not.toBeNull();
  shop.wait(11_000);
  await expect(driveCheckout(withoutMail(shop), id)).rejects.toThrow('Ended.');
  expect(await stock.find(kept)).toMatchObject({ available: 3, holds: [] });
  shop.wait(11_000);
  await shop.sweep();
  expect(await shop.require(id, 'REFUNDED')).toMatchObject({ heldUntil: null });
  expect(await stock.find(kept)).toMatchObject({ available: 3, holds: [] });
});

test('the cart of a sold-out purchase whose money goes back can be bought again', async () => {
  const shop = new SagaShop(database.repositories);
  const productId = await shop.product(2);
  const entry = { _id: new ObjectId(), productId, ownerUid: 'anna', name: 'Lamp', nameLower: 'lamp', slug: 'lamp' };
  await database.repositories.store.insertMany([
    { ...entry, photos: [], priceCents: 1_999, discount: 0, inStock: true, categories: [], createdAt: shop.now() },
  ]);
  const wishes = [{ productId, quantity: 1, entryIds: [entry._id] }];
  const id = await shop.submit(wishes);
  await shop.drive('buyer', id);
  const dueAt = new Date(shop.now().getTime() + hour);
  await database.repositories.checkouts.change(await shop.require(id, 'PAYING'), { status: 'REFUNDING', dueAt });
  const next = await shop.submit(wishes);
  await shop.drive('buyer', next);
  await shop.require(next, 'PAYING');
});

test('a checkout counts as stuck once its refund has been tried for ten minutes', async () => {
  const { checkouts } = database.repositories;
  const shop = new SagaShop(database.repositories);
  const { id } = await soldOut(shop);
  const deps = shop.deps('buyer');
  const down = { ...deps, provider: { ...shop.bank, void: () => Promise.reject(new UnavailableError()) } };
  const stuck = async () => {
    const before = (minutes: number) => new Date(shop.now().getTime() - minutes * 60_000);
    const limits = { dueBefore: before(2), heldBefore: before(10), refundingBefore: before(10), most: 10 };
    return (await checkouts.underWay(limits)).stuck;
  };
  for (const [minutes, count] of [
    [0, 0],
    [9, 0],
    [2, 1],
  ] as const) {
    shop.wait(minutes * 60_000);
    await driveCheckout(down, id);
    expect(await stuck()).toBe(count);
  }
});
