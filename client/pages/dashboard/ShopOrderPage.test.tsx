import { screen, waitFor, within } from '@testing-library/dom';
import { money } from '../../testing/checkout';
import { expectTitle, field, fill, findHeading, findToast, main, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { offline, refusal } from '../../testing/shop';
import { newParcel, newPreview, newRefund, newShopOrder } from '../../testing/shopOrder';
import {
  openOrder,
  orderLines as lines,
  part,
  rowsOf,
  shopOrderPath as path,
  storeOf,
} from '../../testing/shopOrderPage';

const partNames = () =>
  main()
    .getAllByRole('region')
    .map((region) => region.querySelector('h2')?.textContent);
const conflict = () => {
  throw refusal('Somebody changed this order. Look again.', 'CONFLICT', 'version');
};

test('the link to a buyer’s mail has what their e-mail could add to it as a part of the address', async () => {
  const email = 'anna?bcc=eve&body=paid@example.com';
  await openOrder(storeOf({ buyer: { id: null, accountDeleted: false, name: 'Anna Meyer', email } }));
  const href = 'mailto:anna%3Fbcc%3Deve%26body%3Dpaid@example.com';
  expect(part('Buyer').getByRole('link', { name: email })).toHaveAttribute('href', href);
});

test('C47 shows number, statuses, ledger with the retained amount, buyer and timeline', async () => {
  await openOrder(
    storeOf({
      ...{ paymentStatus: 'PARTIALLY_REFUNDED', buyerNote: 'Ring twice', invoiceNumber: '2026-000127' },
      ledger: [
        ...newShopOrder().ledger,
        { at: '2026-11-25T15:02:00.000Z', what: 'REFUNDED', amount: money(500), balance: money(14_371) },
      ],
      timeline: [
        ...newShopOrder().timeline,
        {
          ...{ at: '2026-11-25T15:01:00.000Z', kind: 'SHIPPED', by: 'SHOP', amount: null },
          ...{ text: null, actorEmail: null, actorKeyName: 'Warehouse' },
        },
        {
          ...{ at: '2026-11-25T15:02:00.000Z', kind: 'NOTE', by: 'SHOP', amount: null },
          ...{ text: 'A good customer', actorEmail: 'admin@kiosk.test' },
        },
      ],
    }),
  );
  await expectTitle('Order K-7QF2-M4XD · Kiosk');
  for (const words of ['Placed', 'Partially refunded', 'Unfulfilled']) expect(main().getByText(words)).toBeVisible();
  expect(rowsOf('Money').map((cells) => cells.slice(1))).toEqual([
    ['$148.71', '$0.00'],
    ['+$148.71', '$148.71'],
    ['−$5.00', '$143.71'],
    ['$143.71'],
  ]);
  expect(part('Money').getByTestId('kept')).toHaveTextContent('$143.71');
  expect(part('Buyer').getByRole('link', { name: 'anna@example.com' })).toHaveAttribute(
    'href',
    'mailto:anna@example.com',
  );
  expect(part('Buyer').getByText(/212 Alder Street/)).toBeVisible();
  expect(part('Buyer').getByText('Ring twice')).toBeVisible();
  const happened = textsOf(part('Timeline').getAllByRole('listitem'));
  expect(happened[0]).toMatch(/^Note\s*A good customer.+by admin@kiosk\.test$/);
  expect(happened[1]).toMatch(/^Shipped.+by API key Warehouse$/);
  expect(happened[3]).toMatch(/^Order placed.+by the buyer$/);
  const back = within(main().getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', {
    name: 'Shop orders',
  });
  expect(back).toHaveAttribute('href', '/dashboard/shopOrders');
  expect(main().getByRole('link', { name: 'Packing slip' })).toHaveAttribute('href', `${path}/packing`);
  expect(main().getByRole('link', { name: 'Invoice 2026-000127' })).toHaveAttribute('href', `${path}/invoice`);
});

