import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expectAddress, field, fill, findHeading, findToast, main, rows, textsOf } from '../../testing/page';
import { newAdmin } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { defaultSeller, sellerResolvers } from '../../testing/settings';
import { pageOf } from '../../testing/builders';
import { offline, refusal, refuse } from '../../testing/shop';

interface Paging {
  first: number;
  after: string | null;
}

test('M42: Settings show the configuration, and link to the messages and the audit log', async () => {
  const { user } = renderApp('/dashboard/settings', {
    as: 'admin',
    resolvers: { contactMessages: pageOf([]), auditEntries: pageOf([]), ...sellerResolvers },
  });
  const configured = await main().findByRole('region', { name: 'How this shop is configured' });
  for (const words of ['Demo: the embedded identity', 'On, at /playground', 'On orders over $50'])
    await waitFor(() => expect(configured).toHaveTextContent(words));
  for (const [link, title] of [
    ['Open the messages', 'Messages'],
    ['Open the audit log', 'Audit log'],
  ] as const) {
    await user.click(await main().findByRole('link', { name: link }));
    const heading = await findHeading(title);
    await waitFor(() => expect(heading).toHaveFocus());
    history.back();
    await findHeading('Settings');
  }
});

interface AuditArguments extends Paging {
  filter: { actorEmail?: string | null; kind?: string | null; from?: string | null };
}

const eve = 'eve@example.com';
const entryOf = (actorEmail: string, at: number) => {
  const [before, after] = at % 2 === 0 ? ['admin', 'user'] : ['user', 'admin'];
  return {
    ...{ id: `entry-${at}`, kind: 'CHANGE_USER_ROLE', actorUid: 'uid', actorEmail, subject: eve, subjectId: 'eve' },
    ...{ changes: [{ field: 'role', before, after }], outcome: 'DONE', requestId: 'request' },
    startedAt: '2026-01-31T09:30:00.000Z',
  };
};

test('the audit log shows actor, subject and changes, filtered by person, kind and day', async () => {
  const admin = newAdmin();
  const entries = [entryOf(admin.email, 0), entryOf(admin.email, 1)];
  const { user, shop, reload } = renderApp('/dashboard/audit', {
    as: admin,
    resolvers: {
      auditEntries: ({ filter, ...paging }: AuditArguments) => {
        const { actorEmail, kind, from } = filter;
        const found = entries.filter(
          (entry) =>
            (!actorEmail || entry.actorEmail === actorEmail) &&
            (!kind || entry.kind === kind) &&
            (!from || entry.startedAt >= from),
        );
        return pageOf(found, paging);
      },
    },
  });
  await waitFor(() => expect(rows()).toHaveLength(2));
  const cells = within(rows()[0] as HTMLElement).getAllByRole('cell');
  expect(textsOf(cells).slice(1, 6)).toEqual([
    admin.email,
    'Changed a role',
    eve,
    'rolebefore: admin → after: user',
    'Done',
  ]);
  const person = main().getByRole('searchbox', { name: 'E-mail of the person' });
  await fill(user, person, 'admin@');
  expect(await main().findByText('Type the whole e-mail address of a person.')).toBeVisible();
  await fill(user, person, admin.email);
  await user.selectOptions(main().getByRole('combobox', { name: 'Kind' }), 'Changed a role');
  await expectAddress(`/dashboard/audit?person=${encodeURIComponent(admin.email)}&kind=CHANGE_USER_ROLE`);
  await waitFor(() => expect(rows()).toHaveLength(2));
  fireEvent.change(main().getByLabelText('From'), { target: { value: '2026-02-02' } });
  expect(await main().findByText('No entries found')).toBeVisible();
  shop.intercept('AuditEntries', refuse('The log is locked.'));
  reload();
  expect((await main().findByRole('alert')).textContent).toBe('The log is locked.');
  shop.intercept('AuditEntries', undefined);
  await user.click(main().getByRole('button', { name: 'Reset' }));
  await waitFor(() => expect(rows()).toHaveLength(2));
  await expectAddress('/dashboard/audit');

  // The position in the list survives a reload.
  for (let at = 2; at < 28; at += 1) entries.unshift(entryOf(admin.email, at));
  reload();
  await waitFor(() => expect(rows()).toHaveLength(24));
  await user.click(main().getByRole('button', { name: 'Next' }));
  for (const again of [false, true]) {
    if (again) reload();
    expect(await main().findByText(/^25–/)).toBeVisible();
    await waitFor(() => expect(rows()).toHaveLength(4));
  }
  history.back();
  await waitFor(() => expect(rows()).toHaveLength(24));
  expect(screen.getByText(/^1–24 of 28$/)).toBeVisible();
});

test('a day of the audit log that is typed is one step of the history', async () => {
  renderApp('/dashboard/audit', { as: 'admin', resolvers: { auditEntries: pageOf([]) } });
  await main().findByText('No entries found');
  for (const year of ['0002', '0020', '0202', '2026'])
    fireEvent.change(main().getByLabelText('From'), { target: { value: `${year}-02-02` } });
  await expectAddress('/dashboard/audit?from=2026-02-02');
  history.back();
  await expectAddress('/dashboard/audit');
});

