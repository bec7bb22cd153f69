import type { Page } from '@playwright/test';
import { axeViolations } from './axe';
import { holdUp, meet, refuse } from './calls';
import { accountMenu, ask, demo, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';

async function expectNothing(page: Page, state: string): Promise<void> {
  expect(await axeViolations(page), state).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), state).toBeLessThanOrEqual(0);
}

for (const width of [360, 1440]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const look = `${width} px, ${colorScheme}`;

    test(`E16: axe finds nothing in the cart's states and the menus at ${look}`, async ({
      page,
      request,
      problems,
    }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const shopper = await newShopper(request);
      const cartButton = page.getByRole('banner').getByRole('button', { name: /^Cart/ });
      const drawer = page.getByRole('dialog', { name: 'Shopping Cart' });

      await page.goto('/products');
      await expect(page.getByRole('article').first()).toBeVisible();
      if (width < 900) {
        await page.getByRole('button', { name: 'Open menu' }).click();
        await expectNothing(page, 'narrow menu, signed out');
        await page.keyboard.press('Escape');
      }
      await cartButton.click();
      await expect(drawer.getByText('Cart is empty')).toBeVisible();
      await expectNothing(page, 'cart empty');

      const cart = holdUp();
      await meet(page, 'Cart', cart.act);
      await signIn(page, shopper);
      await cartButton.click();
      await expect(drawer.getByText('Loading...')).toBeVisible();
      await expectNothing(page, 'cart loading');
      cart.release();
      await page.unrouteAll();
      await meet(page, 'Cart', refuse('The stockroom is locked.'));
      await page.goto('/products');
      await cartButton.click();
      await expect(drawer.getByRole('alert')).toBeVisible();
      await expectNothing(page, 'cart error');

      await page.unrouteAll();
      await page.goto('/products');
      await page.getByRole('button', { name: 'Add Stillwater Wireless Headphones' }).click();
      await page.getByRole('button', { name: 'Add Ember Crew-Neck Sweater' }).click();
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(2);
      await cartButton.click();
      await expect(drawer.getByRole('button', { name: /^Remove/ })).toHaveCount(2);
      await expectNothing(page, 'cart full beside toasts with Undo');
      await drawer
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await expect(drawer.getByRole('button', { name: /^Undo/ })).toBeVisible();
      await expectNothing(page, 'cart with an offer to undo');
      await page.keyboard.press('Escape');

      if (width < 900) await page.getByRole('button', { name: 'Open menu' }).click();
      else await accountMenu(page).click();
      await expect(page.getByText(shopper.email).last()).toBeVisible();
      await expectNothing(page, 'account');
      problems.length = 0;
    });

    test(`E16: axe finds nothing in the dashboard's shell at ${look}`, async ({ page, request, problems }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      const shopper = await newShopper(request);
      await signIn(page, shopper);
      const main = page.getByRole('main');
      const role = holdUp();
      await meet(page, 'UserRole', role.act);
      await page.goto('/dashboard');
      await expect(main.getByText('Loading...')).toBeVisible();
      await expectNothing(page, 'role loading');
      role.release();
      await expect(main.getByText(/^Welcome/)).toBeVisible();
      await expectNothing(page, 'index');
      if (width < 900) {
        await page.getByRole('button', { name: 'Open dashboard menu' }).click();
        await expect(page.getByRole('dialog', { name: 'Dashboard' })).toBeVisible();
        await expectNothing(page, 'menu');
      }
      await page.goto('/dashboard/userProduct');
      await expect(main.getByText('No products found')).toBeVisible();
      await expectNothing(page, 'own list empty');
      await ask(
        request,
        shopper.token,
        'mutation { addToStore(input: { slug: "summit-steel-bottle" }) { storeEntry { id } } }',
      );
      await page.reload();
      await expect(main.getByText('1–1 of 1')).toBeVisible();
      await expectNothing(page, 'own list');
      await meet(page, 'StoreItems', refuse('The stockroom is locked.'));
      await page.reload();
      await expect(main.getByRole('alert')).toBeVisible();
      await expectNothing(page, 'own list failed');
      await page.goto('/dashboard/profile');
      await expect(page.getByRole('region', { name: 'Your account' })).toBeVisible();
      await expectNothing(page, 'profile');
      problems.length = 0;
    });
  }
}

test('E16: axe finds nothing in the settings', async ({ page }) => {
  await signIn(page, demo.admin);
  await page.goto('/dashboard/settings');
  await expect(page.getByText('Demo: the embedded identity')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNothing(page, colorScheme);
  }
});
