import { screen, waitFor, within } from '@testing-library/dom';
import { newProduct } from '../../testing/builders';
import { countries, money } from '../../testing/checkout';
import { hold } from '../../testing/hold';
import { field, fill, fillForm, findHeading, findToast, main, term, textsOf } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { after, offline, refusal } from '../../testing/shop';

interface Zone {
  id?: string | null;
  name: string;
  countryCode: string;
  region: string | null;
  standardRate: number;
  reducedRate: number;
  isShippingTaxed: boolean;
}
interface Input {
  version: number;
  pricesIncludeTax: boolean;
  zones: Zone[];
}

const california: Zone = {
  ...{ id: 'us-ca', name: 'California', countryCode: 'US', region: 'CA', standardRate: 725, reducedRate: 725 },
  isShippingTaxed: false,
};
const germany: Zone = {
  ...{ id: 'de', name: 'Germany', countryCode: 'DE', region: null, standardRate: 1_900, reducedRate: 700 },
  isShippingTaxed: true,
};
const lamp = newProduct({ name: 'Arc reading lamp', price: 84 });

/** Stores the settings, checks their version and calculates the preview of the lamp. */
function newShop() {
  const stored = { version: 2, isExample: false, pricesIncludeTax: false, zones: [california, germany] };
  const saveTaxSettings = ({ input }: { input: Input }) => {
    if (input.version !== stored.version) throw refusal('Somebody else has changed this.', 'CONFLICT', 'version');
    Object.assign(stored, { ...input, version: input.version + 1 });
    stored.zones = input.zones.map((zone, index) => ({ ...zone, id: zone.id ?? `made-${index}` }));
    return { taxSettings: stored };
  };
  const taxPreview = ({ countryCode, region }: { countryCode: string; region?: string | null }) => {
    const zone = stored.zones.find(
      (each) => each.countryCode === countryCode && (each.region ?? null) === (region ?? null),
    );
    const rate = zone?.standardRate ?? 0;
    const tax = Math.round((8_400 * rate) / 10_000);
    return {
      ...{ price: money(8_400), taxClass: 'STANDARD', taxZone: zone?.name ?? null, rate, tax: money(tax) },
      ...{ taxIncluded: stored.pricesIncludeTax, total: money(8_400 + tax) },
    };
  };
  const resolvers = {
    ...{ taxSettings: () => ({ ...stored }), saveTaxSettings, taxPreview, countries },
    products: { nodes: [lamp] },
  };
  return { stored, resolvers };
}

async function open() {
  const { stored, resolvers } = newShop();
  const app = renderApp('/dashboard/taxes', { as: 'admin', resolvers });
  await findHeading('Taxes');
  // The countries are loaded.
  await main().findByText('United States, state');
  const sent = () => app.shop.callsOf('SaveTaxSettings').map(({ variables }) => variables['input'] as Input);
  return { ...app, stored, sent };
}

const zoneRow = (name: string) => within(main().getByRole('row', { name: new RegExp(`^${name}`) }));
const tableRows = () =>
  within(main().getByRole('table', { name: 'Tax zones' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => textsOf([...row.children]).slice(0, 5));
const csvFile = (...lines: string[]) =>
  new File([['name,country,region,standard,reduced,shipping taxed', ...lines].join('\r\n')], 'taxes.csv');

test('C50 lists the zones by tax class, whether shipping is taxed, and the rate without a zone', async () => {
  await open();
  expect(tableRows()).toEqual([
    ['CaliforniaUnited States, state', '7.25%', '7.25%', '0%', 'No'],
    ['GermanyCountry', '19.00%', '7.00%', '0%', 'Yes'],
  ]);
  expect(main().getByText(/An address in no zone: tax 0%/)).toBeVisible();
});

test('C50 switching ‘Prices include tax’ saves at once, and Undo reverts it', async () => {
  const { user, stored, sent } = await open();
  expect(main().getByText(/Off: tax is added at checkout/)).toBeVisible();
  await user.click(main().getByRole('switch', { name: 'Prices include tax' }));
  const toast = await findToast('Taxes saved');
  expect(sent()[0]).toEqual({ version: 2, pricesIncludeTax: true, zones: [california, germany] });
  expect(await main().findByText(/On: every price is what the buyer pays/)).toBeVisible();
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stored).toMatchObject({ pricesIncludeTax: false, version: 4 }));
});

