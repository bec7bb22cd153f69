import { holdCalls, interceptCall } from './calls';
import { ask, demo } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

interface Counts {
  counts: { users: number; products: number; orders: number };
}

test("M32 M64: the Admin Dashboard shows 'Loading...', then the counts as tiles, as a chart and as a table", async ({
  page,
  request,
}) => {
  const scripts: string[] = [];
  page.on('request', (call) => scripts.push(call.url()));
  const token = await signedIn(page, request, demo.admin);
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(scripts.filter((url) => url.includes('CountsChart'))).toEqual([]);

  const { counts } = await ask<Counts>(request, token, '{ counts { users products orders } }');
  const numbers = [counts.users, counts.products, counts.orders].map(String);
  const main = page.getByRole('main');
  const held = holdCalls();
  await interceptCall(page, 'Counts', held.act);
  await page.goto('/admin');
  await expect(main.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(main.getByText('Loading...', { exact: true })).toBeVisible();
  held.release();

  const card = main.getByRole('region', { name: 'Dashboard Counts' });
  const chart = card.getByRole('img', { name: /^Dashboard Counts: Users \d+, Products \d+, Orders \d+$/ });
  await expect(chart).toBeVisible();
  await expect(main.getByRole('term')).toHaveText(['Users', 'Products', 'Orders']);
  await expect(main.getByRole('definition')).toHaveText(numbers);
  const bars = chart.locator('rect[fill^="rgba"]');
  const colours = () => bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).fill));
  await expect.poll(colours).toEqual(['rgb(47, 111, 178)', 'rgb(46, 139, 87)', 'rgb(201, 127, 29)']);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(colours).toEqual(['rgb(111, 168, 220)', 'rgb(108, 192, 139)', 'rgb(232, 174, 88)']);

  const legend = await chart.getByText('Total Count', { exact: true }).boundingBox();
  const highest = Math.min(...(await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().y))));
  expect((legend?.y ?? Infinity) + (legend?.height ?? 0)).toBeLessThan(highest);
  await bars.nth(2).hover();
  await expect(card.getByTestId('chart-tooltip')).toHaveText(`OrdersTotal Count: ${numbers[2]}`);

  const table = card.getByRole('table', { name: 'Dashboard Counts' });
  await expect(table.getByRole('row')).toHaveText([
    'Count ofHow many',
    ...['Users', 'Products', 'Orders'].map((label, at) => `${label}${numbers[at]}`),
  ]);
  await card.getByRole('button', { name: 'Show as a table' }).click();
  await expect(chart).toHaveCount(0);
  expect((await table.boundingBox())?.width).toBeGreaterThan(300);
  const back = card.getByRole('button', { name: 'Show as a chart' });
  await expect(back).toBeFocused();
  await back.press('Enter');
  await expect(chart).toBeVisible();
  await expect(card.getByRole('button')).toHaveText(['Show as a table']);
});
