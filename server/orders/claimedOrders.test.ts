import type { Context } from '../context';
import { finishJobs } from '../collections/finishJobs';
import { listPersonalData } from '../personalData/personalData.service';
import { asUser } from '../testing/contexts';
import { faulty, InjectedFault } from '../testing/faulty';
import { ShopScene } from '../testing/shopScene';
import { silentLog } from '../testing/silentLog';
import { useTestDatabase } from '../testing/useTestDatabase';
import { deleteUser } from '../users/users.service';
import { claimGuestOrders } from './claimGuestOrders';

const database = useTestDatabase();
const email = 'anna@kiosk.test';
let scene: ShopScene;
beforeEach(() => {
  scene = new ShopScene(database);
});

/** Places an order without an account. */
async function placeAsGuest(): Promise<string> {
  const { shop } = scene;
  const guest = { buyerUid: null, tokenHash: 'hash', email };
  const id = await shop.submit([{ productId: await shop.product(9), quantity: 1 }], guest);
  await shop.drive('buyer', id);
  await shop.pay(id);
  return (await shop.drive('buyer', id))?.orderNumber ?? '';
}

const kindsOf = async (context: Context) =>
  (await (await listPersonalData(context, { first: 50 })).page()).rows.map(({ kind }) => kind).sort();
const asAnna = (overrides: Partial<Context> = {}) =>
  asUser(database.repositories, 'anna', { now: scene.shop.now, ...overrides });
/** Counts the documents that refer to the person. */
async function left(collection: string): Promise<number> {
  return database.db
    .collection(collection)
    .countDocuments({ $or: [{ buyerUid: 'anna' }, { recipient: email }, { email }] });
}

test('C35 C71 claims a guest order with its messages and checkout, for data export and deletion', async () => {
  const number = await placeAsGuest();
  const anna = await asAnna();
  expect(await kindsOf(anna)).toEqual(['ACCOUNT']);
  const claims = await Promise.all([claimGuestOrders(anna, { email }), claimGuestOrders(anna, { email })]);
  expect(claims.reduce((sum, claimed) => sum + claimed, 0)).toBe(1);
  expect(await kindsOf(anna)).toEqual(['ACCOUNT', 'CHECKOUT', 'ORDER', 'OUTBOX_MESSAGE']);
  expect(await scene.order(number)).toMatchObject({ buyerUid: 'anna', tokenHash: null });
  await deleteUser(await scene.admin(), { email });
  expect([await left('outbox'), await left('checkouts')]).toEqual([0, 0]);
});

test('C35 a later claim completes one that was interrupted at any of its writes', async () => {
  let ended = 0;
  for (let at = 0; at < 20; at += 1) {
    await database.clear();
    scene = new ShopScene(database);
    const number = await placeAsGuest();
    let call = -1;
    const fails = () => (call += 1) === at;
    const { orders, outbox, checkouts } = database.repositories;
    const dying = { ...database.repositories, orders: faulty(orders, fails), outbox: faulty(outbox, fails) };
    const anna = await asAnna();
    const unlucky = { ...anna, repositories: { ...dying, checkouts: faulty(checkouts, fails) } };
    const claimed = await claimGuestOrders(unlucky, { email }).catch((error: unknown) => {
      if (!(error instanceof InjectedFault)) throw error;
    });
    await claimGuestOrders(anna, { email });
    expect(await scene.order(number)).toMatchObject({ buyerUid: 'anna' });
    expect(await kindsOf(anna)).toEqual(['ACCOUNT', 'CHECKOUT', 'ORDER', 'OUTBOX_MESSAGE']);
    if (claimed !== undefined) break;
    ended += 1;
  }
  expect(ended).toBeGreaterThan(6);
});

test('C35 claims a purchase in progress, which is then completed for the account', async () => {
  const { shop } = scene;
  const id = await shop.submit([{ productId: await shop.product(9), quantity: 1 }], { buyerUid: null, email });
  await shop.drive('buyer', id);
  await shop.pay(id);
  await shop.dieBefore('message', id);
  const anna = await asAnna();
  expect(await claimGuestOrders(anna, { email })).toBe(1);
  shop.wait(60_000);
  await shop.sweep();
  expect(await kindsOf(anna)).toEqual(['ACCOUNT', 'CHECKOUT', 'ORDER', 'OUTBOX_MESSAGE']);
  await deleteUser(await scene.admin(), { email });
  const identity = { disableAccount: () => Promise.resolve(null) };
  await finishJobs({ repositories: database.repositories, identity, log: silentLog, now: shop.now });
  expect([await left('outbox'), await left('checkouts')]).toEqual([0, 0]);
});
