import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import {
  asksBank,
  type CheckoutRecord,
  declined,
  kettle,
  newCartSummary,
  newCheckout,
  newLine,
  newOrder,
  placed,
  shippingMethods,
  shopOfPurchase,
} from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { hold } from '../testing/hold';
import { expectAddress, field, findHeading, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { after, offline, refusal } from '../testing/shop';

const typed = {
  email: 'anna@example.com',
  shippingAddress: newOrder().shippingAddress,
  ...{ shippingMethods, shippingMethod: shippingMethods[0] ?? null, taxZone: 'California' },
};
const soon = () => new Date(Date.now() + 10 * 60_000).toISOString();

function openCheckout(
  begun: Partial<CheckoutRecord>,
  paying: (number: string) => Partial<CheckoutRecord> = () => placed,
) {
  const purchase = shopOfPurchase(paying, begun);
  sessionStorage.setItem('kiosk-checkout-c1', JSON.stringify({ token: 'token-1' }));
  const app = renderApp('/checkout/c1', { resolvers: { ...purchase.resolvers, order: () => newOrder() } });
  purchase.serve(app.shop);
  return { ...app, purchase };
}

test('C19 a hold that cannot be extended keeps the dialog, which says why, and can be asked again', async () => {
  const heldUntil = new Date(Date.now() + 110_000).toISOString();
  const { user, shop, purchase } = openCheckout({ ...declined, heldUntil });
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Still there?' }));
  const sentence = 'It cannot be held any longer.';
  const { extendHold = null } = purchase.resolvers;
  shop.prepare({
    extendHold: () => {
      throw refusal(sentence, 'CONFLICT', 'id');
    },
  });
  await user.click(dialog.getByRole('button', { name: 'I need more time' }));
  expect(await dialog.findByText(sentence)).toBeVisible();
  shop.intercept('ExtendHold', offline);
  await user.click(dialog.getByRole('button', { name: 'I need more time' }));
  expect(await dialog.findByText('The shop did not answer. Please try again.')).toBeVisible();
  await expectLogged('Failed to extend the hold');
  shop.intercept('ExtendHold', undefined);
  shop.prepare({ extendHold });
  await user.click(dialog.getByRole('button', { name: 'I need more time' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
});

const paid = { id: 'c1:1', provider: 'test', result: 'AUTHORIZED', clientSecret: 's' };

test('C25 after an automatic refund the page says what happened, and the rest can be bought again', async () => {
  const { user, purchase } = openCheckout({ ...typed, ...declined, status: 'REFUNDED', heldUntil: null });
  purchase.state.started = 1;
  const alert = (await main().findByText('Sold out while you were paying')).closest('[role="alert"]');
  expect(alert).toHaveTextContent('What was taken from your card went back in full.');
  expect(field('Email')).toHaveValue('anna@example.com');
  await user.click(main().getByRole('button', { name: /4242/ }));
  await user.click(main().getByRole('button', { name: /^Try again/ }));
  await findHeading(/is placed$/);
});

const region = (name: string) => main().queryByRole('region', { name });

test('C25 while the money goes back the page says so, and not that the payment service does not answer', async () => {
  const { purchase } = openCheckout({ ...typed, status: 'REFUNDING', payment: paid });
  expect(await main().findByText('Sold out while you were paying.')).toBeVisible();
  expect(region('What you pay')).toBeNull();
  expect(region('Payment')).toBeNull();
  expect(main().queryByText('The payment service does not answer.')).toBeNull();
  expect(main().queryByText(/^Held for you/)).toBeNull();
  const button = main().getByRole('button', { name: 'Refund under way' });
  expect(button).toHaveAttribute('aria-busy', 'false');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(field('Email')).toBeDisabled();
  expect(main().queryByRole('button', { name: 'Change them' })).toBeNull();
  purchase.change({ status: 'REFUNDED' });
  expect(
    await main().findByText('What was taken from your card went back in full.', {}, { timeout: 9_000 }),
  ).toBeVisible();
  expect(region('What you pay')).toBeVisible();
  expect(region('Payment')).toBeVisible();
});

test('C25 a refund that begins while a card is typed moves the focus to the review', async () => {
  const { user, purchase } = openCheckout({ ...typed, status: 'PAYING', payment: paid });
  const card = await main().findByRole('button', { name: /4242/ });
  await user.click(card);
  expect(card).toHaveFocus();
  purchase.change({ status: 'REFUNDING' });
  await waitFor(() => expect(region('Review')).toHaveFocus(), { timeout: 9_000 });
});

test('C59 while the payment service has not said that a payment is void no other checkout is begun', async () => {
  const { user, shop, purchase } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  purchase.state.started = 1;
  const unknown = { id: 'c1:1', provider: 'test', result: 'UNKNOWN', clientSecret: null };
  shop.prepare({ cancelCheckout: () => ({ checkout: purchase.change({ status: 'PAYING', payment: unknown }) }) });
  await user.click(await main().findByRole('button', { name: 'Change them' }));
  expect(await main().findByText('The payment service does not answer.')).toBeVisible();
  purchase.change({ status: 'CANCELLED', heldUntil: null, payment: null });
  const again = await main().findByRole('button', { name: /^Try again/ }, { timeout: 9_000 });
  expect(purchase.state.started).toBe(1);
  expect(field('Email')).toBeEnabled();
  await user.click(main().getByRole('button', { name: /4242/ }));
  await user.click(again);
  await findHeading(/is placed$/);
  expect(purchase.state.started).toBe(2);
});

test('C28 a refusal of what is paid already does not say that nothing was charged', async () => {
  const { user, shop, purchase } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  shop.prepare({
    cancelCheckout: () => {
      purchase.change({ status: 'PAYING', payment: paid });
      throw refusal('It is paid already. Undo the order instead.', 'CONFLICT', 'id');
    },
  });
  await user.click(await main().findByRole('button', { name: 'Change them' }));
  const alert = (await main().findByText('It is paid already. Undo the order instead.')).closest('[role="alert"]');
  expect(alert).not.toHaveTextContent('Nothing was charged');
  expect(await main().findByText('Your payment has arrived.')).toBeVisible();
});

test('C25 while one checkout of the cart is refunded another one can be started', async () => {
  const unfinishedCheckout = newCheckout({ id: 'c9', status: 'REFUNDING', fromCart: true });
  const cartSummary = newCartSummary([newLine(kettle)], { unfinishedCheckout });
  const { resolvers } = shopOfPurchase(() => placed);
  renderApp('/checkout', { as: 'user', resolvers: { ...resolvers, addresses: [], cartSummary } });
  await expectAddress('/checkout/c1');
});

test('C25 a guest finds the purchase that is refunded in the cart', async () => {
  sessionStorage.setItem('kiosk-guest-checkout', 'c1');
  renderApp('/cart', { resolvers: shopOfPurchase(() => placed, { status: 'REFUNDING', payment: paid }).resolvers });
  expect(await main().findByRole('link', { name: 'Look at it' })).toHaveAttribute('href', '/checkout/c1');
  expect(main().getByText(/It was sold out while you were paying/)).toBeVisible();
});

test.each([
  ['does not answer', () => new Promise<never>(() => undefined)],
  ['cannot be reached', offline],
])('a shop that %s is told without another wait, and not that nothing was charged', async (_, silence) => {
  const { user, shop } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  const change = await main().findByRole('button', { name: 'Change them' });
  shop.intercept('CancelCheckout', offline);
  shop.intercept('Checkout', silence);
  await user.click(change);
  const alert = (await main().findByText('The shop did not answer.')).closest('[role="alert"]');
  expect(alert).toHaveTextContent('What you typed is kept.');
  expect(alert).not.toHaveTextContent('Nothing was charged');
  await expectLogged('Failed to place the order');
});

test('C28 a shop that does not answer asks for another try once it would take one', async () => {
  const { user, shop } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  const change = await main().findByRole('button', { name: 'Change them' });
  const looked = hold();
  shop.intercept('CancelCheckout', offline);
  shop.intercept('Checkout', async (next, call) => {
    await looked.released;
    return offline(next, call);
  });
  await user.click(change);
  const alert = (await main().findByText('The shop did not answer.')).closest('[role="alert"]');
  expect(alert).not.toHaveTextContent(/try again/i);
  await expectLogged('Failed to place the order');
  looked.release();
  await waitFor(() => expect(alert).toHaveTextContent(/kept\.\s*Try again\.$/));
  shop.intercept('CancelCheckout', undefined);
  await user.click(change);
  await waitFor(() => expect(shop.callsOf('StartCheckout')).toHaveLength(1));
});

const placeOrder = () => main().getByRole('button', { name: /^Place order/ });

async function payBy(user: ReturnType<typeof openCheckout>['user'], card: RegExp): Promise<void> {
  await user.click(await main().findByRole('button', { name: card }));
  await user.click(placeOrder());
}

test('C18 a reload while the payment awaits the buyer, and a second press, pay the one payment', async () => {
  const { user, shop, purchase, reload } = openCheckout({ ...typed }, () => ((pays += 1) > 1 ? placed : {}));
  let pays = 0;
  await payBy(user, /4242/);
  expect(await main().findByText('Your payment did not reach the payment service.')).toBeVisible();
  reload();
  await payBy(user, /4242/);
  await findHeading(/is placed$/);
  expect(purchase.state.opened).toEqual(['c1:1']);
  expect(shop.callsOf('StartCheckout')).toHaveLength(0);
});

test('C18 a reload while the bank asks, and another press, ask for the one payment again', async () => {
  const { user, shop, purchase, reload } = openCheckout({ ...typed }, () => asksBank);
  await payBy(user, /3155/);
  await screen.findByRole('dialog', { name: 'Test bank' });
  reload();
  const bank = () => screen.findByRole('dialog', { name: 'Test bank' });
  await bank();
  await user.keyboard('{Escape}');
  await user.click(await main().findByRole('button', { name: 'Answer your bank' }));
  await user.click(within(await bank()).getByRole('button', { name: 'Confirm' }));
  await findHeading(/is placed$/);
  expect(purchase.state.opened).toEqual(['c1:1']);
  expect(purchase.state.paid).toHaveLength(1);
  expect(shop.callsOf('SubmitCheckout')).toHaveLength(1);
});

test.each([
  ['CARD_DECLINED', /0002/, 'Your card was declined.'],
  ['INSUFFICIENT_FUNDS', /9995/, 'Your card has insufficient funds.'],
] as const)('C21 after %s the page says why, and another card pays', async (declineReason, card, sentence) => {
  const refusedCard = { ...declined, payment: { ...declined.payment, declineReason } };
  const { user } = openCheckout({ ...typed }, (number) => (number === '4242424242424242' ? placed : refusedCard));
  await payBy(user, card);
  expect((await main().findAllByText(sentence))[0]).toBeVisible();
  expect(field('Email')).toHaveValue('anna@example.com');
  await payBy(user, /4242/);
  await findHeading(/is placed$/);
});

test.each([
  ['paid', { payment: paid }, 'Your payment has arrived.'],
  ['not reserved yet', { status: 'HOLDING', payment: null }, 'The shop is still reserving your order.'],
])('C28 a lost answer to an order that is %s does not ask for another try', async (_, stored, words) => {
  const { user, shop, purchase } = openCheckout({ ...typed });
  const card = await main().findByRole('button', { name: /4242/ });
  const looked = hold();
  shop.intercept('SubmitCheckout', async (next, call) => {
    await next();
    purchase.change(stored);
    return offline(next, call);
  });
  shop.intercept('Checkout', after(looked.released));
  await user.click(card);
  await user.click(placeOrder());
  const alert = await main().findByRole('alert');
  expect(alert).toHaveTextContent('The shop did not answer.');
  await waitFor(() => expect(alert).toHaveFocus());
  await expectLogged('Failed to place the order');
  looked.release();
  expect(await main().findByText(words)).toBeVisible();
  expect(alert).not.toBeInTheDocument();
  await waitFor(() => expect(region('Review')).toHaveFocus());
  expect(main().queryByText('The payment service does not answer.')).toBeNull();
});

const sold = 'What was taken from your card went back in full.';

test.each([
  ['refunded', { status: 'REFUNDED', heldUntil: null, payment: paid }, sold],
  ['declined', { ...declined, payment: { ...declined.payment, id: 'c1:2' } }, 'Your card was declined.'],
  ['waiting for the bank', { ...asksBank, payment: { ...asksBank.payment, id: 'c1:2' } }, 'Test bank'],
])('C28 a lost answer to an order that is %s gives way to what the page says of it', async (_, stored, words) => {
  const { user, shop, purchase } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  shop.intercept('SubmitCheckout', (next, call) => {
    purchase.change(stored);
    return offline(next, call);
  });
  await payBy(user, /4242/);
  await expectLogged('Failed to place the order');
  expect((await screen.findAllByText(words))[0]).toBeVisible();
  await waitFor(() => expect(screen.queryByText('The shop did not answer.')).toBeNull());
});

test('C28 a lost answer that has changed nothing asks for another try', async () => {
  const { user, shop } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  shop.intercept('SubmitCheckout', offline);
  await payBy(user, /4242/);
  await expectLogged('Failed to place the order');
  const alert = (await main().findByText('The shop did not answer.')).closest('[role="alert"]');
  await waitFor(() => expect(alert).toHaveTextContent(/kept\.\s*Try again\.$/));
});

function setOnline(isOnline: boolean): void {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  fireEvent(window, new Event(isOnline ? 'online' : 'offline'));
}

test('C18 C28 no other try is asked for while the shop keeps asking for the payment', async () => {
  const { user, shop } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  await user.click(await main().findByRole('button', { name: /4242/ }));
  for (const call of ['SubmitCheckout', 'Checkout', 'ConfirmPayment']) shop.intercept(call, offline);
  await user.click(placeOrder());
  await expectLogged('Failed to place the order');
  const alert = (await main().findByText('The shop did not answer.')).closest('[role="alert"]');
  await waitFor(() => expect(alert).toHaveTextContent(/Try again\.$/));
  setOnline(false);
  expect(await main().findByText('You are offline.')).toBeVisible();
  setOnline(true);
  expect(await main().findByText('The shop could not look at your payment.')).toBeVisible();
  expect(alert).not.toHaveTextContent('Try again.');
  await expectLogged('Failed to look at the payment');
});

test('C28 what the shop says once it answers again replaces that it did not', async () => {
  const { user, shop, purchase } = openCheckout({ ...typed, ...declined, heldUntil: soon() });
  shop.intercept('SubmitCheckout', offline);
  await user.click(await main().findByRole('button', { name: /4242/ }));
  shop.intercept('Checkout', offline);
  await user.click(placeOrder());
  expect(await main().findByText('The shop did not answer.')).toBeVisible();
  await expectLogged('Failed to place the order');
  await waitFor(() => expect(placeOrder()).toHaveAttribute('aria-busy', 'false'));
  purchase.change({ status: 'REFUNDING', payment: paid });
  setOnline(false);
  expect(await main().findByText('You are offline.')).toBeVisible();
  setOnline(true);
  expect(await main().findByText('Sold out while you were paying.')).toBeVisible();
  expect(main().queryByText('The shop did not answer.')).toBeNull();
});