test('C50 a newer save withdraws the Undo of the older one, and no Undo runs during a save', async () => {
  const { user, stored, sent, shop } = await open();
  const prices = main().getByRole('switch', { name: 'Prices include tax' });
  const undos = () => screen.queryAllByRole('button', { name: 'Undo' });
  await user.click(prices);
  await waitFor(() => expect(undos()).toHaveLength(1));
  const [older] = undos();
  await user.click(prices);
  await waitFor(() => expect(stored.version).toBe(4));
  await waitFor(() => expect(older).not.toBeInTheDocument());
  expect(undos()).toHaveLength(1);

  const { released, release } = hold();
  shop.intercept('SaveTaxSettings', after(released));
  await user.click(prices);
  await waitFor(() => expect(sent()).toHaveLength(3));
  const [newer] = undos();
  newer?.click();
  // A call of its own would have been sent meanwhile.
  await waitFor(() => expect(newer).not.toBeInTheDocument());
  release();
  await waitFor(() => expect(stored).toMatchObject({ pricesIncludeTax: true, version: 5 }));
  await waitFor(() => expect(undos()).toHaveLength(1));
  expect(sent()).toHaveLength(3);
  expect(main().queryByRole('region', { name: 'Changed meanwhile' })).toBeNull();
});

test('C50 a rate is edited in percent, and an invalid one is reported at its field', async () => {
  const { user, sent } = await open();
  await user.click(zoneRow('California').getByRole('button', { name: 'Edit' }));
  await fill(user, field('Standard, %'), '7.255');
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  await waitFor(() =>
    expect(field('Standard, %')).toHaveAccessibleDescription('A percentage from 0 to 100 such as 7.25'),
  );
  await fill(user, field('Standard, %'), '7.5%');
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  await findToast('Taxes saved');
  expect(sent()).toEqual([
    { version: 2, pricesIncludeTax: false, zones: [{ ...california, standardRate: 750 }, germany] },
  ]);
  await waitFor(() => expect(zoneRow('California').getByRole('button', { name: 'Edit' })).toHaveFocus());
  expect(tableRows()[0]?.[1]).toBe('7.50%');
});

test('C50 a stale page shows both values and can keep the stored ones', async () => {
  const { user, stored, sent } = await open();
  Object.assign(stored, { version: 9, zones: [{ ...california, standardRate: 800 }, germany] });
  await user.click(zoneRow('California').getByRole('button', { name: 'Edit' }));
  await fill(user, field('Standard, %'), '7.5');
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  const conflict = await main().findByRole('region', { name: 'Changed meanwhile' });
  const row = within(conflict).getByRole('row', { name: /US-CA/ });
  expect(textsOf([...row.children])).toEqual([
    'US-CA',
    'California: standard 8.00%, reduced 7.25%, shipping not taxed',
    'California: standard 7.50%, reduced 7.25%, shipping not taxed',
  ]);
  expect(field('Standard, %')).toHaveValue('7.5');
  await user.click(within(conflict).getByRole('button', { name: 'Keep what is there' }));
  expect(main().queryByRole('region', { name: 'Changed meanwhile' })).toBeNull();
  expect(sent()).toHaveLength(1);
  expect(tableRows()[0]?.[1]).toBe('8.00%');
});

