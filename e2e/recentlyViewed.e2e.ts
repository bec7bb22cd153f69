import type { Page } from '@playwright/test';
import { axeViolations } from './axe';
import { watchCalls } from './calls';
import { expect, test } from './shopTest';
import { scrollToRelated } from './visit';

const lamp = '/products/alder-ceramic-table-lamp';
const key = 'kiosk-viewed-products';

const region = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });
const names = (page: Page) => region(page).getByRole('article').getByRole('heading');

/** Opens a product and scrolls to its related products, below which the viewed ones are shown. */
async function lookAt(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scrollToRelated(page);
}

/** Views three other products; returns their names in the order of the visits. */
async function lookAtThree(page: Page): Promise<string[]> {
  await page.goto('/products');
  const links = page.getByRole('region', { name: 'Products' }).getByRole('article').getByRole('link');
  await links.nth(3).waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  const seen: string[] = [];
  for (const path of paths.filter((each) => each !== lamp).slice(0, 3)) {
    await lookAt(page, path);
    seen.push(await page.getByRole('heading', { level: 1 }).innerText());
  }
  return seen;
}

test('a product shows the products viewed before it, newest first, until they are cleared', async ({ page }) => {
  const seen = await lookAtThree(page);
  const asked = watchCalls(page);
  await lookAt(page, lamp);
  await expect(names(page)).toHaveText(seen.toReversed());
  expect(asked.filter((name) => name === 'RecentlyViewed')).toHaveLength(1);
  expect(await axeViolations(page)).toEqual([]);

  await lookAt(page, lamp);
  await expect(names(page)).toHaveText(seen.toReversed());
  await names(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seen[2] ?? '');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(names(page)).toHaveText(['Alder Ceramic Table Lamp', ...seen.slice(0, 2).toReversed()]);

  await page.getByRole('button', { name: 'Clear recently viewed' }).press('Enter');
  await expect(region(page)).toHaveCount(0);
  await expect(page.getByText('Your recently viewed products are cleared.')).toBeFocused();
  expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
  await lookAt(page, lamp);
  await expect(region(page)).toHaveCount(0);
});
