import { screen, waitFor } from '@testing-library/dom';
import { setReload } from '../features/checkout/payment/paymentDocument';
import { asksBank, type CheckoutRecord, declined, newOrder, placed, shopOfPurchase } from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { expectAddress, field, fill, findField, findHeading, main, visit } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { offline, refusal } from '../testing/shop';
import { closeDocumentForPayments, createFakeStripe, openDocumentForPayments } from '../testing/stripe';
import { light } from '../theme/palette';

const load = jest.fn<Promise<unknown>, [string]>();
jest.mock('@stripe/stripe-js/pure', () => ({ loadStripe: (key: string) => load(key) }));

const settings = { paymentProvider: 'stripe', stripePublishableKey: 'pk_test_of_the_shop' };
const address = { 'Full name': 'Anna Meyer', Address: '212 Alder Street', City: 'San Jose', 'ZIP code': '95112' };
const ofStripe = (parts: Partial<CheckoutRecord>): Partial<CheckoutRecord> => ({
  ...parts,
  payment: { ...(parts.payment as object), provider: 'stripe', clientSecret: 'pi_1_secret_2' },
});
const reload = jest.fn();

beforeEach(() => {
  load.mockReset();
  reload.mockReset();
  setReload(reload);
  sessionStorage.setItem('kiosk-checkout-c1', JSON.stringify({ token: 'token-1' }));
});
afterEach(closeDocumentForPayments);

function open(path = '/checkout/c1', begun: Partial<CheckoutRecord> = {}) {
  const fake = createFakeStripe();
  load.mockResolvedValue(fake.stripe);
  const purchase = shopOfPurchase(() => placed, begun);
  const { change, state } = purchase;
  const submitCheckout = () => {
    const heldUntil = new Date(Date.now() + 15 * 60_000).toISOString();
    change(ofStripe({ status: 'PAYING', heldUntil, payment: { id: 'c1:1', result: 'AWAITING' } }));
    return { checkout: state.checkout, problems: [] };
  };
  const resolvers = { ...purchase.resolvers, submitCheckout, order: () => newOrder({ isTest: false }) };
  return { ...renderApp(path, { settings, resolvers }), purchase, fake };
}

type Opened = ReturnType<typeof open>;

async function fillIn({ user }: Pick<Opened, 'user'>): Promise<void> {
  await fill(user, await findField('Email'), 'anna@example.com');
  await user.selectOptions(main().getByLabelText('Country'), 'United States');
  for (const [label, value] of Object.entries(address)) await fill(user, field(label), value);
  await user.selectOptions(main().getByLabelText('State'), 'California');
  await waitFor(() => expect(main().getByRole('radio', { name: /Standard/ })).toBeChecked());
}

const placeOrder = () => main().getByRole('button', { name: /^(Place order|Try again) ·/ });
const form = () => main().findByText('Card fields of Stripe');

test('C54 with Stripe the payment step is its element, in the shop’s colours, and nothing speaks of tests', async () => {
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
  // The dark scheme is told as well.
  document.documentElement.dataset.theme = 'dark';
  await waitFor(() =>
    expect(fake.calls.updates).toContainEqual(
      expect.objectContaining({ appearance: expect.objectContaining({ theme: 'night' }) as object }),
    ),
  );
  delete document.documentElement.dataset.theme;
});

