import type { Page } from '@playwright/test';
import { holdCalls } from './calls';
import { expect, test } from './shopTest';

const topOf = (page: Page) => page.evaluate(() => window.scrollY);

/** Scrolls the product list to `top`. */
async function scrollDown(page: Page, top: number): Promise<void> {
  await expect(page.getByRole('article').nth(8)).toBeVisible();
  // Server-rendered markup may be painted before its fonts are loaded, which changes the layout.
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await expect.poll(() => topOf(page)).toBe(top);
}

test('Back and reload restore the scroll position, a new page starts at its top', async ({ page }) => {
  await page.goto('/products');
  const at = () => topOf(page);
  await scrollDown(page, 700);
  await page.getByRole('article').nth(4).getByRole('link').click();
  await expect(page).toHaveURL(/\/products\/[a-z-]+/);
  await expect.poll(at).toBe(0);
  await page.goBack();
  await expect.poll(at).toBe(700);
  await page.goForward();
  await expect.poll(at).toBe(0);
  await page.goBack();
  await expect.poll(at).toBe(700);
  await page.reload();
  await expect(page.getByRole('article').nth(4)).toBeVisible();
  await expect.poll(at).toBe(700);
});

test('Forward leads to the top of a page that was not scrolled', async ({ page }) => {
  await page.goto('/products');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Shop Our Products');
  await page.goBack();
  await scrollDown(page, 700);
  await page.goForward();
  await expect.poll(() => topOf(page)).toBe(0);
});

test('Forward leads to the top of a page that was left before it rendered', async ({ page }) => {
  const code = holdCalls();
  await page.route('**/assets/ContactPage-*.js', code.act);
  await page.goto('/products');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await page.goBack();
  await scrollDown(page, 200);
  code.release();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  await expect.poll(() => topOf(page)).toBe(0);
});

test('a page opened by its URL starts at the top, whatever the previous scroll position', async ({ page }) => {
  await page.goto('/products');
  await scrollDown(page, 700);
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await topOf(page)).toBe(0);
});
