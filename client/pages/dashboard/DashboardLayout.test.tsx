import { screen, waitFor, within } from '@testing-library/dom';
import { expectLogged } from '../../testing/console';
import { hold } from '../../testing/hold';
import { expectAddress, findHeading, main, press, textsOf } from '../../testing/page';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { pageOf } from '../../testing/builders';
import { sellerResolvers } from '../../testing/settings';
import { after } from '../../testing/shop';

/** Empty responses for the dashboard screens. */
const resolvers = {
  ...sellerResolvers,
  products: pageOf([]),
  storeItems: pageOf([]),
  users: pageOf([]),
  contactMessages: pageOf([]),
  counts: { users: 3, products: 2, orders: 1 },
};

const greeting = (words: string) => waitFor(() => expect(screen.queryByTestId('welcome')?.textContent).toBe(words));

test("M30 M28: greets by name and role, shows only 'dashboardHome' as index, and Logout ends the session", async () => {
  const role = hold();
  const { user, shop } = renderApp('/dashboard', { as: 'user' });
  shop.intercept('UserRole', after(role.released));
  expect(await main().findByText('Loading...')).toBeVisible();
  role.release();
  await greeting('Welcome, Anna Meyer (user)');
  expect(textsOf(main().getAllByRole('heading'))).toEqual(['dashboardHome']);

  sessionStorage.setItem('kiosk-fault', 'auth/network-request-failed');
  await user.click(main().getByRole('button', { name: 'Logout' }));
  await expectLogged('Logout failed');
  await greeting('Welcome, Anna Meyer (user)');
  await expectAddress('/dashboard');
  await user.click(main().getByRole('button', { name: 'Logout' }));
  await expectAddress('/login');
  await findHeading('Welcome Back');
});

test('M30: greets with the e-mail when there is no display name', async () => {
  const { person } = renderApp('/dashboard', { as: newPerson({ name: '' }) });
  await findHeading('dashboardHome');
  await greeting(`Welcome, ${person.email} (user)`);
});

const links = async () => within(await screen.findByRole('navigation', { name: 'Dashboard' }));

test('M31 M42: a user has the links Products, My Profile, Orders and Stock', async () => {
  const { user, person } = renderApp('/dashboard', { as: 'user', resolvers });
  await greeting('Welcome, Anna Meyer (user)');
  const nav = await links();
  expect(textsOf(nav.getAllByRole('link'))).toEqual(['Products', 'My Profile', 'Orders', 'Stock']);
  await user.click(nav.getByRole('link', { name: 'My Profile' }));
  await expectAddress('/dashboard/profile');
  const heading = await findHeading('My Profile');
  await waitFor(() => expect(heading).toHaveFocus());
  const account = screen.getByRole('region', { name: 'Your account' });
  for (const words of ['Anna Meyer', person.email, 'user']) expect(account).toHaveTextContent(words);
});

test('M31 M42: an admin has the management links, and each leads to its screen', async () => {
  const { user, reload } = renderApp('/admin', { as: 'admin', resolvers });
  await expectAddress('/dashboard/DashboardHome');
  const nav = await links();
  for (const [label, path, heading] of [
    ['Dashboard Home', '/dashboard/DashboardHome', 'Admin Dashboard'],
    ['Admin Products', '/dashboard/AdminProduct', 'Admin Products'],
    ['All Users', '/dashboard/AllUser', 'All Users'],
    ['Create Product', '/dashboard/CreateProduct', 'Create Product'],
    ['Products', '/dashboard/userProduct', 'Products'],
    ['Messages', '/dashboard/messages', 'Messages'],
    ['Settings', '/dashboard/settings', 'Settings'],
  ] as const) {
    const link = await nav.findByRole('link', { name: label });
    expect(link).toHaveAttribute('href', path);
    await user.click(link);
    await findHeading(heading);
    expect(link).toHaveAttribute('aria-current', 'page');
  }
  const theme = () => document.documentElement.getAttribute('data-theme');
  await user.selectOptions(main().getByLabelText(/^Theme/), 'dark');
  await waitFor(() => expect(theme()).toBe('dark'));
  reload();
  await findHeading('Settings');
  expect(theme()).toBe('dark');
});

test('on a narrow screen the links are in a drawer that traps and restores the focus', async () => {
  const { user } = renderApp('/dashboard', { as: 'user', resolvers, width: 360 });
  await findHeading('dashboardHome');
  const open = screen.getByRole('button', { name: 'Open dashboard menu' });
  await press(user, open, 'Enter');
  const drawer = within(await screen.findByRole('dialog', { name: 'Dashboard' }));
  await waitFor(() =>
    expect(textsOf(drawer.getAllByRole('link'))).toEqual([
      'Products',
      'My Profile',
      'Orders',
      'Stock',
      'Back to the shop',
    ]),
  );
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(open).toHaveFocus();
  await user.click(open);
  await user.click(await drawerLink('Products'));
  await expectAddress('/dashboard/userProduct');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const drawerLink = async (name: string) =>
  within(await screen.findByRole('dialog', { name: 'Dashboard' })).getByRole('link', { name });

test("M32 M65: counts that cannot be fetched show 'Failed to fetch dashboard data' and can be retried", async () => {
  const { user, shop } = renderApp('/dashboard/DashboardHome', { as: 'admin', resolvers });
  shop.intercept('Counts', () => Response.json({ data: null, errors: [{ message: 'Not now.' }] }));
  expect(await screen.findByText('Failed to fetch dashboard data')).toBeVisible();
  shop.intercept('Counts', undefined);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Dashboard Counts' })).toBeVisible();
});
