import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { newProduct } from '../testing/builders';
import {
  asksBank,
  type CheckoutRecord,
  declined,
  kettle,
  money,
  newCartSummary,
  newCheckout,
  newLine,
  newOrder,
  placed,
  shippingMethods,
  shopOfPurchase,
} from '../testing/checkout';
import { expectAddress, field, fill, findField, findHeading, findToast, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { offline, refusal } from '../testing/shop';

const address = { 'Full name': 'Anna Meyer', Address: '212 Alder Street', City: 'San Jose', 'ZIP code': '95112' };

const testPayments = 'Test payments: no money moves. Never type a real card.';

function openCheckout(
  paying: (number: string) => Partial<CheckoutRecord> = () => placed,
  begun: Partial<CheckoutRecord> = {},
) {
  const purchase = shopOfPurchase(paying, begun);
  sessionStorage.setItem('kiosk-checkout-c1', JSON.stringify({ token: 'token-1' }));
  const app = renderApp('/checkout/c1', { resolvers: { ...purchase.resolvers, order: () => newOrder() } });
  purchase.serve(app.shop);
  return { ...app, purchase };
}

async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  await user.selectOptions(main().getByLabelText(label), option);
}

async function fillIn(user: UserEvent): Promise<void> {
  await fill(user, await findField('Email'), 'anna@example.com');
  await choose(user, 'Country', 'United States');
  for (const [label, value] of Object.entries(address)) await fill(user, field(label), value);
  await choose(user, 'State', 'California');
  await waitFor(() => expect(main().getByRole('radio', { name: /Standard/ })).toBeChecked());
}

/** The stored checkout after all input. */
const typed = {
  ...{ email: 'anna@example.com', total: money(9_009), taxTotal: money(609) },
  shippingAddress: { ...newOrder().shippingAddress },
};

const placeOrder = () => main().getByRole('button', { name: /^Place order/ });
const fillCard = (user: UserEvent, name: RegExp) => user.click(main().getByRole('button', { name }));

test('C13 C20 C21 C24 C44 a guest enters contact, address and a test card, and sees the placed order', async () => {
  const { user, purchase } = openCheckout();
  await findHeading('Checkout');
  expect(await screen.findByRole('note')).toHaveTextContent(testPayments);
  expect(await main().findByText(/; your card is charged 10 minutes after you order$/)).toBeVisible();
  await fillIn(user);
  await waitFor(() => expect(placeOrder()).toHaveTextContent('Place order · $90.09'));
  await fillCard(user, /4242/);
  await user.click(placeOrder());
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
  expect(purchase.state.paid).toEqual(['4242424242424242']);
  expect(main().getAllByText('Visa •••• 4242')).toHaveLength(2);
  expect(main().getByText('Test order: no money moved.')).toBeVisible();
});

test('C14 the address fields follow the country', async () => {
  const { user } = openCheckout();
  await findField('Email');
  expect(main().queryByLabelText('ZIP code')).toBeNull();
  await choose(user, 'Country', 'United States');
  expect(field('ZIP code')).toBeRequired();
  expect(main().getByLabelText('State')).toHaveAttribute('autocomplete', 'shipping address-level1');
  await fill(user, field('ZIP code'), '9511');
  expect(main().getByText(/^Is this right\?/)).toBeVisible();
  await choose(user, 'Country', 'Germany');
  expect(main().queryByLabelText('State')).toBeNull();
  expect(field('Postcode')).toBeVisible();
  await choose(user, 'Country', 'Hong Kong');
  expect(main().queryByLabelText('Postcode')).toBeNull();
  expect(field('Area')).toBeVisible();
});

test('C16 labels the total ‘so far’ until the state that decides the tax is chosen', async () => {
  const shippingAddress = { ...newOrder().shippingAddress, region: '' };
  const [method] = shippingMethods;
  const { user } = openCheckout(() => placed, { shippingAddress, shippingMethods, shippingMethod: method ?? null });
  const panel = within(await main().findByRole('region', { name: 'What you pay' }));
  expect(panel.getByRole('heading')).toHaveTextContent('You pay so far');
  const tax = () => main().getByText(/^Tax/).nextElementSibling;
  expect(tax()).toHaveTextContent('–');
  await choose(user, 'State', 'California');
  await waitFor(() => expect(panel.getByRole('heading')).toHaveTextContent(/^You pay$/));
  expect(tax()).toHaveTextContent('$6.09');
});

