import { main, recordOf, storedToken, toast } from './accountPage';
import { interceptCall } from './calls';
import { signOut } from './shopper';
import { expect, test } from './shopTest';

test('M25 E21 a new Google user is registered under their Google name, without a password', async ({ page }) => {
  let sent: unknown;
  await interceptCall(page, 'RegisterUser', (route) => {
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

test('M69 with the real Firebase, a sign-in without access to Google shows an error and the page stays usable', async ({
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
  // The CSP of a shop with the emulator blocks Google's scripts.
  expect(problems.length).toBeGreaterThan(0);
  problems.length = 0;
});
