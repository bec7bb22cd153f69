import { holdUp, meet } from './calls';
import { demo, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';
import { visit } from './visit';

test("M30 M28: the dashboard greets by name and role, its index shows only 'dashboardHome', Logout ends the session", async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  const role = holdUp();
  await meet(page, 'UserRole', role.act);
  await page.goto('/dashboard');
  const main = page.getByRole('main');
  await expect(main.getByText('Loading...', { exact: true })).toBeVisible();
  role.release();
  await expect(main.getByText('Welcome, Anna Meyer (user)', { exact: true })).toBeVisible();
  await expect(main.getByRole('heading')).toHaveText(['dashboardHome']);

  await page.evaluate(() => sessionStorage.setItem('kiosk-fault', 'auth/network-request-failed'));
  await main.getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => problems.some((each) => each.includes('Logout failed'))).toBe(true);
  await expect(main.getByText('Welcome, Anna Meyer (user)')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  problems.length = 0;
  await main.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('M30: without a display name the e-mail stands in its place', async ({ page, request }) => {
  const shopper = await newShopper(request, '');
  await signIn(page, shopper);
  await page.goto('/dashboard');
  await expect(page.getByText(`Welcome, ${shopper.email} (user)`, { exact: true })).toBeVisible();
});

test('M31 M42: a user has Products and My Profile', async ({ page, request }) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/dashboard');
  const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  await expect(links).toHaveText(['Products', 'My Profile']);
  await links.last().click();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeFocused();
  const account = page.getByRole('region', { name: 'Your account' });
  for (const words of ['Anna Meyer', shopper.email, 'user']) await expect(account).toContainText(words);
});

test('M31 M42: an admin has the management links, each leads to its screen', async ({ page }) => {
  await signIn(page, demo.admin);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/dashboard\/DashboardHome$/);
  const nav = page.getByRole('navigation', { name: 'Dashboard' });
  for (const [label, path, heading] of [
    ['Dashboard Home', '/dashboard/DashboardHome', 'Admin Dashboard'],
    ['Admin Products', '/dashboard/AdminProduct', 'Admin Products'],
    ['All Users', '/dashboard/AllUser', 'All Users'],
    ['Create Product', '/dashboard/CreateProduct', 'Create Product'],
    ['Products', '/dashboard/userProduct', 'Products'],
    ['Settings', '/dashboard/settings', 'Settings'],
  ] as const) {
    const link = nav.getByRole('link', { name: label, exact: true });
    await expect(link).toHaveAttribute('href', path);
    await link.click();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(link).toHaveAttribute('aria-current', 'page');
  }
  await page.getByRole('main').getByLabel('Theme').selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('on a narrow screen the links are in a drawer that keeps and gives back the focus', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await newShopper(request));
  await page.goto('/dashboard');
  const open = page.getByRole('button', { name: 'Open dashboard menu' });
  await open.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Dashboard' });
  await expect(drawer.getByRole('link')).toHaveText(['Products', 'My Profile', 'Back to the shop']);
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
  await open.click();
  await drawer.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(/\/dashboard\/userProduct$/);
  await expect(drawer).toHaveCount(0);
});

for (const width of [360, 768, 1440]) {
  test(`M65: at ${width} px a toast covers nothing of the dashboard's bar, nor of the rows' heading while one scrolls`, async ({
    page,
    request,
  }) => {
    const shopper = await newShopper(request, 'A person with a name that is much longer than most names are');
    await page.setViewportSize({ width, height: 740 });
    await signIn(page, shopper);
    await page.goto('/dashboard/profile');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Save' }).click();
    const toast = page.locator('.toast');
    await toast.hover();
    const [bar, box] = [await page.locator('.dash-bar').boundingBox(), await toast.boundingBox()];
    expect(box?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Infinity));
    expect(box?.y).toBeLessThan(260);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 30);
    // Elsewhere there is no such bar.
    await page
      .getByRole('link', { name: 'Kiosk', exact: true })
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeLessThan(100);
  });
}

test('M65: on a phone a toast covers the heading of a dashboard page for its time, and nothing that can be used', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/profile');
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
  const toast = page.locator('.toast');
  // It stays as long as the pointer is on it.
  await toast.hover();
  for (const path of [
    'userProduct',
    'AdminProduct',
    'AllUser',
    'addProduct',
    'createProduct',
    'importProducts',
    'settings',
    'audit',
    'profile',
  ]) {
    await visit(page, `/dashboard/${path}`);
    await expect(page.locator('.dash-page').locator('a, button, input, select').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
    const covered = () =>
      toast.evaluate((card) => {
        scrollTo(0, 0);
        const { bottom } = card.getBoundingClientRect();
        const controls = [
          ...document.querySelectorAll<HTMLElement>('.dash-page :is(a, button, input, select, textarea)'),
        ];
        return controls
          .filter((each) => Math.round(each.getBoundingClientRect().top) < bottom)
          .map((each) => each.outerHTML);
      });
    await expect.poll(covered).toEqual([]);
  }
});
