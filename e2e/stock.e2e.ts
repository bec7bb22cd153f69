import { main } from './accountPage';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

test('C01 C03 C04 stock is counted on the stock page, and the product page shows how many are left', async ({
  page,
  keeper,
}) => {
  const name = `Counted lamp ${Date.now()}`;
  const { slug } = await keeper.create({ name, price: 5 });
  await signIn(page, demo.admin);
  await page.goto(`/dashboard/stock?search=${encodeURIComponent(name)}`);
  const row = main(page).getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'Count' }).click();
  await main(page).getByLabel('Count', { exact: true }).fill('12');
  await main(page).getByRole('button', { name: 'Save' }).click();
  await expect(row.getByRole('button', { name: 'Adjust' })).toBeFocused();
  await expect(main(page).getByTestId('sum')).toHaveText('12');
  await main(page).getByRole('button', { name: 'By an amount' }).click();
  await main(page).getByLabel('Amount').fill('-8');
  await expect(main(page).getByText('On hand 12 → 4, available 12 → 4')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Only 4 left');
  await page.setViewportSize({ width: 320, height: 800 });
  await expect(row.getByRole('button', { name: 'Adjust' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto(`/products/${slug}`);
  await expect(main(page).getByText('Only 4 left').first()).toBeVisible();
});
