import { finishJobs } from '../collections/finishJobs';
import { readInvoice } from '../documents/documents.service';
import { addOrderNote } from '../shopOrders/addOrderNote';
import { cancelShopOrder } from '../shopOrders/cancelShopOrder';
import { createFulfillment } from '../shopOrders/createFulfillment';
import { listShopOrders } from '../shopOrders/listShopOrders';
import { markDelivered } from '../shopOrders/markDelivered';
import { refundOrder } from '../shopOrders/refundOrder';
import { asUser } from '../testing/contexts';
import { faulty, InjectedFault } from '../testing/faulty';
import { ShopScene } from '../testing/shopScene';
import { silentLog } from '../testing/silentLog';
import { useTestDatabase } from '../testing/useTestDatabase';
import { deleteUser } from '../users/users.service';

const database = useTestDatabase();
const day = 24 * 60 * 60_000;
let scene: ShopScene;
beforeEach(async () => {
  scene = new ShopScene(database);
  await asUser(database.repositories, 'anna');
});

const phoneNumber = '+1 408 555 0100';
const address = {
  ...{ fullName: 'Anna Meyer', company: '', streetLine1: '212 Alder Street', streetLine2: '', city: 'San Jose' },
  ...{ region: 'CA', postalCode: '95112', countryCode: 'US', phoneNumber },
};

/** Places and captures an order with all personal data that an order can hold of its buyer. */
async function placeWhole(): Promise<string> {
  const { shop } = scene;
  const id = await shop.submit([{ productId: await shop.product(9), quantity: 2 }], {
    ...{ note: 'For Anna', shippingAddress: address, billingAddress: { ...address, fullName: 'Meyer Ltd' } },
    declines: [{ at: shop.now(), reason: 'CARD_DECLINED', card: { brand: 'Visa', last4: '0341' } }],
  });
  await shop.drive('buyer', id);
  await shop.pay(id);
  const number = (await shop.drive('buyer', id))?.orderNumber ?? '';
  shop.wait(11 * 60_000);
  await scene.capture();
  await addOrderNote(await scene.admin(), { number, text: 'Anna called' });
  return number;
}

async function deliver(number: string): Promise<void> {
  const admin = await scene.admin();
  await createFulfillment(admin, { number, carrier: 'UPS', trackingNumber: '1Z999' });
  await scene.sweepLater();
  await markDelivered(admin, { number });
}

const deleteAnna = async () => deleteUser(await scene.admin(), { email: 'anna@kiosk.test' });
const identity = { disableAccount: () => Promise.resolve(null) };
const finish = () => finishJobs({ repositories: database.repositories, identity, log: silentLog, now: scene.shop.now });
const search = async (text: string) => {
  const listing = await listShopOrders(await scene.admin(), { first: 10, filter: { search: text } });
  return (await listing.page()).rows.map(({ _id }) => _id);
};

