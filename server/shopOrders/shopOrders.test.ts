import type { Context } from '../context';
import { ConflictError } from '../errors';
import { lineId } from '../orders/orderPieces';
import { ledgerOf } from '../orders/ledger';
import { cancellationRefusal } from '../orders/shopCancellation';
import { expectPurchasesInOrder } from '../testing/purchaseJudge';
import { ShopScene } from '../testing/shopScene';
import { useTestDatabase } from '../testing/useTestDatabase';
import { addOrderNote } from './addOrderNote';
import { cancelShopOrder } from './cancelShopOrder';
import { capturePayment } from './capturePayment';
import { createFulfillment } from './createFulfillment';
import { markDelivered, undoDelivery } from './markDelivered';
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

const audits = async () =>
  (
    await database.db
      .collection('auditEntries')
      .find({}, { sort: { _id: 1 } })
      .toArray()
  ).map(({ kind, outcome }) => [kind as string, outcome as string]);
const kindsOf = async (number: string) => (await scene.order(number)).timeline?.map(({ kind }) => kind);
const lineOf = async (number: string, index: number) => {
  const line = (await scene.order(number)).lines[index];
  return line ? lineId(line) : '';
};

describe('shipping', () => {
  test('C42 ships in parts; each part has its mail, which leaves after its undo window', async () => {
    const number = await scene.placePaid([3, 1]);
    const lamp = await lineOf(number, 0);
    const parcel = { carrier: 'UPS', trackingNumber: '1Z 999' };
    const first = await createFulfillment(root, { number, lines: [{ id: lamp, quantity: 2 }], ...parcel });
    expect(first.order).toMatchObject({
      status: 'partlyShipped',
      fulfillments: [{ lines: [{ line: 0, quantity: 2 }] }],
    });
    const message = await database.repositories.outbox.find(`ORDER_SHIPPED:${number}:${first.fulfillmentId}`);
    expect(message).toMatchObject({
      sendAfter: new Date(scene.shop.now().getTime() + 10_000),
      content: {
        shipment: { ...parcel, lines: [{ quantity: 2 }], trackingUrl: expect.stringContaining('1Z999') as string },
      },
    });
    await expect(createFulfillment(root, { number, lines: [{ id: lamp, quantity: 2 }] })).rejects.toMatchObject({
      status: 409,
      field: 'lines.0.quantity',
      message: 'Only 1 of Lamp are left to ship.',
    });
    await expect(createFulfillment(root, { number, lines: [{ id: 'none', quantity: 1 }] })).rejects.toMatchObject({
      ...{ status: 400, field: 'lines.0.id' },
    });
    const wrong: [object[], string][] = [
      [
        [
          { id: lamp, quantity: 1 },
          { id: 'other', quantity: 0 },
        ],
        'lines.1.quantity',
      ],
      [[{ id: '', quantity: 1 }], 'lines.0.id'],
      [
        [
          { id: lamp, quantity: 1 },
          { id: lamp, quantity: 1 },
        ],
        'lines',
      ],
    ];
    for (const [lines, field] of wrong)
      await expect(createFulfillment(root, { number, lines })).rejects.toMatchObject({ status: 400, field });
    const second = await createFulfillment(root, { number: number.toLowerCase() });
    expect(second.order).toMatchObject({
      status: 'shipped',
      fulfillments: [{}, { lines: [{ line: 0, quantity: 1 }, {}] }],
    });
    await expect(createFulfillment(root, { number })).rejects.toMatchObject({
      ...{ field: 'lines', message: 'Nothing of this order is left to ship.' },
    });
    const one = await markDelivered(root, { number, fulfillmentId: first.fulfillmentId });
    expect(one.status).toBe('shipped');
    expect((await markDelivered(root, { number })).status).toBe('delivered');
    expect(await kindsOf(number)).toEqual(['PLACED', 'CAPTURED', 'SHIPPED', 'SHIPPED', 'DELIVERED', 'DELIVERED']);
    expect(await audits()).toEqual([
      ['SHIP_ORDER', 'DONE'],
      ['SHIP_ORDER', 'DONE'],
      ['MARK_DELIVERED', 'DONE'],
      ['MARK_DELIVERED', 'DONE'],
    ]);
  });

  test('C42 undoes a mistaken delivery mark, of one shipment or of all', async () => {
    const number = await scene.placePaid([2]);
    const root = await scene.admin();
    const unsent = { status: 409, field: 'number', message: 'Nothing of this order has been shipped yet.' };
    await expect(undoDelivery(root, { number })).rejects.toMatchObject(unsent);
    const { fulfillmentId } = await createFulfillment(root, {
      number,
      lines: [{ id: await lineOf(number, 0), quantity: 1 }],
    });
    await createFulfillment(root, { number });
    await markDelivered(root, { number });
    const one = await undoDelivery(root, { number, fulfillmentId });
    expect(one).toMatchObject({
      status: 'shipped',
      fulfillments: [{ deliveredAt: null }, { deliveredAt: expect.any(Date) as Date }],
    });
    const again = await undoDelivery(root, { number, fulfillmentId });
    expect(again).toEqual(one);
    await expect(undoDelivery(root, { number, fulfillmentId: 'none' })).rejects.toMatchObject({
      status: 404,
      field: 'fulfillmentId',
    });
    const all = await undoDelivery(root, { number });
    expect(all).toMatchObject({ status: 'shipped', fulfillments: [{ deliveredAt: null }, { deliveredAt: null }] });
    expect((await kindsOf(number))?.slice(-3)).toEqual(['DELIVERED', 'DELIVERY_UNDONE', 'DELIVERY_UNDONE']);
    expect((await audits()).slice(-2)).toEqual([
      ['UNDO_DELIVERY', 'DONE'],
      ['UNDO_DELIVERY', 'DONE'],
    ]);
    expect((await markDelivered(root, { number })).status).toBe('delivered');
  });

  test('C42 ships once when repeated under the same key', async () => {
    const number = await scene.placePaid([2]);
    const keyed = () => scene.admin('root', { idempotencyKey: 'root\nk' });
    const lines = [{ id: await lineOf(number, 0), quantity: 1 }];
    const first = await createFulfillment(await keyed(), { number, lines });
    const second = await createFulfillment(await keyed(), { number, lines });
    expect(second.fulfillmentId).toBe(first.fulfillmentId);
    expect((await scene.order(number)).fulfillments).toHaveLength(1);
    expect(await audits()).toHaveLength(1);
  });

  test('C33 C42 neither ships nor captures an order that its buyer can still undo', async () => {
    const number = await scene.place([1]);
    const refusal = { status: 409, field: 'number', message: 'Its buyer can undo the purchase for 10 more minutes.' };
    await expect(createFulfillment(root, { number })).rejects.toMatchObject(refusal);
    await expect(capturePayment(root, { number })).rejects.toMatchObject(refusal);
    scene.shop.wait(10 * 60_000);
    // The sweeper has not captured yet: shipping captures now.
    expect((await createFulfillment(root, { number })).order).toMatchObject({
      status: 'shipped',
      payment: { status: 'paid' },
    });
  });

  test('C44 captures on shipping; a failed capture stops the shipment, needs attention and can be tried again', async () => {
    const number = await scene.place([1]);
    const { orders } = database.repositories;
    const { payment } = await scene.order(number);
    await orders.change(await scene.order(number), { payment: { ...payment, captureAt: null } });
    const refusing = { ...scene.shop.bank, capture: scene.shop.bank.findState as typeof scene.shop.bank.capture };
    const saga = { provider: refusing, owner: 'test', captureAfterMinutes: 'on-shipping' as const };
    const unlucky = await scene.admin('root', { saga });
    await expect(createFulfillment(unlucky, { number })).rejects.toMatchObject({ status: 409, field: 'number' });
    const failed = await scene.order(number);
    expect(failed).toMatchObject({ status: 'placed', payment: { status: 'failed' } });
    expect(failed.attentionAt?.getTime()).toBeLessThanOrEqual(scene.shop.now().getTime());
    await expect(createFulfillment(root, { number })).rejects.toMatchObject({
      message: expect.stringContaining('could not be captured') as string,
    });
    await expect(capturePayment(unlucky, { number })).rejects.toMatchObject({ status: 409 });
    expect(await capturePayment(root, { number })).toMatchObject({ payment: { status: 'paid' }, attentionAt: null });
    expect((await createFulfillment(root, { number })).order.status).toBe('shipped');
    expect(await kindsOf(number)).toEqual(['PLACED', 'CAPTURE_FAILED', 'CAPTURE_FAILED', 'CAPTURED', 'SHIPPED']);
    expect(await audits()).toEqual([
      ['SHIP_ORDER', 'FAILED'],
      ['CAPTURE_PAYMENT', 'FAILED'],
      ['CAPTURE_PAYMENT', 'DONE'],
      ['SHIP_ORDER', 'DONE'],
    ]);
  });

  test('C44 ships nothing while the provider is down, and the sweeper completes the capture', async () => {
    const number = await scene.place([1]);
    scene.shop.wait(11 * 60_000);
    const away = { ...scene.shop.bank, capture: () => Promise.reject(new Error('It does not answer.')) };
    const saga = { provider: away, owner: 'test', captureAfterMinutes: 10 };
    await expect(createFulfillment(await scene.admin('root', { saga }), { number })).rejects.toMatchObject({
      status: 503,
    });
    expect(await scene.order(number)).toMatchObject({ status: 'placed', payment: { status: 'capturing' } });
    await scene.capture();
    expect((await createFulfillment(root, { number })).order.status).toBe('shipped');
  });
});

