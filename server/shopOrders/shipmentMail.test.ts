import type { Context } from '../context';
import { neverStopping } from '../database/sweepPeriodically';
import { sendMessages } from '../mail/sendMessages';
import { MailServer } from '../testing/mailServer';
import { MailShop } from '../testing/mailShop';
import { Pause } from '../testing/pausing';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { createFulfillment } from './createFulfillment';
import { undoFulfillments } from './undoFulfillments';
import { updateFulfillment } from './updateFulfillment';

const database = useTestDatabase();
let mailServer: MailServer;
let mailShop: MailShop;
let scene: ShopScene;
beforeEach(async () => {
  mailServer = new MailServer();
  mailShop = new MailShop(
    database.repositories,
    `smtp://127.0.0.1:${await mailServer.start()}/?tls.rejectUnauthorized=false`,
  );
  scene = new ShopScene(database);
});
afterEach(() => mailServer.stop());

/** Runs the mailer at the present time of the scene. */
const send = (more: Partial<ReturnType<MailShop['deps']>> = {}) =>
  sendMessages({ ...mailShop.deps(), now: scene.shop.now, ...more }, neverStopping);

const shippedMails = async () =>
  (await mailServer.parsed()).filter(({ subject = '' }) => subject.includes('on its way')).length;

const undoneAt = async (number: string) => (await scene.order(number)).fulfillments?.[0]?.undoneAt;

async function shipped(): Promise<{ number: string; id: string; version: number }> {
  const number = await scene.placePaid([1]);
  const { fulfillmentId: id, order } = await createFulfillment(await scene.admin('ada'), { number });
  return { number, id, version: order.version };
}

/** An undo begun within the undo window, whose process is paused before the deciding write. */
async function pausedUndo({ number, id }: { number: string; id: string }) {
  const pause = new Pause(1);
  const { orders } = database.repositories;
  const slow = {
    ...orders,
    change: async (...args: Parameters<typeof orders.change>) => (await pause.before(), orders.change(...args)),
  };
  const repositories: Context['repositories'] = { ...database.repositories, orders: slow };
  const work = undoFulfillments(await scene.admin('root', { repositories }), { fulfillments: [{ number, id }] });
  expect(await pause.isReachedBy(work)).toBe(true);
  const finish = async () => {
    pause.resume();
    return (await work)[0]?.error ?? null;
  };
  return { finish };
}

const tooLate = 'It cannot be undone any more: its message has left.';

test('C43 sends no mail of a shipment undone before it leaves, even if the mailer had picked it up', async () => {
  const fulfillment = await shipped();
  const undo = await pausedUndo(fulfillment);
  scene.shop.wait(60_000);
  const pause = new Pause(1);
  const { maySend } = mailShop.deps();
  const sending = send({
    async maySend(message) {
      if (message.content.kind === 'ORDER_SHIPPED') await pause.before();
      return maySend(message);
    },
  });
  expect(await pause.isReachedBy(sending)).toBe(true);
  expect(await undo.finish()).toBeNull();
  pause.resume();
  await sending;
  await send();
  expect(await shippedMails()).toBe(0);
  expect(await undoneAt(fulfillment.number)).toBeInstanceOf(Date);
  expect(await scene.messages(fulfillment.number)).toEqual([]);
});

test('C43 refuses a paused undo once the mail may leave, and the shipment stands', async () => {
  const fulfillment = await shipped();
  const undo = await pausedUndo(fulfillment);
  scene.shop.wait(60_000);
  await send();
  expect(await undo.finish()).toBe(tooLate);
  expect(await shippedMails()).toBe(1);
  expect(await undoneAt(fulfillment.number)).toBeUndefined();
  // The version is unchanged, because nothing was decided.
  expect((await scene.order(fulfillment.number)).version).toBe(fulfillment.version);
});

