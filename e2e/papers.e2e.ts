import { axeViolations } from './axe';
import { buyNow, fillCard, fillDelivery, main, placeOrder } from './buyingParts';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

test('C48 an admin prints a packing slip without the page around it, and downloads it as PDF', async ({ page }) => {
  await buyNow(page, 'summit-steel-bottle');
  await fillDelivery(page, 'anna@example.com');
  await fillCard(page, '4242');
  await placeOrder(page).click();
  const title = page.getByRole('heading', { level: 1, name: /is placed$/ });
  await expect(title).toBeVisible();
  const number = /K-\w{4}-\w{4}/.exec((await title.textContent()) ?? '')?.[0] ?? '';
  await signIn(page, demo.admin);
  await page.goto(`/dashboard/shopOrders/packing?numbers=${number}`);
  const slip = main(page).getByRole('article', { name: `Packing slip, order ${number}` });
  await expect(slip).toContainText('212 Alder Street');
  expect(await axeViolations(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await main(page).getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toBe(`packing-slip-${number}.pdf`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(slip).toBeVisible();
  await expect(slip).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(slip).toHaveCSS('color', 'rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'screen' });
  await page.setViewportSize({ width: 320, height: 780 });
  await expectNoSidewaysScroll(page);
});

test('C48 an invoice does not scroll the page sideways on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, demo.shopper);
  await page.goto('/dashboard/orders/K-D3M0-JW10/invoice');
  await expect(main(page).getByRole('article', { name: /^Invoice / })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 780 });
  await expectNoSidewaysScroll(page);
});

test('in the dark scheme a product, the list and a table are printed in dark ink, without controls', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('mui-mode', 'dark'));
  await signIn(page, demo.admin);
  const controls = page.locator('header, footer, nav, aside, select, input[type="search"], main button:not(th *)');
  for (const [path, content] of [
    ['/products/summit-steel-bottle', page.getByTestId('price-line')],
    ['/products', page.getByRole('article').first()],
    ['/dashboard/AdminProduct', page.getByRole('columnheader', { name: 'Price' })],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    await expect(content).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(main(page).getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 26, 23)');
    await expect(content).toBeVisible();
    await expect(controls.filter({ visible: true }), path).toHaveCount(0);
  }
});
