import { screen, waitFor, within } from '@testing-library/dom';
import { hold } from '../../testing/hold';
import { field, fill, findToast, main } from '../../testing/page';
import { openShipping, type ShippingInput, zoneCard } from '../../testing/shippingPage';
import { after } from '../../testing/shop';

const findConflict = () => main().findByRole('region', { name: 'Changed meanwhile' });
const conflict = () => main().queryByRole('region', { name: 'Changed meanwhile' });
const offer = (name: string) => main().getByRole('switch', { name: `Offer ${name}` });
const offered = ({ zones }: Pick<ShippingInput, 'zones'>) =>
  zones.map(({ methods }) => methods.map((each) => each.isOffered));

type Opened = Awaited<ReturnType<typeof openShipping>>;

/** By somebody else: no zone changes with it. */
function excludeElsewhere({ stored }: Opened, code: string): void {
  stored.version += 1;
  stored.excludedCountries = [...stored.excludedCountries, code];
}

function holdSave({ shop }: Opened) {
  const { released, release } = hold();
  shop.intercept('SaveShippingSettings', after(released));
  return release;
}

async function editStates({ user }: Opened): Promise<void> {
  await user.click(zoneCard('United States').getByRole('button', { name: 'Edit zone' }));
  await waitFor(() => expect(field('Zone name')).toHaveFocus());
}

const saveMine = (section: HTMLElement) => within(section).getByRole('button', { name: 'Save mine' });
const storedZones = ({ stored }: Opened) => stored.zones as ShippingInput['zones'];

test('C49 after a double click Undo restores what was there before', async () => {
  const app = await openShipping();
  const release = holdSave(app);
  await app.user.click(offer('Express'));
  await app.user.click(offer('Express'));
  release();
  await waitFor(() => expect(offer('Express')).not.toBeChecked());
  const toast = await findToast('Shipping saved');
  await app.user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(offer('Express')).toBeChecked());
  expect(app.sent()).toHaveLength(2);
  expect(conflict()).toBeNull();
});

test('C49 a second click on a switch while the first is saved is not sent', async () => {
  const app = await openShipping();
  const release = holdSave(app);
  await app.user.click(offer('Express'));
  await app.user.click(offer('Express'));
  await app.user.click(offer('World'));
  release();
  await waitFor(() => expect(app.stored.version).toBeGreaterThan(4));
  await waitFor(() => expect(offer('World')).not.toBeChecked());
  expect(app.sent().map(offered)).toEqual([
    [[true, false, false], [true]],
    [[true, false, false], [false]],
  ]);
});

test('C49 ‘Save mine’ pressed twice saves once', async () => {
  const app = await openShipping();
  excludeElsewhere(app, 'DE');
  await app.user.click(offer('Express'));
  const shown = await findConflict();
  const release = holdSave(app);
  await app.user.click(saveMine(shown));
  await app.user.click(saveMine(shown));
  await app.user.click(offer('World'));
  release();
  await waitFor(() => expect(offer('World')).not.toBeChecked());
  await waitFor(() => expect(conflict()).toBeNull());
  expect(app.sent().map(({ version }) => version)).toEqual([3, 4, 5]);
});

test('C49 ‘Save mine’ while another edit is saved is upon what that has stored', async () => {
  const app = await openShipping();
  excludeElsewhere(app, 'DE');
  await app.user.click(offer('Express'));
  const shown = await findConflict();
  const release = holdSave(app);
  await app.user.click(offer('World'));
  await app.user.click(saveMine(shown));
  release();
  await waitFor(() => expect(offer('Express')).not.toBeChecked());
  await waitFor(() => expect(conflict()).toBeNull());
  expect(app.sent().map(({ version }) => version)).toEqual([3, 4, 5]);
  expect(offered({ zones: storedZones(app) })).toEqual([[true, false, false], [false]]);
});

test('C49 ‘Save mine’ does not overwrite what was changed after it was shown', async () => {
  const app = await openShipping();
  excludeElsewhere(app, 'DE');
  await app.user.click(offer('Express'));
  const shown = await findConflict();
  const release = holdSave(app);
  await app.user.click(offer('World'));
  await app.user.click(saveMine(shown));
  excludeElsewhere(app, 'HK');
  release();
  await waitFor(() => expect(shown).not.toBeInTheDocument());
  await within(await findConflict()).findByRole('row', { name: /Express/ });
  await app.user.click(saveMine(await findConflict()));
  await waitFor(() => expect(offer('Express')).not.toBeChecked());
  expect(app.stored.excludedCountries).toEqual(['AQ', 'DE', 'HK']);
});

