import { screen, waitFor, within } from '@testing-library/dom';
import { money, newOrder } from '../testing/checkout';
import { findHeading, main, term, textsOf } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { refusal } from '../testing/shop';

test('C24 C29 a guest’s link opens the order and sends its token in a header', async () => {
  const { shop } = renderApp('/order/K-7F3Q-9M2X/secret', { resolvers: { order: () => newOrder() } });
  await findHeading('Order K-7F3Q-9M2X');
  for (const words of ['$84.00', '$6.09', '$90.09', 'Free', '212 Alder Street', 'San Jose, CA 95112', 'United States'])
    expect(screen.getByRole('main')).toHaveTextContent(words);
  expect(main().getByText(term('Tax, California 7.25%'))).toBeVisible();
  expect(main().getByText('Wed, Dec 2 – Fri, Dec 4')).toBeVisible();
  expect(main().getByText('Not shipped yet')).toBeVisible();
  const [call] = shop.callsOf('Order');
  expect(call?.variables).toEqual({ number: 'K-7F3Q-9M2X' });
  expect(call?.headers.get('x-checkout-token')).toBe('secret');
});

test('C42 a shipped parcel links to the carrier’s tracking page', async () => {
  const parcel = {
    ...{ id: 'f1', lines: [{ id: 'mug', name: 'Stoneware mug', quantity: 2 }], carrier: 'UPS', deliveredAt: null },
    ...{ trackingNumber: '1Z 999', trackingUrl: 'https://www.ups.com/track?tracknum=1Z999' },
    shippedAt: '2026-11-26T14:21:00.000Z',
  };
  const own = {
    ...parcel,
    id: 'f2',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    deliveredAt: parcel.shippedAt,
  };
  renderApp('/order/K-7F3Q-9M2X/secret', { resolvers: { order: () => newOrder({ fulfillments: [parcel, own] }) } });
  await findHeading('Order K-7F3Q-9M2X');
  const parcels = within(main().getByRole('region', { name: 'Parcels' }));
  expect(parcels.getByRole('link', { name: 'UPS 1Z 999' })).toHaveAttribute('href', parcel.trackingUrl);
  expect(textsOf(parcels.getAllByRole('listitem'))).toEqual([
    'Sent Thu, Nov 26, UPS 1Z 9992 × Stoneware mug',
    'Arrived Thu, Nov 262 × Stoneware mug',
  ]);
});

test.each([
  ['an unknown number', '/dashboard/orders/K-0000-0000', 'user', null],
  ['a wrong token', '/order/K-7F3Q-9M2X/wrong', undefined, 'wrong'],
] as const)('C29 %s shows the not-found page', async (_what, path, as, token) => {
  const notFound = () => {
    throw refusal('There is no such order.', 'NOT_FOUND', 'number');
  };
  const { shop } = renderApp(path, { ...(as && { as }), resolvers: { order: notFound } });
  await findHeading('Page not found');
  expect(shop.callsOf('Order')[0]?.headers.get('x-checkout-token')).toBe(token);
});

test('C35 a guest’s link to an order that an account has claimed says so and leads to sign-in', async () => {
  const { user } = renderApp('/order/K-7F3Q-9M2X/secret', {
    resolvers: {
      order: () => {
        throw refusal('This order is in an account. Sign in to see it.', 'NOT_FOUND', 'token');
      },
    },
  });
  await findHeading('This order is in an account');
  await user.click(main().getByRole('link', { name: 'Sign in' }));
  await findHeading('Welcome Back');
});

