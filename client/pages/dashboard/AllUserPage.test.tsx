import { screen, waitFor, within } from '@testing-library/dom';
import { hold } from '../../testing/hold';
import {
  expectAddress,
  fill,
  findHeading,
  findToast,
  main,
  press,
  pressFocused,
  row,
  rows,
  textsOf,
} from '../../testing/page';
import { newAdmin, newPerson, type Person } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { pageOf } from '../../testing/builders';
import { after, offline, refusal, refuse } from '../../testing/shop';

interface UsersArguments {
  filter: { search?: string | null; role?: Person['role'] | null } | null;
  first: number;
  after: string | null;
}
interface ById {
  input: { id: string; role: Person['role'] };
}

/** The user list and mutations of the server. */
function shopOf(...people: Person[]) {
  let all = [...people];
  const record = (person: Person) => ({ ...person, id: person.uid });
  const find = (id: string) => all.find(({ uid }) => uid === id) as Person;
  return {
    users: ({ filter, ...paging }: UsersArguments) => {
      const search = (filter?.search ?? '').toLowerCase();
      const found = all.filter(
        ({ name, email, role }) => `${name} ${email}`.toLowerCase().includes(search) && (filter?.role ?? role) === role,
      );
      return pageOf(found.map(record), paging);
    },
    changeUserRole: ({ input: { id, role } }: ById) => {
      all = all.map((each) => (each.uid === id ? { ...each, role } : each));
      return { user: record(find(id)) };
    },
    deleteUser: ({ input: { id } }: ById) => {
      const user = record(find(id));
      all = all.filter(({ uid }) => uid !== id);
      return { user };
    },
  };
}

const openUsers = (person: Person, path = '/dashboard/AllUser', as = newAdmin()) =>
  renderApp(path, { as, resolvers: shopOf(person, as) });

const cells = (email: string) => row(email).getAllByRole('cell');
const button = (email: string, name: string) => row(email).getByRole('button', { name });
const findButton = (email: string, name: string) => waitFor(() => button(email, name));
const role = (email: string) => cells(email)[2];
const users = () => main().getByRole('region', { name: 'Users' });

test("M33 M34: shows loading, 'Failed to fetch users' and 'No users found', and changes a role and back", async () => {
  const bea = newPerson({ name: 'Bea Bloom' });
  const { email } = bea;
  const { user, shop } = openUsers(bea);
  shop.intercept('Users', offline);
  expect((await main().findByRole('alert')).textContent).toBe('Failed to fetch users');
  const held = hold();
  shop.intercept('Users', after(held.released));
  await user.click(main().getByRole('button', { name: 'Try again' }));
  expect(await main().findByText('Loading...', { selector: '[role="status"] *' })).toBeVisible();
  held.release();
  await findButton(email, 'Make Admin');
  expect(textsOf(main().getAllByRole('columnheader'))).toEqual(['Name', 'Email', 'Role', 'Actions']);
  expect(textsOf(cells(email))).toEqual(['Bea Bloom', `${email} Not verified`, 'user', 'Make AdminDelete']);

  await press(user, button(email, 'Make Admin'), 'Enter');
  await findToast('Role updated to admin');
  expect(role(email)).toHaveTextContent(/^admin$/);
  expect(textsOf(row(email).getAllByRole('button'))).toEqual(['Make User', 'Delete']);
  const makeUser = () => button(email, 'Make User');
  shop.intercept('ChangeUserRole', refuse('The shop needs an admin.'));
  await pressFocused(user, makeUser);
  await findToast('Failed to update role');
  expect(role(email)).toHaveTextContent(/^admin$/);
  shop.intercept('ChangeUserRole', () =>
    Response.json({
      data: null,
      errors: [{ message: 'The shop needs an admin.', extensions: { code: 'CONFLICT' } }],
    }),
  );
  await pressFocused(user, makeUser);
  await findToast('The shop needs an admin.');
  shop.intercept('ChangeUserRole', undefined);
  await pressFocused(user, makeUser);
  await findToast('Role updated to user');
  expect(role(email)).toHaveTextContent(/^user$/);

  await fill(user, main().getByRole('searchbox', { name: 'Search name or e-mail' }), 'nobody is called this');
  expect(await main().findByText('No users found')).toBeVisible();
  await user.click(main().getByRole('button', { name: 'Clear All' }));
  await findButton(email, 'Make Admin');

  // A list of one role loses a user who gets another.
  for (const [listed, turn] of [
    ['user', 'Make Admin'],
    ['admin', 'Make User'],
  ] as const) {
    await user.selectOptions(main().getByRole('combobox', { name: 'Role' }), listed);
    await press(user, await findButton(email, turn), 'Enter');
    await waitFor(() => expect(users()).not.toHaveTextContent(email));
    await waitFor(() => expect(users()).toHaveFocus());
  }
});