test('C42 the Ship button counts the pieces; shipping can be undone and focuses the parcel', async () => {
  const store = storeOf();
  const { user, inputs } = await openOrder(store, {
    createFulfillment: () => ({ ...shipped(), fulfillmentId: 'f1' }),
    undoFulfillments: () => ({
      results: [{ number: 'K-7QF2-M4XD', fulfillmentId: 'f1', error: null, ...store.become({}, 6) }],
    }),
  });
  const shipped = () =>
    store.become({
      ...{ fulfillmentStatus: 'PARTIALLY_FULFILLED', canCancel: false },
      lines: lines({ openQuantity: 0, fulfilledQuantity: 2 }),
      fulfillments: [newParcel({ shippedAt: '2026-11-27T06:00:00.000Z', canUndoUntil: '2026-11-27T06:00:10.000Z' })],
    });
  expect(part('Ship').getByRole('button', { name: 'Ship 3 pieces' })).toBeEnabled();
  await user.click(part('Ship').getByRole('button', { name: 'One Yoga mat less' }));
  await part('Ship').findByRole('button', { name: 'Ship 2 pieces' });
  expect(part('Ship').getByRole('status')).toHaveTextContent('Anna Meyer gets a mail, 1 piece stays open');
  await user.selectOptions(part('Ship').getByRole('combobox', { name: 'Carrier' }), 'UPS');
  await fill(user, field('Tracking number'), '1Z 999');
  expect(field('Tracking number')).toHaveAccessibleDescription('Link for the buyer: ups.com');
  await user.click(part('Ship').getByRole('button', { name: 'Ship 2 pieces' }));
  const toast = await findToast('Shipped 2 pieces');
  expect(inputs('CreateFulfillment')).toEqual([
    {
      ...{ number: 'K-7QF2-M4XD', version: 4, carrier: 'UPS', trackingNumber: '1Z 999' },
      lines: [{ id: 'mug', quantity: 2 }],
    },
  ]);
  const parcel = part('Shipped').getByRole('listitem');
  await waitFor(() => expect(parcel).toHaveFocus());
  expect(part('Shipped').getByRole('link', { name: 'UPS 1Z 999' })).toHaveAttribute(
    'href',
    expect.stringContaining('ups.com'),
  );
  expect(field('Tracking number')).toHaveValue('');
  expect(part('Ship').getByRole('button', { name: 'Ship 1 piece' })).toBeEnabled();
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await findToast('The shipment was undone; what was charged stays charged');
  expect(inputs('UndoFulfillments')).toEqual([{ fulfillments: [{ number: 'K-7QF2-M4XD', id: 'f1' }] }]);
  await part('Ship').findByRole('button', { name: 'Ship 3 pieces' });
});

test('C45 a concurrent change reloads the order, keeps the input and focuses the message', async () => {
  const store = storeOf();
  const { user, inputs } = await openOrder(store, { createFulfillment: conflict });
  await user.click(part('Ship').getByRole('button', { name: 'One Yoga mat less' }));
  await fill(user, field('Tracking number'), '1Z 999');
  store.become({ lines: lines({ openQuantity: 1, fulfilledQuantity: 1 }), fulfillments: [newParcel()] });
  await user.click(part('Ship').getByRole('button', { name: 'Ship 2 pieces' }));
  const alert = await part('Ship').findByRole('alert');
  expect(alert).toHaveTextContent('Somebody changed this order. Look again.');
  await waitFor(() => expect(alert.parentElement).toHaveFocus());
  expect(field('Tracking number')).toHaveValue('1Z 999');
  // The mat stays deselected, and one mug is left.
  await user.click(await part('Ship').findByRole('button', { name: 'Ship 1 piece' }));
  await waitFor(() => expect(inputs('CreateFulfillment')).toHaveLength(2));
  expect(inputs('CreateFulfillment')[1]).toMatchObject({ version: 5, lines: [{ id: 'mug', quantity: 1 }] });
});

test('a failed reload after a conflict keeps the order and the input', async () => {
  const { user, shop } = await openOrder(storeOf(), { createFulfillment: conflict });
  await fill(user, field('Tracking number'), '1Z 999');
  shop.intercept('ShopOrder', offline);
  await user.click(part('Ship').getByRole('button', { name: 'Ship 3 pieces' }));
  expect(await part('Ship').findByRole('alert')).toHaveTextContent('Somebody changed this order. Look again.');
  expect(field('Tracking number')).toHaveValue('1Z 999');
});

