import { waitFor } from '@testing-library/dom';
import { setReload } from '../features/checkout/payment/paymentDocument';
import { type CheckoutRecord, newOrder, placed, shopOfPurchase } from './checkout';
import { field, fill, findField, main } from './page';
import { renderApp } from './renderApp';
import { closeDocumentForPayments, createFakeStripe } from './stripe';

export const load = jest.fn<Promise<unknown>, [string]>();
jest.mock('@stripe/stripe-js/pure', () => ({ loadStripe: (key: string) => load(key) }));

const settings = { paymentProvider: 'stripe', stripePublishableKey: 'pk_test_of_the_shop' };
const address = { 'Full name': 'Anna Meyer', Address: '212 Alder Street', City: 'San Jose', 'ZIP code': '95112' };
export const ofStripe = (parts: Partial<CheckoutRecord>): Partial<CheckoutRecord> => ({
  ...parts,
  payment: { ...(parts.payment as object), provider: 'stripe', clientSecret: 'pi_1_secret_2' },
});
/** Of the document. */
export const reload = jest.fn();

beforeEach(() => {
  load.mockReset();
  reload.mockReset();
  setReload(reload);
  sessionStorage.setItem('kiosk-checkout-c1', JSON.stringify({ token: 'token-1' }));
});
afterEach(closeDocumentForPayments);

/** The checkout of a shop that takes payments by Stripe. */
export function open(path = '/checkout/c1', begun: Partial<CheckoutRecord> = {}) {
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

export async function fillIn({ user }: Pick<ReturnType<typeof open>, 'user'>): Promise<void> {
  await fill(user, await findField('Email'), 'anna@example.com');
  await user.selectOptions(main().getByLabelText('Country'), 'United States');
  for (const [label, value] of Object.entries(address)) await fill(user, field(label), value);
  await user.selectOptions(main().getByLabelText('State'), 'California');
  await waitFor(() => expect(main().getByRole('radio', { name: /Standard/ })).toBeChecked());
}

export const placeOrder = () => main().getByRole('button', { name: /^(Place order|Try again) ·/ });
export const form = () => main().findByText('Card fields of Stripe');
