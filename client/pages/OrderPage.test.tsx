import { screen, waitFor, within } from '@testing-library/dom';
import { money, newOrder } from '../testing/checkout';
import { findHeading, main, textsOf } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { refusal } from '../testing/shop';

test('C24 C29 the order of a guest opens by its link, whose token goes in a header', async () => {
  const { shop } = renderApp('/order/K-7F3Q-9M2X/secret', { resolvers: { order: () => newOrder() } });
  await findHeading('Order K-7F3Q-9M2X');
  for (const words of ['$84.00', '$6.09', '$90.09', 'Free', '212 Alder Street', 'San Jose, CA 95112', 'United States'])
    expect(screen.getByRole('main')).toHaveTextContent(words);
  expect(main().getByText('Tax, California 7.25%')).toBeVisible();
  expect(main().getByText('Wed, Dec 2 – Fri, Dec 4')).toBeVisible();
  expect(main().getByText('Not shipped yet')).toBeVisible();
  const [call] = shop.callsOf('Order');
  expect(call?.variables).toEqual({ number: 'K-7F3Q-9M2X' });
  expect(call?.headers.get('x-checkout-token')).toBe('secret');
});

test('C29 an unknown number, or a wrong token, is a page that is not found', async () => {
  renderApp('/dashboard/orders/K-0000-0000', {
    as: 'user',
    resolvers: {
      order: () => {
        throw refusal('There is no such order.', 'NOT_FOUND', 'number');
      },
    },
  });
  await findHeading('Page not found');
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
  refundedTotal: money(9_009),
  timeline: [placing, event('CAPTURED', 9_009), event('CANCELLED'), event('REFUNDED', 9_009)],
});
const steps = (title: string) =>
  within(main().getByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map((each) => each.querySelector('p, div > *')?.textContent);

test('C33 Undo purchase says the minutes left; one press takes it back, and the page says what was put back', async () => {
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
  // The badge is told.
  await waitFor(() => expect(shop.callsOf('Cart').length).toBeGreaterThan(0));
});

test.each([
  [4.5, '5 minutes left to undo this purchase'],
  [0.5, '1 minute left to undo this purchase'],
])('C33 with %s minutes left, screen readers are told', async (minutes, words) => {
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

test('C33 too late by the shop’s clock: it says so, and offers to cancel', async () => {
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

test('C33 when the minutes are over, Cancel order asks first, and the totals say what went back', async () => {
  const { user, shop } = renderApp(path, {
    as: 'user',
    resolvers: {
      order: newOrder({ canUndoUntil: null, paymentStatus: 'PAID', timeline: [placing, event('CAPTURED', 9_009)] }),
      cancelOrder: { order: refunded },
    },
  });
  await user.click(await main().findByRole('button', { name: 'Cancel order' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel this order?' }));
  expect(dialog.getByText('All of $90.09 goes back to your card. It cannot be taken up again.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(shop.callsOf('CancelOrder')).toEqual([]);
  await user.click(main().getByRole('button', { name: 'Cancel order' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel order' }));
  await main().findByText(/Your order is cancelled\. \$90\.09 go back to your card\./);
  const sums = textsOf([...screen.getByRole('main').querySelectorAll('section dl > div')]);
  expect(sums).toEqual(expect.arrayContaining(['Refunded−$90.09', 'Net$0.00']));
});

test('C33 what is on its way can neither be undone nor cancelled', async () => {
  renderApp(path, {
    as: 'user',
    resolvers: { order: newOrder({ canUndoUntil: null, canCancel: false, fulfillmentStatus: 'FULFILLED' }) },
  });
  await findHeading('Order K-7F3Q-9M2X');
  expect(main().queryByRole('button', { name: /^(Undo|Cancel)/ })).not.toBeInTheDocument();
});

test('C36 Buy again says of each line what cannot be bought or costs something else', async () => {
  const line = {
    name: 'Harbour Kettle',
    quantity: 1,
    added: 1,
    problem: null,
    boughtFor: money(8_400),
    price: money(8_400),
  };
  const { user, shop } = renderApp(path, {
    as: 'user',
    resolvers: {
      order: newOrder(),
      cart: [],
      reorder: {
        lines: [
          line,
          { ...line, name: 'Lamp', price: money(9_000) },
          { ...line, name: 'Tote', added: 0, problem: 'OUT_OF_STOCK' },
        ],
      },
    },
  });
  await user.click(await main().findByRole('button', { name: 'Buy again' }));
  expect(await main().findByText(/2 items are in your cart\./)).toBeVisible();
  const list = within(main().getByRole('list', { name: 'What is different' }));
  expect(textsOf(list.getAllByRole('listitem'))).toEqual(['Lamp: $90.00 now, it was $84.00', 'Tote: sold out']);
  expect(main().getByRole('link', { name: 'View cart' })).toHaveAttribute('href', '/cart');
  expect(shop.callsOf('Reorder')[0]?.headers.get('idempotency-key')).toMatch(/./);
});

test('C32 an order of before orders could be placed has no address and no e-mail, and opens all the same', async () => {
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

test('C38 a demo shop, which sends no mail, shows the messages beside the order; another one shows none', async () => {
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