test('C42 a tracking number is corrected, and the shipment marked as delivered', async () => {
  const all = {
    fulfillmentStatus: 'FULFILLED',
    canCancelByShop: false,
    lines: lines({ openQuantity: 0 }, { openQuantity: 0 }),
  };
  const store = storeOf({ ...all, fulfillments: [newParcel()] });
  const { user, inputs } = await openOrder(store, {
    updateFulfillment: () => store.become({ fulfillments: [newParcel({ trackingNumber: '1Z 888' })] }),
    markDelivered: () => store.become({ fulfillmentStatus: 'DELIVERED', status: 'COMPLETED' }, 6),
  });
  expect(partNames()).toEqual(['Delivered?', 'Refund', 'Money', 'Buyer', 'Timeline']);
  await user.click(main().getByRole('button', { name: 'Correct parcel 1' }));
  const form = within(main().getByRole('form', { name: 'Correct the shipment' }));
  expect(form.getByRole('combobox', { name: 'Carrier' })).toHaveValue('UPS');
  await fill(user, field('Tracking number'), '1Z 888');
  await user.click(form.getByRole('button', { name: 'Save the correction' }));
  await findToast('The shipment is corrected');
  expect(inputs('UpdateFulfillment')).toEqual([
    { number: 'K-7QF2-M4XD', version: 4, id: 'f1', carrier: 'UPS', trackingNumber: '1Z 888' },
  ]);
  await waitFor(() => expect(part('Delivered?').getByRole('listitem')).toHaveFocus());
  await user.click(part('Delivered?').getByRole('button', { name: 'Delivered' }));
  await findToast('Marked as delivered');
  expect(inputs('MarkDelivered')).toEqual([{ number: 'K-7QF2-M4XD', fulfillmentId: null }]);
  expect(await main().findByText('Completed')).toBeVisible();
  await waitFor(() => expect(main().getByRole('group', { name: 'What to do' })).toHaveFocus());
});

test('C42 a delivery that was marked by mistake is reverted', async () => {
  const arrived = newParcel({ deliveredAt: '2026-11-26T09:00:00.000Z' });
  const store = storeOf({ fulfillmentStatus: 'DELIVERED', canCancelByShop: false, fulfillments: [arrived] });
  const { user, inputs } = await openOrder(store, {
    undoDelivery: () => store.become({ fulfillmentStatus: 'FULFILLED', fulfillments: [newParcel()] }),
  });
  await user.click(main().getByRole('button', { name: 'Not delivered parcel 1' }));
  await findToast('Marked as not delivered');
  expect(inputs('UndoDelivery')).toEqual([{ number: 'K-7QF2-M4XD', fulfillmentId: 'f1' }]);
  expect(await main().findByText(/^Shipped Wed, Nov/)).toBeVisible();
  await waitFor(() => expect(main().getByRole('group', { name: 'What to do' })).toHaveFocus());
});

