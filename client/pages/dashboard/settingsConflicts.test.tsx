import { waitFor, within } from '@testing-library/dom';
import { field, fill, findToast, main, textsOf } from '../../testing/page';
import { defaultZones, newShippingMethod } from '../../testing/settings';
import { openShipping, zoneCard } from '../../testing/shippingPage';

const findConflict = () => main().findByRole('region', { name: 'Changed meanwhile' });
const conflict = () => main().queryByRole('region', { name: 'Changed meanwhile' });
const offer = (name: string) => main().getByRole('switch', { name: `Offer ${name}` });

type Opened = Awaited<ReturnType<typeof openShipping>>;

/** Somebody else's price of every method. */
function changeElsewhere({ stored }: Opened, price: number): void {
  stored.version += 1;
  stored.zones = defaultZones.map((zone) => ({
    ...zone,
    methods: zone.methods.map(({ price: _price, ...method }) =>
      newShippingMethod({ ...method, freeAbove: null, price }),
    ),
  }));
}

async function editStates({ user }: Opened): Promise<void> {
  await user.click(zoneCard('United States').getByRole('button', { name: 'Edit zone' }));
  await waitFor(() => expect(field('Zone name')).toHaveFocus());
}

const priceOf = (app: Opened, at: number) => app.sent()[at]?.zones[0]?.methods[0]?.price;
const saveZone = ({ user }: Opened) => user.click(main().getByRole('button', { name: 'Save zone' }));
const deleteZone = ({ user }: Opened) => user.click(main().getByRole('button', { name: 'Delete zone' }));

test('C49 a zone form does not overwrite what somebody else has changed since it was opened', async () => {
  const app = await openShipping();
  await editStates(app);
  changeElsewhere(app, 700);
  // The page learns of it by another edit, and the form is still of before.
  await app.user.click(offer('World'));
  await app.user.click(within(await findConflict()).getByRole('button', { name: 'Save mine' }));
  await findToast('Shipping saved');
  await fill(app.user, field('Zone name'), 'The States');
  await saveZone(app);
  const shown = within(await findConflict());
  expect(textsOf([...shown.getByRole('row', { name: /^United States: Standard/ }).children]).slice(0, 2)).toEqual([
    ...['United States: Standard', '$7.00, never free, 4 to 6 working days, offered'],
  ]);
  expect(app.sent()).toHaveLength(2);
  await app.user.click(shown.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(app.sent()).toHaveLength(3));
  expect(app.sent()[2]?.zones[0]).toMatchObject({ name: 'The States' });
  expect(priceOf(app, 2)).toBe(499);
  await waitFor(() => expect(conflict()).toBeNull());
});

test('C49 a zone that somebody else has moved stays there when its other values are saved', async () => {
  const app = await openShipping();
  await editStates(app);
  app.stored.version += 1;
  app.stored.zones = [...defaultZones].reverse();
  await app.user.click(offer('World'));
  await app.user.click(within(await findConflict()).getByRole('button', { name: 'Save mine' }));
  await findToast('Shipping saved');
  await fill(app.user, field('Zone name'), 'The States');
  await saveZone(app);
  await waitFor(() => expect(app.sent()).toHaveLength(3));
  expect(app.sent()[2]?.zones.map(({ name }) => name)).toEqual(['Rest of the world', 'The States']);
});

test('C49 the form of a zone that somebody else has removed keeps its input, and Save mine brings the zone back', async () => {
  const app = await openShipping();
  await editStates(app);
  await fill(app.user, field('Zone name'), 'The States');
  app.stored.version += 1;
  app.stored.zones = defaultZones.slice(1);
  await saveZone(app);
  const shown = within(await findConflict());
  expect(field('Zone name')).toHaveValue('The States');
  await app.user.click(shown.getByRole('button', { name: 'Save mine' }));
  await findToast('Shipping saved');
  expect(app.sent()[1]?.zones.map(({ name }) => name)).toEqual(['The States', 'Rest of the world']);
});

test('C49 Save mine saves what the form has now, and refuses what is invalid at its field', async () => {
  const app = await openShipping();
  await editStates(app);
  changeElsewhere(app, 700);
  await fill(app.user, field('Zone name'), 'The States');
  await saveZone(app);
  const shown = within(await findConflict());
  await fill(app.user, field('Zone name'), '');
  await app.user.click(shown.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(field('Zone name')).toHaveAccessibleDescription('Name is required'));
  await fill(app.user, field('Zone name'), 'America');
  await app.user.click(shown.getByRole('button', { name: 'Save mine' }));
  await findToast('Shipping saved');
  expect(app.sent()).toHaveLength(2);
  expect(app.sent()[1]).toMatchObject({ version: 4, zones: [{ name: 'America' }, {}] });
  await waitFor(() => expect(zoneCard('America').getByRole('button', { name: 'Edit zone' })).toHaveFocus());
});