test('C28 invalid fields show errors below themselves and in one list, and the first has the focus', async () => {
  const { user, shop } = openCheckout();
  await findField('Email');
  await user.click(placeOrder());
  await waitFor(() => expect(field('Email')).toHaveFocus());
  expect(main().getByText('Enter your e-mail')).toBeVisible();
  const links = main().getAllByRole('button', { name: /Country: Choose a country|Card number: / });
  expect(links).toHaveLength(2);
  await user.click(links[1] as HTMLElement);
  expect(field('Card number')).toHaveFocus();
  expect(shop.callsOf('SubmitCheckout')).toHaveLength(0);
});

test('C28 shows no error before a field was left', async () => {
  const problem = { code: 'ADDRESS_INCOMPLETE', message: 'Choose a country', line: null };
  const { user } = openCheckout(() => placed, { problems: [{ ...problem, field: 'shippingAddress.countryCode' }] });
  const country = await main().findByLabelText('Country');
  expect(country).toHaveAttribute('aria-invalid', 'false');
  await user.click(country);
  await user.tab();
  await waitFor(() => expect(country).toHaveAttribute('aria-invalid', 'true'));
  expect(country).toHaveAccessibleDescription('Choose a country');
});

test('C28 the error list shrinks with each corrected field and disappears with the last', async () => {
  const { user } = openCheckout();
  await findField('Email');
  await user.click(placeOrder());
  expect(await main().findByText('5 fields need your answer')).toBeVisible();
  await fill(user, field('Email'), 'anna@example.com');
  expect(await main().findByText('4 fields need your answer')).toBeVisible();
  expect(main().queryByRole('button', { name: /^Email: / })).toBeNull();
  await fillCard(user, /4242/);
  expect(await main().findByText('One field needs your answer')).toBeVisible();
  // The fields of the country are empty by then and show errors.
  await choose(user, 'Country', 'Germany');
  expect(await main().findByRole('button', { name: 'Address: This is required' })).toBeVisible();
  for (const label of ['Full name', 'Address', 'City', 'Postcode']) await fill(user, field(label), 'Linden 12');
  await waitFor(() => expect(main().queryByText(/needs? your answer$/)).toBeNull());
  expect(document.querySelector('[aria-invalid="true"]')).toBeNull();
});

test('C20 rejects other card numbers in the browser', async () => {
  const { user, purchase } = openCheckout();
  await fillIn(user);
  await fillCard(user, /4242/);
  await fill(user, field('Card number'), '4111 1111 1111 1111');
  await user.click(placeOrder());
  await waitFor(() => expect(field('Card number')).toHaveFocus());
  expect(main().getAllByText(/Only the listed test cards are taken/)[0]).toBeVisible();
  expect(purchase.state.paid).toEqual([]);
});

test('C21 a declined card keeps the input and the hold, and another card continues the same checkout', async () => {
  const { user, purchase } = openCheckout((number) => (number.endsWith('0002') ? declined : placed));
  await fillIn(user);
  await fillCard(user, /0002/);
  await user.click(placeOrder());
  const alert = (await main().findAllByText('Your card was declined.'))[0]?.closest('[role="alert"]');
  await waitFor(() => expect(alert).toHaveFocus());
  expect(field('Email')).toHaveValue('anna@example.com');
  expect(field('Card number')).toBeInvalid();
  expect(main().getByText(/^Held for you until \d\d:\d\d$/)).toBeVisible();
  await fillCard(user, /4242/);
  await user.click(placeOrder());
  await findHeading(/is placed$/);
  expect(purchase.state.started).toBe(0);
});