describe('money', () => {
  test('C45 refunds what the preview shows and restocks pieces on request', async () => {
    const number = await scene.placePaid([3, 1]);
    await createFulfillment(root, { number });
    const wanted = { number, lines: [{ id: await lineOf(number, 0), quantity: 2 }], shipping: true, amount: 150 };
    const preview = await previewRefund(root, wanted);
    expect(preview).toMatchObject({
      amountCents: 2 * 2_144 + 150,
      refundableCents: (await scene.order(number)).totalCents,
    });
    const refunded = await refundOrder(root, { ...wanted, reason: 'Scratched', restock: true });
    const { payment } = refunded;
    expect(payment).toMatchObject({ status: 'partiallyRefunded', refundedCents: preview.amountCents });
    expect((await scene.shop.bank.findState(payment.id))?.refundedCents).toBe(preview.amountCents);
    expect(refunded.refunds).toMatchObject([
      { amountCents: preview.amountCents, taxCents: preview.taxCents, step: 'done' },
    ]);
    const [first] = scene.products;
    if (first) expect(await database.repositories.stock.find(first)).toMatchObject({ onHand: 8, available: 8 });
    expect(await scene.messages(number)).toEqual([
      ...[expect.stringMatching(/^ORDER_REFUNDED/), expect.stringMatching(/^ORDER_SHIPPED/)],
    ]);
    expect(await kindsOf(number)).toEqual(['PLACED', 'CAPTURED', 'SHIPPED', 'REFUND_BEGUN', 'REFUNDED']);
    const rest = refunded.totalCents - preview.amountCents;
    await expect(refundOrder(root, { number, amount: rest + 1 })).rejects.toMatchObject({
      status: 409,
      field: 'amount',
    });
    expect((await refundOrder(root, { number, amount: rest })).payment.status).toBe('refunded');
    const ledger = ledgerOf(await scene.order(number));
    expect(ledger.map(({ what }) => what)).toEqual(['AUTHORIZED', 'CAPTURED', 'REFUNDED', 'REFUNDED']);
    expect(ledger.at(-1)?.balanceCents).toBe(0);
  });

  test('C45 concurrent refunds never exceed the capture, and a stale version is refused', async () => {
    const number = await scene.placePaid([1]);
    await createFulfillment(root, { number });
    const { totalCents, version } = await scene.order(number);
    const others = await Promise.all(['root', 'ada', 'bob', 'eve'].map((uid) => scene.admin(uid)));
    const answers = await Promise.allSettled(
      others.map((admin) => refundOrder(admin, { number, amount: totalCents - 1 })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(refundOrder(root, { number, amount: 1, version })).rejects.toMatchObject({
      ...{ status: 409, field: 'version', message: 'Somebody changed this order. Look again.' },
    });
    const { payment } = await scene.order(number);
    expect(payment.refundedCents).toBe(totalCents - 1);
  });

  test('C45 a refused refund needs attention, does not count and can be repeated', async () => {
    const number = await scene.placePaid([2]);
    const refuse = () => Promise.reject(new ConflictError('It was disputed.'));
    const saga = { provider: { ...scene.shop.bank, refund: refuse }, owner: 'test', captureAfterMinutes: 10 };
    const lines = [{ id: await lineOf(number, 0), quantity: 1 }];
    const failed = await refundOrder(await scene.admin('root', { saga }), { number, lines, restock: true });
    expect(failed).toMatchObject({ status: 'placed', payment: { status: 'paid' }, refunds: [{ step: 'refused' }] });
    expect(failed.attentionAt).not.toBeNull();
    expect((await refundOrder(root, { number, lines, restock: true })).payment.status).toBe('partiallyRefunded');
    expect(await kindsOf(number)).toEqual([
      ...['PLACED', 'CAPTURED', 'REFUND_BEGUN', 'REFUND_FAILED', 'REFUND_BEGUN', 'REFUNDED'],
    ]);
  });

  test('C45 records a refund while the provider is down, and the sweeper makes it once', async () => {
    const number = await scene.placePaid([2]);
    const away = { ...scene.shop.bank, refund: () => Promise.reject(new Error('It does not answer.')) };
    const saga = { provider: away, owner: 'test', captureAfterMinutes: 10 };
    const begun = await refundOrder(await scene.admin('root', { saga }), { number, amount: 500 });
    expect(begun).toMatchObject({ payment: { status: 'paid' }, refunds: [{ step: 'money', doneAt: null }] });
    await scene.sweepLater({ ...scene.deps(), provider: away });
    await scene.sweepLater();
    expect((await scene.order(number)).payment).toMatchObject({ status: 'partiallyRefunded', refundedCents: 500 });
  });

  test('C45 refunds a shipped piece of a partly shipped line first and still ships the rest', async () => {
    const number = await scene.placePaid([3]);
    const id = await lineOf(number, 0);
    await createFulfillment(root, { number, lines: [{ id, quantity: 2 }] });
    const lines = [{ id, quantity: 1 }];
    expect((await previewRefund(root, { number, lines })).lines).toMatchObject([{ open: 0 }]);
    const unsent = await previewRefund(root, { number, lines, unsentLines: lines });
    expect(unsent.lines).toMatchObject([{ open: 1 }]);
    expect(await refundOrder(root, { number, lines })).toMatchObject({
      status: 'partlyShipped',
      refunds: [{ lines: [{ quantity: 1, open: 0 }], amountCents: unsent.amountCents }],
    });
    const two = [{ id, quantity: 2 }];
    await expect(refundOrder(root, { number, lines: two, unsentLines: two })).rejects.toMatchObject({
      ...{ status: 409, field: 'unsentLines', message: 'Only 1 of Lamp are left to ship.' },
    });
    await expect(refundOrder(root, { number, amount: 1, unsentLines: lines })).rejects.toMatchObject({
      ...{ status: 400, field: 'unsentLines' },
    });
    expect((await createFulfillment(root, { number })).order.status).toBe('shipped');
    await expect(refundOrder(root, { number, lines, unsentLines: lines })).rejects.toMatchObject({
      ...{ status: 409, field: 'unsentLines', message: 'Only 0 of Lamp are left to ship.' },
    });
  });

  const refusals: readonly (readonly [string, object, string])[] = [
    ['an empty refund', {}, 'lines'],
    ['a negative amount', { amount: -1 }, 'amount'],
    ['a fraction of a cent', { amount: 0.5 }, 'amount'],
    ['an unknown line', { lines: [{ id: 'none', quantity: 1 }] }, 'lines.0.id'],
    ['a line with no pieces', { lines: [{ id: 'none', quantity: 0 }] }, 'lines.0.quantity'],
    ['an unknown field', { all: true }, 'all'],
  ];
  test.each(refusals)('C45 refuses on its field: %s', async (_title, input, field) => {
    const number = await scene.placePaid([1]);
    await expect(refundOrder(root, { number, ...input })).rejects.toMatchObject({ status: 400, field });
    await expect(previewRefund(root, { number, ...input })).rejects.toMatchObject({ status: 400, field });
    expect(await audits()).toEqual([]);
  });

  test('C46 cancelling before shipment refunds the rest, restocks once and blocks further work', async () => {
    const number = await scene.placePaid([3]);
    const lines = [{ id: await lineOf(number, 0), quantity: 1 }];
    await refundOrder(root, { number, lines, restock: true });
    const cancelled = await cancelShopOrder(root, { number, reason: 'Out of stock' });
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      payment: { status: 'refunded', refundedCents: cancelled.totalCents },
    });
    const [product] = scene.products;
    if (product) expect(await database.repositories.stock.find(product)).toMatchObject({ onHand: 9, available: 9 });
    expect((await cancelShopOrder(root, { number })).version).toBe(cancelled.version);
    for (const work of [createFulfillment, refundOrder, capturePayment])
      await expect(work(root, { number, ...(work === refundOrder && { amount: 1 }) })).rejects.toMatchObject({
        ...{ status: 409, message: expect.stringMatching(/^The order was cancelled[.:]/) as string },
      });
    expect((await scene.order(number)).timeline?.find(({ kind }) => kind === 'CANCELLED')).toMatchObject({
      ...{ by: 'SHOP', byUid: 'root', text: 'Out of stock' },
    });
    expect(ledgerOf(cancelled).at(-1)?.balanceCents).toBe(0);
  });

  test('C46 pieces refunded without restocking stay out of stock when the order or its rest is cancelled', async () => {
    const whole = await scene.placePaid([3]);
    const rest = await scene.placePaid([3, 1]);
    for (const number of [whole, rest])
      await refundOrder(root, { number, lines: [{ id: await lineOf(number, 0), quantity: 1 }], restock: false });
    await createFulfillment(root, { number: rest, lines: [{ id: await lineOf(rest, 1), quantity: 1 }] });
    expect((await cancelShopOrder(root, { number: whole })).status).toBe('cancelled');
    expect((await cancelShopOrder(root, { number: rest })).status).toBe('shipped');
    const counts = await Promise.all(scene.products.map((id) => database.repositories.stock.find(id)));
    expect(counts.map((level) => level?.onHand)).toEqual([8, 8, 8]);
  });

  test('C46 cancelling before the capture voids the payment', async () => {
    const number = await scene.place([1]);
    const cancelled = await cancelShopOrder(root, { number });
    expect(cancelled.payment).toMatchObject({ status: 'voided', capturedCents: 0 });
    expect(ledgerOf(cancelled).map(({ what, balanceCents }) => [what, balanceCents])).toEqual([
      ['AUTHORIZED', 0],
      ['VOIDED', 0],
    ]);
  });

  test('C46 cancelling after a partial shipment cancels only unshipped pieces', async () => {
    const number = await scene.placePaid([3, 2]);
    await createFulfillment(root, { number, lines: [{ id: await lineOf(number, 0), quantity: 1 }] });
    const order = await cancelShopOrder(root, { number, reason: 'Broken' });
    expect(order).toMatchObject({ status: 'shipped', payment: { status: 'partiallyRefunded' } });
    expect(order.refunds).toMatchObject([{ kind: 'rest', restock: true, lines: [{ quantity: 2 }, { quantity: 2 }] }]);
    const onHand = await Promise.all(scene.products.map((id) => database.repositories.stock.find(id)));
    expect(onHand.map((level) => level?.onHand)).toEqual([8, 9]);
    await expect(createFulfillment(root, { number })).rejects.toMatchObject({ field: 'lines' });
    await expect(cancelShopOrder(root, { number })).rejects.toMatchObject({ status: 409, field: 'number' });
    expect(await kindsOf(number)).toContain('REST_CANCELLED');
    expect(ledgerOf(order).at(-1)?.balanceCents).toBe(order.totalCents - (order.refunds?.[0]?.amountCents ?? 0));
  });
});