test('C45 shows the server’s refund preview, its amount on the button, and focuses the new ledger row', async () => {
  const store = storeOf();
  const { user, inputs } = await openOrder(store, {
    refundPreview: ({ input }: { input: { amount: number } }) =>
      newPreview({ extra: money(input.amount), amount: money(4_076 + input.amount) }),
    refundOrder: () =>
      store.become({
        ...{ paymentStatus: 'PARTIALLY_REFUNDED', refunds: [newRefund({ amount: money(4_576) })] },
        refundable: money(10_295),
        ledger: [
          ...newShopOrder().ledger,
          { at: '2026-11-25T15:02:00.000Z', what: 'REFUNDED', amount: money(4_576), balance: money(10_295) },
        ],
      }),
  });
  expect(part('Refund').getByText('At most $148.71 can be refunded')).toBeVisible();
  expect(part('Refund').getByRole('button', { name: 'Refund' })).toBeDisabled();
  await user.click(part('Refund').getByRole('button', { name: 'One Stoneware mug more' }));
  await part('Refund').findByRole('button', { name: 'Refund $40.76' });
  await fill(user, field('Extra amount'), '5');
  await user.selectOptions(part('Refund').getByRole('combobox', { name: 'Reason' }), 'Damaged on the way');
  await user.click(part('Refund').getByRole('switch', { name: 'Put back into stock' }));
  const button = await part('Refund').findByRole('button', { name: 'Refund $45.76' });
  const preview = within(part('Refund').getByRole('group', { name: 'What goes back' }));
  expect(textsOf(preview.getAllByRole('definition'))).toEqual(['$40.76', '$0.00', '$5.00', '$45.76', '$2.76']);
  expect(preview.getByText('Refund to Visa •••• 4242')).toBeVisible();
  await user.click(button);
  await findToast('Refunded $45.76');
  expect(inputs('RefundOrder')).toEqual([
    {
      ...{ number: 'K-7QF2-M4XD', version: 4, lines: [{ id: 'mug', quantity: 1 }], shipping: false, amount: 500 },
      ...{ reason: 'Damaged on the way', restock: true },
    },
  ]);
  await waitFor(() => expect(part('Money').getAllByRole('row')[3]).toHaveFocus());
  expect(field('Extra amount')).toHaveValue('');
  expect(part('Refund').getByText('At most $102.95 can be refunded')).toBeVisible();
});

test('C45 an invalid or excessive amount is reported at its field; without a response the input stays', async () => {
  const { user, shop, inputs } = await openOrder(storeOf(), {
    refundPreview: ({ input }: { input: { amount: number } }) => {
      if (input.amount > 14_871) throw refusal('At most $148.71 can be refunded.', 'CONFLICT', 'amount');
      return newPreview({ amount: money(input.amount) });
    },
  });
  await fill(user, field('Extra amount'), 'five');
  expect(field('Extra amount')).toHaveAccessibleDescription(/must be dollars and cents/);
  await fill(user, field('Extra amount'), '200');
  await waitFor(() => expect(field('Extra amount')).toHaveAccessibleDescription(/At most \$148\.71/));
  expect(part('Refund').getByRole('button', { name: 'Refund' })).toBeDisabled();
  await fill(user, field('Extra amount'), '4.99');
  shop.intercept('RefundOrder', offline);
  await user.click(await part('Refund').findByRole('button', { name: 'Refund $4.99' }));
  expect(await part('Refund').findByRole('alert')).toHaveTextContent('The shop did not answer.');
  expect(field('Extra amount')).toHaveValue('4.99');
  expect(inputs('RefundPreview').at(-1)).toEqual({ number: 'K-7QF2-M4XD', lines: [], shipping: false, amount: 499 });
});

test('C44 a failed capture blocks shipping, and Try again captures the payment', async () => {
  const failed = { paymentStatus: 'FAILED', attention: ['CAPTURE_FAILED'], refundable: money(0) };
  const store = storeOf(failed);
  const { user, inputs } = await openOrder(store, {
    capturePayment: () => store.become({ paymentStatus: 'PAID', attention: [], refundable: money(14_871) }),
  });
  expect(part('Ship').getByText('Nothing is shipped before its money is taken.')).toBeVisible();
  expect(part('Ship').queryByRole('button')).toBeNull();
  const strip = within(main().getByRole('alert'));
  expect(strip.getByText(/^Capture failed: \$148\.71 could not be taken\./)).toBeVisible();
  await user.click(strip.getByRole('button', { name: 'Try again' }));
  await findToast('The money is captured');
  expect(inputs('CapturePayment')).toEqual([{ number: 'K-7QF2-M4XD', version: 4 }]);
  await part('Ship').findByRole('button', { name: 'Ship 3 pieces' });
  expect(main().queryByRole('alert')).toBeNull();
  await waitFor(() => expect(main().getByRole('group', { name: 'What to do' })).toHaveFocus());
});

