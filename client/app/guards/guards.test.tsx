import { screen, waitFor, within } from '@testing-library/dom';
import { newEntry, pageOf } from '../../testing/builders';
import { findAdd, lamp } from '../../testing/cart';
import { expectLogged } from '../../testing/console';
import { hold } from '../../testing/hold';
import { identity } from '../../testing/identity';
import { expectAddress, findHeading } from '../../testing/page';
import { newPerson } from '../../testing/people';
import { renderApp } from '../../testing/renderApp';
import { after, refuse } from '../../testing/shop';
import { findAccountMenu, signIn, signOut } from '../../testing/signIn';

const lists = { products: pageOf([lamp]), storeItems: pageOf([]), users: pageOf([]) };

test('M29: the signed-in guard shows that it is loading, redirects to sign-in, and returns with query and hash', async () => {
  const ready = hold();
  identity.intercept('ready', () => ready.released);
  const { user, person } = renderApp('/dashboard/userProduct?date=2026-01-31#list', { resolvers: lists });
  identity.add(person);
  expect(await screen.findByText('Loading......')).toBeVisible();
  ready.release();
  await expectAddress('/login');
  await signIn(user, person);
  await expectAddress('/dashboard/userProduct?date=2026-01-31#list');
  await waitFor(() => expect(screen.queryByTestId('welcome')).toHaveTextContent('Welcome, Anna Meyer (user)'));
});

test('M27 a guarded page shows Loading...... until the session is known', async () => {
  const ready = hold();
  identity.intercept('ready', () => ready.released);
  renderApp('/dashboard/userProduct');
  expect(await screen.findByText('Loading......')).toBeVisible();
  await expectAddress('/dashboard/userProduct');
  ready.release();
  await expectAddress('/login');
  await findHeading('Welcome Back');
});

test('M29: the admin guard waits for the role, redirects others and anonymous visitors home', async () => {
  const ready = hold();
  identity.intercept('ready', () => ready.released);
  const anonymous = renderApp('/admin', { resolvers: lists });
  expect(await screen.findByRole('progressbar')).toBeVisible();
  ready.release();
  await expectAddress('/');
  anonymous.unmount();
  for (const path of ['/admin', '/dashboard/DashboardHome', '/dashboard/AllUser', '/dashboard/AdminProduct']) {
    const { unmount } = renderApp(path, { as: 'user', resolvers: lists });
    await expectAddress('/');
    await findAdd(lamp.name);
    unmount();
  }
});

test('M29: an admin is not redirected while the role loads; a failed lookup counts as user', async () => {
  const role = hold();
  const { shop, reload } = renderApp('/dashboard/AllUser', { as: 'admin', resolvers: lists });
  shop.intercept('UserRole', after(role.released));
  expect(await screen.findByRole('progressbar')).toBeVisible();
  expect(screen.getByText('Loading...')).toBeVisible();
  await expectAddress('/dashboard/AllUser');
  role.release();
  await findHeading('All Users');

  shop.intercept('UserRole', refuse('no role today'));
  reload();
  await expectAddress('/');
  await findAdd(lamp.name);
});

test('M69 M28 E21 a failed sign-out is only logged, and the visitor stays on the page', async () => {
  const { user } = renderApp('/products', { as: 'user', resolvers: lists });
  await findAdd(lamp.name);
  sessionStorage.setItem('kiosk-fault', 'auth/network-request-failed');
  await signOut(user);
  await expectLogged('Logout failed');
  await expectAddress('/products');
  expect(await findAccountMenu()).toBeVisible();
  expect(localStorage.getItem('access-token')).toBeTruthy();
  await signOut(user);
  await expectAddress('/login');
  expect(localStorage.getItem('access-token')).toBeNull();
});

test('M28: Sign Out leads to /login and clears the cache, and the next user starts at home', async () => {
  const [first, second] = [newPerson({ name: 'First Person' }), newPerson({ name: 'Second Person' })];
  const { user, shop } = renderApp('/dashboard/userProduct?from=here', {
    as: first,
    resolvers: {
      ...lists,
      cart: ({ email }: { email: string }) => (email === first.email ? [newEntry(lamp)] : []),
    },
  });
  identity.add(second);
  expect(await screen.findByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await waitFor(() => expect(screen.queryByTestId('welcome')).toHaveTextContent('Welcome, First Person (user)'));
  await signOut(user);
  await expectAddress('/login');
  expect(await screen.findByRole('button', { name: 'Cart' })).toBeVisible();

  const cart = hold();
  shop.intercept('Cart', after(cart.released));
  await signIn(user, second);
  await expectAddress('/');
  await user.click(screen.getByRole('button', { name: /^Cart/ }));
  const drawer = within(await screen.findByRole('dialog'));
  expect(await drawer.findByText('Loading...')).toBeVisible();
  expect(drawer.queryByText(lamp.name)).toBeNull();
  cart.release();
  expect(await drawer.findByText('Cart is empty')).toBeVisible();
});
