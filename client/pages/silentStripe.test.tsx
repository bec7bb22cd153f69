import { waitFor, within } from '@testing-library/dom';
import { asksBank, placed } from '../testing/checkout';
import { expectLogged } from '../testing/console';
import { hold } from '../testing/hold';
import { findHeading, main } from '../testing/page';
import { after, offline } from '../testing/shop';
import { openDocumentForPayments } from '../testing/stripe';
import { fillIn, form, ofStripe, open, placeOrder } from '../testing/stripeCheckout';

const never = () => new Promise<never>(() => undefined);

/** A checkout that only has to be placed, and the region that says what the buyer waits for. */
async function openFilledIn() {
  openDocumentForPayments();
  const opened = open();
  await form();
  await fillIn(opened);
  return { ...opened, region: within(main().getByRole('region', { name: 'Review' })).getByRole('status') };
}

test('C59 a bank confirmation that Stripe never ends goes on with what the shop knows', async () => {
  openDocumentForPayments();
  const { user, fake, purchase } = open('/checkout/c1', ofStripe({ ...asksBank, heldUntil: null }));
  await form();
  fake.state.answerBank = never;
  const answer = main().getByRole('button', { name: 'Answer your bank' });
  jest.useFakeTimers();
  await user.click(answer);
  await waitFor(() => expect(fake.calls.asked).toHaveLength(1));
  purchase.change(placed);
  await jest.advanceTimersByTimeAsync(9_000);
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});

test('C59 a check of the card that Stripe does not answer ends within 10 s, before anything is held', async () => {
  const { user, fake, shop } = await openFilledIn();
  fake.state.checked = never();
  jest.useFakeTimers();
  await user.click(placeOrder());
  await jest.advanceTimersByTimeAsync(9_000);
  expect(await main().findByText('Payment: The payment service does not answer. Nothing was charged.')).toBeVisible();
  expect(shop.callsOf('SubmitCheckout')).toHaveLength(0);
});

test('a wallet in which the buyer takes their time is no outage', async () => {
  const { user, fake, purchase } = await openFilledIn();
  const wallet = hold();
  fake.state.choose('apple_pay');
  fake.state.checked = wallet.released;
  fake.state.confirm = () => {
    purchase.change(placed);
    return {};
  };
  jest.useFakeTimers();
  await user.click(placeOrder());
  await jest.advanceTimersByTimeAsync(40_000);
  wallet.release();
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});

test('C59 while Stripe answers no confirmation the page says so within 10 s, and goes on with what the shop knows', async () => {
  const { user, fake, shop, purchase, region } = await openFilledIn();
  fake.state.confirm = never;
  jest.useFakeTimers();
  await user.click(placeOrder());
  await waitFor(() => expect(fake.calls.confirmed).toHaveLength(1));
  expect(shop.callsOf('ConfirmPayment')).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(9_000);
  await waitFor(() => expect(region).toHaveTextContent('The payment service does not answer.'));
  purchase.change(ofStripe({ status: 'PAYING', payment: { id: 'c1:1', result: 'PENDING' } }));
  await jest.advanceTimersByTimeAsync(3_000);
  await waitFor(() => expect(region).toHaveTextContent('We are waiting for your bank.'));
  shop.intercept('ConfirmPayment', offline);
  await jest.advanceTimersByTimeAsync(3_000);
  await waitFor(() => expect(region).toHaveTextContent('The shop could not look at your payment.'));
  await expectLogged('Failed to look at the payment');
  shop.intercept('ConfirmPayment', undefined);
  // The buyer is asked in Stripe's own dialog: nobody has to wait.
  purchase.change(ofStripe(asksBank));
  await jest.advanceTimersByTimeAsync(3_000);
  await waitFor(() => expect(region).toBeEmptyDOMElement());
  purchase.change(placed);
  await jest.advanceTimersByTimeAsync(3_000);
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
  expect(fake.calls.confirmed).toHaveLength(1);
});

test('C59 a slow check of the card and a silent submission after it are reported within 10 s in all', async () => {
  const { user, fake, shop, purchase, region } = await openFilledIn();
  const [check, answer] = [hold(), hold()];
  fake.state.checked = check.released;
  fake.state.confirm = () => {
    purchase.change(placed);
    return {};
  };
  shop.intercept('SubmitCheckout', after(answer.released));
  jest.useFakeTimers();
  await user.click(placeOrder());
  await jest.advanceTimersByTimeAsync(7_000);
  check.release();
  await waitFor(() => expect(shop.callsOf('SubmitCheckout')).toHaveLength(1));
  expect(region).toBeEmptyDOMElement();
  await jest.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(region).toHaveTextContent('The payment service does not answer.'));
  answer.release();
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});

test('C59 a silent confirmation and a silent look at it are reported within 10 s in all', async () => {
  const { user, fake, shop, purchase, region } = await openFilledIn();
  fake.state.confirm = never;
  const answer = hold();
  shop.intercept('ConfirmPayment', after(answer.released));
  jest.useFakeTimers();
  await user.click(placeOrder());
  await waitFor(() => expect(fake.calls.confirmed).toHaveLength(1));
  await jest.advanceTimersByTimeAsync(9_000);
  await waitFor(() => expect(region).toHaveTextContent('The payment service does not answer.'));
  purchase.change(placed);
  answer.release();
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});

test('C59 a buyer who takes time in Stripe’s own bank dialog is not told of a silent payment service', async () => {
  const { user, fake, purchase, region } = await openFilledIn();
  const confirming = hold();
  fake.state.confirm = async () => {
    purchase.change(ofStripe(asksBank));
    await confirming.released;
    purchase.change(placed);
    return {};
  };
  const said = jest.fn();
  const observer = new MutationObserver(() => said(region.textContent));
  observer.observe(region, { childList: true, subtree: true, characterData: true });
  jest.useFakeTimers();
  await user.click(placeOrder());
  await waitFor(() => expect(fake.calls.confirmed).toHaveLength(1));
  await jest.advanceTimersByTimeAsync(20_000);
  expect(said).not.toHaveBeenCalled();
  confirming.release();
  await findHeading('Thank you, your order K-7F3Q-9M2X is placed');
});
