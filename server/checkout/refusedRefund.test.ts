import { ConflictError, UnavailableError } from '../errors';
import { SagaShop } from '../testing/sagaShop';
import { useTestDatabase } from '../testing/useTestDatabase';
import { driveCheckout } from './driveCheckout';
import { handlePaymentNotice } from './handlePaymentNotice';
import { holdKey } from './holdKey';

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

  // The buyer's open page looks again and again; only a notice of the provider is a reason to ask earlier.
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

test('C25 a purchase that was sold out while it was paid counts no more to what its buyer holds', async () => {
  const { checkouts, stock } = database.repositories;
  const shop = new SagaShop(database.repositories);
  const product = await shop.product(2);
  const id = await shop.submit([{ productId: product, quantity: 2 }]);
  await shop.drive('buyer', id);
  await shop.pay(id);
  const { caller } = await shop.require(id, 'PAYING');
  expect(await checkouts.heldBy(caller, shop.now(), 1)).toHaveLength(1);
  const hold = { checkout: holdKey(await shop.require(id, 'PAYING')), quantity: 2 };
  await stock.release(product, hold);
  await stock.hold(product, { checkout: 'other:1', quantity: 2, until: shop.now() });
  const deps = shop.deps('buyer');
  const down = () => Promise.reject(new UnavailableError());
  await driveCheckout({ ...deps, provider: { ...shop.bank, void: down } }, id);
  await shop.require(id, 'REFUNDING');
  expect(await checkouts.heldBy(caller, shop.now(), 1)).toEqual([]);
});
