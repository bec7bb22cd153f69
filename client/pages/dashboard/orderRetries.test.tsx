import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { money } from '../../testing/checkout';
import { field, fill, findToast, main } from '../../testing/page';
import { keysOf, loseFirstAnswer, onceOfVersion, reject } from '../../testing/retries';
import { offline, refusal } from '../../testing/shop';
import { newParcel, newPreview, newRefund } from '../../testing/shopOrder';
import { openOrder, part, storeOf } from '../../testing/shopOrderPage';

type OrderStore = ReturnType<typeof storeOf>;

function changeOrder(store: OrderStore, more: object) {
  store.order = { ...store.order, ...more, version: store.order.version + 1 };
  return { order: store.order };
}

/** Which gives the order another version. */
const addOrderNote = (store: OrderStore) => (): object => {
  const note = { at: '2026-11-27T06:00:00.000Z', kind: 'NOTE', by: 'SHOP', amount: null, actorEmail: null };
  const timeline = [...store.order.timeline, { ...note, text: 'Was it made?', actorKeyName: null }];
  return changeOrder(store, { timeline });
};

async function addNote(user: UserEvent): Promise<void> {
  await fill(user, field('Note for admins'), 'Was it made?');
  await user.click(part('Timeline').getByRole('button', { name: 'Add note' }));
  expect(await part('Timeline').findByText('Was it made?', { selector: 'li *' })).toBeVisible();
}

async function openRefunds(status = 'SUCCEEDED') {
  const store = storeOf();
  const version = () => store.order.version;
  const app = await openOrder(store, {
    refundPreview: () => newPreview({ amount: money(500) }),
    refundOrder: onceOfVersion(version, () => {
      const refunds = [
        ...store.order.refunds,
        newRefund({ id: `r${store.order.version}`, amount: money(500), status }),
      ];
      return changeOrder(store, { refunds });
    }),
    addOrderNote: addOrderNote(store),
  });
  return { ...app, refunds: () => store.order.refunds };
}
const refundButton = () => part('Refund').findByRole('button', { name: 'Refund $5.00' });

