import { screen, waitFor, within } from '@testing-library/dom';
import { receiveFromOtherTab } from '../testing/browser';
import {
  asksBank,
  type CheckoutRecord,
  declined,
  emptyCartSummary,
  kettle,
  money,
  newLine,
  newOrder,
  placed,
  shippingMethods,
  shopOfPurchase,
} from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { hold } from '../testing/hold';
import { expectAddress, fill, findField, findToast, main, press } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { offline, refusal, type Resolvers } from '../testing/shop';

/** The checkout of a signed-in user, complete but for the card. */
function openCheckout(begun: Partial<CheckoutRecord>, more: Resolvers = {}, paid: Partial<CheckoutRecord> = placed) {
  const purchase = shopOfPurchase(() => paid, {
    ...{ fromCart: true, email: 'anna@example.com', shippingAddress: { ...newOrder().shippingAddress } },
    ...{ taxZone: 'California', ...begun },
  });
  const resolvers = { ...purchase.resolvers, addresses: [], order: () => newOrder(), ...more };
  const app = renderApp('/checkout/c1', { as: 'user', resolvers });
  purchase.serve(app.shop);
  return { ...app, purchase };
}

const kettles = (quantity: number) => ({
  lines: [newLine(kettle, { quantity })],
  subtotal: money(8_400 * quantity),
  total: money(8_400 * quantity),
});

test('C12 a cart changed in another tab updates its open checkout, which shows the changes', async () => {
  const { purchase, person } = openCheckout(kettles(3));
  await findField('Email');
  const change = (begun: Partial<CheckoutRecord>) => {
    purchase.change(begun);
    receiveFromOtherTab('kiosk-cart', person.email);
  };
  const findNotice = async (title: string) => (await main().findByText(title)).closest('[role="alert"]');
  change(kettles(2));
  const notice = await findNotice('Total changed from $252.00 to $168.00');
  expect(notice).toHaveTextContent('There are 2 of "Harbour Kettle", not 3.Your cart was changed in another tab.');
  await waitFor(() => expect(notice).toHaveFocus());
  expect(within(main().getByTestId('you-pay')).getByText('$252.00')).toBeVisible();
  // A second change keeps the first one shown.
  change(kettles(1));
  expect(await findNotice('Total changed from $252.00 to $84.00')).toHaveTextContent(/not 3\./);
  change({ lines: [] });
  await expectAddress('/cart');
});

const short = { code: 'NOT_ENOUGH_STOCK', message: 'Only 2 left' };
const wentUp = { code: 'PRICE_INCREASED', message: 'Price went up since you added it' };
const review = () => main().getByRole('region', { name: 'Review' });

test('C28 resolving a line moves the focus to the review', async () => {
  const { user, shop, purchase } = openCheckout({
    lines: [newLine(kettle, { quantity: 3, problem: short, available: 2 })],
  });
  shop.prepare({
    setStoreQuantity: () => {
      purchase.change(kettles(2));
      return { removedIds: [], cart: emptyCartSummary };
    },
  });
  await press(user, await main().findByRole('button', { name: 'Keep 2' }), 'Enter');
  await waitFor(() => expect(main().queryByRole('button', { name: 'Keep 2' })).toBeNull());
  await waitFor(() => expect(review()).toHaveFocus());
});

test('C28 an accepted price moves the focus to the review, a rejected one leaves it on its button', async () => {
  const { user, shop, purchase } = openCheckout({ lines: [newLine(kettle, { problem: wentUp, agreed: 8_000 })] });
  shop.prepare({
    acceptPrice: () => {
      throw refusal('The price has changed again.', 'CONFLICT');
    },
  });
  const accept = await main().findByRole('button', { name: 'Accept new price' });
  await press(user, accept, 'Enter');
  await findToast('The price has changed again.');
  expect(accept).toHaveFocus();
  shop.prepare({
    acceptPrice: () => {
      purchase.change(kettles(1));
      return { cart: emptyCartSummary };
    },
  });
  await press(user, accept, 'Enter');
  await waitFor(() => expect(review()).toHaveFocus());
});

