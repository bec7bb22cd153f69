import { screen, waitFor, within } from '@testing-library/dom';
import { countries } from '../../testing/checkout';
import { hold } from '../../testing/hold';
import { field, fill, findHeading, findToast, footer, main, press, textsOf, visit } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { defaultSeller, defaultZones, newShippingMethod, sellerResolvers } from '../../testing/settings';
import { addCountry, openShipping, type ShippingInput, zoneCard } from '../../testing/shippingPage';
import { after, offline, refusal } from '../../testing/shop';

const offer = (name: string) => main().getByRole('switch', { name: `Offer ${name}` });
const offered = ({ zones }: ShippingInput) => zones[0]?.methods.map(({ isOffered }) => isOffered);

test('C49 an edit during a save is made upon what that save has stored', async () => {
  const { user, shop, sent, stored } = await openShipping();
  const { released, release } = hold();
  shop.intercept('SaveShippingSettings', after(released));
  await user.click(offer('Express'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  await user.click(offer('Collect in the shop'));
  await addCountry(user, 'Not delivered to', 'Germany');
  release();
  await waitFor(() => expect(stored.version).toBe(6));
  expect(sent().map(({ version }) => version)).toEqual([3, 4, 5]);
  expect(offered(sent()[2] as ShippingInput)).toEqual([true, false, true]);
  expect(stored.excludedCountries).toEqual(['AQ', 'DE']);
});

test('C49 choosing a country adds nothing until Add is pressed', async () => {
  const { user, sent, stored } = await openShipping();
  const picker = within(main().getByRole('group', { name: 'Not delivered to' }));
  const select = picker.getByRole('combobox', { name: 'Add country' });
  await user.selectOptions(select, 'Germany');
  await user.selectOptions(select, 'Hong Kong');
  expect(select).toHaveDisplayValue('Hong Kong');
  expect(picker.queryByRole('button', { name: 'Remove Germany' })).toBeNull();
  await press(user, picker.getByRole('button', { name: 'Add' }), 'Enter');
  await waitFor(() => expect(stored.excludedCountries).toEqual(['AQ', 'HK']));
  expect(sent()).toHaveLength(1);
  expect(select).toHaveFocus();
  expect(select).toHaveDisplayValue('Choose a country');
});

test('C49 a zone form takes nothing while it is saved, and is neither closed nor deleted', async () => {
  const { user, shop, sent } = await openShipping();
  await user.click(zoneCard('United States').getByRole('button', { name: 'Edit zone' }));
  await waitFor(() => expect(field('Zone name')).toHaveFocus());
  await fill(user, field('Zone name'), 'States');
  const { released, release } = hold();
  shop.intercept('SaveShippingSettings', after(released));
  await user.keyboard('{Enter}');
  await main().findByRole('button', { name: 'Saving...' });
  await user.keyboard('!');
  for (const name of ['Cancel', 'Delete zone']) {
    const button = main().getByRole('button', { name });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    button.click();
  }
  expect(field('Zone name')).toHaveValue('States');
  release();
  await findToast('Shipping saved');
  await main().findByRole('heading', { name: 'States' });
  expect(sent()).toHaveLength(1);
});

test('C49 a form shows its own failure, and one of a switch is a message', async () => {
  const { user, shop } = await openShipping();
  shop.intercept('SaveShippingSettings', offline);
  await user.click(offer('Express'));
  expect(await findToast('Failed to save the shipping settings')).toHaveTextContent('The shop did not answer.');
  expect(main().queryByRole('alert')).toBeNull();
  await user.click(zoneCard('United States').getByRole('button', { name: 'Edit zone' }));
  for (const name of ['Save zone', 'Delete zone']) {
    await user.click(await main().findByRole('button', { name }));
    const form = field('Zone name').closest('form') as HTMLElement;
    expect(await within(form).findByRole('alert')).toHaveTextContent('The shop did not answer.');
  }
});

test('C49 a change after a lost answer is another request; the same one is not made twice', async () => {
  const { user, shop, stored } = await openShipping();
  const keys = () => shop.callsOf('SaveShippingSettings').map(({ headers }) => headers.get('idempotency-key'));
  shop.intercept('SaveShippingSettings', offline);
  for (const [index, name] of ['Express', 'Express', 'Standard'].entries()) {
    await user.click(offer(name));
    await waitFor(() => expect(keys()).toHaveLength(index + 1));
    await findToast('Failed to save the shipping settings');
    await waitFor(() => expect(offer(name)).toBeEnabled());
  }
  const [first, again, other] = keys();
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  // Not of the version: nobody else has changed anything.
  const running = 'A request with this Idempotency-Key is still running.';
  shop.intercept('SaveShippingSettings', () => {
    const errors = [refusal(running, 'CONFLICT').toJSON()];
    return Response.json({ data: null, errors }, { headers: { 'retry-after': '1' } });
  });
  await user.click(offer('Standard'));
  await waitFor(() => expect(screen.getByText(running)).toBeVisible());
  expect(main().queryByRole('region', { name: 'Changed meanwhile' })).toBeNull();
  await user.click(offer('Standard'));
  await waitFor(() => expect(keys()).toHaveLength(5));
  expect(new Set(keys().slice(2)).size).toBe(1);
  expect(stored.version).toBe(3);
});

test('C49 the errors of a method go with it, and of countries with their field', async () => {
  const { user } = await openShipping();
  await user.click(zoneCard('United States').getByRole('button', { name: 'Edit zone' }));
  const method = (number: number) => within(main().getByRole('group', { name: `Method ${number}` }));
  await fill(user, method(1).getByLabelText('Price'), 'free');
  await fill(user, method(3).getByLabelText('Days, to'), 'soon');
  await user.click(main().getByRole('button', { name: 'Remove United States' }));
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  await waitFor(() => expect(method(1).getByLabelText('Price')).toBeInvalid());
  await user.click(method(1).getByRole('button', { name: 'Remove method' }));
  await waitFor(() => expect(main().queryByRole('group', { name: 'Method 3' })).toBeNull());
  expect(method(1).getByLabelText('Price')).toBeValid();
  expect(method(2).getByLabelText('Days, to')).toHaveAccessibleDescription('A whole number from 0 to 365');
  expect(main().getByText('Choose at least one country')).toBeVisible();
  await user.click(main().getByRole('switch', { name: /^Every country/ }));
  await waitFor(() => expect(main().queryByText('Choose at least one country')).toBeNull());
});

test('C49 the focus stays in the form when a method is removed, and when the tenth is added', async () => {
  const { user } = await openShipping();
  await user.click(zoneCard('United States').getByRole('button', { name: 'Edit zone' }));
  const methods = () => main().getByRole('group', { name: 'Methods' });
  const second = within(main().getByRole('group', { name: 'Method 2' }));
  await press(user, second.getByRole('button', { name: 'Remove method' }), 'Enter');
  await waitFor(() => expect(methods()).toHaveFocus());
  for (let count = 2; count < 10; count += 1)
    await user.click(within(methods()).getByRole('button', { name: 'Add method' }));
  expect(main().getByRole('group', { name: 'Method 10' })).toBeVisible();
  await waitFor(() => expect(methods()).toHaveFocus());
});

const settingsOf = (more: object) => ({
  shippingSettings: { version: 3, isExample: false, excludedCountries: ['AQ'], ...more },
  countries,
});

test('C49 the card of a zone says what zones above it and the excluded countries take from it', async () => {
  const zone = (name: string, codes: string[] | null) => ({
    ...{
      id: name.toLowerCase(),
      name,
      countries: codes,
      countryNames: codes,
      methods: [newShippingMethod({ id: name })],
    },
  });
  const zones = [
    zone('Asia', ['HK']),
    zone('Mixed', ['HK', 'DE', 'AQ']),
    zone('Twice', ['HK']),
    zone('World', null),
    zone('Rest', null),
    zone('Late', ['US']),
  ];
  renderApp('/dashboard/shipping', { as: 'admin', resolvers: settingsOf({ zones }) });
  await main().findByRole('button', { name: 'Remove AQ' });
  const note = (name: string) => textsOf(zoneCard(name).queryAllByRole('note'));
  await waitFor(() => expect(note('Twice')).toEqual(['No address gets this zone. In zones above: Hong Kong (Asia).']));
  expect(note('Asia')).toEqual([]);
  expect(note('Mixed')).toEqual(['In zones above: Hong Kong (Asia). Not delivered to: AQ.']);
  expect(note('World')).toEqual([]);
  expect(note('Rest')).toEqual(['No address gets this zone: one above has every country.']);
  expect(note('Late')).toEqual(['No address gets this zone. In zones above: United States (World).']);
});

test.each([
  ['/dashboard/shipping', 'Shipping', settingsOf({ isExample: true, zones: defaultZones }), /orders keep what is here/],
  [
    ...['/dashboard/taxes', 'Taxes'],
    {
      taxSettings: { version: 3, isExample: true, pricesIncludeTax: false, zones: [] },
      ...{ products: { nodes: [] }, countries },
    },
    /orders keep what is here when they are placed/,
  ],
  [
    ...['/dashboard/settings', 'Settings'],
    { ...sellerResolvers, sellerSettings: { ...defaultSeller, isExample: true } },
    /invoices keep what is here when the order is paid/,
  ],
] as [string, string, object, RegExp][])(
  'C48 C49 C50 %s says that it shows examples, also after they were changed and changed back',
  async (path, title, resolvers, words) => {
    renderApp(path, { as: 'admin', resolvers: resolvers as never });
    await findHeading(title);
    const note = await main().findByRole('note');
    expect(note).toHaveTextContent(/^These are examples\. Set your own before you sell: /);
    expect(note).toHaveTextContent(words);
  },
);

test.each([
  ['/dashboard/shipping', settingsOf({ zones: defaultZones })],
  [
    '/dashboard/taxes',
    {
      taxSettings: { version: 1, isExample: false, pricesIncludeTax: false, zones: [] },
      ...{ products: { nodes: [] }, countries },
    },
  ],
  ['/dashboard/settings', sellerResolvers],
])('C48 C49 C50 %s says when the countries could not be loaded, and loads them again', async (path, resolvers) => {
  const { user, shop } = renderApp(path, { as: 'admin', resolvers });
  shop.intercept('Countries', offline);
  expect(await main().findByText('Failed to load the countries')).toBeVisible();
  expect(main().queryByRole('note')).toBeNull();
  shop.intercept('Countries', undefined);
  await user.click(main().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(main().queryByText('Failed to load the countries')).toBeNull());
  expect((await main().findAllByRole('option', { name: 'Germany' })).length).toBeGreaterThan(0);
});

test('C48 the seller follows an Undo that is pressed after coming back, unless something was typed', async () => {
  const stored = { ...defaultSeller };
  const { user } = renderApp('/dashboard/settings', {
    as: 'admin',
    resolvers: {
      ...sellerResolvers,
      sellerSettings: () => ({ ...stored }),
      saveSellerSettings: ({ input }: { input: typeof stored }) => {
        if (input.version !== stored.version) throw refusal('Somebody else has changed this.', 'CONFLICT', 'version');
        return { sellerSettings: Object.assign(stored, input, { version: input.version + 1 }) };
      },
    },
  });
  const name = () => field('Name of the seller');
  const saveAs = async (words: string) => {
    await fill(user, name(), words);
    await user.click(main().getByRole('button', { name: 'Save seller' }));
    await waitFor(() => expect(stored.seller.name).toBe(words));
    await waitFor(() => expect(main().getByRole('button', { name: 'Save seller' })).toBeEnabled());
  };
  /** Once toasts that are over are gone. */
  const findUndo = (former?: HTMLElement) =>
    waitFor(() => {
      const undo = screen.getByRole('button', { name: 'Undo' });
      expect(undo).not.toBe(former);
      return undo;
    });
  await waitFor(() => expect(name()).toHaveValue('Kiosk Inc.'));
  await saveAs('Another Inc.');
  const undo = await findUndo();
  await user.click(footer().getByRole('link', { name: 'FAQ' }));
  await findHeading('Frequently asked questions');
  history.back();
  await waitFor(() => expect(name()).toHaveValue('Another Inc.'));
  await user.click(undo);
  await waitFor(() => expect(name()).toHaveValue('Kiosk Inc.'));

  const former = await findUndo(undo);
  await saveAs('Third Inc.');
  const last = await findUndo(former);
  await fill(user, name(), 'Fourth Inc.');
  await user.click(last);
  await waitFor(() => expect(stored.seller.name).toBe('Kiosk Inc.'));
  expect(name()).toHaveValue('Fourth Inc.');
  // It was typed upon another name than the one that is stored by now.
  await user.click(main().getByRole('button', { name: 'Save seller' }));
  const conflict = within(await main().findByRole('region', { name: 'Changed meanwhile' }));
  expect(conflict.getByRole('row', { name: /^Name/ })).toHaveTextContent('NameKiosk Inc.Fourth Inc.');
  await user.click(conflict.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(stored.seller.name).toBe('Fourth Inc.'));
});

test('C48 the seller’s fields are marked as required by the country, as in the checkout', async () => {
  const { user } = renderApp('/dashboard/settings', { as: 'admin', resolvers: sellerResolvers });
  await waitFor(() => expect(field('ZIP code')).toBeRequired());
  const select = (name: string) => main().getByRole('combobox', { name });
  for (const each of [field('City'), select('State'), select('Country')]) expect(each).toBeRequired();
  await user.selectOptions(select('Country'), 'Hong Kong');
  await waitFor(() => expect(field('Area')).toBeRequired());
  expect(field('District')).not.toBeRequired();
  expect(field('Tax number')).not.toBeRequired();
});

test('C49 an Undo that fails after the page was left says so', async () => {
  const { user, shop, stored } = await openShipping();
  await user.click(offer('Express'));
  const toast = await findToast('Shipping saved');
  visit('/faq');
  await findHeading('Frequently asked questions');
  stored.version = 9;
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  expect(await findToast('Failed to save the shipping settings')).toHaveTextContent('Somebody else has changed this.');
  expect(shop.callsOf('SaveShippingSettings')).toHaveLength(2);
});
