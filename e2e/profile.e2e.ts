import { meet, refuse } from './calls';
import { ask, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

interface Me {
  me: { name: string; photoURL: string };
}

test('M42 M43 M48: My Profile shows who one is, changes name and photo everywhere, and says what is wrong', async ({
  page,
  request,
  problems,
  baseURL,
}) => {
  const shopper = await newShopper(request);
  await signedIn(page, request, shopper);
  await page.goto('/dashboard/profile');
  const main = page.getByRole('main');
  const account = main.getByRole('region', { name: 'Your account' });
  for (const words of ['Anna Meyer', shopper.email, 'Not verified', 'user']) await expect(account).toContainText(words);
  await expect(account.locator('.avatar')).toHaveText('AM');

  const name = main.getByLabel('Display name');
  const photo = main.getByLabel('Photo');
  const save = main.getByRole('button', { name: 'Save' });
  await name.fill(' B ');
  await photo.fill('me.png');
  await save.click();
  await expect(main.getByText('Name is required')).toBeVisible();
  await expect(main.getByText('Photo must be a web address, like https://example.com/me.jpg')).toBeVisible();
  await expect(name).toBeFocused();

  await name.fill('Bea Bloom');
  await photo.fill(`${baseURL}/pictures/harbour-canvas-tote-1-800.avif`);
  await meet(page, 'UpdateProfile', refuse('The shop is closed.', 200));
  await save.click();
  await expect(main.getByRole('alert')).toContainText('The shop is closed.');
  await expect(name).toHaveValue('Bea Bloom');
  problems.length = 0;
  await page.unrouteAll();
  await save.click();
  await expect(page.locator('.toast').getByText('Profile saved')).toBeVisible();
  await expect(main.getByText('Welcome, Bea Bloom (user)', { exact: true })).toBeVisible();
  await expect(account.locator('.avatar img')).toBeVisible();
  const { me } = await ask<Me>(request, shopper.token, '{ me { name photoURL } }');
  expect(me).toEqual({ name: 'Bea Bloom', photoURL: `${baseURL}/pictures/harbour-canvas-tote-1-800.avif` });
  await page.reload();
  await expect(main.getByText('Welcome, Bea Bloom (user)', { exact: true })).toBeVisible();
  await expect(name).toHaveValue('Bea Bloom');
});

test('M42: My Profile sends the verification mail, sees that it has worked, and leads to a new password', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await signedIn(page, request, shopper);
  await page.goto('/dashboard/profile');
  const account = page.getByRole('region', { name: 'Your account' });
  await account.getByRole('button', { name: 'Send verification mail' }).click();
  await expect(page.locator('.toast').getByText('A link is on its way to your e-mail')).toBeVisible();
  await account.getByRole('link', { name: 'demo outbox' }).click();
  await page.getByRole('region', { name: 'Demo outbox' }).getByRole('link').filter({ hasText: shopper.email }).click();
  await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(account.getByText('Verified', { exact: true })).toBeVisible();
  await expect(account.getByRole('button', { name: 'Send verification mail' })).toHaveCount(0);

  await account.getByRole('link', { name: 'Reset your password' }).click();
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(shopper.email);
});

test('M42: a profile that cannot be loaded says so and can be asked for again', async ({ page, request, problems }) => {
  await signedIn(page, request, await newShopper(request));
  await meet(page, 'OwnProfile', (route) => route.abort());
  await page.goto('/dashboard/profile');
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toHaveText('Failed to load your profile');
  problems.length = 0;
  await page.unrouteAll();
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByLabel('Display name')).toHaveValue('Anna Meyer');
});
