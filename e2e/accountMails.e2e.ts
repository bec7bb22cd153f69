import { field, main, recordOf, storedClaims, submit, toast } from './accountPage';
import { expectFault, provider } from './faults';
import { accountMenu, fillSignIn, newShopper } from './shopper';
import { expect, test } from './shopTest';

const outbox = (page: Parameters<typeof main>[0]) => page.getByRole('region', { name: 'Demo outbox' });

test('a forgotten password is reset through a mailed link that works once', async ({ page, request, problems }) => {
  const shopper = await newShopper(request);
  await page.goto('/login');
  await field(page, 'Email').fill(shopper.email);
  await main(page).getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL(/\/account\/action$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
  await expect(field(page, 'Email')).toHaveValue(shopper.email);
  await submit(page).click();
  await expect(main(page).getByRole('status')).toHaveText(
    `If there is an account for ${shopper.email}, a mail with a link is on its way.`,
  );
  const mail = outbox(page).getByRole('link', { name: `Reset your password to ${shopper.email}` });
  const link = (await mail.getAttribute('href')) ?? '';
  expect(link).toMatch(/^\/account\/action\?mode=resetPassword&oobCode=[\w-]+$/);
  await mail.click();

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a new password');
  await expect(main(page).getByText(`For ${shopper.email}`)).toBeVisible();
  await field(page, 'New Password').fill('12345');
  await submit(page).click();
  await expect(field(page, 'New Password')).toHaveAccessibleDescription('Password must be at least 6 characters');
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('Confirm password is required');
  await expect(field(page, 'New Password')).toBeFocused();
  await field(page, 'New Password').fill('another-1');
  await field(page, 'Confirm Password').fill('another-2');
  await submit(page).click();
  await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
  await field(page, 'Confirm Password').fill('another-1');
  await submit(page).click();
  const done = page.getByRole('heading', { level: 1, name: 'Your password has been changed' });
  await expect(done).toBeFocused();
  await expect(outbox(page).getByRole('heading', { name: 'Demo outbox' })).toBeVisible();
  await expect(mail).toHaveCount(0);
  await main(page).getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(page, { email: shopper.email, password: 'another-1' });
  await expect(accountMenu(page)).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await main(page).getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reset your password');
  expectFault(problems, '400');
});

test('a new account is mailed a link that verifies its e-mail', async ({ page, problems }) => {
  const email = `new-${crypto.randomUUID()}@example.com`;
  await page.goto('/register');
  await field(page, 'Full Name').fill('Vera Fied');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('secret-1');
  await field(page, 'Confirm Password').fill('secret-1');
  const sent = page.waitForResponse(provider.sendMail);
  await submit(page).click();
  await expect(toast(page, 'Account created successfully!')).toBeVisible();
  await sent;
  await page.goto('/account/action');
  const mail = outbox(page).getByRole('link', { name: `Verify your email to ${email}` });
  const link = (await mail.getAttribute('href')) ?? '';
  await mail.click();
  // Opening the link proves nothing yet.
  await expect(page.getByRole('heading', { level: 1, name: 'Is this your email?' })).toBeFocused();
  await expect(main(page).getByText(email, { exact: true })).toBeVisible();
  await main(page).getByRole('button', { name: 'Verify this email' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your email is verified' })).toBeFocused();
  await expect(main(page).getByText(email, { exact: true })).toBeVisible();
  await expect(mail).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: 'Back to the shop' })).toHaveAttribute('href', '/');
  expect(await recordOf(page)).toMatchObject({ name: 'Vera Fied', email });
  expect(await storedClaims(page)).toMatchObject({ email, email_verified: true });

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
  await main(page).getByRole('button', { name: 'Send a new link' }).click();
  await expect(toast(page, 'A new link is on its way')).toBeVisible();
  await expect(outbox(page).getByRole('link', { name: `Verify your email to ${email}` })).toBeVisible();
  expectFault(problems, '400');
});
