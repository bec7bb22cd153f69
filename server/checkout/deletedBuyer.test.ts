import { ConflictError } from '../errors';
import { finishJobs } from '../collections/finishJobs';
import { asUser } from '../testing/contexts';
import { ShopScene } from '../testing/shopScene';
import { silentLog } from '../testing/silentLog';
import { useTestDatabase } from '../testing/useTestDatabase';
import { deleteUser } from '../users/users.service';
import { driveCheckout } from './driveCheckout';

const database = useTestDatabase();
const hour = 60 * 60_000;
const identity = { disableAccount: () => Promise.resolve(null) };

let scene: ShopScene;
beforeEach(async () => {
  scene = new ShopScene(database);
  await asUser(database.repositories, 'anna');
});

const finish = () => finishJobs({ repositories: database.repositories, identity, log: silentLog, now: scene.shop.now });
const jobs = async () => (await database.repositories.jobs.find(10)).map(({ _id }) => _id);

async function deleteAnna(): Promise<void> {
  await deleteUser(await scene.admin(), { id: 'anna' });
}

/** Two days in which every run of the jobs looks for what is left of the buyer. */
async function twoDaysPass(): Promise<void> {
  for (let passed = 0; passed < 48; passed += 8) {
    scene.shop.wait(8 * hour);
    await finish();
  }
}

/** A purchase that was just paid. */
async function pay(): Promise<string> {
  const id = await scene.shop.submit([{ productId: await scene.shop.product(3), quantity: 2 }], { note: 'For Anna' });
  await scene.shop.drive('buyer', id);
  await scene.shop.pay(id);
  return id;
}

/** Where the buyer is still named. */
async function whereNamed(): Promise<string[]> {
  const found = [];
  for (const name of ['checkouts', 'orders', 'outbox'])
    if (await database.db.collection(name).findOne({ buyerUid: 'anna' })) found.push(name);
  return found;
}

/** What ends a day after the last purchase. */
async function expectForgotten(): Promise<void> {
  await finish();
  expect(await whereNamed()).toEqual([]);
  expect(await jobs()).toEqual(['lastPurchases:anna']);
  scene.shop.wait(25 * hour);
  await finish();
  expect(await jobs()).toEqual([]);
}

test('C71 a sold-out purchase that is refunded days after its buyer was deleted leaves nothing of them', async () => {
  const { shop } = scene;
  const id = await pay();
  const paying = await shop.require(id, 'PAYING');
  await shop.bank.capture(paying.attempt?.id ?? '', paying.frozen?.totals.totalCents ?? 0);
  await database.repositories.checkouts.change(paying, { status: 'REFUNDING', dueAt: shop.now() });
  const refund = () => Promise.reject(new ConflictError('It was disputed.'));
  await driveCheckout({ ...shop.deps('buyer'), provider: { ...shop.bank, refund } }, id);
  await deleteAnna();
  await twoDaysPass();
  expect(await whereNamed()).toEqual(['checkouts']);
  await shop.drive('buyer', id);
  await shop.require(id, 'REFUNDED');
  expect(await whereNamed()).toEqual(['checkouts', 'outbox']);
  await expectForgotten();
  expect(await shop.find(id)).toBeNull();
});

test.each(['order', 'message', 'entries'])(
  'C71 an order that is placed days after its buyer was deleted, by a process that ends before the %s, is nobody’s',
  async (step) => {
    const { shop } = scene;
    const id = await pay();
    await shop.dieBefore('PLACING', id);
    const { orderNumber } = await shop.require(id, 'PLACING');
    await deleteAnna();
    await twoDaysPass();
    await shop.dieBefore(step, id);
    await finish();
    shop.wait(11_000);
    await shop.sweep();
    await expectForgotten();
    expect(await scene.order(orderNumber)).toMatchObject({
      buyerUid: '',
      searchText: expect.not.stringMatching(/anna/),
    });
    expect((await scene.order(orderNumber)).forgetAt).toBeInstanceOf(Date);
  },
);

test('a deletion keeps no job for the purchases of somebody who is buying nothing', async () => {
  await deleteAnna();
  expect(await jobs()).toEqual([]);
});
