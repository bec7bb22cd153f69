import { expect, test } from './shopTest';

test('M12: a discounted price in the strip does not wrap at any width', async ({ page, keeper }) => {
  await keeper.create({ name: 'Quillon Test Kettle', price: 1149.25, discount: 25 });
  await page.goto('/');
  const rows = page.getByRole('region', { name: 'Featured products' }).getByTestId('prices');
  await expect(rows.first()).toContainText('$1,149.25');
  for (const width of [360, 600, 900, 1000, 1199, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tops = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    await expect.poll(async () => new Set(await tops()).size).toBe(1);
    const lines = () => rows.getByTestId('price').evaluateAll((all) => all.map((each) => each.getClientRects().length));
    await expect.poll(lines).toEqual([1, 1, 1, 1]);
  }
});

test('M12: the alert of Add is in the viewport wherever the button is, and the button does not move', async ({
  page,
}) => {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/');
    const add = page.getByRole('region', { name: 'Featured products' }).getByRole('button', { name: /^Add / }).last();
    // Scrolls the button to the middle of the viewport.
    await add.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const before = await add.boundingBox();
    await add.click();
    const alert = page.getByRole('alert').filter({ hasText: /^Added ".+" to cart!$/ });
    await expect(alert).toBeInViewport({ ratio: 1 });
    expect((await alert.boundingBox())?.y).toBeGreaterThanOrEqual(60);
    expect(await add.boundingBox()).toEqual(before);
  }
});

test('products come from the API, are filtered on the server, and the URL keeps the filters', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop Our Products');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Electronics' }).check();
  await expect(page).toHaveURL(/category=Electronics/);
  await expect(page.getByText('Electronics · ').first()).toBeVisible();
  await expect(page.getByRole('article').filter({ hasNotText: 'Electronics' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Electronics' })).toBeChecked();
  await page.getByRole('button', { name: 'Electronics, clear category filter' }).click();
  await expect(page).not.toHaveURL(/category/);
});
