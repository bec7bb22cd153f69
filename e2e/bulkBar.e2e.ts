import { demo } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';
import { signedIn } from './signedIn';

test('on a phone the bulk bar is visible wherever rows are selected, without a layout shift', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/AdminProduct');
  const rows = page.getByRole('main').locator('tbody').getByRole('row');
  const box = rows.nth(12).getByRole('checkbox');
  await box.scrollIntoViewIfNeeded();
  const before = await box.boundingBox();
  await box.check();
  const bar = page.getByRole('group', { name: 'Selected products' });
  await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  expect(await box.boundingBox()).toEqual(before);
  await rows.last().getByRole('checkbox').focus();
  const gap = async () =>
    ((await bar.boundingBox())?.y ?? 0) - ((await rows.last().getByRole('checkbox').boundingBox())?.y ?? Infinity);
  await expect.poll(gap).toBeGreaterThan(20);
  await expectNoSidewaysScroll(page);
});
