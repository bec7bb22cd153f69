import { screen, waitFor, within } from '@testing-library/dom';
import { asksBank, type CheckoutRecord, declined, placed, shopOfPurchase } from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { hold } from '../testing/hold';
import { expectAddress, field, fill, findField, findHeading, main, visit } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { offline, refusal } from '../testing/shop';
import { openDocumentForPayments } from '../testing/stripe';
import { fillIn, form, load, ofStripe, open, placeOrder, reload } from '../testing/stripeCheckout';
import { light } from '../theme/palette';

test('C54 with Stripe the payment step is the Payment Element in the shop’s colours, without test hints', async () => {
  openDocumentForPayments();
  const { fake } = open();
  await form();
  expect(load.mock.calls).toEqual([['pk_test_of_the_shop']]);
  expect(fake.calls.options).toEqual([
    expect.objectContaining({ mode: 'payment', amount: 8_400, currency: 'usd', captureMethod: 'manual' }),
  ]);
  expect(fake.calls.options[0]).toMatchObject({
    appearance: {
      theme: 'stripe',
      variables: { colorPrimary: light.primary.main, colorBackground: light.background.paper },
    },
  });
  expect(screen.queryByText(/Test payments/)).toBeNull();
  expect(main().queryByText('Fill in a test card')).toBeNull();
  // It follows the dark scheme.
  document.documentElement.dataset.theme = 'dark';
  await waitFor(() =>
    expect(fake.calls.updates).toContainEqual(
      expect.objectContaining({ appearance: expect.objectContaining({ theme: 'night' }) as object }),
    ),
  );
  delete document.documentElement.dataset.theme;
});