interface SellerInput {
  input: { version: number; seller: typeof defaultSeller.seller };
}

/** Stores the seller and checks its version. */
async function openSeller() {
  const stored = { ...defaultSeller };
  const app = renderApp('/dashboard/settings', {
    as: 'admin',
    resolvers: {
      ...sellerResolvers,
      sellerSettings: () => ({ ...stored }),
      saveSellerSettings: ({ input: { version, seller } }: SellerInput) => {
        if (version !== stored.version) throw refusal('Somebody else has changed this.', 'CONFLICT', 'version');
        if (seller.city === '')
          throw refusal('The addresses of this country need it.', 'BAD_USER_INPUT', 'seller.city');
        return { sellerSettings: Object.assign(stored, { seller, version: version + 1 }) };
      },
    },
  });
  await waitFor(() => expect(field('Name of the seller')).toHaveValue('Kiosk Inc.'));
  const save = () => app.user.click(main().getByRole('button', { name: 'Save seller' }));
  return { ...app, stored, save };
}

test('C48 saves the seller with Undo and reports errors at their fields', async () => {
  const { user, stored, save } = await openSeller();
  await fill(user, field('Name of the seller'), ' ');
  await save();
  await waitFor(() => expect(field('Name of the seller')).toHaveAccessibleDescription('Enter a name.'));
  await fill(user, field('Name of the seller'), 'Another Inc.');
  await fill(user, field('City'), '');
  await save();
  await waitFor(() => expect(field('City')).toHaveAccessibleDescription('The addresses of this country need it.'));
  await fill(user, field('City'), 'San Jose');
  await save();
  const toast = await findToast('Seller saved');
  expect(stored).toMatchObject({ version: 3, seller: { name: 'Another Inc.', city: 'San Jose', region: 'CA' } });
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(stored).toMatchObject({ version: 4, seller: { name: 'Kiosk Inc.' } }));
  await waitFor(() => expect(field('Name of the seller')).toHaveValue('Kiosk Inc.'));
});

test('C48 a conflicting seller change shows both values and keeps the input', async () => {
  const { user, stored, save } = await openSeller();
  Object.assign(stored, { version: 9, seller: { ...defaultSeller.seller, name: 'Theirs Inc.' } });
  await fill(user, field('Name of the seller'), 'Mine Inc.');
  await save();
  const conflict = within(await main().findByRole('region', { name: 'Changed meanwhile' }));
  expect(textsOf([...conflict.getByRole('row', { name: /^Name/ }).children])).toEqual([
    ...['Name', 'Theirs Inc.', 'Mine Inc.'],
  ]);
  expect(field('Name of the seller')).toHaveValue('Mine Inc.');
  await user.click(conflict.getByRole('button', { name: 'Keep what is there' }));
  await waitFor(() => expect(field('Name of the seller')).toHaveValue('Theirs Inc.'));
  expect(stored.version).toBe(9);
});

test('C48 a refusal of Save mine goes with the input when what is there is kept', async () => {
  const { user, shop } = renderApp('/dashboard/settings', { as: 'admin', resolvers: sellerResolvers });
  const answer = (message: string, code: string, name: string) =>
    shop.intercept('SaveSellerSettings', () =>
      Response.json({ data: null, errors: [refusal(message, code, name).toJSON()] }),
    );
  await waitFor(() => expect(field('City')).toHaveValue('San Jose'));
  await fill(user, field('City'), 'Nowhere');
  answer('Somebody else has changed this.', 'CONFLICT', 'version');
  await user.click(main().getByRole('button', { name: 'Save seller' }));
  const conflict = within(await main().findByRole('region', { name: 'Changed meanwhile' }));
  answer('There is no such city', 'BAD_USER_INPUT', 'seller.city');
  await user.click(conflict.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => expect(field('City')).toHaveAccessibleDescription('There is no such city'));
  await user.click(conflict.getByRole('button', { name: 'Keep what is there' }));
  await waitFor(() => expect(field('City')).toHaveValue('San Jose'));
  expect(field('City')).toBeValid();
  expect(main().queryByText('There is no such city')).toBeNull();
});

test('C48 a refusal of the region is shown even while the countries could not be loaded', async () => {
  const { user, shop } = renderApp('/dashboard/settings', { as: 'admin', resolvers: sellerResolvers });
  shop.intercept('Countries', offline);
  shop.intercept('SaveSellerSettings', () => {
    const refused = refusal('Choose one of the list.', 'BAD_USER_INPUT', 'seller.region').toJSON();
    return Response.json({ data: null, errors: [refused] });
  });
  await waitFor(() => expect(field('Name of the seller')).toHaveValue('Kiosk Inc.'));
  await main().findByText('Failed to load the countries');
  await user.click(main().getByRole('button', { name: 'Save seller' }));
  expect(await main().findByText('Choose one of the list.')).toBeVisible();
});
