import type { Page } from '@playwright/test';
import { axeViolations } from './axe';
import { meet, refuse, sentCall, watchCalls } from './calls';
import { expect, test } from './shopTest';

const offered = (page: Page) => page.getByRole('region', { name: 'Did you mean' });
const lamps = ['Lookout Oak Table Lamp', 'Alder Ceramic Table Lamp'];
const suggestions = (page: Page) =>
  page.waitForResponse((response) => sentCall(response.request())?.operationName === 'ProductSuggestions');

for (const width of [320, 1440]) {
  test(`at ${width} px a slip and another order of the words lead to what may be meant`, async ({ page }) => {
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
    // Other words stand between these: no search of the two finds it.
    await expect(offered(page).getByRole('link')).toHaveText(['Lookout Oak Table Lamp']);
    await offered(page).getByRole('link').click();
    await expect(page).toHaveURL('/products/lookout-oak-table-lamp');
  });
}

test('nothing is offered where nothing is near, where a filter has emptied the list, and after a failure', async ({
  page,
  problems,
}) => {
  const calls = watchCalls(page);
  const asked = () => calls.filter((name) => name === 'ProductSuggestions').length;
  for (const search of ['zeppelin', 'lamp&category=Fashion']) {
    const answer = suggestions(page);
    await page.goto(`/products?search=${search}`);
    await answer;
    await expect(page.getByText('No products found', { exact: true })).toBeVisible();
    await expect(offered(page)).toHaveCount(0);
  }
  await page.goto('/products?category=Boats');
  await expect(page.getByText('There is no category "Boats" in this shop.')).toBeVisible();
  expect(asked()).toBe(2);
  await meet(page, 'ProductSuggestions', refuse('The database is away.'));
  const failed = suggestions(page);
  await page.goto('/products?search=lmap');
  await failed;
  await expect(page.getByText('Try a shorter word.')).toBeVisible();
  await expect.poll(() => problems.join()).toContain('Failed to load suggestions');
  await expect(offered(page)).toHaveCount(0);
  problems.length = 0;
});
