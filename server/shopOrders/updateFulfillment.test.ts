import type { Context } from '../context';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createFulfillment } from './createFulfillment';
import { markDelivered } from './markDelivered';
import { undoFulfillments } from './undoFulfillments';
import { updateFulfillment } from './updateFulfillment';

const database = useTestDatabase();
let scene: ShopScene;
let root: Context;
beforeEach(async () => {
  scene = new ShopScene(database);
  root = await scene.admin();
});

const wrong = { carrier: 'UPS', trackingNumber: '1Z 888' };
const correction = { carrier: 'DHL', trackingNumber: '00340434' };

async function shipped(): Promise<{ number: string; id: string }> {
  const number = await scene.placePaid([2]);
  const { fulfillmentId: id } = await createFulfillment(root, { number, ...wrong });
  return { number, id };
}

const parcelOf = async (number: string) => (await scene.order(number)).fulfillments?.[0];
const messagesOf = async (number: string) =>
  (await database.repositories.outbox.findByOrder(number, 100))
    .filter(({ content }) => content.kind === 'ORDER_SHIPPED')
    .map(({ _id, content, sendAfter }) => ({ _id, sendAfter, ...('shipment' in content && content.shipment) }));
const audits = () => database.db.collection('auditEntries').find({ kind: 'CORRECT_SHIPMENT' }).toArray();

test('C42 C52 a correction before the mail has left changes the mail and is in timeline and audit log', async () => {
  const { number, id } = await shipped();
  const order = await updateFulfillment(root, { number: number.toLowerCase(), id, ...correction });
  expect(order.fulfillments).toMatchObject([{ id, ...correction, corrections: 1, step: 'done' }]);
  expect(await messagesOf(number)).toMatchObject([
    { ...correction, trackingUrl: expect.stringContaining('00340434') as string, lines: [{ quantity: 2 }] },
  ]);
  expect(order.timeline?.at(-1)).toMatchObject({
    ...{ kind: 'SHIPMENT_CORRECTED', by: 'SHOP', byUid: 'root', text: 'DHL, 00340434' },
  });
  expect(await audits()).toMatchObject([
    {
      outcome: 'DONE',
      changes: [
        { field: 'carrier', before: 'UPS', after: 'DHL' },
        { field: 'trackingNumber', before: '1Z 888', after: '00340434' },
      ],
    },
  ]);
  // The repeated correction changes nothing.
  expect((await updateFulfillment(root, { number, id, ...correction })).version).toBe(order.version);
  expect(await audits()).toHaveLength(1);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
  await undoFulfillments(root, { fulfillments: [{ number, id }] });
  expect(await messagesOf(number)).toEqual([]);
});

test('C42 a correction after the mail has left queues another mail, which a second correction changes', async () => {
  const { number, id } = await shipped();
  scene.shop.wait(60_000);
  const { outbox } = database.repositories;
  const sent = await outbox.find(`ORDER_SHIPPED:${number}:${id}`);
  if (sent) await outbox.change(sent, { status: 'SENT', dueAt: null });
  await updateFulfillment(root, { number, id, carrier: 'DHL' });
  expect((await parcelOf(number))?.trackingNumber).toBeNull();
  await updateFulfillment(root, { number, id, ...correction });
  const messages = await messagesOf(number);
  expect(messages.map(({ _id }) => _id).sort()).toEqual([
    `ORDER_SHIPPED:${number}:${id}`,
    `ORDER_SHIPPED:${number}:${id}:2`,
  ]);
  expect(messages.find(({ _id }) => _id.endsWith(':2'))).toMatchObject({
    ...correction,
    sendAfter: new Date(scene.shop.now().getTime() + 10_000),
  });
});

test('C42 refuses to correct unknown, undone and delivered shipments, and long texts or a stale version', async () => {
  const { number, id } = await shipped();
  const { version } = await scene.order(number);
  const refused = (more: object) => expect(updateFulfillment(root, { number, id, ...correction, ...more })).rejects;
  await refused({ id: 'none' }).toMatchObject({ status: 404, field: 'id' });
  await refused({ number: 'K-NONE-NONE' }).toMatchObject({ status: 404, field: 'number' });
  await refused({ carrier: 'x'.repeat(61) }).toMatchObject({ status: 400, field: 'carrier' });
  await refused({ trackingNumber: 'x'.repeat(61) }).toMatchObject({ status: 400, field: 'trackingNumber' });
  await refused({ version: version - 1 }).toMatchObject({
    ...{ status: 409, field: 'version', message: 'Somebody changed this order. Look again.' },
  });
  await markDelivered(root, { number });
  await refused({}).toMatchObject({ status: 409, field: 'id' });
  const other = await shipped();
  await undoFulfillments(root, { fulfillments: [other] });
  await refused(other).toMatchObject({ status: 404, field: 'id' });
  const most = await shipped();
  for (let count = 0; count < 20; count += 1) await updateFulfillment(root, { ...most, carrier: `Carrier ${count}` });
  await refused(most).toMatchObject({ status: 409, field: 'id' });
});

test('C42 concurrent corrections leave one queued mail, which matches the order', async () => {
  const { number, id } = await shipped();
  const admins = await Promise.all(['root', 'ada', 'bob', 'eve'].map((uid) => scene.admin(uid)));
  await Promise.all(
    admins.map((admin, index) => updateFulfillment(admin, { number, id, carrier: `Carrier ${index}` })),
  );
  await scene.sweepLater();
  const parcel = await parcelOf(number);
  expect(parcel).toMatchObject({ corrections: 4, step: 'done' });
  expect(await messagesOf(number)).toMatchObject([{ carrier: parcel?.carrier, trackingNumber: null }]);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
});

test('C42 a process paused while queueing an outdated mail withdraws it', async () => {
  const number = await scene.placePaid([1]);
  const { outbox } = database.repositories;
  let corrected = false;
  const slow = {
    ...outbox,
    insert: async (message: Parameters<typeof outbox.insert>[0]) => {
      const { id = '' } = (await parcelOf(number)) ?? {};
      if (!corrected) {
        corrected = true;
        await updateFulfillment(root, { number, id, ...correction });
      }
      return outbox.insert(message);
    },
  };
  const paused = await scene.admin('ada', { repositories: { ...database.repositories, outbox: slow } });
  await createFulfillment(paused, { number, ...wrong });
  expect(await messagesOf(number)).toMatchObject([correction]);
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
});