test('C54 the order is paid by Stripe, for the sum of the shop, and the shop looks there', async () => {
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
  // The order's page gets a document without Stripe.
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('C54 what is incomplete is said before anything is asked for', async () => {
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

test('C24 a decline is the server’s word, not the browser’s', async () => {
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

test('C24 a bank’s question that was left open is asked by Stripe’s own dialog', async () => {
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

test('C59 a script of Stripe’s that is blocked is said, the checkout stays, and it is asked for again', async () => {
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

test('C59 an element that Stripe does not deliver is said, too', async () => {
  openDocumentForPayments();
  const { user, fake } = open();
  fake.state.loadsForm = false;
  expect(await main().findByText(/^The card form could not be loaded/)).toBeVisible();
  await expectLogged('Failed to load the card form');
  fake.state.loadsForm = true;
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await form();
});

test('C54 the payment page is entered by loading a document, once', async () => {
  open();
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(load).not.toHaveBeenCalled();
  expect(main().queryByLabelText('Email')).toBeNull();
});

test('C54 a document that comes without Stripe again is not loaded for ever', async () => {
  sessionStorage.setItem('kiosk-payment-document', '/checkout/c1');
  open();
  await findHeading('Checkout');
  expect(await findField('Email')).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
});

test('C54 within one document the other pages of a payment are reached without loading another one', async () => {
  openDocumentForPayments();
  const { purchase } = open();
  await form();
  purchase.change(ofStripe(declined));
  visit('/checkout/c1/return');
  await expectAddress('/checkout/c1');
  await form();
  expect(reload).not.toHaveBeenCalled();
  visit('/faq');
  await findHeading('Frequently asked questions');
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('C54 without Stripe no document is loaded anew, and nothing of it is asked for', async () => {
  const purchase = shopOfPurchase(() => placed);
  renderApp('/checkout/c1', { resolvers: purchase.resolvers });
  await findHeading('Checkout');
  expect(reload).not.toHaveBeenCalled();
  expect(load).not.toHaveBeenCalled();
});

const back = (begun: Partial<CheckoutRecord>) => {
  openDocumentForPayments();
  return open(
    '/checkout/c1/return?payment_intent=pi_1&payment_intent_client_secret=x&redirect_status=succeeded',
    begun,
  );
};

test('C59 back from the bank the shop looks, and shows the order; the secret leaves the address', async () => {
  const { shop } = back(ofStripe({ status: 'PAYING', payment: { id: 'c1:1', result: 'AWAITING' } }));
  shop.prepare({ confirmPayment: () => ({ checkout: { ...newPlaced() } }) });
  expect(await main().findByText('Checking your payment…')).toBeVisible();
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
  const [call] = shop.callsOf('ConfirmPayment');
  expect(call?.headers.get('x-checkout-token')).toBe('token-1');
  await expectAddress('/order/K-7F3Q-9M2X/token-1');
});

const newPlaced = () => shopOfPurchase(() => placed, placed).state.checkout;

test('C59 back from a bank that refused, another card can be tried', async () => {
  // What the address says is not believed.
  back(ofStripe(declined));
  expect(await main().findByText('Your card was declined.')).toBeVisible();
  await expectAddress('/checkout/c1');
});

test('C59 a provider that does not answer is said at once, and is asked again; also when the page is loaded anew', async () => {
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

test('C59 a shop that does not answer loses nothing', async () => {
  openDocumentForPayments();
  const { user, purchase, shop } = open('/checkout/c1/return', placed);
  shop.intercept('ConfirmPayment', offline);
  expect(await main().findByText('The payment service does not answer.')).toBeVisible();
  await expectLogged('Failed to look at the payment');
  purchase.change(placed);
  shop.intercept('ConfirmPayment', undefined);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});

test('C59 that nobody answers is said within 10 s', async () => {
  openDocumentForPayments();
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

test('a purchase of another browser says where its confirmation is', async () => {
  openDocumentForPayments();
  const { shop } = open('/checkout/c1/return');
  shop.prepare({
    confirmPayment: () => {
      throw refusal('Checkout not found', 'NOT_FOUND', 'id');
    },
  });
  expect(await main().findByText('This purchase cannot be shown in this browser.')).toBeVisible();
  expect(main().getByRole('link', { name: 'Find your order' })).toBeVisible();
});

test('C54 the privacy page speaks of Stripe where Stripe takes the payments', async () => {
  open('/privacy');
  await findHeading('Privacy');
  expect(await main().findByText(/^It goes from your browser to Stripe/)).toHaveTextContent(
    'Stripe is told your email address',
  );
});
