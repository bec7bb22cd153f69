import { newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

test('M42: My Profile sends the verification mail, shows the verified state, and links to the password reset', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await signedIn(page, request, shopper);
  await page.goto('/dashboard/profile');
  const account = page.getByRole('region', { name: 'Your account' });
  await account.getByRole('button', { name: 'Send verification mail' }).click();
  await expect(page.getByTestId('toast').getByText('A link is on its way to your e-mail')).toBeVisible();
  await account.getByRole('link', { name: 'demo outbox' }).click();
  await page.getByRole('region', { name: 'Demo outbox' }).getByRole('link').filter({ hasText: shopper.email }).click();
  await page.getByRole('button', { name: 'Verify this email' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(account.getByText('Verified', { exact: true })).toBeVisible();
  await expect(account.getByRole('button', { name: 'Send verification mail' })).toHaveCount(0);

  await account.getByRole('link', { name: 'Reset your password' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
});