/** An admin whose process is paused before it queues a mail, which the mailer picks up at once. */
function slowToQueue(pause: Pause): Promise<Context> {
  const { outbox } = database.repositories;
  const slow = {
    ...outbox,
    async insert(...args: Parameters<typeof outbox.insert>) {
      await pause.before();
      const isNew = await outbox.insert(...args);
      await send();
      return isNew;
    },
  };
  return scene.admin('ada', { repositories: { ...database.repositories, outbox: slow } });
}

test('C43 a mail queued after its shipment was undone is not sent, even if the mailer picks it up at once', async () => {
  const number = await scene.placePaid([1]);
  const pause = new Pause(1);
  const admin = await slowToQueue(pause);
  const work = createFulfillment(admin, { number });
  expect(await pause.isReachedBy(work)).toBe(true);
  const id = (await scene.order(number)).fulfillments?.[0]?.id ?? '';
  const [undone] = await undoFulfillments(await scene.admin(), { fulfillments: [{ number, id }] });
  expect(undone?.error).toBeNull();
  scene.shop.wait(60_000);
  pause.resume();
  await work;
  await send();
  expect(await shippedMails()).toBe(0);
  expect(await scene.messages(number)).toEqual([]);
});

const carriersTold = async () =>
  (await mailServer.parsed()).flatMap(({ subject = '', text = '' }) =>
    subject.includes('on its way') ? (/DHL|GLS|UPS/.exec(text) ?? ['none'])[0] : [],
  );

test('C42 mails the corrected shipment, and again after each later correction', async () => {
  const admin = await scene.admin();
  const { number, id } = await shipped();
  await updateFulfillment(admin, { number, id, carrier: 'DHL' });
  scene.shop.wait(60_000);
  await send();
  expect(await carriersTold()).toEqual(['DHL']);
  await updateFulfillment(admin, { number, id, carrier: 'GLS' });
  scene.shop.wait(60_000);
  await send();
  expect(await carriersTold()).toEqual(['DHL', 'GLS']);
});

test('C42 an outdated mail queued after a correction is not sent, even if the mailer picks it up at once', async () => {
  const number = await scene.placePaid([1]);
  const pause = new Pause(1);
  const admin = await slowToQueue(pause);
  const work = createFulfillment(admin, { number, carrier: 'UPS' });
  expect(await pause.isReachedBy(work)).toBe(true);
  const id = (await scene.order(number)).fulfillments?.[0]?.id ?? '';
  await updateFulfillment(await scene.admin(), { number, id, carrier: 'DHL' });
  scene.shop.wait(60_000);
  pause.resume();
  await work;
  await send();
  expect(await carriersTold()).toEqual(['DHL']);
});

test('C42 a correction does not stop a mail that is already being sent', async () => {
  const { number, id } = await shipped();
  const { maySend } = mailShop.deps();
  const message = await database.repositories.outbox.find(`ORDER_SHIPPED:${number}:${id}`);
  if (!message) throw new Error('no message');
  expect(await maySend(message)).toBe(true);
  await updateFulfillment(await scene.admin(), { number, id, carrier: 'DHL' });
  expect(await maySend(message)).toBe(true);
  const [undone] = await undoFulfillments(await scene.admin(), { fulfillments: [{ number, id }] });
  expect(undone?.error).toBe(tooLate);
  expect(await maySend({ ...message, _id: `${message._id}:2` })).toBe(false);
});

test('C43 of concurrent mailers and an undo one wins: undone without a mail, or mailed and not undone', async () => {
  for (let round = 0; round < 6; round += 1) {
    const fulfillment = await shipped();
    const undo = await pausedUndo(fulfillment);
    scene.shop.wait(60_000);
    const before = await shippedMails();
    const both = round % 2 === 0 ? [() => undo.finish(), () => send()] : [() => send(), () => undo.finish()];
    await Promise.all([...both, () => send()].map((run) => run()));
    await send();
    const isUndone = (await undoneAt(fulfillment.number)) !== undefined;
    expect((await shippedMails()) - before).toBe(isUndone ? 0 : 1);
  }
});
