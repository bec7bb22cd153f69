import { field, main, submit, toast } from './accountPage';
import { ask, demo, discard, newShopper, signIn } from './shopper';
import { signedIn } from './signedIn';
import { expect, test } from './shopTest';

test('E16: no focused control of the filter sheet is hidden behind its footer', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/products');
  await page.getByRole('button', { name: /^Filter and sort/ }).click();
  const slider = page.getByRole('dialog', { name: 'Filter and sort' }).getByRole('slider');
  await page.getByRole('button', { name: /^Show [\d,]+\+? products$/ }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(slider).toBeFocused();
  const foot = page.getByTestId('sheet-foot');
  const gap = async () => ((await foot.boundingBox())?.y ?? 0) - ((await slider.boundingBox())?.y ?? Infinity);
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

test('E16: saving by keyboard keeps the focus', async ({ page, request }) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/dashboard/addProduct');
  const slug = `ribbed-wool-beanie-${crypto.randomUUID().slice(0, 8)}`;
  await field(page, 'Name').fill(slug);
  await field(page, 'Description').fill('Warm.');
  await field(page, 'Price ($)').fill('76');
  await page.getByRole('button', { name: `Use ${slug}` }).press('Enter');
  await expect(field(page, 'Slug')).toHaveValue(slug);
  await expect(field(page, 'Slug')).toBeFocused();
  await submit(page).press('Enter');
  await expect(toast(page, 'Product added successfully!')).toBeVisible();
  await expect(submit(page)).toBeFocused();

  await page.goto(`/dashboard/editProduct/${slug}`);
  await field(page, 'Description').fill('Warm, and no seam.');
  await submit(page).press('Enter');
  await expect(toast(page, 'Product saved')).toBeVisible();
  await expect(submit(page)).toBeDisabled();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Duplicate' })).toBeFocused();
  const { id } = await ask<{ product: { id: string } }>(
    page.request,
    shopper.token,
    'query($slug: String!) { product(slug: $slug) { id } }',
    { slug },
  ).then(({ product }) => product);
  await discard(page.request, shopper, id);
});

test('E16: moving back through the rows, the sticky header hides no focused control', async ({ page, request }) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/AdminProduct');
  const rows = main(page).locator('tbody').getByRole('row');
  await rows.first().getByRole('checkbox').check();
  await rows.last().getByRole('checkbox').focus();
  const clear = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      const { left, top, width, height } = focused?.getBoundingClientRect() ?? new DOMRect();
      const met = document.elementFromPoint(left + width / 2, top + height / 2);
      return Boolean(met && (focused?.contains(met) || met.contains(focused)));
    });
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Shift+Tab');
    await expect.poll(clear).toBe(true);
  }
});

test('E16: by keyboard the focus moves to the import result and stays on the export button', async ({ page }) => {
  await signIn(page, demo.admin);
  await page.goto('/dashboard/importProducts');
  await page.setViewportSize({ width: 1440, height: 500 });
  const button = (name: string | RegExp) => main(page).getByRole('button', { name });
  const buffer = Buffer.from('slug,name,price\r\nblue-mug,,minus');
  await page.getByLabel('CSV file').setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer });
  await button(/^Check/).press('Enter');
  // It appears below the preview and would be out of view without the focus.
  await expect(main(page).getByText('Check finished: nothing was changed')).toBeInViewport();
  await expect(main(page).getByTestId('import-result')).toBeFocused();
  await button(/^Import 1 row/).press('Enter');
  await expect(main(page).getByText('Import finished')).toBeVisible();
  await expect(main(page).getByTestId('import-result')).toBeFocused();
  await button('Export all products').press('Enter');
  await expect(main(page).getByText(/products exported$/)).toBeVisible();
  await expect(button('Export all products')).toBeFocused();
});