const path = '/dashboard/orders/K-7F3Q-9M2X';
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const event = (kind: string, amount?: number) => ({
  ...{ at: '2026-11-25T14:23:00.000Z', kind, by: null },
  amount: amount === undefined ? null : money(amount),
});
const placing = newOrder().timeline[0];
const undone = newOrder({
  ...{ status: 'CANCELLED', paymentStatus: 'VOIDED', overallStatus: 'CANCELLED', canUndoUntil: null, canCancel: false },
  timeline: [placing, event('UNDONE'), event('VOIDED', 9_009)],
});
const refunded = newOrder({
  ...{
    status: 'CANCELLED',
    paymentStatus: 'REFUNDED',
    overallStatus: 'REFUNDED',
    canUndoUntil: null,
    canCancel: false,
  },
  ...{ capturedTotal: money(9_009), refundedTotal: money(9_009) },
  timeline: [placing, event('CAPTURED', 9_009), event('CANCELLED'), event('REFUNDED', 9_009)],
});
const steps = (title: string) =>
  within(main().getByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map((each) => each.querySelector('p, div > *')?.textContent);
/** The texts with their details. */
const stepTexts = (title: string) =>
  textsOf(within(main().getByRole('region', { name: title })).getAllByRole('listitem'));

test('C33 Undo purchase shows the minutes left, undoes at one press, and reports the returned items', async () => {
  const { user, shop } = renderApp(path, {
    as: 'user',
    resolvers: {
      order: () => newOrder({ canUndoUntil: minutesFromNow(7.5) }),
      undoOrder: () => ({ order: undone, returnedToCart: 2 }),
      cart: [],
    },
  });
  await findHeading('Order K-7F3Q-9M2X');
  const box = within(main().getByRole('region', { name: 'Changed your mind?' }));
  expect(box.getByText('8')).toBeVisible();
  expect(box.getByText('minutes left')).toBeVisible();
  await user.click(box.getByRole('button', { name: 'Undo purchase' }));
  const note = await main().findByText(
    /Your order is cancelled\. Nothing is charged\. 2 items are in your cart again\./,
  );
  await waitFor(() => expect(note.closest('[role=alert]')).toHaveFocus());
  expect(main().getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart');
  expect(main().getByText('Never charged', { selector: '.MuiChip-label' })).toBeVisible();
  expect(steps('What happened')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Order placed/), expect.stringMatching(/^Purchase undone/)]),
  );
  expect(main().queryByRole('button', { name: /^(Undo|Cancel)/ })).not.toBeInTheDocument();
  expect(shop.callsOf('UndoOrder')[0]?.variables).toEqual({ input: { number: 'K-7F3Q-9M2X' } });
  // The cart badge is refetched.
  await waitFor(() => expect(shop.callsOf('Cart').length).toBeGreaterThan(0));
});

test.each([
  [4.5, '5 minutes left to undo this purchase'],
  [0.5, '1 minute left to undo this purchase'],
])('C33 announces %s minutes left to screen readers', async (minutes, words) => {
  renderApp(path, { as: 'user', resolvers: { order: newOrder({ canUndoUntil: minutesFromNow(minutes) }) } });
  await findHeading('Order K-7F3Q-9M2X');
  expect(within(main().getByRole('region', { name: 'Changed your mind?' })).getByRole('status')).toHaveTextContent(
    words,
  );
});

test('C33 a guest undoes with the token of the link', async () => {
  const { user, shop } = renderApp('/order/K-7F3Q-9M2X/secret', {
    resolvers: {
      order: newOrder({ canUndoUntil: minutesFromNow(3) }),
      undoOrder: { order: undone, returnedToCart: 0 },
    },
  });
  await user.click(await main().findByRole('button', { name: 'Undo purchase' }));
  await main().findByText(/Your order is cancelled\. Nothing is charged\./);
  expect(shop.callsOf('UndoOrder')[0]?.headers.get('x-checkout-token')).toBe('secret');
  expect(main().queryByRole('link', { name: 'View cart' })).not.toBeInTheDocument();
  expect(await main().findByRole('link', { name: 'Sign in to buy it again' })).toHaveAttribute('href', '/login');
});

test('C33 an undo that the server rejects as too late shows the reason and offers to cancel', async () => {
  let reads = 0;
  const { user } = renderApp(path, {
    as: 'user',
    resolvers: {
      order: () => newOrder({ canUndoUntil: (reads += 1) === 1 ? minutesFromNow(1) : null }),
      undoOrder: () => {
        throw refusal('It cannot be undone any more. Cancel the order instead.', 'CONFLICT', 'number');
      },
    },
  });
  await user.click(await main().findByRole('button', { name: 'Undo purchase' }));
  expect(await main().findByText('It cannot be undone any more. Cancel the order instead.')).toBeVisible();
  expect(await main().findByRole('button', { name: 'Cancel order' })).toBeVisible();
});

