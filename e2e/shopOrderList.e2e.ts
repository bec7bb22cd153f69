import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeViolations } from './axe';
import { buyNow, fillCard, fillDelivery, main, placeOrder } from './buyingParts';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

/** Buys as a guest; returns the order number. */
async function buy(page: Page, email: string): Promise<string> {
  await buyNow(page, 'summit-steel-bottle');
  await fillDelivery(page, email);
  await fillCard(page, '4242');
  await placeOrder(page).click();
  await page.getByRole('heading', { level: 1, name: /^Thank you, your order/ }).waitFor();
  return /K-\w{4}-\w{4}/.exec(page.url())?.[0] ?? '';
}

test('C41 C43 an admin finds an order by its buyer, sees why it cannot be shipped yet, and exports it', async ({
  page,
}) => {
  const email = `list-${Date.now()}@example.com`;
  const number = await buy(page, email);
  await signIn(page, demo.admin);
  await page.goto('/dashboard');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Shop orders' }).click();
  await main(page).getByRole('searchbox', { name: 'Number, e-mail, name' }).fill(email);
  const rows = main(page).locator('tbody:not([aria-hidden])').getByRole('row');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(`/dashboard/shopOrders?search=${encodeURIComponent(email)}`);
  const row = rows.first();
  await expect(row.getByRole('link', { name: number })).toHaveAttribute('href', `/dashboard/shopOrders/${number}`);
  await expect(row).toContainText('Anna Meyer');
  for (const words of ['Placed', 'Authorized', 'Unfulfilled']) await expect(row.getByText(words)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  await row.getByRole('checkbox').check();
  await main(page).getByRole('button', { name: 'Mark shipped' }).click();
  const report = main(page).getByRole('group', { name: 'Result' });
  await expect(report.getByRole('listitem')).toContainText(`${number}: Its buyer can undo the purchase`);
  await expect(row.getByText('Unfulfilled')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main(page).getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${number}"`);
  expect(lines[1]).toContain(`"${email}"`);

  await main(page).getByLabel('From').fill('2099-01-01');
  await main(page).getByText('No order fits these filters').waitFor();
  await page.goBack();
  await expect(rows).toHaveCount(1);
});

test('C41 on a phone orders are cards that open the order, and the filters of the sheet are in the URL', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await signIn(page, demo.admin);
  await page.goto('/dashboard/shopOrders');
  const rows = main(page).locator('tbody:not([aria-hidden])').getByRole('row');
  await rows.first().getByRole('link').waitFor();
  await expectNoSidewaysScroll(page);
  const topOf = async (column: string) => (await rows.first().locator(`td[data-column="${column}"]`).boundingBox())?.y;
  expect(await topOf('total')).toBe(await topOf('number'));
  await main(page).getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Order').selectOption('CANCELLED');
  await expect(page).toHaveURL(/status=CANCELLED/);
  expect(await axeViolations(page)).toEqual([]);
  await sheet.getByRole('button', { name: /^Show / }).click();
  await expect(sheet).toBeHidden();
  await expectNoSidewaysScroll(page);
  await main(page).getByRole('button', { name: /^All/ }).click();
  await expect(page).toHaveURL('/dashboard/shopOrders');
  const number = await rows.first().getByRole('link').innerText();
  // Clicks the card outside its link.
  await rows.first().click({ position: { x: 160, y: 70 } });
  await expect(page).toHaveURL(`/dashboard/shopOrders/${number}`);
});