test('C49 the conflict of a form goes with the form when its zone is deleted', async () => {
  const app = await openShipping();
  await editStates(app);
  excludeElsewhere(app, 'DE');
  await fill(app.user, field('Zone name'), 'The States');
  await app.user.click(main().getByRole('button', { name: 'Save zone' }));
  await findConflict();
  await app.user.click(await main().findByRole('button', { name: 'Delete zone' }));
  await findToast('Shipping saved');
  await waitFor(() => expect(main().queryByRole('button', { name: 'Delete zone' })).toBeNull());
  await waitFor(() => expect(conflict()).toBeNull());
  await waitFor(() => expect(main().getByRole('button', { name: 'Add zone' })).toHaveFocus());
});

test.each([
  ['Save zone', 'Keep what is there'],
  ['Delete zone', 'Cancel'],
])('C49 ‘%s’ that meets a second conflict after ‘%s’ shows none: its form is gone', async (name, leave) => {
  const app = await openShipping();
  await editStates(app);
  excludeElsewhere(app, 'DE');
  await fill(app.user, field('Zone name'), 'The States');
  await app.user.click(main().getByRole('button', { name }));
  const shown = await findConflict();
  const release = holdSave(app);
  await app.user.click(saveMine(shown));
  excludeElsewhere(app, 'HK');
  await app.user.click(main().getByRole('button', { name: leave }));
  await waitFor(() => expect(shown).not.toBeInTheDocument());
  release();
  await main().findByRole('button', { name: 'Remove Hong Kong' });
  await app.user.click(offer('World'));
  await waitFor(() => expect(offer('World')).not.toBeChecked());
  expect(conflict()).toBeNull();
  expect(storedZones(app).map((zone) => zone.name)).toEqual(['United States', 'Rest of the world']);
});

test('C49 a zone’s form that is opened again while its former one is saved stays open, with its input', async () => {
  const app = await openShipping();
  await editStates(app);
  excludeElsewhere(app, 'DE');
  await fill(app.user, field('Zone name'), 'The States');
  await app.user.click(main().getByRole('button', { name: 'Save zone' }));
  const shown = await findConflict();
  const release = holdSave(app);
  await app.user.click(saveMine(shown));
  await app.user.click(within(shown).getByRole('button', { name: 'Keep what is there' }));
  await editStates(app);
  await fill(app.user, field('Zone name'), 'America');
  release();
  await findToast('Shipping saved');
  expect(field('Zone name')).toHaveValue('America');
});

test('C49 a form that is opened while a switch of its zone is saved does not blame somebody else', async () => {
  const app = await openShipping();
  const release = holdSave(app);
  await app.user.click(offer('Express'));
  await editStates(app);
  release();
  await findToast('Shipping saved');
  await fill(app.user, field('Zone name'), 'The States');
  await app.user.click(main().getByRole('button', { name: 'Save zone' }));
  const shown = within(await findConflict());
  expect(shown.getByRole('alert')).toHaveTextContent(/^This has changed meanwhile\. Your change is not saved yet\.$/);
});

test('C49 a zone takes nothing while it is deleted', async () => {
  const app = await openShipping();
  await editStates(app);
  const release = holdSave(app);
  await app.user.click(main().getByRole('button', { name: 'Delete zone' }));
  await main().findByRole('button', { name: 'Saving...' });
  await app.user.click(field('Zone name'));
  await app.user.keyboard('!');
  expect(field('Zone name')).toHaveValue('United States');
  release();
  await findToast('Shipping saved');
});

test('C49 a country that is chosen and not added is not left out silently', async () => {
  const app = await openShipping();
  await editStates(app);
  const picker = within(main().getByRole('group', { name: 'Countries' }));
  const select = picker.getByRole('combobox', { name: 'Add country' });
  await app.user.selectOptions(select, 'Germany');
  await app.user.click(main().getByRole('button', { name: 'Save zone' }));
  await waitFor(() => expect(select).toHaveAccessibleDescription('Add the chosen country, or choose none'));
  await waitFor(() => expect(select).toHaveFocus());
  expect(app.sent()).toEqual([]);
  await app.user.click(picker.getByRole('button', { name: 'Add' }));
  await app.user.click(main().getByRole('button', { name: 'Save zone' }));
  await waitFor(() => expect(app.sent()[0]?.zones[0]?.countries).toEqual(['US', 'DE']));
  expect(screen.queryByText(/^Add the chosen/)).toBeNull();
});