test('C44 an authorization that ends soon can be captured now, and a failure shows the reason', async () => {
  const ending = {
    ...{ paymentStatus: 'AUTHORIZED', attention: ['AMOUNT_DIFFERS', 'AUTHORIZATION_ENDING'], refundable: money(0) },
    authorizedUntil: '2026-12-02T14:21:00.000Z',
  };
  const away = 'The payment service does not answer. Please try again.';
  const { user } = await openOrder(storeOf(ending), {
    capturePayment: () => Promise.reject(refusal(away, 'SERVICE_UNAVAILABLE')),
  });
  expect(main().getByText(/^Another amount than \$148\.71 was taken at the payment provider/)).toBeVisible();
  expect(main().getByText(/^The reservation of \$148\.71 ends on Wed, Dec 2/)).toBeVisible();
  expect(part('Ship').getByText(/\$148\.71 is taken when you ship\./)).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Capture now' }));
  expect(await main().findByText(away)).toBeVisible();
});

test('C33 C42 nothing can be shipped or refunded while the buyer can undo the purchase', async () => {
  await openOrder(
    storeOf({
      ...{ paymentStatus: 'AUTHORIZED', refundable: money(0) },
      canUndoUntil: new Date(Date.now() + 300_000).toISOString(),
    }),
  );
  expect(part('Ship').getByText(/^Its buyer can undo the purchase until \d\d:\d\d\./)).toBeVisible();
  expect(part('Refund').getByText(/^Nothing was taken of its money yet\./)).toBeVisible();
});

