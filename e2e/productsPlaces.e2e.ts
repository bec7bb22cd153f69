import type { Locator, Page } from '@playwright/test';
import { holdUp, meet } from './calls';
import { expect, test } from './shopTest';
import { visit } from './visit';

const cards = (page: Page) => page.getByRole('article');

const boxes = (locator: Locator) =>
  locator.evaluateAll((elements) =>
    elements.slice(0, 24).map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    }),
  );

for (const width of [360, 768, 1440, 1700]) {
  test(`M13: at ${width} px no card stands elsewhere than its skeleton, also when the page says what it hides`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/faq');
    const held = holdUp();
    await meet(page, 'Products', held.act);
    await visit(page, '/products');
    const bones = page.locator('.shop .skeletons .card');
    await expect(bones).toHaveCount(24);
    const waiting = await boxes(bones);
    held.release();
    await expect(page.getByText(/above \$500 (is|are) hidden\.$/)).toBeVisible();
    expect(await boxes(cards(page))).toEqual(waiting);
    await page.getByRole('button', { name: 'Show them' }).click();
    await expect(page.getByText(/hidden\.$/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Clear All' })).toBeVisible();
  });
}

test('a category that the shop does not have is named, and those that it has are one step away', async ({ page }) => {
  const words = page.getByText('There is no category "Boats" in this shop.');
  await page.goto('/products?category=Boats');
  await expect(page.getByText('No products found')).toBeVisible();
  await expect(words).toBeVisible();
  await expect(page.getByRole('group', { name: 'Active filters' }).getByRole('button').first()).toHaveText('Boats');
  const results = page.getByRole('region', { name: 'Products', exact: true });
  await expect(results.getByRole('link')).toHaveText(['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness']);
  await expect(results.getByRole('button', { name: 'Show all products' })).toBeVisible();
  await results.getByRole('link', { name: 'Fashion' }).click();
  await expect(page).toHaveURL('/products?category=Fashion');
  await expect(cards(page).first()).toBeVisible();
  // The second category of a product is one too; and one that holds only what the price hides.
  await page.goto('/products?category=Lighting');
  await expect(cards(page).first()).toBeVisible();
  await page.goto('/products?category=Fashion&search=zeppelin');
  await expect(page.getByText('No products found')).toBeVisible();
  await expect(page.getByText(/There is no category/)).toHaveCount(0);
});