test('C20 C22 test bank: closing keeps the payment open, refusing shows an error, confirming places the order', async () => {
  const { user } = openCheckout(() => asksBank);
  await fillIn(user);
  await fillCard(user, /3155/);
  await user.click(placeOrder());
  const bank = () => screen.queryByRole('dialog', { name: 'Test bank' });
  await waitFor(() => expect(bank()).toBeVisible());
  // The banner of the page is hidden from assistive technology while a dialog is open.
  expect(within(bank() as HTMLElement).getByRole('note')).toHaveTextContent(testPayments);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(bank()).toBeNull());
  await waitFor(() => expect(screen.getByRole('main')).toBeVisible());
  await user.click(main().getByRole('button', { name: 'Answer your bank' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Refuse' }));
  await waitFor(() => expect(screen.getByRole('main')).toBeVisible());
  expect((await main().findAllByText('The bank did not confirm the payment.'))[0]).toBeVisible();
  await user.click(placeOrder());
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }));
  await findHeading(/is placed$/);
});

test('C17 a changed total stops the charge and shows what changed', async () => {
  const { user, purchase } = openCheckout();
  await fillIn(user);
  await waitFor(() => expect(placeOrder()).toHaveTextContent('$90.09'));
  await fillCard(user, /4242/);
  const message = 'Total changed from $90.09 to $90.59';
  purchase.state.problems = [{ code: 'TOTAL_CHANGED', message, line: null, field: 'expectedTotal' }];
  purchase.change({ taxTotal: money(659), total: money(9_059) });
  await user.click(placeOrder());
  const alert = (await main().findByText(message)).closest('[role="alert"]');
  await waitFor(() => expect(alert).toHaveFocus());
  expect(alert).toHaveTextContent('Tax went up by $0.50.Nothing was charged.');
  purchase.state.problems = [];
  await user.click(placeOrder());
  await findHeading(/is placed$/);
});

test('C17 other goods or another method at the same total stop the charge, and the page says which', async () => {
  const { user, shop, purchase } = openCheckout();
  await fillIn(user);
  await waitFor(() => expect(placeOrder()).toHaveTextContent('$90.09'));
  await fillCard(user, /4242/);
  const message = 'What you are buying has changed';
  purchase.state.problems = [{ code: 'PURCHASE_CHANGED', message, line: null, field: 'expectedFingerprint' }];
  const lamp = newProduct({ name: 'Arc Lamp', price: 84 });
  const [, express = null] = shippingMethods;
  purchase.change({ lines: [newLine(lamp)], shippingMethod: express, fingerprint: 'with a lamp' });
  await user.click(placeOrder());
  const alert = (await main().findByText(message)).closest('[role="alert"]');
  await waitFor(() => expect(alert).toHaveFocus());
  expect(alert).toHaveTextContent(
    '"Arc Lamp" was added."Harbour Kettle" was removed.It is shipped by "Express", not "Standard".Nothing was charged.',
  );
  purchase.state.problems = [];
  await user.click(placeOrder());
  await findHeading(/is placed$/);
  expect(shop.callsOf('SubmitCheckout').map(({ variables }) => variables)).toEqual([
    { input: { id: 'c1', expectedTotal: 9_009, expectedFingerprint: 'as begun' } },
    { input: { id: 'c1', expectedTotal: 9_009, expectedFingerprint: 'with a lamp' } },
  ]);
});

test('C49 a method switched off meanwhile is reported, and nothing is charged until another is chosen', async () => {
  const { user, purchase } = openCheckout();
  await fillIn(user);
  await fillCard(user, /4242/);
  const message = 'The shipping method you chose is no longer offered. Choose another one.';
  const problems = [{ code: 'NO_SHIPPING_METHOD', message, line: null, field: 'shippingMethodId' }];
  purchase.state.problems = problems;
  const { shippingMethods } = purchase.state.checkout;
  purchase.change({ problems, shippingMethods: shippingMethods.slice(1), shippingMethod: null });
  await user.click(placeOrder());
  const alert = await main().findByRole('alert');
  await waitFor(() => expect(alert).toHaveFocus());
  expect(alert).toHaveTextContent(`${message}Nothing was charged.`);
  const section = within(main().getByRole('region', { name: 'Shipping method' }));
  expect(section.getByRole('status')).toHaveTextContent(message);
  expect(main().getByText('Arrives: choose a shipping method')).toBeVisible();
  expect(section.getByRole('radio', { name: /Express/ })).not.toBeChecked();
  purchase.state.problems = [];
  await user.click(section.getByRole('radio', { name: /Express/ }));
  await waitFor(() => expect(section.getByRole('radio', { name: /Express/ })).toBeChecked());
  expect(main().queryByText(message)).not.toBeInTheDocument();
  await user.click(placeOrder());
  await findHeading(/is placed$/);
});