test('C50 a zone form does not overwrite what somebody else has changed since it was opened', async () => {
  const { user, stored, sent } = await open();
  const findConflict = () => main().findByRole('region', { name: 'Changed meanwhile' });
  await user.click(zoneRow('California').getByRole('button', { name: 'Edit' }));
  Object.assign(stored, { version: 9, zones: [{ ...california, standardRate: 800 }, germany] });
  await user.click(main().getByRole('switch', { name: 'Prices include tax' }));
  await user.click(within(await findConflict()).getByRole('button', { name: 'Save mine' }));
  await findToast('Taxes saved');
  await fill(user, field('Reduced, %'), '1');
  await user.click(main().getByRole('button', { name: 'Save zone' }));
  const conflict = within(await findConflict());
  expect(conflict.getByRole('row', { name: /^US-CA/ })).toHaveTextContent(/standard 8\.00%.*standard 7\.25%/);
  expect(sent()).toHaveLength(2);
  await user.click(conflict.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(stored).toMatchObject({ version: 11, zones: [{ reducedRate: 100 }, {}] }));
});

test('C50 the conflict of a deletion goes with the form of its zone', async () => {
  const { user, stored, sent } = await open();
  await user.click(zoneRow('California').getByRole('button', { name: 'Edit' }));
  Object.assign(stored, { version: 3, zones: [{ ...california, standardRate: 800 }, germany] });
  await user.click(main().getByRole('button', { name: 'Delete zone' }));
  await main().findByRole('region', { name: 'Changed meanwhile' });
  await user.click(main().getByRole('button', { name: 'Cancel' }));
  await user.click(zoneRow('Germany').getByRole('button', { name: 'Edit' }));
  expect(main().getByRole('region', { name: /^Edit: Germany/ })).toBeVisible();
  expect(main().queryByRole('region', { name: 'Changed meanwhile' })).toBeNull();
  expect(sent()).toHaveLength(1);
});

test('C50 Edit is described by its zone, whatever the key of its region', async () => {
  const island = { ...california, id: 'hk', name: 'The island', countryCode: 'HK', region: 'Hong Kong Island' };
  const { resolvers } = newShop();
  renderApp('/dashboard/taxes', {
    as: 'admin',
    resolvers: {
      ...resolvers,
      taxSettings: { version: 2, isExample: false, pricesIncludeTax: false, zones: [island] },
    },
  });
  expect(await main().findByRole('button', { name: 'Edit' })).toHaveAccessibleDescription('The island');
});

test('C50 the preview says when its products could not be loaded, and loads them again', async () => {
  const { resolvers } = newShop();
  const { user, shop } = renderApp('/dashboard/taxes', { as: 'admin', resolvers });
  shop.intercept('PreviewProducts', offline);
  const preview = within(await main().findByRole('region', { name: 'Preview' }));
  expect(await preview.findByText('Failed to load the products')).toBeVisible();
  shop.intercept('PreviewProducts', undefined);
  await user.click(preview.getByRole('button', { name: 'Try again' }));
  expect(await preview.findByText('Buyer pays')).toBeVisible();
});

test('C50 a zone is added for a country and region', async () => {
  const { user, sent } = await open();
  await user.click(main().getByRole('button', { name: 'Add zone' }));
  const form = within(main().getByRole('region', { name: 'New zone' }));
  expect(form.getByRole('combobox', { name: 'Country' })).toBeRequired();
  await fillForm(user, { 'Zone name': 'New York', 'Standard, %': '4', 'Reduced, %': '0' });
  await user.selectOptions(form.getByRole('combobox', { name: 'Country' }), 'United States');
  await user.selectOptions(form.getByRole('combobox', { name: 'State' }), 'New York');
  await user.click(form.getByRole('button', { name: 'Save zone' }));
  await findToast('Taxes saved');
  expect(sent()[0]?.zones[2]).toEqual({
    ...{ id: null, name: 'New York', countryCode: 'US', region: 'NY', standardRate: 400, reducedRate: 0 },
    isShippingTaxed: false,
  });
});