test('C28 Enter in a field that the submission locks moves the focus to the review', async () => {
  const [shippingMethod = null] = shippingMethods;
  const payment = { ...asksBank.payment, result: 'UNKNOWN' };
  const begun = { ...kettles(1), shippingMethods, shippingMethod };
  const { user } = openCheckout(begun, {}, { status: 'PAYING', payment });
  const email = await findField('Email');
  await user.click(main().getByRole('button', { name: /4242/ }));
  await press(user, email, 'Enter');
  expect(await main().findByText('The payment service does not answer.')).toBeVisible();
  expect(email).toBeDisabled();
  expect(review()).toHaveFocus();
});

test('a shipping method that is chosen while an address is saved stays chosen', async () => {
  const [shippingMethod = null] = shippingMethods;
  const { user, shop, purchase } = openCheckout({ ...kettles(1), shippingMethods, shippingMethod });
  const city = await findField('City');
  await waitFor(() => expect(shop.callsOf('UpdateCheckout')).toHaveLength(1));
  const order: string[] = [];
  const answer = hold();
  shop.intercept('UpdateCheckout', async (next, { variables }) => {
    const what = 'shippingMethodId' in (variables['input'] as object) ? 'method' : 'address';
    order.push(`${what} sent`);
    const response = await next();
    if (what === 'address') await answer.released;
    order.push(`${what} answered`);
    return response;
  });
  await fill(user, city, 'Fresno');
  await waitFor(() => expect(order).toEqual(['address sent']));
  await user.click(main().getByRole('radio', { name: /Express/ }));
  answer.release();
  await waitFor(() => expect(order).toHaveLength(4));
  expect(order).toEqual(['address sent', 'address answered', 'method sent', 'method answered']);
  await waitFor(() => expect(main().getByRole('radio', { name: /Express/ })).toBeChecked());
  expect(purchase.state.checkout.shippingAddress).toMatchObject({ city: 'Fresno' });
});

test('a second press before the page has changed ends a hold only once', async () => {
  const heldUntil = new Date(Date.now() + 15 * 60_000).toISOString();
  const { shop, purchase } = openCheckout({ ...kettles(1), ...declined, heldUntil });
  purchase.state.started = 1;
  const change = await main().findByRole('button', { name: 'Change them' });
  // Both before React renders the first.
  change.click();
  change.click();
  await expectAddress('/checkout/c2');
  expect(shop.callsOf('CancelCheckout')).toHaveLength(1);
  expect(shop.callsOf('StartCheckout')).toHaveLength(1);
});

test('C28 closing a bank dialog that opened with the page moves the focus to the review', async () => {
  const { user } = openCheckout({ ...kettles(1), ...asksBank });
  const bank = await screen.findByRole('dialog', { name: 'Test bank' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bank).not.toBeInTheDocument());
  await waitFor(() => expect(review()).toHaveFocus());
});

test('C28 deleting an address moves the focus to the address section', async () => {
  const home = { ...newOrder().shippingAddress, id: 'a1', isDefault: false };
  const { user } = openCheckout(kettles(1), { addresses: [home], deleteAddress: { addresses: [] } });
  await press(user, await main().findByRole('button', { name: 'Delete this address' }), 'Enter');
  await waitFor(() => expect(main().getByRole('region', { name: 'Delivery' })).toHaveFocus());
});

test('C28 making an address the default moves the focus to the address section', async () => {
  const home = { ...newOrder().shippingAddress, id: 'a1', isDefault: false };
  const { user } = openCheckout(kettles(1), {
    addresses: [home],
    saveAddress: { addresses: [{ ...home, isDefault: true }] },
  });
  await press(user, await main().findByRole('button', { name: 'Make it the default' }), 'Enter');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Make it the default' })).toBeNull());
  await waitFor(() => expect(main().getByRole('region', { name: 'Delivery' })).toHaveFocus());
});

test('C28 reloading a checkout moves the focus to the heading', async () => {
  const { user, shop } = openCheckout(kettles(1));
  shop.intercept('Checkout', offline);
  const again = await main().findByRole('button', { name: 'Try again' });
  await expectLogged('Failed to load the checkout');
  shop.intercept('Checkout', undefined);
  await press(user, again, 'Enter');
  await findField('Email');
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

test('C28 restarting a checkout of the cart moves the focus to the heading', async () => {
  const { user, shop } = renderApp('/checkout', { as: 'user', resolvers: shopOfPurchase(() => placed).resolvers });
  shop.intercept('CartToBuy', offline);
  await press(user, await main().findByRole('button', { name: 'Try again' }), 'Enter');
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
});
