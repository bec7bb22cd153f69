import { field, main, recordOf, storedToken, submit, toast } from './accountPage';
import { meet } from './calls';
import { signIn, signOut } from './shopper';
import { expect, test } from './shopTest';

test('M25 M30 somebody who has an account keeps their name when they come with Google', async ({ page }) => {
  await page.goto('/login');
  await main(page).getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'other@kiosk.test', exact: true }).click();
  await expect(toast(page, 'Signed in with Google!')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Welcome, Olive Other (user)')).toBeVisible();
});

test('M25 M42 somebody who changed their name in My Profile keeps it when they come with Google', async ({ page }) => {
  await signIn(page, { email: 'other@kiosk.test', password: 'kiosk-other' });
  // The first time that Google tells of them is when the emulator takes its name over.
  await expect.poll(() => storedToken(page)).toBeTruthy();
  const { authEmulatorUrl } = (await (await page.request.get('/config.json')).json()) as { authEmulatorUrl: string };
  await page.request.post(`${authEmulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:update?key=demo-key`, {
    data: { idToken: await storedToken(page), deleteProvider: ['google.com'] },
  });
  const callOneself = async (name: string) => {
    await page.goto('/dashboard/profile');
    await field(page, 'Display name').fill(name);
    await submit(page).click();
    await expect(page.getByText(`Welcome, ${name} (user)`)).toBeVisible();
  };
  await callOneself('Olive Otherwise');
  await page.getByRole('button', { name: 'Logout' }).click();
  await main(page).getByRole('button', { name: 'Continue with Google' }).click();
  await page.getByRole('button', { name: 'other@kiosk.test', exact: true }).click();
  await expect(toast(page, 'Signed in with Google!')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Welcome, Olive Otherwise (user)')).toBeVisible();
  await callOneself('Olive Other');
});

test('M25 E21 a newcomer of Google’s is registered under their name, without a password', async ({ page }) => {
  let sent: unknown;
  await meet(page, 'RegisterUser', (route) => {
    sent = (route.request().postDataJSON() as { variables: unknown }).variables;
    return route.fallback();
  });
  await page.goto('/register');
  await main(page).getByRole('button', { name: 'Sign up with Google' }).click();
  await page.getByRole('button', { name: 'newcomer@kiosk.test' }).click();
  await expect(toast(page, 'Signed in with Google!')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => storedToken(page)).toBeTruthy();
  expect(sent).toEqual({ input: { name: 'Nora Newcomer', email: 'newcomer@kiosk.test' } });
  expect(await recordOf(page)).toEqual({
    name: 'Nora Newcomer',
    email: 'newcomer@kiosk.test',
    role: 'USER',
    photoURL: '',
  });
  await signOut(page);
});

test('M25 M22 somebody known keeps their record, and comes back to where they were going', async ({ page }) => {
  await page.goto('/dashboard/userProduct');
  await expect(page).toHaveURL(/\/login$/);
  await main(page)
    .getByRole('button', { name: /Google/ })
    .click();
  await page.getByRole('button', { name: 'admin@kiosk.test' }).click();
  await expect(page).toHaveURL(/\/dashboard\/userProduct$/);
  await expect.poll(() => storedToken(page)).toBeTruthy();
  expect(await recordOf(page)).toMatchObject({ name: 'Kiosk Admin', role: 'ADMIN' });
});

test('M69 against the real Firebase it is the popup: where Google cannot be had, the page says so and goes on', async ({
  page,
  problems,
}) => {
  await page.route('**/config.json', (route) =>
    route.fulfill({
      json: {
        mode: 'firebase',
        firebase: { projectId: 'corner-shop', apiKey: 'key', authDomain: 'corner-shop.firebaseapp.com' },
        authEmulatorUrl: null,
        playground: false,
      },
    }),
  );
  await page.goto('/login');
  await expect(page.getByRole('region', { name: 'Demo accounts' })).toHaveCount(0);
  await page.evaluate(() => sessionStorage.setItem('kiosk-fault', 'auth/popup-blocked'));
  const button = main(page).getByRole('button', { name: /Google/ });
  await button.click();
  await expect(main(page).getByRole('alert')).toContainText('Google Sign In failed', { timeout: 40_000 });
  await expect(main(page).getByRole('alert')).not.toContainText('Allow pop-ups');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeEnabled();
  // The policy of a shop with the emulator lets nothing of Google's in.
  expect(problems.length).toBeGreaterThan(0);
  problems.length = 0;
});
