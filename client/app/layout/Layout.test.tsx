import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { bottle, findAdd, lamp } from '../../testing/cart';
import {
  address,
  expectAddress,
  expectTitle,
  fill,
  findHeading,
  footer,
  header,
  press,
  textsOf,
  visit,
} from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { pageOf } from '../../testing/builders';

const resolvers = { products: pageOf([lamp, bottle]), product: lamp };
const search = () => header().getByRole('searchbox', { name: 'Search products' });
const description = () => document.querySelector('meta[name="description"]')?.getAttribute('content');

for (const path of ['/', '/products', '/login', '/contact', '/no-such-page']) {
  test(`M01: ${path} has the header, its content and the footer`, async () => {
    renderApp(path, { resolvers });
    await findHeading(/./);
    expect(header().getByRole('link', { name: 'Kiosk' })).toHaveAttribute('href', '/');
    for (const [name, href] of [
      ['Electronics', '/products?category=Electronics'],
      ['Fashion', '/products?category=Fashion'],
      ['Home & Garden', '/products?category=Home%20%26%20Garden'],
      ['Sports & Fitness', '/products?category=Sports%20%26%20Fitness'],
      ['Contact us', '/contact'],
      ['Shipping', '/shipping'],
      ['Returns', '/returns'],
      ['FAQ', '/faq'],
      ['My Orders', '/dashboard'],
      ['Wishlist', '/dashboard'],
    ] as const)
      expect(footer().getByRole('link', { name })).toHaveAttribute('href', href);
    expect(screen.getByRole('contentinfo')).toHaveTextContent(`© ${new Date().getFullYear()} Kiosk`);
    if (path === '/' || path === '/products') await findAdd(lamp.name);
  });
}

test('an address whose hash is malformed opens its page', async () => {
  renderApp('/shipping');
  await findHeading('Shipping');
  visit('/faq#100%');
  await findHeading('Frequently asked questions');
});

test('M02: the search navigates to /products with its trimmed text and ignores blank text', async () => {
  const { user, shop } = renderApp('/contact', { resolvers });
  await findHeading('Contact us');
  await fill(user, search(), '   ');
  await user.keyboard('{Enter}');
  expect(address()).toBe('/contact');
  await fill(user, search(), '  steel & 50% ');
  await user.keyboard('{Enter}');
  await expectAddress('/products?search=steel%20%26%2050%25');
  await waitFor(() => expect(search()).toHaveValue('steel & 50%'));
  const heading = await findHeading('Shop Our Products');
  await waitFor(() => expect(heading).toHaveFocus());
  await fill(user, search(), 'bottle');
  await user.click(header().getByRole('button', { name: 'Search' }));
  await expectAddress('/products?search=bottle');
  await waitFor(() =>
    expect(shop.callsOf('Products').at(-1)?.variables).toMatchObject({ filter: { search: 'bottle' } }),
  );
});

test('the Enter that accepts a word of an input method does not search', async () => {
  const { user } = renderApp('/contact', { resolvers });
  await findHeading('Contact us');
  await fill(user, search(), 'ランプ');
  // Safari ends the composition before this Enter, and submits unless it is prevented.
  expect(fireEvent.keyDown(search(), { key: 'Enter', keyCode: 229 })).toBe(false);
  expect(address()).toBe('/contact');
  await user.keyboard('{Enter}');
  await expectAddress('/products?search=%E3%83%A9%E3%83%B3%E3%83%97');
});

test('M04: shows Sign In and Sign Up when signed out and the account menu when signed in', async () => {
  const { unmount } = renderApp('/contact');
  await findHeading('Contact us');
  expect(header().getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  expect(header().getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register');
  unmount();

  const { user, person } = renderApp('/contact', { as: 'user' });
  const button = await screen.findByRole('button', { name: /^Account menu/ });
  expect(header().queryByRole('link', { name: 'Sign In' })).toBeNull();
  await press(user, button, 'Enter');
  const items = await screen.findAllByRole('menuitem');
  const menu = screen.getByRole('menu', { name: 'Account' }).parentElement;
  expect(menu).toHaveTextContent('Anna Meyer');
  expect(menu).toHaveTextContent(person.email);
  expect(textsOf(items)).toEqual(['Dashboard', 'Orders', 'Sign Out']);
  await waitFor(() => expect(items[0]).toHaveFocus());
  await user.keyboard('{ArrowDown}');
  expect(items[1]).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu', { name: 'Account' })).toBeNull());
  expect(button).toHaveFocus();

  await user.click(button);
  await user.click(await screen.findByRole('menuitem', { name: 'Dashboard' }));
  await expectAddress('/dashboard');
  await findHeading('dashboardHome');
});

test('M04: an admin’s account menu has the Admin Panel, which opens the admin dashboard', async () => {
  const { user } = renderApp('/contact', {
    as: 'admin',
    resolvers: { counts: { users: 3, products: 2, orders: 1 } },
  });
  await user.click(await screen.findByRole('button', { name: /^Account menu/ }));
  await waitFor(() =>
    expect(textsOf(screen.getAllByRole('menuitem'))).toEqual(['Dashboard', 'Orders', 'Admin Panel', 'Sign Out']),
  );
  const panel = screen.getByRole('menuitem', { name: 'Admin Panel' });
  expect(panel).toHaveAttribute('href', '/admin');
  await user.click(panel);
  await expectAddress('/dashboard/DashboardHome');
  await findHeading('Admin Dashboard');
});

test('M03 M04: the narrow menu shows the signed-in user and signs out', async () => {
  const { user, shop, person } = renderApp('/contact', { as: 'user', width: 360 });
  await findHeading('Contact us');
  await user.click(header().getByRole('button', { name: 'Open menu' }));
  const menu = within(header().getByRole('navigation', { name: 'Menu' }));
  expect(await menu.findByText('Anna Meyer')).toBeVisible();
  expect(menu.getByText(person.email)).toBeVisible();
  expect(menu.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/dashboard');
  await waitFor(() => expect(shop.names()).toContain('UserRole'));
  expect(menu.queryByRole('link', { name: 'Admin Panel' })).toBeNull();
  await user.click(menu.getByRole('button', { name: 'Sign Out' }));
  await expectAddress('/login');
});

test('navigation focuses the heading and updates title and description', async () => {
  document.head.innerHTML += '<meta name="description" content="" />';
  const { user } = renderApp('/', { resolvers });
  await findAdd(lamp.name);
  expect(description()).toMatch(/^Shop from our curated collection/);
  const products = within(header().getByRole('navigation', { name: 'Main' })).getByRole('link', { name: 'Products' });
  await press(user, products, 'Enter');
  const list = await findHeading('Shop Our Products');
  await waitFor(() => expect(list).toHaveFocus());
  await expectTitle('Shop Our Products · Kiosk');
  expect(description()).toMatch(/^Everything in the shop/);
  await user.click(await screen.findByRole('link', { name: lamp.name }));
  const product = await findHeading(lamp.name);
  await waitFor(() => expect(product).toHaveFocus());
  await user.click(footer().getByRole('link', { name: 'Sign In' }));
  await expectTitle('Sign In · Kiosk');
});
