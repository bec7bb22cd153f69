import { screen, waitFor, within } from '@testing-library/dom';
import { field, fill, fillForm, findToast, main, textsOf } from '../../testing/page';
import { defaultZones } from '../../testing/settings';
import { addCountry, openShipping, type ShippingInput, zoneCard } from '../../testing/shippingPage';
import { offline, refusal } from '../../testing/shop';

const methodsOf = (name: string) => main().getByRole('table', { name: `Methods of ${name}` });
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf([...row.children]).slice(0, 4));

test('C49 lists the zones in order with methods, prices, limits and days, and the excluded countries', async () => {
  await openShipping();
  expect(textsOf(main().getAllByRole('heading', { level: 2 }))).toEqual([
    ...['United States', 'Rest of the world', 'Not delivered to'],
  ]);
  expect(cells(methodsOf('United States'))).toEqual([
    ['Standard', '$4.99', '$50.00', '4–6'],
    ['Express', '$12.90', '–', '1–2'],
    ['Collect in the shop', '$0.00', '–', '0–1'],
  ]);
  expect(zoneCard('Rest of the world').getByText('Every country that is in no zone above')).toBeVisible();
  expect(zoneCard('Not delivered to').getByText(/We do not deliver to this country yet/)).toBeVisible();
  expect(main().getByText(/Orders that are already placed keep theirs/)).toBeVisible();
});

test('C49 switching a method saves at once, and Undo saves the previous state', async () => {
  const { user, stored, sent } = await openShipping();
  await user.click(main().getByRole('switch', { name: 'Offer Express' }));
  const toast = await findToast('Shipping saved');
  expect(sent()).toHaveLength(1);
  expect(sent()[0]).toMatchObject({ version: 3, excludedCountries: ['AQ'] });
  const offered = ({ zones }: ShippingInput) => zones[0]?.methods.map(({ id, isOffered }) => [id, isOffered]);
  expect(offered(sent()[0] as ShippingInput)).toEqual([
    ['standard', true],
    ['express', false],
    ['collect', false],
  ]);
  await waitFor(() => expect(main().getByRole('switch', { name: 'Offer Express' })).not.toBeChecked());
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stored.version).toBe(5));
  expect(sent()[1]).toMatchObject({ version: 4 });
  expect(offered(sent()[1] as ShippingInput)?.[1]).toEqual(['express', true]);
  await waitFor(() => expect(main().getByRole('switch', { name: 'Offer Express' })).toBeChecked());
});

test('C49 a stale page shows both values and saves its own only after confirmation', async () => {
  const { user, stored, sent } = await openShipping();
  stored.version = 7;
  stored.zones = defaultZones.map((each) => ({
    ...each,
    methods: each.methods.map((method) => ({ ...method, price: { amount: 700, currencyCode: 'USD' } })),
  }));
  await user.click(main().getByRole('switch', { name: 'Offer Express' }));
  const conflict = await main().findByRole('region', { name: 'Changed meanwhile' });
  await waitFor(() => expect(conflict).toHaveFocus());
  const row = within(conflict).getByRole('row', { name: /United States: Express/ });
  expect(textsOf([...row.children])).toEqual([
    'United States: Express',
    '$7.00, never free, 1 to 2 working days, offered',
    '$7.00, never free, 1 to 2 working days, not offered',
  ]);
  expect(cells(methodsOf('United States'))[0]?.[1]).toBe('$7.00');
  await user.click(within(conflict).getByRole('button', { name: 'Save mine' }));
  await findToast('Shipping saved');
  expect(sent().at(-1)).toMatchObject({ version: 7 });
  // The concurrent change is kept.
  expect(
    sent()
      .at(-1)
      ?.zones[0]?.methods.map(({ price, isOffered }) => [price, isOffered]),
  ).toEqual([
    [700, true],
    [700, false],
    [700, false],
  ]);
  expect(main().queryByRole('region', { name: 'Changed meanwhile' })).toBeNull();
});