test.each([
  ['OPEN', /^The buyer's bank disputes the payment: \$100\.00 are taken back/],
  ['INQUIRY', /^The buyer's bank asks about the payment of \$100\.00\./],
])('C61 a dispute that is %s shows what to do and is listed in ledger and timeline', async (status, words) => {
  const event = { at: '2026-11-26T09:00:00.000Z', amount: money(10_000) };
  const { ledger, timeline } = newShopOrder();
  await openOrder(
    storeOf({
      attention: ['DISPUTED'],
      disputes: [{ id: 'dp_1', amount: money(10_000), status }],
      ledger: [...ledger, { ...event, what: 'DISPUTED', balance: money(4_871) }],
      timeline: [...timeline, { ...event, kind: 'DISPUTE_OPENED', by: null, text: 'fraudulent', actorEmail: null }],
    }),
  );
  expect(main().getByText(words)).toHaveTextContent('Answer it in the dashboard of the payment provider');
  expect(part('Money').getByRole('row', { name: /^Taken by a dispute.*−\$100\.00 \$48\.71$/ })).toBeVisible();
  expect(part('Timeline').getByText('Payment disputed, $100.00')).toBeVisible();
});

test('C45 a failed refund is reported and can be started again with its amount', async () => {
  const { user } = await openOrder(
    storeOf({
      ...{ attention: ['REFUND_FAILED'], refundOwed: money(4_076) },
      refunds: [newRefund({ status: 'FAILED', failedAt: '2026-11-26T09:00:00.000Z' })],
      timeline: [
        ...newShopOrder().timeline,
        {
          ...{ at: '2026-11-26T09:00:00.000Z', kind: 'REFUND_FAILED', by: null, amount: money(4_076) },
          ...{ text: null, actorEmail: null },
        },
      ],
    }),
    { refundPreview: () => newPreview({ lines: [], extra: money(4_076) }) },
  );
  expect(main().getByText(/^Refund failed: \$40\.76 did not reach the buyer/)).toBeVisible();
  expect(part('Timeline').getByText('Refund of $40.76 failed')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Refund again' }));
  expect(field('Extra amount')).toHaveValue('40.76');
  expect(field('Extra amount')).toHaveFocus();
  await part('Refund').findByRole('button', { name: 'Refund $40.76' });
});

const cancelled = { status: 'CANCELLED', canCancelByShop: false, refundable: money(0) };

test('C46 cancelling asks for confirmation with the refund, then replaces both panels by a summary', async () => {
  const store = storeOf();
  const { user, inputs } = await openOrder(store, {
    cancelShopOrder: () =>
      store.become({
        ...cancelled,
        paymentStatus: 'REFUNDED',
        refundedTotal: money(14_871),
        lines: lines({ openQuantity: 0 }, { openQuantity: 0 }),
      }),
  });
  await user.click(main().getByRole('button', { name: 'Cancel order' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this order?' }));
  expect(question.getByText(/^\$148\.71 goes back to Visa •••• 4242, and 3 pieces go back on sale\./)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Cancel order' }));
  await findToast('The order is cancelled');
  expect(inputs('CancelShopOrder')).toEqual([{ number: 'K-7QF2-M4XD', version: 4 }]);
  expect(await main().findByText('$148.71 went back.')).toBeVisible();
  expect(partNames()).toEqual(['Cancelled', 'Money', 'Buyer', 'Timeline']);
  expect(main().queryByRole('button', { name: 'Cancel order' })).toBeNull();
});

test('C46 cancelling an authorized order announces a void, and Keep order restores the focus', async () => {
  const store = storeOf({ paymentStatus: 'AUTHORIZED', refundable: money(0), capturedTotal: money(0) });
  const { user } = await openOrder(store);
  await user.click(main().getByRole('button', { name: 'Cancel order' }));
  expect(
    await screen.findByText(/^\$148\.71 is voided: nothing is charged, and 3 pieces go back on sale\./),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Keep order' }));
  await waitFor(() => expect(main().getByRole('button', { name: 'Cancel order' })).toHaveFocus());
  store.become({});
});

test('C46 after a partial shipment asks about the unshipped pieces with the server’s refund, and reports a conflict', async () => {
  const { user, inputs } = await openOrder(
    storeOf({
      ...{ fulfillmentStatus: 'PARTIALLY_FULFILLED', canCancel: false, fulfillments: [newParcel()] },
      lines: lines({ openQuantity: 1, fulfilledQuantity: 1 }, { openQuantity: 0, fulfilledQuantity: 1 }),
    }),
    { refundPreview: () => newPreview(), cancelShopOrder: conflict },
  );
  await user.click(main().getByRole('button', { name: 'Cancel the rest' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel what has not left?' }));
  expect(question.getByText(/^\$40\.76 goes back to Visa •••• 4242, and 1 piece goes back on sale\./)).toBeVisible();
  expect(inputs('RefundPreview')).toEqual([{ number: 'K-7QF2-M4XD', lines: [{ id: 'mug', quantity: 1 }] }]);
  await user.click(question.getByRole('button', { name: 'Cancel the rest' }));
  expect(await main().findByRole('alert')).toHaveTextContent('Somebody changed this order. Look again.');
});

test('C52 a note is added, and a rejected one stays in the field', async () => {
  let refusals = 1;
  const store = storeOf();
  const { user } = await openOrder(store, {
    addOrderNote: ({ input: { text } }: { input: { text: string } }) => {
      if ((refusals -= 1) === 0) throw refusal('An order has at most 100 notes.', 'CONFLICT', 'number');
      const note = { at: '2026-11-27T06:00:00.000Z', kind: 'NOTE', by: 'SHOP', amount: null, text, actorEmail: null };
      return store.become({ timeline: [...newShopOrder().timeline, note] });
    },
  });
  await fill(user, field('Note for admins'), 'Call first');
  await user.click(part('Timeline').getByRole('button', { name: 'Add note' }));
  await waitFor(() => expect(field('Note for admins')).toHaveAccessibleDescription(/at most 100 notes/));
  expect(field('Note for admins')).toHaveValue('Call first');
  await user.click(part('Timeline').getByRole('button', { name: 'Add note' }));
  expect(await part('Timeline').findByText('Call first', { selector: 'li *' })).toBeVisible();
  expect(field('Note for admins')).toHaveValue('');
});

test('a failed order can be retried, and an unknown number shows the not-found page', async () => {
  const { user, shop } = renderApp(path, { as: 'admin', resolvers: { shopOrder: () => newShopOrder() } });
  shop.intercept('ShopOrder', offline);
  expect(await main().findByRole('alert')).toHaveTextContent('Failed to load the order');
  shop.intercept('ShopOrder', () => {
    const error = refusal('There is no such order.', 'NOT_FOUND', 'number').toJSON();
    return Response.json({ data: { shopOrder: null }, errors: [error] });
  });
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await findHeading('Page not found');
});

test('on a phone the panels are in working order', async () => {
  await openOrder(storeOf(), {}, 390);
  expect(partNames()).toEqual(['Ship', 'Refund', 'Money', 'Buyer', 'Timeline']);
});
