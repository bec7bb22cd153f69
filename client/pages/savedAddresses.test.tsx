import { screen, waitFor } from '@testing-library/dom';
import { type CheckoutRecord, placed, shopOfPurchase } from '../testing/checkout';
import { field, fill, findField, findHeading, findToast, main } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { refusal, type Resolvers } from '../testing/shop';

const parts = { company: '', streetLine2: '', phoneNumber: '', countryCode: 'US', region: 'CA', city: 'San Jose' };
const home = {
  ...{ id: 'a1', isDefault: true, fullName: 'Anna Meyer', streetLine1: '212 Alder Street', postalCode: '95112' },
  ...parts,
};
const work = { ...home, id: 'a2', isDefault: false, streetLine1: '1 Mill Lane', city: 'Fresno', postalCode: '93650' };
type Saved = typeof home;
const germanAddress = { 'Full name': 'Anna Meyer', Address: 'Hauptstr. 1', City: 'Bonn', Postcode: '53111' };

interface Save {
  input: { id?: string; address: Saved; isDefault?: boolean };
}

function openCheckout(saved: readonly Saved[], begun: Partial<CheckoutRecord> = {}, more: Resolvers = {}) {
  const purchase = shopOfPurchase(() => placed, begun);
  let all = saved;
  const app = renderApp('/checkout/c1', {
    as: 'user',
    resolvers: {
      ...purchase.resolvers,
      addresses: () => all,
      saveAddress: ({ input: { id, address, isDefault } }: Save) => {
        const added = { ...parts, ...address, id: id ?? 'a9', isDefault: isDefault ?? false };
        const others = id === undefined ? [...all, added] : all.map((each) => (each.id === id ? added : each));
        all = others.map((each) => ({ ...each, isDefault: isDefault ? each.id === id : each.isDefault }));
        return { addresses: all };
      },
      deleteAddress: ({ input: { id } }: { input: { id: string } }) => {
        all = all.filter((each) => each.id !== id);
        return { addresses: all };
      },
      ...more,
    },
  });
  purchase.serve(app.shop);
  return { ...app, purchase };
}

const chip = (name: string) => main().findByRole('button', { name });
const isSaved = () => main().queryByRole('checkbox', { name: 'Save this address' });

test('C14 fills in the default address; another one is selected by a press, New clears the fields', async () => {
  const { user, shop } = openCheckout([home, work]);
  expect(await chip('212 Alder Street, San Jose (default)')).toHaveAttribute('aria-pressed', 'true');
  expect(field('Address')).toHaveValue('212 Alder Street');
  expect(isSaved()).toBeNull();
  await user.click(await chip('1 Mill Lane, Fresno'));
  expect(await chip('1 Mill Lane, Fresno')).toHaveAttribute('aria-pressed', 'true');
  expect([field('Address'), field('ZIP code')].map((each) => (each as HTMLInputElement).value)).toEqual([
    '1 Mill Lane',
    '93650',
  ]);
  await waitFor(() =>
    expect(shop.callsOf('UpdateCheckout').at(-1)?.variables).toMatchObject({
      input: { shippingAddress: { streetLine1: '1 Mill Lane' } },
    }),
  );
  await user.click(await chip('New'));
  expect(main().getByLabelText('Country')).toHaveValue('');
  expect(field('Full name')).toHaveValue('');
});

test('C14 saves a typed address with Place order when its checkbox is checked', async () => {
  const { user, shop } = openCheckout([]);
  await user.selectOptions(await main().findByLabelText('Country'), 'Germany');
  await fill(user, field('Email'), 'anna@example.com');
  for (const [label, value] of Object.entries(germanAddress)) await fill(user, field(label), value);
  expect(isSaved()).not.toBeChecked();
  await user.click(isSaved() as HTMLElement);
  await user.click(main().getByRole('button', { name: /4242/ }));
  await waitFor(() => expect(main().getByRole('radio', { name: /Standard/ })).toBeChecked());
  await user.click(main().getByRole('button', { name: /^Place order/ }));
  await waitFor(() => expect(shop.callsOf('SaveAddress')).toHaveLength(1));
  expect(shop.callsOf('SaveAddress')[0]?.variables).toMatchObject({
    input: { address: { fullName: 'Anna Meyer', streetLine1: 'Hauptstr. 1', countryCode: 'DE' } },
  });
});

test('C14 the selected address can become the default or be deleted', async () => {
  const { user } = openCheckout([home, work]);
  await user.click(await chip('1 Mill Lane, Fresno'));
  await user.click(await chip('Make it the default'));
  expect(await chip('1 Mill Lane, Fresno (default)')).toBeVisible();
  await user.click(await chip('Delete this address'));
  await waitFor(() => expect(main().queryByRole('button', { name: /^1 Mill Lane/ })).toBeNull());
  expect(field('Address')).toHaveValue('1 Mill Lane');
});

test('a rejected deletion shows the reason and leaves the form unchanged', async () => {
  const { user } = openCheckout([home], {}, { deleteAddress: () => refusal('There is no such address.', 'NOT_FOUND') });
  await user.click(await chip('Delete this address'));
  expect(await findToast('The address was not deleted')).toHaveTextContent('There is no such address.');
  expect(field('Address')).toHaveValue('212 Alder Street');
});

test('C20 C28 a field that the server rejects shows the message and gets the focus', async () => {
  const message = 'This looks like a card number. Cards are for the payment step only.';
  const { user, shop } = openCheckout(
    [home],
    {},
    { updateCheckout: () => refusal(message, 'BAD_USER_INPUT', 'shippingAddress.fullName') },
  );
  await chip('212 Alder Street, San Jose (default)');
  await fill(user, field('Email'), 'anna@example.com');
  await fill(user, field('Full name'), '4242 4242 4242 4242');
  await user.click(main().getByRole('button', { name: /4242.*succeeds/ }));
  // The autosave is rejected, but nothing is shown before the button is pressed.
  await waitFor(() => expect(shop.callsOf('UpdateCheckout').length).toBeGreaterThan(0));
  expect(field('Full name')).toBeValid();
  await user.click(main().getByRole('button', { name: /^Place order/ }));
  await waitFor(() => expect(field('Full name')).toHaveFocus());
  expect(field('Full name')).toBeInvalid();
  expect(main().getByRole('button', { name: `Full name: ${message}` })).toBeVisible();
  expect(shop.callsOf('SubmitCheckout')).toHaveLength(0);
});

test('a saved address does not overwrite the address of the checkout', async () => {
  const typed = { ...work, streetLine1: '9 Own Way' };
  openCheckout([home], { shippingAddress: typed });
  expect(await chip('212 Alder Street, San Jose (default)')).toHaveAttribute('aria-pressed', 'false');
  expect(await findField('Address')).toHaveValue('9 Own Way');
});

test('a guest sees neither saved addresses nor the checkbox to save one, and none are requested', async () => {
  const purchase = shopOfPurchase(() => placed);
  const { user, shop } = renderApp('/checkout/c1', { resolvers: purchase.resolvers });
  purchase.serve(shop);
  await findHeading('Checkout');
  await findField('Full name');
  await user.selectOptions(await main().findByLabelText('Country'), 'Germany');
  for (const [label, value] of Object.entries(germanAddress)) await fill(user, field(label), value);
  expect(field('Postcode')).toHaveValue('53111');
  expect(isSaved()).toBeNull();
  expect(screen.queryByRole('group', { name: 'Saved addresses' })).toBeNull();
  expect(shop.callsOf('Addresses')).toHaveLength(0);
});
