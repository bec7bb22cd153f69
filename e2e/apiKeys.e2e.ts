import { makeKey } from './apiKeyParts';
import { axeViolations } from './axe';
import { main } from './buyingParts';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

test('an admin makes and copies a key, which works for a program until it is revoked', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, demo.admin);
  await page.goto('/dashboard/settings');
  await main(page).getByRole('link', { name: 'Open the API keys' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
  const key = await makeKey(page);
  expect(key).toMatch(/^kiosk_live_[0-9A-Za-z]{53}$/);
  await main(page).getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByTestId('toast').first()).toContainText('The key is copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const call = () =>
    request.post('/graphql', {
      headers: { authorization: `Bearer ${key}` },
      data: { query: '{ stockLevels { totalCount } }' },
    });
  expect((await call()).status()).toBe(200);
  await main(page).getByRole('button', { name: 'Done' }).click();
  await page.reload();
  const row = main(page)
    .getByRole('row')
    .filter({ hasText: `…${key.slice(-4)}` });
  await expect(row).toContainText('Live');
  expect(await page.content()).not.toContain(key);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');
  expect((await call()).status()).toBe(401);
});