test('C49 editing a zone reports invalid values at their fields and saves valid ones in cents', async () => {
  const { user, sent } = await openShipping();
  await user.click(zoneCard('United States').getByRole('button', { name: 'Edit zone' }));
  await waitFor(() => expect(field('Zone name')).toHaveFocus());
  const first = within(main().getByRole('group', { name: 'Method 1' }));
  await fill(user, first.getByLabelText('Price'), '4.999');
  await fill(user, first.getByLabelText('Days, to'), '3');
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  await waitFor(() =>
    expect(first.getByLabelText('Price')).toHaveAccessibleDescription('An amount such as 4.99 or 1,299.00'),
  );
  await waitFor(() => expect(first.getByLabelText('Price')).toHaveFocus());
  expect(first.getByLabelText('Days, to')).toHaveAccessibleDescription('Not less than the earliest');
  expect(sent()).toEqual([]);
  await fill(user, first.getByLabelText('Price'), '$5.49');
  await fill(user, first.getByLabelText('Free above'), '');
  await fill(user, first.getByLabelText('Days, to'), '7');
  await user.selectOptions(main().getByRole('combobox', { name: 'Tried as' }), '2.');
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  await findToast('Shipping saved');
  expect(sent()[0]?.zones.map(({ id }) => id)).toEqual(['rest', 'united-states']);
  expect(sent()[0]?.zones[1]?.methods[0]).toEqual({
    ...{ id: 'standard', name: 'Standard', price: 549, freeAbove: null, earliestDays: 4, latestDays: 7 },
    isOffered: true,
  });
  await waitFor(() => expect(zoneCard('United States').getByRole('button', { name: 'Edit zone' })).toHaveFocus());
});

test('C49 a new zone is inserted before the one for all other countries, with its countries and methods', async () => {
  const { user, sent } = await openShipping();
  await user.click(main().getByRole('button', { name: 'Add zone' }));
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  expect(await main().findByText('Choose at least one country')).toBeVisible();
  await fillForm(user, { 'Zone name': 'Neighbours', Method: 'Parcel', Price: '5.9' });
  await fillForm(user, { 'Days, from': '2', 'Days, to': '3' });
  await addCountry(user, 'Countries', 'Germany');
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  await findToast('Shipping saved');
  expect(sent()[0]?.zones.map(({ name }) => name)).toEqual(['United States', 'Neighbours', 'Rest of the world']);
  expect(sent()[0]?.zones[1]).toEqual({
    ...{ id: null, name: 'Neighbours', countries: ['DE'] },
    methods: [
      {
        ...{ id: null, name: 'Parcel', price: 590, freeAbove: null, earliestDays: 2, latestDays: 3 },
        isOffered: true,
      },
    ],
  });
});

test('C49 a deleted zone is restored by Undo with the same id', async () => {
  const { user, sent } = await openShipping();
  await user.click(zoneCard('Rest of the world').getByRole('button', { name: 'Edit zone' }));
  await user.click(await main().findByRole('button', { name: 'Delete zone' }));
  const toast = await findToast('Shipping saved');
  await waitFor(() => expect(main().queryByRole('heading', { name: 'Rest of the world' })).toBeNull());
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  expect(await main().findByRole('heading', { name: 'Rest of the world' })).toBeVisible();
  expect(sent()[1]?.zones.map(({ id }) => id)).toEqual(['united-states', 'rest']);
});

test('C49 countries are excluded from delivery and included again', async () => {
  const { user, sent } = await openShipping();
  await addCountry(user, 'Not delivered to', 'Germany');
  await waitFor(() => expect(sent()[0]?.excludedCountries).toEqual(['AQ', 'DE']));
  await user.click(await zoneCard('Not delivered to').findByRole('button', { name: 'Remove Germany' }));
  await waitFor(() => expect(sent()[1]?.excludedCountries).toEqual(['AQ']));
});

test('C49 a server error is shown at its field, and the input stays', async () => {
  const { user, shop } = await openShipping();
  shop.intercept('SaveShippingSettings', () =>
    Response.json({
      data: { saveShippingSettings: null },
      errors: [refusal('There is a zone of this name already', 'BAD_USER_INPUT', 'zones.0.name').toJSON()],
    }),
  );
  await user.click(zoneCard('United States').getByRole('button', { name: 'Edit zone' }));
  await fill(user, field('Zone name'), 'Rest of the world');
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  await waitFor(() => expect(field('Zone name')).toHaveAccessibleDescription('There is a zone of this name already'));
  expect(field('Zone name')).toHaveValue('Rest of the world');
});

test('C49 without a response the switch is reverted, and the page shows an error', async () => {
  const { user, shop } = await openShipping();
  shop.intercept('SaveShippingSettings', offline);
  await user.click(main().getByRole('switch', { name: 'Offer Express' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The shop did not answer.');
  expect(main().getByRole('switch', { name: 'Offer Express' })).toBeChecked();
});
