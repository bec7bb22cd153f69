import { main } from './accountPage';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

test('C49 a shipping price that an admin changes is shown on /shipping at once, and Undo reverts it', async ({
  page,
}) => {
  await signIn(page, demo.admin);
  await page.goto('/dashboard/shipping');
  const world = main(page).getByRole('region', { name: 'Rest of the world' });
  await expect(world).toContainText('$19.90');
  await world.getByRole('button', { name: 'Edit zone' }).click();
  await main(page).getByLabel('Price').fill('21.50');
  await main(page).getByRole('button', { name: 'Save zone' }).click();
  await expect(world).toContainText('$21.50');
  await expect(world.getByRole('button', { name: 'Edit zone' })).toBeFocused();
  const shoppers = await page.request.get('/shipping');
  expect(await shoppers.text()).toContain('$21.50');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(world).toContainText('$19.90');
  expect(await (await page.request.get('/shipping')).text()).toContain('$19.90');
});

test('C50 the tax preview adds up, and neither settings page scrolls sideways on a small phone', async ({ page }) => {
  await signIn(page, demo.admin);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto('/dashboard/taxes');
  const sums = main(page).getByRole('group', { name: 'What the buyer pays' });
  const cents = async (label: RegExp) => {
    const sum = await sums.locator('dt').filter({ hasText: label }).locator('+ dd').innerText();
    return Math.round(100 * Number(sum.replace(/[$,]/g, '')));
  };
  await expect(sums.getByText('Buyer pays')).toBeVisible();
  expect(await cents(/^Tax, /)).toBeGreaterThan(0);
  expect((await cents(/^Price$/)) + (await cents(/^Tax, /))).toBe(await cents(/^Buyer pays$/));
  await expectNoSidewaysScroll(page);
  await main(page).getByRole('button', { name: 'Add zone' }).click();
  await expectNoSidewaysScroll(page);
  await page.goto('/dashboard/shipping');
  await main(page).getByRole('button', { name: 'Edit zone' }).first().click();
  await expect(main(page).getByLabel('Zone name')).toBeFocused();
  await expectNoSidewaysScroll(page);
});

test('C49 without scripts /shipping and /returns show the current settings', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) });
  const page = await context.newPage();
  await page.goto('/shipping');
  await expect(page.getByRole('main')).toContainText('Standard: $4.99, free on orders over $50.00');
  await page.goto('/returns');
  await expect(page.getByRole('main')).toContainText('We take things back from everywhere that we deliver to');
  await context.close();
});
