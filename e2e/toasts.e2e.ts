import type { Locator } from '@playwright/test';
import { cartButton, drawer } from './cartParts';
import { demo, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';
import { visit } from './visit';

/** Whether a tap on its middle reaches it. */
const isReachable = (control: Locator) =>
  control.evaluate((element) => {
    // For a link in two lines the first one: the middle of both may be between them.
    const { x, y, width, height } = element.getClientRects()[0] ?? new DOMRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (element === hit || element.contains(hit));
  });

/** A toast under the pointer stays, however slow the machine is. */
const hold = (toast: Locator) => toast.dispatchEvent('pointerover');

test('no global of a page exposes its nonce, and the toast library’s styles are applied', async ({ page, request }) => {
  await signIn(page, await newShopper(request));
  const response = await page.goto('/products');
  const policy = (await response?.headerValue('content-security-policy')) ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  expect(nonce).toMatch(/^[\w+/]{22}==$/);
  await page.getByRole('button', { name: 'Add Stillwater Wireless Headphones' }).click();
  await hold(page.getByTestId('toast'));
  // The shop's own stylesheet does not set this.
  await expect(page.locator('.notistack-SnackbarContainer')).toHaveCSS('position', 'fixed');
  const holders = await page.evaluate(
    (secret) =>
      Object.getOwnPropertyNames(window).filter((name) => {
        const value: unknown = Reflect.get(window, name);
        return typeof value === 'string' && value.includes(secret);
      }),
    nonce,
  );
  expect(holders).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.outerHTML)).not.toContain(nonce);
});

for (const width of [360, 768, 1440]) {
  test(`M65: at ${width} px a toast is at the top right and covers no control of the header or the open cart`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, await newShopper(request));
    await page.goto('/products');
    const toasts = page.getByTestId('toast');
    await page.getByRole('button', { name: 'Add Stillwater Wireless Headphones' }).click();
    await hold(toasts);
    await page.getByRole('button', { name: 'Add Ember Crew-Neck Sweater' }).click();
    await hold(toasts.nth(1));
    await expect(toasts).toHaveCount(2);
    const box = await toasts.last().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 30);
    expect(box?.y).toBeLessThan(200);
    for (const control of await page.getByRole('banner').getByRole('button').all()) {
      expect(await isReachable(control), await control.getAttribute('aria-label').then(String)).toBe(true);
    }

    await page.getByRole('button', { name: 'Undo' }).last().focus();
    await cartButton(page).evaluate((button: HTMLElement) => button.click());
    await expect(drawer(page).getByRole('button', { name: /^Remove/ })).toHaveCount(2);
    await expect(drawer(page)).toHaveCSS('transform', 'none');
    await expect(toasts.last()).toBeVisible();
    const controls = [
      ...(await drawer(page).getByRole('button').all()),
      ...(await drawer(page).getByRole('link').all()),
    ];
    expect(controls.length).toBeGreaterThanOrEqual(7);
    for (const control of controls) {
      expect(await isReachable(control), await control.evaluate((element) => element.outerHTML)).toBe(true);
    }
  });
}

test('M65: with the narrow menu open a toast is below the menu', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await newShopper(request));
  await page.goto('/products');
  await page.getByRole('button', { name: 'Add Stillwater Wireless Headphones' }).click();
  await hold(page.getByTestId('toast'));
  await page.getByRole('button', { name: 'Open menu' }).press('Enter');
  const menu = page.locator('#narrow-menu');
  await expect
    .poll(async () => {
      const [toast, header] = [await page.getByTestId('toast').boundingBox(), await menu.boundingBox()];
      return (toast?.y ?? 0) - ((header?.y ?? 0) + (header?.height ?? 0));
    })
    .toBeGreaterThan(0);
  await expect(page.getByTestId('toast')).toBeVisible();
});

test('M65: a toast covers no control of the checkout’s header, nor of the shop’s after it', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, await newShopper(request));
  await page.goto('/products');
  const toasts = page.getByTestId('toast');
  await page.getByRole('button', { name: 'Add Stillwater Wireless Headphones' }).click();
  await hold(toasts);
  await visit(page, '/checkout');
  const back = page.getByRole('banner').getByRole('link', { name: 'Back to cart' });
  await expect(page.getByRole('main').getByLabel('Email')).toBeVisible();
  await expect(toasts).toBeVisible();
  await expect.poll(() => isReachable(back)).toBe(true);
  await visit(page, '/products');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Open menu' })).toBeVisible();
  await expect(toasts).toBeVisible();
  for (const control of await page.getByRole('banner').getByRole('button').all()) {
    await expect.poll(() => isReachable(control)).toBe(true);
  }
});

for (const width of [360, 768, 1440]) {
  test(`M65: at ${width} px a toast is below the dashboard's bar, and at the top of other pages`, async ({
    page,
    request,
  }) => {
    const shopper = await newShopper(request, 'A person with a name that is much longer than most names are');
    await page.setViewportSize({ width, height: 740 });
    await signIn(page, shopper);
    await page.goto('/dashboard/profile');
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Save' }).click();
    const toast = page.getByTestId('toast');
    await toast.hover();
    const [bar, box] = [await page.getByTestId('dashboard-bar').boundingBox(), await toast.boundingBox()];
    expect(box?.y ?? 0).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Infinity));
    expect(box?.y).toBeLessThan(260);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 30);
    // Other pages have no dashboard bar.
    await page
      .getByRole('link', { name: 'Kiosk', exact: true })
      .first()
      .evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL(/\/$/);
    await expect.poll(async () => (await toast.boundingBox())?.y).toBeLessThan(100);
  });
}

test('M65: on a phone a toast covers no control of a dashboard page', async ({ page, request }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/profile');
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click();
  const toast = page.getByTestId('toast');
  // It stays while the pointer is on it.
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
    await expect(page.getByTestId('dashboard-page').locator('a, button, input, select').first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
    const covered = () =>
      toast.evaluate((card) => {
        scrollTo(0, 0);
        const { bottom } = card.getBoundingClientRect();
        const controls = [
          ...document.querySelectorAll<HTMLElement>(
            '[data-testid="dashboard-page"] :is(a, button, input, select, textarea)',
          ),
        ];
        return controls
          .filter((each) => Math.round(each.getBoundingClientRect().top) < bottom)
          .map((each) => each.outerHTML);
      });
    await expect.poll(covered).toEqual([]);
  }
});
