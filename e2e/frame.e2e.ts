import { holdCalls } from './calls';
import { accountMenu, demo, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';
import { takenOver } from './visit';

test('M01: the header is sticky', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  const header = page.getByRole('banner');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(header).toBeInViewport();
  expect((await header.boundingBox())?.y).toBe(0);
});

test('M03: on a narrow screen a toggle reveals search, Products and the account links, also by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('searchbox')).toHaveCount(0);
  await expect(header.getByRole('link', { name: 'Products' })).toHaveCount(0);
  await header.getByRole('button', { name: 'Open menu' }).press('Enter');
  await expect(header.getByRole('searchbox')).toBeVisible();
  await expect(header.getByRole('link', { name: 'Products' })).toHaveAttribute('href', '/products');
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login');
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(header.getByRole('searchbox')).toHaveCount(0);
  await expect(header.getByRole('button', { name: 'Open menu' })).toBeFocused();
  await header.getByRole('button', { name: 'Open menu' }).click();
  await header.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL(/\/products$/);
  await expect(header.getByRole('searchbox')).toHaveCount(0);
});

test('M02 M03: a narrow screen opens and focuses the search with one button, apart from the menu', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/contact');
  const header = page.getByRole('banner');
  const find = header.getByRole('button', { name: 'Find products' });
  await find.click();
  const box = header.getByRole('searchbox', { name: 'Search products' });
  await expect(box).toBeFocused();
  await expect(find).toHaveAttribute('aria-expanded', 'true');
  await expect(header.getByRole('navigation')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  await expect(find).toBeFocused();

  await find.click();
  await header.getByRole('button', { name: 'Open menu' }).click();
  await expect(box).toBeVisible();
  await expect(header.getByRole('link', { name: 'Products' })).toBeVisible();
  await find.click();
  await expect(header.getByRole('link', { name: 'Products' })).toHaveCount(0);
  await box.fill('lamp');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/products\?search=lamp$/);
  await expect(box).toHaveCount(0);
});

test('M02: text typed before hydration is kept, and Enter searches for it', async ({ page }) => {
  const scripts = holdCalls();
  await page.route('**/assets/*.js', scripts.act);
  await page.goto('/', { waitUntil: 'commit' });
  const search = page.getByRole('banner').getByRole('searchbox', { name: 'Search products' });
  await search.fill('steel');
  scripts.release();
  await takenOver(page);
  await expect(search).toHaveValue('steel');
  await page.evaluate(() => {
    history.pushState({}, '', '/?from=here');
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await search.press('End');
  await search.pressSequentially(' bottle');
  await expect(search).toHaveValue('steel bottle');
  await search.press('Enter');
  await expect(page).toHaveURL(/\/products\?search=steel%20bottle$/);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('M02: Enter before hydration searches for the trimmed text and ignores blank text', async ({ page }) => {
  const scripts = holdCalls();
  await page.route('**/assets/*.js', scripts.act);
  await page.goto('/', { waitUntil: 'commit' });
  const search = page.getByRole('banner').getByRole('searchbox', { name: 'Search products' });
  for (const blank of ['', '   ']) {
    await search.fill(blank);
    await search.press('Enter');
  }
  await expect(page).toHaveURL(/\/$/);
  await search.fill('  steel bottle ');
  await search.press('Enter');
  scripts.release();
  await expect(page).toHaveURL(/\/products\?search=steel%20bottle$/);
  await expect(page.getByRole('article')).toHaveCount(1);
});

for (const pressed of ['Enter', 'Search'] as const) {
  test(`M02: a page that loads late does not overwrite typed text, with ${pressed} about to be pressed`, async ({
    page,
  }) => {
    await page.goto('/contact');
    const chunk = holdCalls();
    await page.route('**/assets/ProductsPage-*.js', chunk.act);
    const search = page.getByRole('banner').getByRole('searchbox', { name: 'Search products' });
    await search.fill('lamp');
    await search.press('Enter');
    await search.fill('bottle');
    if (pressed === 'Search') {
      await page.getByRole('banner').getByRole('button', { name: 'Search' }).hover();
      await page.mouse.down();
    }
    chunk.release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop Our Products');
    await expect(page).toHaveURL(/\/products\?search=lamp$/);
    await expect(search).toHaveValue('bottle');
    if (pressed === 'Search') await page.mouse.up();
    else await search.press('Enter');
    await expect(page).toHaveURL(/\/products\?search=bottle$/);
  });
}

test('M02: a page that loads during typing does not take the focus from the search box', async ({ page }) => {
  await page.goto('/contact');
  const chunk = holdCalls();
  await page.route('**/assets/ProductsPage-*.js', chunk.act);
  await page.getByRole('banner').getByRole('searchbox', { name: 'Search products' }).fill('lamp');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+A');
  chunk.release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop Our Products');
  await page.keyboard.type('bottle');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\?search=bottle$/);
});

test('M01: the footer has the account links of the session, without a layout shift when it is known', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  const account = footer.getByRole('navigation', { name: 'Account' });
  await expect(account.getByRole('link')).toHaveText(['Sign In', 'Create Account', 'My Orders', 'Wishlist']);
  const height = async () => (await footer.boundingBox())?.height;
  const before = await height();
  await signIn(page, shopper);
  await page.goto('/');
  await expect(account.getByRole('link')).toHaveText(['My Account', 'Change Password', 'My Orders', 'Wishlist']);
  expect(await height()).toBe(before);
  await account.getByRole('link', { name: 'Change Password' }).click();
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Email' })).toHaveValue(shopper.email);
  await account.getByRole('link', { name: 'My Account' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('M04: the account menu does not move while it opens', async ({ page }) => {
  await signIn(page, demo.shopper);
  const tops = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const seen = new Set<number>();
        const look = () => {
          const menu = document.querySelector<HTMLElement>('[role="menu"]')?.parentElement ?? null;
          const item = menu?.querySelector('[role="menuitem"]:last-child');
          if (item) seen.add(Math.round(item.getBoundingClientRect().top));
          if (menu && item && getComputedStyle(menu).opacity === '1') resolve([...seen]);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await accountMenu(page).click();
  expect(await tops).toHaveLength(1);
});

test('the skip link skips the header', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});

test('paths are matched case-insensitively, from the address bar and in the app', async ({ page, request }) => {
  const answer = await page.goto('/PRODUCTS?category=Fashion');
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop Our Products');
  await signIn(page, await newShopper(request));
  await page.goto('/Dashboard/UserPRODUCT');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('Products');
});

test('a page whose chunk fails to load can be retried', async ({ page, problems }) => {
  await page.goto('/');
  await page.route('**/assets/ContactPage-*.js', (route) => route.abort());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the shop' })).toHaveAttribute('href', '/');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible();
  problems.length = 0;
});