/** Its answer is lost, and a note changes the order before it is pressed again. */
async function refundAgain(status?: string) {
  const app = await openRefunds(status);
  const { user, shop } = app;
  loseFirstAnswer(shop, 'RefundOrder');
  await fill(user, field('Extra amount'), '5');
  await user.click(await refundButton());
  expect(await part('Refund').findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await addNote(user);
  await user.click(await refundButton());
  await findToast('The first try had arrived: its refund is listed, and not made twice');
  return app;
}

test('C45 a refund whose answer was lost is not made twice, although a note has changed the order meanwhile', async () => {
  const { user, shop, inputs, refunds } = await refundAgain();
  expect(new Set(keysOf(shop, 'RefundOrder')).size).toBe(1);
  expect(inputs('RefundOrder')).toMatchObject([{ version: 4 }, { version: 4 }]);
  expect(refunds()).toHaveLength(1);
  // The stored answer is of before the note.
  expect(part('Timeline').getByText('Was it made?', { selector: 'li *' })).toBeVisible();
  // Another one of the same amount is another request.
  await waitFor(() => expect(field('Extra amount')).toHaveValue(''));
  await fill(user, field('Extra amount'), '5');
  await user.click(await refundButton());
  await findToast('Refunded $5.00');
  expect(refunds()).toHaveLength(2);
});

test('C45 an earlier try is not said to have given the money back', async () => {
  const { refunds } = await refundAgain('FAILED');
  expect(screen.queryByText('Refunded $5.00')).toBeNull();
  expect(refunds()).toHaveLength(1);
});

test.each([
  ['FAILED', '$5.00 could not be given back'],
  ['PENDING', '$5.00 is on its way back'],
])('C45 a refund that is %s is called so', async (status, words) => {
  const { user } = await openRefunds(status);
  await fill(user, field('Extra amount'), '5');
  await user.click(await refundButton());
  await findToast(words);
});

test('C45 a refund that was refused for a while is made of the order as it is shown after a note', async () => {
  const { user, shop, refunds } = await openRefunds();
  shop.intercept('RefundOrder', reject({ code: 'RATE_LIMITED', status: 429, retryAfter: '9' }));
  await fill(user, field('Extra amount'), '5');
  await user.click(await refundButton());
  expect(await part('Refund').findByRole('alert')).toHaveTextContent('Not now.');
  shop.intercept('RefundOrder', undefined);
  await addNote(user);
  await user.click(await refundButton());
  await findToast('Refunded $5.00');
  expect(refunds()).toHaveLength(1);
});

/** A reserved payment is captured first, which fails once, and that changes the order, too. */
async function openShipments(more: object = {}, failures = 0) {
  const store = storeOf(more);
  const version = () => store.order.version;
  let failuresLeft = failures;
  const fail = () => {
    failuresLeft -= 1;
    changeOrder(store, {});
    throw refusal('The payment service does not answer. Please try again.', 'SERVICE_UNAVAILABLE');
  };
  const app = await openOrder(store, {
    createFulfillment: onceOfVersion(version, () => {
      if (failuresLeft > 0) fail();
      const id = `f${store.order.version}`;
      const times = { shippedAt: '2026-11-27T06:00:00.000Z', canUndoUntil: '2026-11-27T06:00:10.000Z' };
      const fulfillments = [...store.order.fulfillments, newParcel({ id, ...times })];
      return { ...changeOrder(store, { fulfillments, paymentStatus: 'PAID' }), fulfillmentId: id };
    }),
    capturePayment: onceOfVersion(version, () =>
      failuresLeft > 0 ? fail() : changeOrder(store, { paymentStatus: 'PAID', attention: [] }),
    ),
    cancelShopOrder: onceOfVersion(version, () => changeOrder(store, { status: 'CANCELLED', canCancelByShop: false })),
    markDelivered: () => changeOrder(store, { fulfillments: [newParcel({ deliveredAt: '2026-11-27T06:00:00.000Z' })] }),
    addOrderNote: addOrderNote(store),
  });
  return { ...app, store, parcels: () => store.order.fulfillments };
}
const shipButton = () => part('Ship').findByRole('button', { name: 'Ship 3 pieces' });

test('C42 a shipment whose request was lost is made of the order as it is shown after a note', async () => {
  const { user, shop, inputs, parcels } = await openShipments();
  shop.intercept('CreateFulfillment', offline);
  await user.click(await shipButton());
  expect(await part('Ship').findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await addNote(user);
  shop.intercept('CreateFulfillment', undefined);
  await user.click(await shipButton());
  const toast = await findToast('Shipped 3 pieces');
  expect(within(toast).getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(parcels()).toHaveLength(1);
  // The first one may have arrived all the same.
  expect(inputs('CreateFulfillment')).toMatchObject([{ version: 4 }, { version: 4 }, { version: 5 }]);
  const [first, second, third] = keysOf(shop, 'CreateFulfillment');
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('C42 a shipment whose answer was lost is not made twice, and the page says so', async () => {
  const { user, shop, parcels } = await openShipments();
  loseFirstAnswer(shop, 'CreateFulfillment');
  await user.click(await shipButton());
  expect(await part('Ship').findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await addNote(user);
  await user.click(await shipButton());
  const toast = await findToast('The first try had come through: nothing is shipped twice');
  expect(within(toast).queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(parcels()).toHaveLength(1);
});

test('C42 a shipment that is pressed again at once offers no Undo, which may be over', async () => {
  const { user, shop, parcels } = await openShipments();
  loseFirstAnswer(shop, 'CreateFulfillment');
  await user.click(await shipButton());
  expect(await part('Ship').findByRole('alert')).toHaveTextContent('The shop did not answer.');
  await user.click(await shipButton());
  const toast = await findToast('Shipped 3 pieces');
  expect(within(toast).queryByRole('button', { name: 'Undo' })).toBeNull();
  expect(parcels()).toHaveLength(1);
});

test('C42 C44 a shipment whose capture failed is made at the second press', async () => {
  const reserved = { paymentStatus: 'AUTHORIZED', refundable: money(0) };
  const { user, parcels } = await openShipments(reserved, 1);
  await user.click(await shipButton());
  expect(await part('Ship').findByRole('alert')).toHaveTextContent('The payment service does not answer.');
  await user.click(await shipButton());
  await findToast('Shipped 3 pieces');
  expect(parcels()).toHaveLength(1);
});

test('C44 a capture that the payment service did not answer succeeds at the second press', async () => {
  const failed = { paymentStatus: 'FAILED', attention: ['CAPTURE_FAILED'], refundable: money(0) };
  const { user } = await openShipments(failed, 1);
  const capture = () => main().findByRole('button', { name: 'Try again' });
  await user.click(await capture());
  expect(await main().findByText('The payment service does not answer. Please try again.')).toBeVisible();
  await user.click(await capture());
  await findToast('The money is captured');
});

test('C46 a cancellation whose request was lost is made of the order as it is shown after a note', async () => {
  const { user, shop, inputs } = await openShipments();
  async function cancel() {
    await user.click(await main().findByRole('button', { name: 'Cancel order' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }));
  }
  shop.intercept('CancelShopOrder', offline);
  await cancel();
  expect(await main().findByText(/^The shop did not answer\./)).toBeVisible();
  await addNote(user);
  shop.intercept('CancelShopOrder', undefined);
  await cancel();
  await findToast('The order is cancelled');
  expect(inputs('CancelShopOrder')).toMatchObject([{ version: 4 }, { version: 5 }]);
});

test('C42 a parcel that is shown as not delivered again is marked as delivered once more', async () => {
  const { user, shop, store } = await openShipments({ fulfillments: [newParcel()] });
  loseFirstAnswer(shop, 'MarkDelivered');
  const deliver = async () => user.click(await part('Shipped').findByRole('button', { name: 'Delivered parcel 1' }));
  await deliver();
  expect(await part('Shipped').findByRole('alert')).toHaveTextContent('The shop did not answer.');
  // By another admin.
  changeOrder(store, { fulfillments: [newParcel()] });
  await addNote(user);
  await deliver();
  await findToast('Marked as delivered');
  expect(await part('Shipped').findByText(/^Delivered /)).toBeVisible();
});

test('without a key, which an insecure origin does not have, a retry is refused instead of sent anew', async () => {
  const randomUUID = crypto.randomUUID;
  Object.assign(crypto, { randomUUID: undefined });
  try {
    const { user, shop, refunds } = await openRefunds();
    loseFirstAnswer(shop, 'RefundOrder');
    await fill(user, field('Extra amount'), '5');
    await user.click(await refundButton());
    expect(await part('Refund').findByRole('alert')).toHaveTextContent('The shop did not answer.');
    await addNote(user);
    await user.click(await refundButton());
    expect(await part('Refund').findByText('It was changed. Look again.')).toBeVisible();
    expect(refunds()).toHaveLength(1);
  } finally {
    Object.assign(crypto, { randomUUID });
  }
});