test('C46 a partly shipped, fully refunded order can cancel its rest without money', async () => {
  const number = await scene.placePaid([3]);
  const id = await lineOf(number, 0);
  await createFulfillment(root, { number, lines: [{ id, quantity: 1 }] });
  const { totalCents } = await scene.order(number);
  expect((await refundOrder(root, { number, amount: totalCents })).payment.status).toBe('refunded');
  const refunded = { status: 409, field: 'number', message: 'The payment was refunded in full.' };
  await expect(createFulfillment(root, { number })).rejects.toMatchObject(refunded);
  const { provider } = root.saga;
  expect(cancellationRefusal(provider, await scene.order(number))).toBeNull();
  const cancelled = await cancelShopOrder(root, { number });
  expect(cancelled).toMatchObject({ status: 'shipped', refunds: [{}, { kind: 'rest', amountCents: 0, step: 'done' }] });
  expect(cancellationRefusal(provider, cancelled)?.message).toBe('It cannot be cancelled any more: it is on its way.');
  const other = { ...provider, name: 'stripe' } as const;
  expect(cancellationRefusal(other, { ...cancelled, status: 'partlyShipped' })?.field).toBe('number');
  const [product] = scene.products;
  if (product) expect(await database.repositories.stock.find(product)).toMatchObject({ onHand: 8 });
});

test('C52 adds a note to the order and an entry to the audit log', async () => {
  const number = await scene.placePaid([1]);
  for (const text of [' \n ', '\u3164\n\u200b'])
    await expect(addOrderNote(root, { number, text })).rejects.toMatchObject({ status: 400, field: 'text' });
  const noted = await addOrderNote(root, { number, text: ' Call first. ' });
  expect(noted.notes).toMatchObject([{ text: 'Call first.', byUid: 'root' }]);
  expect(await audits()).toEqual([['NOTE_ORDER', 'DONE']]);
});
