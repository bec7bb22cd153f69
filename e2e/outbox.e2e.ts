import { axeViolations } from './axe';
import { buyNow, fillCard, fillDelivery, main, placeOrder } from './buyingParts';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

test('C37 C38 the confirmation is shown to a shopper beside the order and to an admin in the outbox', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await buyNow(page, 'summit-steel-bottle');
  await fillDelivery(page, 'anna@example.com');
  await fillCard(page, '4242');
  await placeOrder(page).click();
  await page.getByRole('heading', { level: 1, name: /^Thank you, your order/ }).waitFor();
  const number = /K-\w{4}-\w{4}/.exec(page.url())?.[0] ?? '';
  await main(page).getByRole('button', { name: 'Read the message' }).click();
  const frame = page.frameLocator('iframe');
  const heading = frame.getByRole('heading', { name: `Thank you, your order ${number} is placed` });
  await expect(heading).toBeVisible();
  // The message's style sheet applies although the page's CSP forbids inline styles.
  await expect(heading).toHaveCSS('font-size', '24px');
  await expect(frame.getByText('Test order: no money moved.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  expect(await axeViolations(page)).toEqual([]);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    frame.getByRole('link', { name: 'See or undo the order' }).click(),
  ]);
  await expect(opened.getByRole('heading', { level: 1, name: `Order ${number}` })).toBeVisible();
  await opened.close();

  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, demo.admin);
  await page.goto('/dashboard/outbox');
  const row = main(page).getByRole('row').filter({ hasText: number });
  await expect(row).toContainText('Waiting');
  await row.getByRole('button', { name: 'Open' }).click();
  await expect(heading).toBeVisible();
  await main(page).getByRole('button', { name: 'As text' }).click();
  await expect(main(page).getByText(/^You pay: \$/m)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
});

test('C38 a test message that an admin sends without SMTP is in the outbox', async ({ page }) => {
  await signIn(page, demo.admin);
  await page.goto('/dashboard/settings');
  await main(page).getByRole('button', { name: 'Send test message' }).click();
  await expect(page.getByTestId('toast')).toContainText('No SMTP server is set: the test message is in the outbox');
  await main(page).getByRole('link', { name: 'Open the outbox' }).click();
  const row = main(page).getByRole('row').filter({ hasText: 'Test message' }).first();
  await expect(row).toContainText(demo.admin.email);
});