test('C54 Stripe confirms the payment of the shop’s total, and the shop checks the result', async () => {
  openDocumentForPayments();
  const opened = open();
  const { user, fake, purchase, shop } = opened;
  await form();
  await fillIn(opened);
  await waitFor(() => expect(placeOrder()).toHaveTextContent('Place order · $90.09'));
  await waitFor(() => expect(fake.calls.updates).toContainEqual(expect.objectContaining({ amount: 9_009 })));
  fake.state.confirm = () => {
    purchase.change(placed);
    return {};
  };
  await user.click(placeOrder());
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
  expect(fake.calls.confirmed).toEqual([
    {
      clientSecret: 'pi_1_secret_2',
      confirmParams: { return_url: `${location.origin}/checkout/c1/return` },
      redirect: 'if_required',
    },
  ]);
  expect(shop.callsOf('ConfirmPayment')).toHaveLength(1);
  // The order page loads a document without Stripe.
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('C54 incomplete card input is reported before the checkout is submitted', async () => {
  openDocumentForPayments();
  const opened = open();
  const { user, fake, shop } = opened;
  await form();
  await fillIn(opened);
  fake.state.incomplete = { type: 'validation_error', message: 'Your card number is incomplete.' };
  await user.click(placeOrder());
  expect(await main().findByText('Payment: Your card number is incomplete.')).toBeVisible();
  expect(fake.calls.focused).toBe(1);
  expect(shop.callsOf('SubmitCheckout')).toHaveLength(0);
  expect(fake.calls.confirmed).toHaveLength(0);
});

test('C18 a second press while Stripe checks the card submits nothing twice', async () => {
  openDocumentForPayments();
  const opened = open();
  const { user, fake, shop, purchase } = opened;
  await form();
  await fillIn(opened);
  const check = hold();
  fake.state.checked = check.released;
  fake.state.confirm = () => {
    purchase.change(placed);
    return {};
  };
  await user.click(placeOrder());
  await waitFor(() => expect(fake.calls.submitted).toBe(1));
  await user.click(placeOrder());
  check.release();
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
  expect(fake.calls.submitted).toBe(1);
  expect(shop.callsOf('SubmitCheckout')).toHaveLength(1);
});

test('C19 the hold is extended while Stripe confirms the payment, which goes on', async () => {
  openDocumentForPayments();
  const opened = open();
  const { user, fake, shop, purchase } = opened;
  await form();
  await fillIn(opened);
  const confirming = hold();
  fake.state.confirm = async () => {
    await confirming.released;
    purchase.change(placed);
    return {};
  };
  const heldUntil = new Date(Date.now() + 110_000).toISOString();
  shop.prepare({
    submitCheckout: () => ({
      checkout: purchase.change(ofStripe({ status: 'PAYING', heldUntil, payment: { id: 'c1:1', result: 'AWAITING' } })),
      problems: [],
    }),
  });
  await user.click(placeOrder());
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Still there?' }));
  await user.click(dialog.getByRole('button', { name: 'I need more time' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(shop.callsOf('ExtendHold')).toHaveLength(1);
  confirming.release();
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});

test('C24 a decline shows the server’s message, not Stripe’s', async () => {
  openDocumentForPayments();
  const opened = open();
  const { user, fake, purchase } = opened;
  await form();
  await fillIn(opened);
  fake.state.confirm = () => {
    purchase.change(ofStripe(declined));
    return { error: { type: 'card_error', message: 'Words of Stripe’s' } };
  };
  await user.click(placeOrder());
  expect(await main().findByText('Your card was declined.')).toBeVisible();
  expect(main().queryByText(/Words of Stripe/)).toBeNull();
  expect(main().getByText('Card fields of Stripe')).toBeVisible();
});

test('C24 an open bank confirmation continues in Stripe’s own dialog', async () => {
  openDocumentForPayments();
  const { user, fake, purchase } = open('/checkout/c1', ofStripe({ ...asksBank, heldUntil: null }));
  await form();
  expect(screen.queryByRole('dialog')).toBeNull();
  fake.state.answerBank = () => {
    purchase.change(placed);
    return {};
  };
  await user.click(main().getByRole('button', { name: 'Answer your bank' }));
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
  expect(fake.calls.asked).toEqual(['pi_1_secret_2']);
});

test('C59 a blocked Stripe script shows an error, keeps the input, and can be loaded again', async () => {
  openDocumentForPayments();
  const { user, fake } = open();
  load.mockReset();
  load.mockRejectedValueOnce(new Error('Failed to load Stripe.js')).mockResolvedValue(fake.stripe);
  expect(await main().findByText(/^The card form could not be loaded: Stripe does not answer/)).toBeVisible();
  await expectLogged('Failed to load the card form');
  await fill(user, field('Email'), 'anna@example.com');
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await form();
  expect(field('Email')).toHaveValue('anna@example.com');
});

test('C59 a Payment Element that fails to load shows an error and can be retried', async () => {
  openDocumentForPayments();
  const { user, fake } = open();
  fake.state.loadsForm = false;
  expect(await main().findByText(/^The card form could not be loaded/)).toBeVisible();
  await expectLogged('Failed to load the card form');
  fake.state.loadsForm = true;
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await form();
});

test('C54 the payment page reloads the document once when it has no Stripe CSP', async () => {
  open();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(load).not.toHaveBeenCalled();
  expect(main().queryByLabelText('Email')).toBeNull();
});

test('C54 does not reload again when the reloaded document still lacks Stripe', async () => {
  sessionStorage.setItem('kiosk-payment-document', '/checkout/c1');
  open();
  await findHeading('Checkout');
  expect(await findField('Email')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test.each([
  ['/faq', 'Frequently asked questions'],
  ['/checkout/c1/return', 'Checking your payment'],
])('C54 leaving the payment page for %s reloads the document', async (path, title) => {
  openDocumentForPayments();
  const { shop } = open();
  await form();
  expect(reload).not.toHaveBeenCalled();
  shop.intercept('ConfirmPayment', () => new Promise(() => undefined));
  visit(path);
  await findHeading(title);
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('C54 without Stripe no document is reloaded and Stripe.js is not loaded', async () => {
  const purchase = shopOfPurchase(() => placed);
  renderApp('/checkout/c1', { resolvers: purchase.resolvers });
  await findHeading('Checkout');
  expect(reload).not.toHaveBeenCalled();
  expect(load).not.toHaveBeenCalled();
});

const back = (begun: Partial<CheckoutRecord>) =>
  open('/checkout/c1/return?payment_intent=pi_1&payment_intent_client_secret=x&redirect_status=succeeded', begun);

test('C59 the return from the bank confirms the payment, shows the order and drops the secret from the URL', async () => {
  const { shop } = back(ofStripe({ status: 'PAYING', payment: { id: 'c1:1', result: 'AWAITING' } }));
  shop.prepare({ confirmPayment: () => ({ checkout: { ...newPlaced() } }) });
  expect(await main().findByText('Checking your payment…')).toBeVisible();
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
  const [call] = shop.callsOf('ConfirmPayment');
  expect(call?.headers.get('x-checkout-token')).toBe('token-1');
  await expectAddress('/order/K-7F3Q-9M2X/token-1');
});

const newPlaced = () => shopOfPurchase(() => placed, placed).state.checkout;

test('C59 on return from a refused bank confirmation another card can be tried', async () => {
  // The redirect_status of the URL is not trusted.
  const { reload: loadAgain } = back(ofStripe(declined));
  await expectAddress('/checkout/c1');
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  openDocumentForPayments();
  loadAgain();
  expect(await main().findByText('Your card was declined.')).toBeVisible();
});

test('C59 an unknown payment result is shown at once and after a reload, and can be retried', async () => {
  const {
    user,
    purchase,
    reload: loadAgain,
  } = back(ofStripe({ status: 'PAYING', payment: { id: 'c1:1', result: 'UNKNOWN' } }));
  const away = () => main().findByText('The payment service does not answer.');
  expect(await away()).toBeVisible();
  await expectAddress('/checkout/c1/return');
  loadAgain();
  expect(await away()).toBeVisible();
  purchase.change(placed);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});

test('C59 an unreachable shop shows an error, and a retry shows the order', async () => {
  const { user, purchase, shop } = open('/checkout/c1/return', placed);
  shop.intercept('ConfirmPayment', offline);
  expect(await main().findByText('The payment service does not answer.')).toBeVisible();
  await expectLogged('Failed to look at the payment');
  purchase.change(placed);
  shop.intercept('ConfirmPayment', undefined);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});

test('C59 a confirmation without a response is reported within 10 s', async () => {
  const { shop } = open('/checkout/c1/return');
  shop.intercept('ConfirmPayment', () => new Promise(() => undefined));
  await main().findByText('Checking your payment…');
  jest.useFakeTimers();
  visit('/checkout/c2/return');
  await waitFor(() => expect(shop.callsOf('ConfirmPayment').at(-1)?.variables).toEqual({ input: { id: 'c2' } }));
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await main().findByText('The payment service does not answer.')).toBeVisible();
  await expectLogged('Failed to look at the payment');
});

test('a purchase of another browser links to ‘Find your order’', async () => {
  const { shop } = open('/checkout/c1/return');
  shop.prepare({
    confirmPayment: () => {
      throw refusal('Checkout not found', 'NOT_FOUND', 'id');
    },
  });
  expect(await main().findByText('This purchase cannot be shown in this browser.')).toBeVisible();
  expect(main().getByRole('link', { name: 'Find your order' })).toBeVisible();
});

test('C54 the privacy page names Stripe when Stripe takes the payments', async () => {
  open('/privacy');
  await findHeading('Privacy');
  expect(await main().findByText(/^It goes from your browser to Stripe/)).toHaveTextContent(
    'Stripe is told your email address',
  );
});
