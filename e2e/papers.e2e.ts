import { axeViolations } from './axe';
import { buyNow, fillCard, fillDelivery, main, placeOrder } from './buyingParts';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

test('C48 an admin prints a packing slip: on paper there is nothing but it, and it is a PDF, too', async ({ page }) => {
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

test('C48 an invoice is no wider than a phone; its lines scroll in themselves', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, demo.shopper);
  await page.goto('/dashboard/orders/K-D3M0-JW10/invoice');
  await expect(main(page).getByRole('article', { name: /^Invoice / })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 780 });
  await expectNoSidewaysScroll(page);
});