test('C18 the order is sent to the address on the page, even if another tab saved a different one', async () => {
  const { user, purchase } = openCheckout();
  await fillIn(user);
  await waitFor(() => expect(purchase.state.checkout.shippingAddress).toMatchObject({ region: 'CA' }));
  purchase.change({ shippingAddress: { ...newOrder().shippingAddress, city: 'Fresno' } });
  await fillCard(user, /4242/);
  await user.click(placeOrder());
  await findHeading(/is placed$/);
  expect(purchase.state.checkout.shippingAddress).toMatchObject({ city: 'San Jose' });
});

test('C15 shows an error when a shipping method cannot be saved, and reverts the choice', async () => {
  const { user, shop, purchase } = openCheckout();
  await fillIn(user);
  await waitFor(() => expect(purchase.state.checkout.shippingAddress).toMatchObject({ region: 'CA' }));
  shop.intercept('UpdateCheckout', offline);
  await user.click(main().getByRole('radio', { name: /Express/ }));
  expect(await main().findByText('The shop did not answer.')).toBeVisible();
  expect(main().getByRole('radio', { name: /Standard/ })).toBeChecked();
});

test('C25 when the last piece sells out during submission, shows that and that nothing was charged', async () => {
  const { user, shop, purchase } = openCheckout();
  await fillIn(user);
  await fillCard(user, /4242/);
  shop.intercept('SubmitCheckout', (next) => {
    const line = newLine(kettle, { problem: { code: 'OUT_OF_STOCK', message: 'Sold out' } });
    purchase.state.problems = [{ ...line.problem }];
    purchase.change({ lines: [line] });
    return next();
  });
  await user.click(placeOrder());
  const alert = (await main().findByText('Sold out while you were paying')).closest('[role="alert"]');
  await waitFor(() => expect(alert).toHaveFocus());
  expect(alert).toHaveTextContent(/paying\s*Nothing was charged\.$/);
});

test('C19 an expired hold keeps the input, and Try again starts a new checkout', async () => {
  const { user, purchase } = openCheckout(() => placed, {
    ...{ ...typed, status: 'EXPIRED', heldUntil: null },
    problems: [{ code: 'HOLD_EXPIRED', message: 'No longer held', line: null, field: null }],
  });
  purchase.state.started = 1;
  await waitFor(() => expect(main().getByText('No longer held')).toBeVisible());
  expect(field('Email')).toHaveValue('anna@example.com');
  await fillCard(user, /4242/);
  await user.click(main().getByRole('button', { name: 'Try again · $90.09' }));
  await expectAddress('/order/K-7F3Q-9M2X/token-2');
});

test('C19 a hold expired by the browser’s clock is cancelled on the server before the retry', async () => {
  const heldUntil = new Date(Date.now() - 1_000).toISOString();
  const { user, shop, purchase } = openCheckout(() => placed, { ...typed, ...declined, heldUntil });
  purchase.state.started = 1;
  await main().findByText('No longer held');
  await fillCard(user, /4242/);
  await user.click(main().getByRole('button', { name: 'Try again · $90.09' }));
  await expectAddress('/order/K-7F3Q-9M2X/token-2');
  const [first, second] = shop.names().filter((name) => /^(Cancel|Start)Checkout$/.test(name));
  expect([first, second]).toEqual(['CancelCheckout', 'StartCheckout']);
});