test('C49 Keep what is there discards the form, whose values are of before', async () => {
  const app = await openShipping();
  await editStates(app);
  changeElsewhere(app, 700);
  await fill(app.user, field('Zone name'), 'The States');
  await saveZone(app);
  await app.user.click(within(await findConflict()).getByRole('button', { name: 'Keep what is there' }));
  await waitFor(() => expect(zoneCard('United States').getByRole('button', { name: 'Edit zone' })).toHaveFocus());
  await editStates(app);
  expect(within(main().getByRole('group', { name: 'Method 1' })).getByLabelText('Price')).toHaveValue('7.00');
});

test('C49 the conflict of a deletion goes with the form of its zone', async () => {
  const app = await openShipping();
  await editStates(app);
  changeElsewhere(app, 700);
  await deleteZone(app);
  await findConflict();
  await app.user.click(main().getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(zoneCard('United States').getByRole('button', { name: 'Edit zone' })).toHaveFocus());
  expect(conflict()).toBeNull();
});

test('C49 Keep what is there instead of a deletion discards the form, whose values are of before', async () => {
  const app = await openShipping();
  await editStates(app);
  changeElsewhere(app, 700);
  await deleteZone(app);
  await app.user.click(within(await findConflict()).getByRole('button', { name: 'Keep what is there' }));
  await waitFor(() => expect(zoneCard('United States').getByRole('button', { name: 'Edit zone' })).toHaveFocus());
  await editStates(app);
  await fill(app.user, field('Zone name'), 'The States');
  await saveZone(app);
  await findToast('Shipping saved');
  expect(priceOf(app, 1)).toBe(700);
});

test('C49 Save mine beside the conflict of a deletion deletes, and saving the form does not overwrite unseen', async () => {
  const app = await openShipping();
  await editStates(app);
  changeElsewhere(app, 700);
  await deleteZone(app);
  expect(within(await findConflict()).getByRole('row', { name: /^United States: Standard/ })).toHaveTextContent('–');
  await saveZone(app);
  const save = await waitFor(() => {
    const row = within(conflict() as HTMLElement).getByRole('row', { name: /^United States: Standard/ });
    expect(row).toHaveTextContent('$4.99');
    return row;
  });
  await deleteZone(app);
  await waitFor(() => expect(save).not.toBeInTheDocument());
  expect(app.sent()).toHaveLength(1);
  await app.user.click(within(await findConflict()).getByRole('button', { name: 'Save mine' }));
  await findToast('Shipping saved');
  expect(app.sent()[1]?.zones.map(({ name }) => name)).toEqual(['Rest of the world']);
  await waitFor(() => expect(main().getByRole('button', { name: 'Add zone' })).toHaveFocus());
});

test('C49 a second conflict takes the focus like the first, and the focus stays on the page after the last', async () => {
  const app = await openShipping();
  changeElsewhere(app, 700);
  await app.user.click(offer('Express'));
  const first = await findConflict();
  await waitFor(() => expect(first).toHaveFocus());
  changeElsewhere(app, 800);
  await app.user.click(within(first).getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(first).not.toBeInTheDocument());
  const second = await findConflict();
  await waitFor(() => expect(second).toHaveFocus());
  expect(within(second).getByRole('row', { name: /Express/ })).toHaveTextContent('$8.00');
  await app.user.click(within(second).getByRole('button', { name: 'Keep what is there' }));
  await waitFor(() => expect(conflict()).toBeNull());
  await waitFor(() => expect(document.body).not.toHaveFocus());
  expect(document.activeElement).toHaveTextContent('ShippingAdd zone');
});

test('C49 a save beside an open conflict leaves it there, with what is stored now', async () => {
  const app = await openShipping();
  changeElsewhere(app, 700);
  await app.user.click(offer('Express'));
  const shown = within(await findConflict());
  await app.user.click(offer('World'));
  await waitFor(() => expect(app.sent()).toHaveLength(2));
  await waitFor(() => expect(offer('World')).not.toBeChecked());
  await app.user.click(shown.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(app.sent()).toHaveLength(3));
  expect(app.sent()[2]).toMatchObject({ version: 5 });
  expect(app.sent()[2]?.zones.map(({ methods }) => methods.map(({ isOffered }) => isOffered))).toEqual([
    [true, false, false],
    [false],
  ]);
});
