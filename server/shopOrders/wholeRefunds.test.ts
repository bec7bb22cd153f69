import type { Context } from '../context';
import { ledgerOf } from '../orders/ledger';
import { lineId } from '../orders/orderPieces';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { cancelShopOrder } from './cancelShopOrder';
import { createFulfillment } from './createFulfillment';
import { previewRefund, refundOrder } from './refundOrder';

const database = useTestDatabase();
let scene: ShopScene;
let root: Context;
beforeEach(async () => {
  scene = new ShopScene(database);
  root = await scene.admin();
});
afterEach(async () => {
  await scene.sweepLater();
  await expectPurchasesInOrder(database.db, scene.shop.delivered);
});

/** Everything that was not refunded yet. */
async function everything(number: string) {
  const { lines } = await scene.order(number);
  return { number, lines: lines.map((line) => ({ id: lineId(line), quantity: line.quantity })), shipping: true };
}

const onHand = async (): Promise<number | undefined> => {
  const [product] = scene.products;
  return product && (await database.repositories.stock.find(product))?.onHand;
};

const messageOf = async (number: string) => database.repositories.outbox.find(`ORDER_CANCELLED:${number}`);

test.each([true, false])(
  'C45 C46 a refund of all that is to be sent cancels the order; put back on sale: %j',
  async (restock) => {
    const number = await scene.placePaid([2, 1]);
    const { totalCents } = await scene.order(number);
    const before = (await onHand()) ?? 0;
    const preview = await previewRefund(root, await everything(number));
    expect(preview).toMatchObject({ amountCents: totalCents, extraCents: 0, cancels: true });
    const refunded = await refundOrder(root, { ...(await everything(number)), reason: 'Wrong item', restock });
    expect(refunded).toMatchObject({
      ...{ status: 'cancelled', payment: { status: 'refunded', refundedCents: totalCents } },
      refunds: [{ kind: 'refund', amountCents: totalCents, restock, reason: 'Wrong item', byUid: 'root' }],
    });
    expect(refunded.timeline?.map(({ kind }) => kind).slice(-3)).toEqual(['REFUND_BEGUN', 'CANCELLED', 'REFUNDED']);
    expect(await onHand()).toBe(restock ? before + 2 : before);
    expect(ledgerOf(refunded).at(-1)?.balanceCents).toBe(0);
    const [entry] = await database.db.collection('auditEntries').find().toArray();
    expect(entry?.['changes']).toContainEqual({ field: 'status', before: 'placed', after: 'cancelled' });
  },
);

test('C45 what was refunded before as an amount is set off, and the pieces may be refunded one after the other', async () => {
  const number = await scene.placePaid([2]);
  const { totalCents } = await scene.order(number);
  await refundOrder(root, { number, amount: 500 });
  const preview = await previewRefund(root, await everything(number));
  expect(preview).toMatchObject({ amountCents: totalCents - 500, extraCents: -500, cancels: true });
  const [line] = (await everything(number)).lines;
  const one = { number, lines: [{ id: line?.id, quantity: 1 }], shipping: true };
  expect((await previewRefund(root, one)).cancels).toBe(false);
  await refundOrder(root, one);
  const last = await refundOrder(root, { ...one, shipping: (await previewRefund(root, one)).shippingLeftCents > 0 });
  expect(last).toMatchObject({ status: 'cancelled', payment: { status: 'refunded', refundedCents: totalCents } });
});

test('C45 all that is to be sent is not refunded in part, nor with an amount beside it; what was sent is', async () => {
  const number = await scene.placePaid([1]);
  const { lines } = await everything(number);
  const refusal = {
    status: 409,
    field: 'lines',
    message: expect.stringContaining('cancel the order instead') as string,
  };
  const { shippingLeftCents } = await previewRefund(root, { number, lines: [], amount: 1 });
  expect(shippingLeftCents).toBeGreaterThan(0);
  await expect(refundOrder(root, { number, lines })).rejects.toMatchObject(refusal);
  await expect(refundOrder(root, { number, lines, amount: 1 })).rejects.toMatchObject(refusal);
  await createFulfillment(root, { number });
  expect(await refundOrder(root, { number, lines })).toMatchObject({ status: 'shipped' });
});

test('C45 a refund of everything that comes again under its key is made once', async () => {
  const number = await scene.placePaid([1]);
  const input = await everything(number);
  const retried = () => scene.admin('root', { idempotencyKey: 'root\nthe key' });
  const made = await refundOrder(await retried(), input);
  expect((await refundOrder(await retried(), input)).version).toBe(made.version);
  await expect(refundOrder(root, input)).rejects.toMatchObject({ status: 409 });
});

test.each([[300], [null]])('C37 C46 a refund of %j before it is cancelled is told of and booked once', async (some) => {
  const number = await scene.placePaid([1]);
  const { totalCents } = await scene.order(number);
  const earlierCents = some ?? totalCents;
  await refundOrder(root, { number, amount: earlierCents });
  await cancelShopOrder(root, { number });
  const { timeline = [] } = await scene.order(number);
  const refunded = timeline.filter(({ kind }) => kind === 'REFUNDED').map(({ amountCents }) => amountCents);
  expect(refunded).toEqual(some === null ? [totalCents] : [some, totalCents - some]);
  expect((await messageOf(number))?.content).toMatchObject({ refundedCents: totalCents, earlierCents, owedCents: 0 });
});