async function expectForgotten(number: string): Promise<void> {
  const order = await scene.order(number);
  expect(order).toMatchObject({
    ...{ buyerUid: '', tokenHash: null, email: '', note: '', notes: [], payment: { card: null }, forgetAt: null },
    declines: [],
    shippingAddress: { ...address, phoneNumber: '' },
    billingAddress: { fullName: 'Meyer Ltd', phoneNumber: '' },
    ...{ searchText: `${number}\n${number.replaceAll('-', '')}`.toLowerCase() },
  });
  expect(JSON.stringify(order)).not.toMatch(/anna"|anna@|anna called|for anna|555 0100|"4242"|"0341"/i);
  for (const text of ['anna', 'kiosk.test', 'meyer']) expect(await search(text)).toEqual([]);
  for (const text of [number.slice(2), number.replaceAll('-', '')]) expect(await search(text)).toEqual([number]);
}

test('C71 keeps only the invoice data in a finished order of a deleted person', async () => {
  const number = await placeWhole();
  await deliver(number);
  const before = await scene.order(number);
  expect(before.declines).toMatchObject([{ card: { last4: '0341' } }]);
  expect(await search('anna')).toEqual([number]);
  await deleteAnna();
  await expectForgotten(number);
  const { lines, totalCents, taxCents, invoice, status, fulfillments, createdAt } = before;
  expect(await scene.order(number)).toMatchObject({
    ...{ lines, totalCents, taxCents, invoice, status, fulfillments, createdAt },
  });
  const paper = await readInvoice(await scene.admin(), 'shop', number);
  expect(paper).toMatchObject({
    title: 'Invoice',
    parties: [{ lines: ['Meyer Ltd', '212 Alder Street', 'San Jose, CA 95112', 'United States'] }, {}],
  });
  // A later refund sends no message, and its notes are erased, too.
  const admin = await scene.admin();
  await refundOrder(admin, { number, amount: 100, reason: 'Anna was sad' });
  await addOrderNote(admin, { number, text: 'Anna called' });
  expect(await scene.messages(number)).toEqual([]);
  await finish();
  await expectForgotten(number);
});

test('C71 detaches an open order from a deleted account at once and erases its personal data on delivery', async () => {
  const number = await placeWhole();
  await deleteAnna();
  expect(await scene.order(number)).toMatchObject({
    ...{ buyerUid: '', email: 'anna@kiosk.test', note: 'For Anna', shippingAddress: { phoneNumber } },
  });
  expect([await search('anna'), await search(number)]).toEqual([[], [number]]);
  await createFulfillment(await scene.admin(), { number });
  await scene.sweepLater();
  expect(await database.db.collection('outbox').findOne({ 'content.kind': 'ORDER_SHIPPED' })).toMatchObject({
    ...{ recipient: 'anna@kiosk.test', buyerUid: '' },
  });
  await finish();
  expect(await scene.order(number)).toMatchObject({ email: 'anna@kiosk.test' });
  const mails = database.db.collection('outbox');
  await mails.updateOne({ 'content.kind': 'ORDER_SHIPPED' }, { $set: { status: 'SENT', dueAt: null } });
  await finish();
  expect(await mails.countDocuments({ order: number })).toBe(1);
  await markDelivered(await scene.admin(), { number });
  // Two processes at once.
  await Promise.all([finish(), finish()]);
  await expectForgotten(number);
  expect(await mails.countDocuments({ order: number })).toBe(0);
});

test('C71 erases a shipped order 30 days after shipment, but not one with an open dispute', async () => {
  const [number, failed] = [await placeWhole(), await placeWhole()];
  const admin = await scene.admin();
  for (const each of [number, failed]) await createFulfillment(admin, { number: each });
  await scene.sweepLater();
  const { orders } = database.repositories;
  const order = await scene.order(failed);
  const dispute = { id: 'd', amountCents: 1, reason: '', status: 'open', openedAt: scene.shop.now() } as const;
  await orders.change(order, { disputes: [{ ...dispute, takenAt: null, closedAt: null }] });
  await deleteAnna();
  scene.shop.wait(29 * day);
  await finish();
  expect(await scene.order(number)).toMatchObject({ email: 'anna@kiosk.test' });
  scene.shop.wait(2 * day);
  await finish();
  await expectForgotten(number);
  expect(await scene.order(failed)).toMatchObject({ email: 'anna@kiosk.test', buyerUid: '' });
});

test('C71 erases a cancelled order with the account and leaves a guest’s order untouched', async () => {
  const number = await placeWhole();
  await cancelShopOrder(await scene.admin(), { number, reason: 'Anna changed her mind' });
  const guests = await placeWhole();
  const notFound = { searchText: '', searchTerms: [] };
  const stored = database.db.collection<{ _id: string }>('orders');
  await stored.updateOne({ _id: guests }, { $set: { buyerUid: null, ...notFound } });
  const before = await scene.order(guests);
  await deleteAnna();
  await expectForgotten(number);
  expect(await scene.order(guests)).toEqual(before);
});

test('C71 completes an account deletion that was interrupted at any write to the orders', async () => {
  let ended = 0;
  for (let at = 0; at < 20; at += 1) {
    await database.clear();
    scene = new ShopScene(database);
    await asUser(database.repositories, 'anna');
    const numbers = [await placeWhole(), await placeWhole()];
    for (const number of numbers) await deliver(number);
    let call = -1;
    const fails = () => (call += 1) === at;
    const dying = { ...database.repositories, orders: faulty(database.repositories.orders, fails) };
    const gone = await deleteUser(await scene.admin('root', { repositories: dying }), {
      email: 'anna@kiosk.test',
    }).catch((error: unknown) => {
      if (!(error instanceof InjectedFault)) throw error;
    });
    await finish();
    for (const number of numbers) await expectForgotten(number);
    if (gone) break;
    ended += 1;
  }
  expect(ended).toBe(2);
});