test('C19 C28 two minutes before the hold ends, a dialog shows its end and can extend it', async () => {
  const heldUntil = new Date(Date.now() + 110_000).toISOString();
  const { user, shop } = openCheckout(() => placed, { ...declined, heldUntil });
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Still there?' }));
  expect(dialog.getByText(/^Your order is held/)).toHaveTextContent(/^Your order is held until \d\d:\d\d\. After/);
  await user.click(dialog.getByRole('button', { name: 'I need more time' }));
  await waitFor(() => expect(shop.callsOf('ExtendHold')).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
});

test('C29 an unknown checkout shows the not-found page', async () => {
  renderApp('/checkout/c9', { resolvers: { checkout: null, countries: [] } });
  await findHeading('Page not found');
});

test('C13 Buy now starts a checkout of the product with the chosen quantity', async () => {
  const purchase = shopOfPurchase(() => placed);
  const { user, shop } = renderApp(`/products/${kettle.slug}`, {
    resolvers: { ...purchase.resolvers, product: kettle },
  });
  await user.click(await main().findByRole('button', { name: `One ${kettle.name} more` }));
  await user.click(main().getByRole('button', { name: `Buy now: ${kettle.name}` }));
  await findHeading('Checkout');
  expect(shop.callsOf('StartCheckout')[0]?.variables).toEqual({
    input: { productId: kettle.id, quantity: 2, seenPrice: 84 },
  });
});

const wentUp = (price: number) => [
  newLine(
    { ...kettle, price },
    { agreed: 8_400, problem: { code: 'PRICE_INCREASED', message: 'Price went up since you added it' } },
  ),
];
const lines = () => main().getByRole('list', { name: 'What you buy' });
const acceptPrice = () => main().findByRole('button', { name: 'Accept new price' });

test('C08 shows the new price when it rises again during the acceptance', async () => {
  const { user, shop, purchase } = openCheckout(() => placed, { fromCart: true, lines: wentUp(89) });
  shop.prepare({
    acceptPrice: () => {
      purchase.change({ lines: wentUp(95) });
      throw refusal('The price has changed again.', 'CONFLICT');
    },
  });
  await user.click(await acceptPrice());
  await findToast('The price has changed again.');
  await waitFor(() => expect(lines()).toHaveTextContent('$95.00'));
});

test('C08 C13 accepting a new price of Buy now keeps card and shipping method', async () => {
  const [standard, express] = shippingMethods;
  const begun = { ...typed, shippingMethods, shippingMethod: express ?? null, lines: wentUp(89) };
  const { user, shop, purchase } = openCheckout(() => placed, begun);
  purchase.state.started = 1;
  shop.intercept('StartCheckout', (next) => {
    const shippingMethod = standard ?? null;
    purchase.change({ lines: [newLine({ ...kettle, price: 89 })], taxZone: null, shippingMethod });
    return next();
  });
  const accept = await acceptPrice();
  await fillCard(user, /4242/);
  const card = field('Card number');
  await user.click(accept);
  await expectAddress('/checkout/c2');
  expect(field('Card number')).toBe(card);
  expect(card).toHaveValue('4242 4242 4242 4242');
  expect(main().getByRole('radio', { name: /Express/ })).toBeChecked();
  expect(purchase.state.checkout.shippingMethod).toMatchObject({ id: 'express' });
});

test('C13 removing the line of a Buy now checkout leads back to the product and leaves the cart alone', async () => {
  const { resolvers } = shopOfPurchase(() => placed, { lines: wentUp(89) });
  const { user, shop } = renderApp('/checkout/c1', { resolvers: { ...resolvers, product: kettle } });
  await user.click(await main().findByRole('button', { name: `Remove ${kettle.name}` }));
  await expectAddress(`/products/${kettle.slug}`);
  expect(shop.names()).toContain('Checkout');
  for (const change of ['SetStoreQuantity', 'SetLineQuantity', 'DeleteStoreItem', 'AddToStore'])
    expect(shop.names()).not.toContain(change);
});

test('C13 starts a checkout of the cart although a Buy now checkout is unfinished', async () => {
  const unfinishedCheckout = newCheckout({ id: 'c9', status: 'READY' });
  const { resolvers } = shopOfPurchase(() => placed);
  const cartSummary = newCartSummary([newLine(kettle)], { unfinishedCheckout });
  renderApp('/checkout', { as: 'user', resolvers: { ...resolvers, addresses: [], cartSummary } });
  await expectAddress('/checkout/c1');
});

test('C06 a checkout whose cart was emptied leads to the cart', async () => {
  openCheckout(() => placed, { fromCart: true, lines: [] });
  await expectAddress('/cart');
});
