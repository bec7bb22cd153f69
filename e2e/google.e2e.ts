import { field, main, recordOf, storedToken, submit, toast } from './accountPage';
import { meet } from './calls';
import { expectFault } from './faults';
import { accountMenu, signIn, signOut } from './shopper';
import { expect, test } from './shopTest';

const pages = [
  { path: '/login', label: 'Continue with Google' },
  { path: '/register', label: 'Sign up with Google' },
];

const hints = {
  'popup-blocked': 'Allow pop-ups for this shop and try again',
  'unauthorized-domain': 'Use your email and password instead',
  'network-request-failed': 'Check your connection and try again',
  'web-storage-unsupported': 'Allow cookies and site data and try again',
  'internal-error': 'Try again in a moment',
};

for (const { path, label } of pages) {
  test.describe(path, () => {
    test('M25 the chooser is marked as a demo, has a button per account, and gives the focus back', async ({
      page,
    }) => {
      await page.goto(path);
      const button = main(page).getByRole('button', { name: label });
      await button.click();
      const chooser = page.getByRole('dialog', { name: 'Choose a demo account' });
      await expect(chooser).toBeVisible();
      await expect(chooser.getByText('Demo', { exact: true })).toBeVisible();
      await expect(chooser.getByText('Google is not asked')).toBeVisible();
      for (const email of ['admin@kiosk.test', 'shopper@kiosk.test', 'other@kiosk.test', 'newcomer@kiosk.test']) {
        await expect(chooser.getByRole('button', { name: email, exact: true })).toBeVisible();
      }
      await page.keyboard.press('Tab');
      await expect(chooser.locator(':focus')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(chooser).toHaveCount(0);
      await expect(button).toBeFocused();
      await expect(button).toBeEnabled();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(await storedToken(page)).toBeNull();
    });

    for (const [code, hint] of Object.entries(hints)) {
      test(`M69 E21 ${code} is 'Google Sign In failed' with what can be done, and the page goes on`, async ({
        page,
      }) => {
        await page.goto(path);
        await field(page, 'Email').fill('anna@example.com');
        await page.evaluate((fault) => sessionStorage.setItem('kiosk-fault', fault), `auth/${code}`);
        const button = main(page).getByRole('button', { name: label });
        await button.click();
        await expect(main(page).getByRole('alert')).toContainText('Google Sign In failed');
        await expect(main(page).getByRole('alert')).toContainText(hint);
        await expect(toast(page, 'Google Sign In failed')).toBeVisible();
        await expect(field(page, 'Email')).toHaveValue('anna@example.com');
        expect(await page.evaluate(() => sessionStorage.getItem('kiosk-fault'))).toBeNull();
        await button.click();
        await expect(page.getByRole('dialog', { name: 'Choose a demo account' })).toBeVisible();
      });
    }

    for (const code of ['popup-closed-by-user', 'cancelled-popup-request']) {
      test(`M69 ${code} is silent`, async ({ page }) => {
        await page.goto(path);
        await page.evaluate((fault) => sessionStorage.setItem('kiosk-fault', fault), `auth/${code}`);
        const button = main(page).getByRole('button', { name: label });
        await button.click();
        await expect.poll(() => page.evaluate(() => sessionStorage.getItem('kiosk-fault'))).toBeNull();
        await expect(button).toBeEnabled();
        await expect(page.getByRole('alert')).toHaveCount(0);
        await expect(page.getByRole('dialog')).toHaveCount(0);
        expect(await storedToken(page)).toBeNull();
      });
    }
  });
}

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

test('M25 an account that tells no name is ‘No Name’', async ({ page }) => {
  await page.goto('/login');
  await main(page)
    .getByRole('button', { name: /Google/ })
    .click();
  await page.getByRole('button', { name: 'nameless@kiosk.test' }).click();
  await expect(toast(page, 'Signed in with Google!')).toBeVisible();
  await expect.poll(() => storedToken(page)).toBeTruthy();
  expect((await recordOf(page))?.name).toBe('No Name');
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

test('M25 M66 E21 what the server says to it is shown, else ‘Google Sign In failed’; nobody stays half signed in', async ({
  page,
  problems,
}) => {
  const answers = [
    { status: 403, json: { errors: [{ message: 'This account has been deleted.' }] } },
    { status: 502, body: '<html>' },
  ];
  await meet(page, 'RegisterUser', (route) => {
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.fallback();
  });
  await page.goto('/register');
  for (const words of ['This account has been deleted.', 'Google Sign In failed']) {
    await main(page)
      .getByRole('button', { name: /Google/ })
      .click();
    await page.getByRole('button', { name: 'newcomer@kiosk.test' }).click();
    await expect(main(page).getByRole('alert')).toContainText(words);
    await expect(toast(page, words)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
    await expect(accountMenu(page)).toHaveCount(0);
  }
  expectFault(problems, '403', '502');
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
