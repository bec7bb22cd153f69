import type { Page } from '@playwright/test';
import { axeViolations } from './axe';
import { expect, test } from './shopTest';

const offered = (page: Page) => page.getByRole('region', { name: 'Did you mean' });
const lamps = ['Lookout Oak Table Lamp', 'Alder Ceramic Table Lamp'];

for (const width of [320, 1440]) {
  test(`at ${width} px a typo and a changed word order lead to suggestions`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/products?search=lmap&category=Fashion');
    await expect(page.getByText('No products found', { exact: true })).toBeVisible();
    await expect(offered(page).getByRole('article').getByRole('link')).toHaveText(lamps);
    await expect(page.getByRole('status').filter({ hasText: 'Did you mean lamp?' })).toBeAttached();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await offered(page).getByRole('link', { name: 'lamp', exact: true }).press('Enter');
    await expect(page).toHaveURL('/products?search=lamp');
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(offered(page)).toHaveCount(0);

    await page.goto('/products?search=lamp%20oak');
    // The words are not adjacent in any name, so the search finds nothing.
    await expect(offered(page).getByRole('link')).toHaveText(['Lookout Oak Table Lamp']);
    await offered(page).getByRole('link').click();
    await expect(page).toHaveURL('/products/lookout-oak-table-lamp');
  });
}
