import { handlePaymentNotice } from '../checkout/handlePaymentNotice';
import { readCreditNote } from '../documents/documents.service';
import { capturePayment } from '../shopOrders/capturePayment';
import { cancelShopOrder } from '../shopOrders/cancelShopOrder';
import { refundOrder } from '../shopOrders/refundOrder';
import { faulty, InjectedFault } from '../testing/faulty';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { capturePayments } from './capturePayments';
import { syncPayment } from './syncPayment';
import { messageGate } from './messageGate';
import type { OrderDeps } from './orderDeps';
import { formatCreditNoteNumber } from './documentNumbers';

const database = useTestDatabase();
let scene: ShopScene;
beforeEach(() => {
  scene = new ShopScene(database);
});

const failsLater = '4000000000005126';
/** A provider that reports nothing as captured. */
const refusing = () => ({ ...scene.shop.bank, capture: scene.shop.bank.findState as typeof scene.shop.bank.capture });
const unlucky = () => scene.admin('root', { saga: { provider: refusing(), owner: 'test', captureAfterMinutes: 10 } });

/** A process of the shop that fails at one of its calls. */
function dying(deps: OrderDeps, fails: () => boolean): OrderDeps {
  const { orders, outbox } = deps.repositories;
  return {
    ...deps,
    repositories: { ...deps.repositories, orders: faulty(orders, fails), outbox: faulty(outbox, fails) },
  };
}

const ofPayment = ['PAYMENT_FAILED'];
const toSend = async (number: string) => {
  const message = await database.repositories.outbox.find(`PAYMENT_FAILED:${number}`);
  return message && messageGate(database.repositories)(message);
};

async function placeDue(): Promise<string> {
  const number = await scene.place([1]);
  scene.shop.wait(11 * 60_000);
  return number;
}

test('C37 C44 mails the buyer once per order about a failed payment, and not once it was paid', async () => {
  const number = await placeDue();
  await capturePayments({ ...scene.deps(), provider: refusing() });
  await scene.sweepLater();
  expect(await scene.messages(number)).toEqual(ofPayment);
  expect(await scene.order(number)).toMatchObject({ payment: { status: 'failed', isFailureTold: true }, dueAt: null });
  expect(await toSend(number)).toBe(true);
  // Repeated manual attempts.
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(capturePayment(await unlucky(), { number })).rejects.toMatchObject({ status: 409 });
    await scene.sweepLater();
  }
  expect(await scene.messages(number)).toEqual(ofPayment);
  await capturePayment(await scene.admin(), { number });
  expect(await toSend(number)).toBe(false);
});

test('C44 an order cancelled before its failure mail was queued gets only the cancellation mail', async () => {
  const number = await placeDue();
  await expect(capturePayment(await unlucky(), { number })).rejects.toMatchObject({ status: 409 });
  await cancelShopOrder(await scene.admin(), { number });
  await scene.sweepLater();
  expect(await scene.messages(number)).toEqual(['ORDER_CANCELLED']);
});

test('C37 C44 a process that crashes at any call of a refused capture neither loses nor duplicates a mail', async () => {
  let ended = 0;
  for (let at = 0; at < 40; at += 1) {
    await database.clear();
    scene = new ShopScene(database);
    const number = await placeDue();
    let call = -1;
    const deps = { ...scene.deps(), provider: refusing() };
    await capturePayments(dying(deps, () => (call += 1) === at)).catch((error: unknown) => {
      if (!(error instanceof InjectedFault)) throw error;
    });
    await capturePayments(deps);
    await scene.sweepLater(deps);
    expect(await scene.messages(number)).toEqual(ofPayment);
    expect((await scene.order(number)).payment.isFailureTold).toBe(true);
    if (call < at) break;
    ended += 1;
  }
  expect(ended).toBeGreaterThan(6);
});

const notify = async (number: string) =>
  handlePaymentNotice(scene.shop.deps('notices'), (await scene.order(number)).payment.id);

test('C37 C45 C48 mails the buyer once about a late refund failure and notes it on the credit note', async () => {
  const number = await scene.placePaid([1], failsLater);
  const admin = await scene.admin();
  const { refunds: [refund] = [] } = await refundOrder(admin, { number, amount: 300 });
  const [refunded] = await scene.messages(number);
  const event = refunded?.split(':')[1] ?? '';
  const creditNumber = refund?.creditNote ? formatCreditNoteNumber(refund.creditNote) : '';
  const before = await readCreditNote(admin, 'shop', { number, creditNumber });
  scene.shop.wait(5_000);
  await Promise.all([notify(number), notify(number), notify(number)]);
  await scene.sweepLater();
  expect(await scene.messages(number)).toEqual([`ORDER_REFUNDED:${event}`, `REFUND_FAILED:${event}`]);
  const message = await database.repositories.outbox.find(`REFUND_FAILED:${number}:${event}`);
  expect(message?.content).toEqual({ kind: 'REFUND_FAILED', amountCents: 300 });
  const after = await readCreditNote(admin, 'shop', { number, creditNumber });
  expect(after).toEqual({ ...before, notes: [expect.stringMatching(/^This refund did not arrive/), ...before.notes] });
});

test('C37 C46 mails the cancellation first and then the failure of its refund', async () => {
  const number = await scene.placePaid([1], failsLater);
  const { totalCents } = await cancelShopOrder(await scene.admin(), { number });
  scene.shop.wait(5_000);
  await notify(number);
  await scene.sweepLater();
  expect(await scene.messages(number)).toEqual(['ORDER_CANCELLED', 'REFUND_FAILED:cancellation']);
  const message = await database.repositories.outbox.find(`ORDER_CANCELLED:${number}`);
  expect(message?.content).toEqual({
    ...{ kind: 'ORDER_CANCELLED', refundedCents: totalCents, earlierCents: 0, owedCents: 0 },
  });
});

test('C37 C45 a process that crashes at any call after a refund failure neither loses nor duplicates a mail', async () => {
  let ended = 0;
  for (let at = 0; at < 40; at += 1) {
    await database.clear();
    scene = new ShopScene(database);
    const number = await scene.placePaid([1], failsLater);
    await refundOrder(await scene.admin(), { number, amount: 300 });
    scene.shop.wait(5_000);
    const { payment } = await scene.order(number);
    let call = -1;
    await syncPayment(
      dying(scene.deps(), () => (call += 1) === at),
      payment.id,
    ).catch((error: unknown) => {
      if (!(error instanceof InjectedFault)) throw error;
    });
    await syncPayment(scene.deps(), payment.id);
    await scene.sweepLater();
    const told = (await scene.messages(number)).filter((id) => id.startsWith('REFUND_FAILED'));
    expect(told).toHaveLength(1);
    if (call < at) break;
    ended += 1;
  }
  expect(ended).toBeGreaterThan(4);
});