test('C50 the preview shows what a product costs at an address and follows saved changes', async () => {
  const { user } = await open();
  const sums = within(await main().findByRole('group', { name: 'What the buyer pays' }));
  expect(sums.getByText(term('Tax, California 7.25%')).nextElementSibling).toHaveTextContent('$6.09');
  expect(sums.getByText('Buyer pays').nextElementSibling).toHaveTextContent('$90.09');
  const preview = within(main().getByRole('region', { name: 'Preview' }));
  await user.selectOptions(preview.getByRole('combobox', { name: 'Country' }), 'Hong Kong');
  expect(await preview.findByText(term('Tax, no zone 0%'))).toBeVisible();
  await user.selectOptions(preview.getByRole('combobox', { name: 'Country' }), 'Germany');
  expect(await preview.findByText(term('Tax, Germany 19.00%'))).toBeVisible();
  await user.click(main().getByRole('switch', { name: 'Prices include tax' }));
  expect(await preview.findByText(term('Included tax, Germany 19.00%'))).toBeVisible();
});

test('C50 an imported file replaces all zones; zones of the same place keep their ids', async () => {
  const { user, sent } = await open();
  const lines = ['California,US,California,7.5,0,yes', 'New York,US,NY,4,0,yes'];
  await user.upload(main().getByLabelText('CSV file'), csvFile(...lines));
  await findToast('Taxes saved');
  expect(sent()[0]?.zones.map(({ id, region, standardRate }) => [id, region, standardRate])).toEqual([
    ['us-ca', 'CA', 750],
    [null, 'NY', 400],
  ]);
});

test('C50 an invalid file is reported with line and column and changes nothing', async () => {
  const { user, sent, shop } = await open();
  await user.upload(main().getByLabelText('CSV file'), csvFile('California,US,CA,7.5,0,yes', 'X,ZZ,,4,a,yes'));
  const alert = await main().findByRole('alert');
  for (const words of ['Nothing was changed.', 'Line 3, column country', 'Line 3, column reduced'])
    expect(alert).toHaveTextContent(words);
  await user.upload(main().getByLabelText('CSV file'), csvFile());
  await waitFor(() => expect(main().getByRole('alert')).toHaveTextContent('There are no zones in this file.'));
  expect(sent()).toEqual([]);
  shop.intercept('SaveTaxSettings', () =>
    Response.json({
      data: { saveTaxSettings: null },
      errors: [refusal('Name holds characters that cannot be used', 'BAD_USER_INPUT', 'zones.0.name').toJSON()],
    }),
  );
  await user.upload(main().getByLabelText('CSV file'), csvFile('California,US,CA,7.5,0,yes'));
  await waitFor(() =>
    expect(main().getByRole('alert')).toHaveTextContent(
      'Line 2, column name: Name holds characters that cannot be used',
    ),
  );
});

test('C50 a second zone of a country without regions is refused at its country', async () => {
  const { user, shop } = await open();
  await user.click(main().getByRole('button', { name: 'Add zone' }));
  await fillForm(user, { 'Zone name': 'Germany again', 'Standard, %': '19', 'Reduced, %': '7' });
  const form = within(field('Zone name').closest('form') as HTMLElement);
  await user.selectOptions(form.getByRole('combobox', { name: 'Country' }), 'Germany');
  shop.intercept('SaveTaxSettings', () => {
    const message = 'There is a zone of this country and region already';
    return Response.json({ data: null, errors: [refusal(message, 'BAD_USER_INPUT', 'zones.2.region').toJSON()] });
  });
  await user.click(form.getByRole('button', { name: 'Save zone' }));
  await waitFor(() =>
    expect(form.getByRole('combobox', { name: 'Country' })).toHaveAccessibleDescription(
      /There is a zone of this country/,
    ),
  );
  await user.selectOptions(form.getByRole('combobox', { name: 'Country' }), 'United States');
  await user.click(form.getByRole('button', { name: 'Save zone' }));
  await waitFor(() =>
    expect(form.getByRole('combobox', { name: 'State' })).toHaveAccessibleDescription(
      /There is a zone of this country/,
    ),
  );
});