test('C33 after the undo period Cancel order asks for confirmation, and the totals show the refund', async () => {
  const { user, shop } = renderApp(path, {
    as: 'user',
    resolvers: {
      order: newOrder({
        ...{ canUndoUntil: null, paymentStatus: 'PAID', capturedTotal: money(9_009) },
        timeline: [placing, event('CAPTURED', 9_009)],
      }),
      cancelOrder: { order: refunded },
    },
  });
  await user.click(await main().findByRole('button', { name: 'Cancel order' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this order?' }));
  expect(dialog.getByText('All of $90.09 goes back to your card. It cannot be taken up again.')).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Keep order' }));
  expect(shop.callsOf('CancelOrder')).toEqual([]);
  await user.click(main().getByRole('button', { name: 'Cancel order' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }));
  await main().findByText(/Your order is cancelled\. \$90\.09 goes back to your card\./);
  const sums = textsOf([...screen.getByRole('main').querySelectorAll('section dl > div')]);
  expect(sums).toEqual(expect.arrayContaining(['Refunded−$90.09', 'Net$0.00']));
});

const reserved = 'What is reserved on your card is given up; if it was charged meanwhile, all of it goes back.';
/** Before the cancellation: payment status, captured, refunded, text; after it: the same with the message. */
const endings = [
  ['AUTHORIZED', 0, 0, reserved, 'VOIDED', 0, 0, 'Nothing is charged.'],
  ['FAILED', 0, 0, 'Nothing will be charged.', 'VOIDED', 0, 0, 'Nothing is charged.'],
  [
    'PAID',
    9_009,
    0,
    'All of $90.09 goes back to your card.',
    'REFUNDED',
    9_009,
    9_009,
    '$90.09 goes back to your card.',
  ],
  [
    ...(['PARTIALLY_REFUNDED', 9_009, 500, '$85.09 goes back to your card; $5.00 went back already.'] as const),
    ...(['REFUNDED', 9_009, 9_009, '$85.09 goes back to your card.'] as const),
  ],
  [
    ...(['REFUNDED', 9_009, 9_009, 'All of $90.09 went back to your card already.'] as const),
    ...(['REFUNDED', 9_009, 9_009, 'All of $90.09 went back to your card already.'] as const),
  ],
  // The payment service does not respond.
  [
    ...(['AUTHORIZED', 0, 0, reserved] as const),
    ...(['AUTHORIZED', 0, 0, 'What was reserved on your card is being given up.'] as const),
  ],
  [
    ...(['PAID', 9_009, 0, 'All of $90.09 goes back to your card.'] as const),
    ...(['PAID', 9_009, 0, '$90.09 is going back to your card.'] as const),
  ],
  [
    ...(['PARTIALLY_REFUNDED', 9_009, 500, '$85.09 goes back to your card; $5.00 went back already.'] as const),
    ...(['PARTIALLY_REFUNDED', 9_009, 500, '$85.09 is going back to your card.'] as const),
  ],
  // The payment was captured after the page was read.
  ['AUTHORIZED', 0, 0, reserved, 'REFUNDED', 9_009, 9_009, '$90.09 goes back to your card.'],
] as const;

test.each(endings)(
  'C33 cancelling an order that is %s (captured %i, refunded %i) asks "%s"; when %s (%i, %i) it shows "%s"',
  async (paymentStatus, taken, back, before, statusAfter, takenAfter, backAfter, after) => {
    const of = (status: string, captured: number, refunded: number) => ({
      ...{ paymentStatus: status, capturedTotal: money(captured), refundedTotal: money(refunded), canUndoUntil: null },
    });
    const ended = { ...of(statusAfter, takenAfter, backAfter), status: 'CANCELLED', canCancel: false };
    const { user } = renderApp(path, {
      as: 'user',
      resolvers: {
        order: newOrder(of(paymentStatus, taken, back)),
        cancelOrder: { order: newOrder(ended) },
      },
    });
    const box = within(await main().findByRole('region', { name: 'Cancel order' }));
    expect(box.getByText(`Nothing is shipped yet. ${before}`)).toBeVisible();
    await user.click(box.getByRole('button', { name: 'Cancel order' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(`${before} It cannot be taken up again.`)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel order' }));
    await waitFor(() => expect(main().getByRole('alert')).toHaveTextContent(`Your order is cancelled. ${after}`));
  },
);

test.each([
  ['AUTHORIZED', 0, 0, ['Reservation given up, next$90.09 is free on your card then']],
  ['PAID', 9_009, 0, ['Refunded, next$90.09 is going back to your card']],
  ['PARTIALLY_REFUNDED', 9_009, 500, ['Refunded, next$85.09 is going back to your card']],
  ['REFUNDED', 9_009, 9_009, []],
  ['VOIDED', 0, 0, []],
])(
  'C33 a cancelled order that is still %s shows the pending payment step',
  async (paymentStatus, taken, back, words) => {
    const payment = { paymentStatus, capturedTotal: money(taken), refundedTotal: money(back) };
    renderApp(path, {
      as: 'user',
      resolvers: { order: newOrder({ ...payment, status: 'CANCELLED', canUndoUntil: null, canCancel: false }) },
    });
    await findHeading('Order K-7F3Q-9M2X');
    expect(stepTexts('What happened').filter((each) => each.includes(', next'))).toEqual(words);
  },
);

test.each([
  ['PENDING', 0, undefined],
  ['AUTHORIZED', 0, '$90.09 authorized'],
  ['PAID', 9_009, '$90.09 charged'],
  ['PARTIALLY_REFUNDED', 9_009, '$90.09 charged'],
  ['REFUNDED', 9_009, '$90.09 charged'],
  ['VOIDED', 0, undefined],
  ['FAILED', 0, undefined],
])(
  'C32 the payment panel of an order that is %s shows the captured or authorized amount',
  async (paymentStatus, taken, words) => {
    renderApp(path, { as: 'user', resolvers: { order: newOrder({ paymentStatus, capturedTotal: money(taken) }) } });
    await findHeading('Order K-7F3Q-9M2X');
    const payment = within(main().getByRole('region', { name: 'Payment' }));
    expect(payment.queryByText(/(charged|authorized)$/)?.textContent).toBe(words);
  },
);

test('C32 a partly shipped order shows the sent pieces of each line and announces another parcel', async () => {
  const [line] = newOrder().lines;
  const mug = { ...line, id: 'mug', name: 'Mug', quantity: 2, fulfilledQuantity: 1, openQuantity: 1 };
  const given = { ...line, id: 'tote', name: 'Tote', quantity: 1, fulfilledQuantity: 0, openQuantity: 0 };
  const paid = { paymentStatus: 'PAID', capturedTotal: money(9_009), canUndoUntil: null, canCancel: false };
  renderApp(path, {
    as: 'user',
    resolvers: { order: newOrder({ ...paid, fulfillmentStatus: 'PARTIALLY_FULFILLED', lines: [mug, given] }) },
  });
  await findHeading('Order K-7F3Q-9M2X');
  const bought = within(main().getByRole('list', { name: 'What you bought' }));
  expect(bought.getByText(/, 1 of 2 sent$/)).toBeVisible();
  expect(bought.getByText(/, 0 of 1 sent$/)).toBeVisible();
  expect(steps('What happens next')).toEqual(expect.arrayContaining([expect.stringMatching(/^Parcel leaves/)]));
});

test.each([
  ['all of its money went back', { paymentStatus: 'REFUNDED', refundedTotal: money(9_009) }, {}],
  ['all of its pieces were refunded', { paymentStatus: 'PARTIALLY_REFUNDED' }, { openQuantity: 0 }],
])('C32 announces no further parcel or arrival when %s before shipping', async (_, payment, pieces) => {
  const [line] = newOrder().lines;
  const order = newOrder({
    ...{ capturedTotal: money(9_009), canUndoUntil: null, lines: [{ ...line, ...pieces }] },
    ...{ ...payment, timeline: [placing, event('CAPTURED', 9_009), event('REFUNDED', 9_009)] },
  });
  renderApp(path, { as: 'user', resolvers: { order } });
  await findHeading('Order K-7F3Q-9M2X');
  expect(steps('What happens next').filter((each) => /Parcel leaves|Arrives/.test(each ?? ''))).toEqual([]);
});

test('C32 C44 an order whose capture failed shows its buyer the remedies', async () => {
  const failed = newOrder({
    ...{ paymentStatus: 'FAILED', canUndoUntil: null, timeline: [placing, event('CAPTURE_FAILED', 9_009)] },
  });
  let order = failed;
  const { reload } = renderApp(path, { as: 'user', resolvers: { order: () => order } });
  const alert = within(await main().findByRole('alert'));
  expect(alert.getByText('Your bank refused $90.09.')).toBeVisible();
  expect(
    alert.getByText(/^Once Visa •••• 4242 works again, .* name order K-7F3Q-9M2X\. .* and cancel this order\.$/),
  ).toBeVisible();
  expect(alert.getByRole('link', { name: 'Ask us to try again' })).toHaveAttribute('href', '/contact');
  expect(main().getByRole('button', { name: 'Buy again' })).toBeVisible();
  expect(
    within(main().getByRole('region', { name: 'Cancel order' })).getByText(/Nothing will be charged\./),
  ).toBeVisible();
  expect(stepTexts('What happens next')).toContain('Card charged, nextNothing is sent before');
  order = { ...failed, status: 'CANCELLED', canCancel: false };
  reload();
  await findHeading('Order K-7F3Q-9M2X');
  expect(main().queryByRole('alert')).toBeNull();
});

test('C33 a shipped order can neither be undone nor cancelled', async () => {
  renderApp(path, {
    as: 'user',
    resolvers: { order: newOrder({ canUndoUntil: null, canCancel: false, fulfillmentStatus: 'FULFILLED' }) },
  });
  await findHeading('Order K-7F3Q-9M2X');
  expect(main().queryByRole('button', { name: /^(Undo|Cancel)/ })).not.toBeInTheDocument();
});

test('C32 shows an order of the old format, without address and e-mail', async () => {
  const nowhere = {
    ...newOrder().shippingAddress,
    countryCode: '',
    streetLine1: '',
    fullName: '',
    city: '',
    region: '',
    postalCode: '',
  };
  renderApp('/dashboard/orders/demo-order-1', {
    as: 'user',
    resolvers: {
      order: newOrder({
        ...{ number: 'demo-order-1', email: '', shippingAddress: nowhere, shippingMethodName: '', card: null },
        ...{ canUndoUntil: null, canCancel: false, paymentStatus: 'PAID', fulfillmentStatus: 'DELIVERED' },
      }),
    },
  });
  await findHeading('Order demo-order-1');
  expect(main().queryByText('Delivery address')).not.toBeInTheDocument();
  expect(main().queryByText(/Its messages go to/)).not.toBeInTheDocument();
});

test('C38 a shop that sends no mail shows the messages beside the order; other shops show none', async () => {
  const content = { subject: 'Your order is placed', text: 'Thank you', html: '<style></style><h1>Thank you</h1>' };
  const message = { id: 'm', kind: 'ORDER_CONFIRMATION', createdAt: '2026-11-25T14:21:00.000Z', content };
  let messages: object[] | null = [message];
  const { user, reload } = renderApp('/order/K-7F3Q-9M2X/secret', {
    resolvers: { order: () => ({ ...newOrder(), messages }) },
  });
  await findHeading('Order K-7F3Q-9M2X');
  await user.click(main().getByRole('button', { name: 'Read the message' }));
  expect(screen.getByTitle('Message: Your order is placed')).toHaveAttribute('sandbox');
  messages = null;
  reload();
  await findHeading('Order K-7F3Q-9M2X');
  expect(main().queryByRole('heading', { name: 'Messages' })).toBeNull();
});
