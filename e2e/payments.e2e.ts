import { axeViolations } from './axe';
import { buyAsGuest } from './shopOrderParts';
import { main } from './buyingParts';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

test('C60 C62 an admin reconciles the day, sees a payment attempt, resends its notice and looks at its payment again', async ({
  page,
}) => {
  const number = await buyAsGuest(page);
  await signIn(page, demo.admin);
  await page.goto('/dashboard/DashboardHome');
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Payments' }).click();
  await page.getByRole('button', { name: /^Check (now|again)$/ }).click();
  const verdict = main(page).getByRole('region', { name: 'Verdict' });
  await expect(verdict.getByRole('heading', { name: 'All cents accounted for' })).toBeVisible();
  await expect(verdict.getByTestId('total')).toHaveText('$0.00');
  await expect(verdict.getByText(/Checked \d\d:\d\d\./)).toBeVisible();

  const attempt = main(page).getByRole('table', { name: 'Attempts' }).getByRole('row').filter({ hasText: number });
  await expect(attempt).toContainText('Authorized');
  await expect(attempt).toContainText('Visa •••• 4242');
  const notice = main(page)
    .getByRole('table', { name: 'Notices' })
    .getByRole('row')
    .filter({ hasText: number })
    .filter({ hasText: 'Payment authorized' });
  await expect(notice).toContainText('Used');
  await attempt.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByTestId('toast')).toContainText('The notice is sent again');
  await notice.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByTestId('toast').filter({ hasText: 'The payment was looked at again' })).toBeVisible();
  // Repeated notices lead to one order and one charge.
  await page.reload();
  await expect(attempt).toHaveCount(1);
  await expect(attempt).toContainText('Authorized');
  await expect(notice).toContainText('Used');

  await main(page).getByRole('button', { name: 'Previous day' }).click();
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d$/);
  await page.goBack();
  await expect(verdict.getByRole('heading', { name: 'All cents accounted for' })).toBeVisible();
});

test('C62 on a phone each payment card has three buttons of equal width', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await buyAsGuest(page);
  await signIn(page, demo.admin);
  await page.goto('/dashboard/payments');
  const buttons = main(page).getByRole('group', { name: 'Its notices' }).first().getByRole('button');
  await expect(buttons).toHaveText(['Send again', 'Send late', 'Lose']);
  const widths = await buttons.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
  expect(new Set(widths).size).toBe(1);
  await expectNoSidewaysScroll(page);
  expect(await axeViolations(page)).toEqual([]);
});
