import type { Page } from '@playwright/test';
import { holdUp } from './calls';
import { expect, test } from './shopTest';

test('Back and reload lead to where the reader was, a new page begins at its top', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByRole('article').nth(8)).toBeVisible();
  const at = () => page.evaluate(() => Math.round(window.scrollY));
  // What the server has drawn may be painted before its fonts are there.
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => window.scrollTo(0, 700));
  await expect.poll(at).toBe(700);
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

test('Forward leads to the top of a page where nobody has scrolled', async ({ page }) => {
  await page.goto('/products');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Shop Our Products');
  await leaveDownThePage(page, 700);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('Forward leads to the top of a page that was left before it was there', async ({ page }) => {
  const code = holdUp();
  await page.route('**/assets/ContactPage-*.js', code.act);
  await page.goto('/products');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await leaveDownThePage(page, 200);
  code.release();
  await page.goForward();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a page opened by its address begins at its top, wherever the one before it was left', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByRole('article').nth(8)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 700));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

/** Goes back to the products and scrolls so far there. */
async function leaveDownThePage(page: Page, top: number): Promise<void> {
  await page.goBack();
  await expect(page.getByRole('article').nth(8)).toBeVisible();
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
}
