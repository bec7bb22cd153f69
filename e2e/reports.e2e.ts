import { main } from './accountPage';
import { ask, demo } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';
import { signedIn } from './signedIn';

interface Report {
  salesReport: { agrees: boolean; total: { orders: number; net: { amount: number } } };
}

const dollars = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

test('C51 the report shows chart, table with total and the ledger check, and follows the range', async ({
  page,
  request,
}) => {
  const token = await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/DashboardHome');
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(main(page).getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await expect(page).toHaveTitle('Reports · Kiosk');
  const chart = main(page).getByRole('img', { name: /^Net by day/ });
  await expect(chart).toBeVisible();
  await chart.locator('rect[fill^="rgba"]:not([height="0"])').last().hover({ force: true });
  // The demo shop has days with a negative net.
  await expect(chart.getByText(/^-\$/).first()).toBeVisible();
  const edges = await chart.evaluate((image) => {
    const boxes = (selector: string) =>
      [...image.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
    const days = [...image.querySelectorAll('text')].filter(({ textContent }) => /^[A-Z]/.test(textContent));
    return {
      lowestBar: Math.max(...boxes('[data-testid^="bar.item"]').map(({ bottom }) => bottom)),
      days: Math.min(...days.map((each) => each.getBoundingClientRect().top)),
    };
  });
  expect(edges.lowestBar).toBeLessThanOrEqual(edges.days);
  await expect(main(page).getByText('Equals the sum of the order ledgers to the cent')).toBeVisible();

  await main(page).getByLabel('Range').selectOption('This year');
  const table = main(page).getByRole('table', { name: 'Figures by month' });
  await expect(table).toBeVisible();
  const days = Object.fromEntries(new URL(page.url()).searchParams);
  const query = `query ($from: String!, $to: String!) {
    salesReport(from: $from, to: $to, by: MONTH) { agrees total { orders net { amount } } } }`;
  const { salesReport } = await ask<Report>(request, token, query, { from: days['from'], to: days['to'] });
  expect(salesReport.agrees).toBe(true);
  const sum = table.getByRole('row').last();
  await expect(sum.getByRole('rowheader')).toHaveText('Total');
  await expect(sum.getByRole('cell').first()).toHaveText(salesReport.total.orders.toLocaleString('en-US'));
  await expect(sum.getByRole('cell').last()).toHaveText(dollars(salesReport.total.net.amount));
  await page.goBack();
  await expect(main(page).getByRole('table', { name: 'Figures by day' })).toBeVisible();
});

test('C51 at 320 px a report row expands to its other figures, without sideways scrolling', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/reports');
  const day = main(page).getByRole('button', { expanded: false }).first();
  await day.click();
  await expect(main(page).getByText('Discounts', { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('C53 an owner of products sees how many of each were sold', async ({ page, request }) => {
  await signedIn(page, request, demo.shopper);
  await page.goto('/dashboard/userProduct?search=tennis');
  await expect(
    main(page)
      .getByRole('row')
      .filter({ hasText: 'Table-Tennis' })
      .getByText(/^\d+ sold$/),
  ).toBeVisible();
});