test('M34 M35: the admin’s own row is disabled with a reason, and pressing its buttons sends nothing', async () => {
  const admin = newAdmin();
  const { user, shop } = openUsers(newPerson(), `/dashboard/AllUser?search=${admin.email}`, admin);
  await findButton(admin.email, 'Make User');
  const buttons = row(admin.email).getAllByRole('button');
  expect(textsOf(buttons)).toEqual(['Make User', 'Delete']);
  const reasons = ['You cannot change your own role!', 'You cannot delete your own account!'];
  for (const [at, reason] of reasons.entries()) {
    const own = buttons[at] as HTMLElement;
    expect(own).toHaveAttribute('aria-disabled', 'true');
    await user.hover(own);
    expect(await screen.findByRole('tooltip', { name: reason })).toBeVisible();
    own.focus();
    await user.keyboard('{Enter}');
    await findToast(reason);
    await user.unhover(own);
  }
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(shop.names()).not.toContain('ChangeUserRole');
  expect(shop.names()).not.toContain('DeleteUser');
});

test('the admin’s own row is theirs although the account has another e-mail by now', async () => {
  const admin = newAdmin();
  renderApp('/dashboard/AllUser', { as: admin, resolvers: shopOf({ ...admin, email: 'former@kiosk.test' }) });
  expect(await findButton('former@kiosk.test', 'Make User')).toHaveAttribute('aria-disabled', 'true');
});

test('M35 M68: a user is deleted after confirmation; cancelling sends nothing; a failure leaves the row', async () => {
  const cal = newPerson({ name: 'Cal Crane' });
  const { email } = cal;
  const { user, shop } = openUsers(cal);
  const question = () => screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this user?' });
  const gone = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  const remove = () => findButton(email, 'Delete');
  const confirm = async (name: string) => user.click(within(await question()).getByRole('button', { name }));
  await user.click(await remove());
  expect(await question()).toHaveTextContent(email);
  await confirm('Cancel');
  await gone();
  await pressFocused(user, () => button(email, 'Delete'));
  await question();
  await user.keyboard('{Escape}');
  await gone();
  expect(shop.names()).not.toContain('DeleteUser');

  shop.intercept('DeleteUser', refuse('Not now.'));
  await user.click(await remove());
  await confirm('Delete');
  await findToast('Failed to delete user');
  await gone();
  expect(await remove()).toBeEnabled();
  shop.intercept('DeleteUser', undefined);
  await user.click(await remove());
  await confirm('Delete');
  await findToast('User deleted successfully');
  await waitFor(() => expect(users()).not.toHaveTextContent(email));
  await waitFor(() => expect(users()).toHaveFocus());
});

test('M48: a demoted admin leaves the admin screens at the next request', async () => {
  const admin = newAdmin();
  const { user, shop, unmount } = openUsers(newPerson(), '/dashboard/AllUser', admin);
  await findButton(admin.email, 'Make User');
  const forbidden = () => {
    throw refusal('You may not do this.', 'FORBIDDEN');
  };
  shop.prepare({ users: forbidden, userRole: 'USER', products: pageOf([]) });
  await user.selectOptions(main().getByRole('combobox', { name: 'Role' }), 'admin');
  await expectAddress('/');
  unmount();
  for (const path of [
    'DashboardHome',
    'AllUser',
    'AdminProduct',
    'settings',
    'messages',
    'audit',
    'importProducts',
    'shipping',
    'taxes',
  ]) {
    const other = renderApp(`/dashboard/${path}`, { as: 'user', resolvers: { products: pageOf([]) } });
    await expectAddress('/');
    await findHeading(/^Discover/);
    other.unmount();
  }
});

test("'Role updated to admin' names the user and can be undone for ten seconds", async () => {
  const eve = newPerson({ name: 'Eve Undone' });
  const { user } = openUsers(eve);
  const makeAdmin = await findButton(eve.email, 'Make Admin');
  jest.useFakeTimers();
  await user.click(makeAdmin);
  const given = await findToast('Role updated to admin');
  expect(within(given).getByText('Eve Undone')).toBeVisible();
  await jest.advanceTimersByTimeAsync(9_000);
  await user.click(within(given).getByRole('button', { name: 'Undo' }));
  const undone = await findToast('Role updated to user');
  expect(role(eve.email)).toHaveTextContent(/^user$/);
  expect(rows()).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(9_000);
  expect(undone).toBeVisible();
  await jest.advanceTimersByTimeAsync(2_000);
  await waitFor(() => expect(undone).not.toBeInTheDocument());
});

test('a user who has left a list of one role is in it again after Undo', async () => {
  const ida = newPerson({ name: 'Ida Back', role: 'ADMIN' });
  const { user } = openUsers(ida, '/dashboard/AllUser?role=ADMIN');
  await user.click(await findButton(ida.email, 'Make User'));
  const toast = await findToast('Role updated to user');
  await waitFor(() => expect(users()).not.toHaveTextContent(ida.email));
  await user.click(within(toast).getByRole('button', { name: 'Undo' }));
  await findToast('Role updated to admin');
  expect(await findButton(ida.email, 'Make User')).toBeVisible();
  expect(rows()).toHaveLength(2);
});
