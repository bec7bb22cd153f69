import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { field, main, newEmail, recordOf, storedToken, submit, toast } from './accountPage';
import { meet } from './calls';
import { expectFault, hold, provider } from './faults';
import { accountMenu, demo, fillSignIn, newShopper, signOut } from './shopper';
import { expect, test } from './shopTest';

const picture = 'client/public/pictures/harbour-canvas-tote-1-800.jpg';
async function fillRegistration(page: Page, email: string, name = 'Anna Meyer') {
  await page.goto('/register');
  await field(page, 'Full Name').fill(name);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('secret-1');
  await field(page, 'Confirm Password').fill('secret-1');
}

test.describe('sign-in', () => {
  test('M21 the form has its words, its fields and its link', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome Back');
    await expect(page.getByText('Sign in to your account to continue shopping')).toBeVisible();
    await expect(field(page, 'Email')).toHaveAttribute('type', 'email');
    await expect(field(page, 'Email')).toHaveAttribute('required', '');
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
    await expect(field(page, 'Password')).toHaveAttribute('required', '');
    await expect(field(page, 'Remember Me')).toBeChecked();
    await expect(submit(page)).toHaveText('Sign In');
    await expect(main(page).getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/register');
  });

  test('M21 empty fields are named, sent nowhere, and the first has the cursor', async ({ page }) => {
    const calls: string[] = [];
    await page.route(provider.signIn, (route) => {
      calls.push(route.request().url());
      return route.continue();
    });
    await page.goto('/login');
    await submit(page).click();
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Email is required');
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Password is required');
    await expect(field(page, 'Email')).toBeFocused();
    await field(page, 'Email').fill('anna@example.com');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Password')).toBeFocused();
    await expect(field(page, 'Email')).toHaveAttribute('aria-invalid', 'false');
    expect(calls).toEqual([]);
  });

  test('M21 M27 while it is pending the button is disabled and says so', async ({ page, request }) => {
    const shopper = await newShopper(request);
    const release = await hold(page, provider.signIn);
    await page.goto('/login');
    await field(page, 'Email').fill(shopper.email);
    await field(page, 'Password').fill(shopper.password);
    await submit(page).click();
    await expect(submit(page)).toHaveText('Signing in...');
    await expect(submit(page)).toBeDisabled();
    await expect(main(page).getByRole('button', { name: /Google/ })).toBeDisabled();
    release();
    await expect(accountMenu(page)).toBeVisible();
  });

  test('M22 success is told for two seconds and leads back, in place of the sign-in page', async ({
    page,
    request,
  }) => {
    const shopper = await newShopper(request);
    await page.goto('/products');
    await page.goto('/dashboard/userProduct?sort=name#top');
    await expect(page).toHaveURL(/\/login$/);
    await fillSignIn(page, shopper);
    await expect(page).toHaveURL(/\/dashboard\/userProduct\?sort=name#top$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/products$/);
  });

  test('M22 M65 E21 the success toast stands for 2000 ms, from nowhere special one comes home', async ({
    page,
    request,
  }) => {
    const shopper = await newShopper(request);
    await page.goto('/login');
    await page.evaluate((text) => {
      let seen = 0;
      new MutationObserver(() => {
        const there = document.querySelector('.notistack-SnackbarContainer')?.textContent.includes(text) ?? false;
        if (there && seen === 0) seen = performance.now();
        if (!there && seen > 0) document.documentElement.dataset['stood'] ??= String(performance.now() - seen);
      }).observe(document.body, { childList: true, subtree: true });
    }, 'Login successful!');
    await fillSignIn(page, shopper);
    await expect(page).toHaveURL(/\/$/);
    await expect(page.locator('html')).toHaveAttribute('data-stood', /./);
    const stood = Number(await page.locator('html').getAttribute('data-stood'));
    // It takes its leave in a fifth of a second more.
    expect(stood).toBeGreaterThanOrEqual(2_000);
    expect(stood).toBeLessThan(2_900);
  });

  for (const [what, fault] of [
    ['a wrong password', undefined],
    ['a provider that cannot be reached', 'abort'],
    ['a provider that fails', 'fail'],
  ] as const) {
    test(`M22 E21 ${what} is 'Invalid email or password', inline and as a toast, and keeps what was typed`, async ({
      page,
      problems,
    }) => {
      if (fault === 'abort') await page.route(provider.signIn, (route) => route.abort());
      if (fault === 'fail') await page.route(provider.signIn, (route) => route.fulfill({ status: 500, body: 'no' }));
      await page.goto('/login');
      await field(page, 'Email').fill(demo.shopper.email);
      await field(page, 'Password').fill('wrong-password');
      await field(page, 'Remember Me').uncheck();
      await submit(page).click();
      await expect(main(page).getByRole('alert')).toHaveText('Invalid email or password');
      await expect(toast(page, 'Invalid email or password')).toBeVisible();
      await expect(field(page, 'Email')).toHaveValue(demo.shopper.email);
      await expect(field(page, 'Password')).toHaveValue('wrong-password');
      await expect(field(page, 'Remember Me')).not.toBeChecked();
      await expect(field(page, 'Password')).toBeFocused();
      await expect(field(page, 'Password')).toHaveAccessibleDescription('Invalid email or password');
      await expect(submit(page)).toHaveText('Sign In');
      await expect(submit(page)).toBeEnabled();
      expect(await storedToken(page)).toBeNull();
      expectFault(problems, '400', '500', 'ERR_FAILED');
    });
  }

  test('an unknown account is told nothing else', async ({ page, problems }) => {
    await page.goto('/login');
    await field(page, 'Email').fill(newEmail());
    await field(page, 'Password').fill('secret-1');
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toHaveText('Invalid email or password');
    expectFault(problems, '400');
  });

  test('the demo accounts fill the form in', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Shopper', exact: true }).click();
    await expect(field(page, 'Email')).toHaveValue('shopper@kiosk.test');
    await submit(page).click();
    await expect(toast(page, 'Login successful!')).toBeVisible();
  });

  test('the keyboard is enough', async ({ page, request }) => {
    const shopper = await newShopper(request);
    await page.goto('/login');
    await field(page, 'Email').focus();
    await page.keyboard.type(shopper.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(shopper.password);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(field(page, 'Remember Me')).not.toBeChecked();
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Login successful!')).toBeVisible();
  });
});

test.describe('registration', () => {
  test('M23 the form has its words, its fields and its link', async ({ page }) => {
    await page.goto('/register');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Account');
    await expect(page.getByText('Join us and start your shopping journey')).toBeVisible();
    for (const label of ['Full Name', 'Email', 'Password', 'Confirm Password']) {
      await expect(field(page, label)).toHaveAttribute('required', '');
    }
    await expect(field(page, 'Profile Image')).toHaveAttribute('accept', 'image/*');
    await expect(field(page, 'Profile Image')).not.toHaveAttribute('required');
    await expect(field(page, 'Profile Image')).toHaveAccessibleDescription(/Only the file’s name is kept/);
    await expect(main(page).getByRole('button', { name: 'Sign up with Google' })).toBeVisible();
    await expect(main(page).getByRole('link', { name: 'Already have an account? Sign in' })).toHaveAttribute(
      'href',
      '/login',
    );
  });

  test('M24 every message stands at its field, and the first wrong one has the cursor', async ({ page }) => {
    await page.goto('/register');
    await field(page, 'Full Name').fill('A');
    await field(page, 'Email').fill('anna@');
    await field(page, 'Password').fill('12345');
    await field(page, 'Confirm Password').fill('123');
    await submit(page).click();
    await expect(field(page, 'Full Name')).toHaveAccessibleDescription('Name is required');
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Invalid email');
    await expect(field(page, 'Password')).toHaveAccessibleDescription('Password must be at least 6 characters');
    await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('Confirm password is required');
    await expect(field(page, 'Full Name')).toBeFocused();
    await field(page, 'Full Name').fill('Al');
    await field(page, 'Email').fill('anna@example.com');
    await field(page, 'Password').fill('123456');
    await field(page, 'Confirm Password').fill('123457');
    await submit(page).click();
    await expect(field(page, 'Confirm Password')).toHaveAccessibleDescription('Passwords do not match');
    await expect(field(page, 'Confirm Password')).toBeFocused();
    await expect(main(page).getByText('Name is required')).toHaveCount(0);
  });

  test('M24 a message that comes moves nothing', async ({ page }) => {
    await page.goto('/register');
    const before = await submit(page).boundingBox();
    await submit(page).click();
    await expect(main(page).getByText('Name is required')).toBeVisible();
    expect(await submit(page).boundingBox()).toEqual(before);
  });

  test('M23 M26 E21 a newcomer is registered with the name of their picture and comes home', async ({ page }) => {
    const email = newEmail();
    await fillRegistration(page, email);
    await field(page, 'Profile Image').setInputFiles(picture);
    const release = await hold(page, provider.signUp);
    await submit(page).click();
    await expect(submit(page)).toHaveText('Creating account...');
    await expect(submit(page)).toBeDisabled();
    await expect(main(page).getByRole('button', { name: /Google/ })).toBeDisabled();
    release();
    await expect(toast(page, 'Account created successfully!')).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(accountMenu(page)).toBeVisible();
    await expect.poll(() => storedToken(page)).toBeTruthy();
    expect(await recordOf(page)).toMatchObject({
      name: 'Anna Meyer',
      email,
      role: 'USER',
      photoURL: 'harbour-canvas-tote-1-800.jpg',
    });
  });

  test('M66 E21 the server’s own words are shown when it refuses, and the form keeps what was typed', async ({
    page,
    problems,
  }) => {
    await meet(page, 'RegisterUser', (route) =>
      route.fulfill({ status: 409, json: { errors: [{ message: 'This e-mail belongs to another account.' }] } }),
    );
    await fillRegistration(page, newEmail());
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toContainText('This e-mail belongs to another account.');
    await expect(toast(page, 'This e-mail belongs to another account.')).toBeVisible();
    await expect(field(page, 'Full Name')).toHaveValue('Anna Meyer');
    await expect(field(page, 'Password')).toHaveValue('secret-1');
    await expect(submit(page)).toHaveText('Create Account');
    await expect(submit(page)).toBeEnabled();
    expect(await storedToken(page)).toBeNull();
    expectFault(problems, '409');
  });

  test('M66 E21 a failure without words is ‘Registration failed’, and trying again completes it', async ({
    page,
    problems,
  }) => {
    const email = newEmail();
    let failures = 0;
    await meet(page, 'RegisterUser', (route) => {
      failures += 1;
      return failures === 1 ? route.fulfill({ status: 502, body: '<html>' }) : route.fallback();
    });
    await fillRegistration(page, email);
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toContainText('Registration failed');
    await expect(toast(page, 'Registration failed')).toBeVisible();
    await submit(page).click();
    await expect(toast(page, 'Account created successfully!')).toBeVisible();
    await expect(accountMenu(page)).toBeVisible();
    expect(await recordOf(page)).toMatchObject({ name: 'Anna Meyer', email });
    expectFault(problems, '502');
  });

  test('a half-finished registration heals at the next sign-in', async ({ page, problems }) => {
    const email = newEmail();
    await meet(page, 'RegisterUser', (route) => route.abort());
    await fillRegistration(page, email);
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toContainText('Registration failed');
    await page.unrouteAll();
    await page.goto('/login');
    await fillSignIn(page, { email, password: 'secret-1' });
    await expect.poll(() => recordOf(page)).toMatchObject({ name: 'Anna Meyer', email, role: 'USER' });
    expectFault(problems, 'ERR_FAILED');
  });

  test('M66 an e-mail that has an account already is refused with a way on', async ({ page, problems }) => {
    await fillRegistration(page, demo.shopper.email);
    await submit(page).click();
    await expect(main(page).getByRole('alert')).toContainText('Registration failed');
    await expect(main(page).getByRole('alert')).toContainText('There may be an account with this email already');
    expectFault(problems, '400');
  });

  test('M23 a picture is previewed; anything else is refused, and keeps the form until it is removed', async ({
    page,
  }) => {
    await fillRegistration(page, newEmail());
    await field(page, 'Profile Image').setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('<script>'),
    });
    await expect(field(page, 'Profile Image')).toHaveAccessibleDescription(/^Choose an image file/);
    const calls: string[] = [];
    page.on('request', (each) => calls.push(each.url()));
    await submit(page).click();
    await expect(field(page, 'Profile Image')).toBeFocused();
    expect(calls.filter((url) => url.includes('accounts:signUp'))).toEqual([]);
    await main(page).getByRole('button', { name: 'Remove the profile image' }).click();
    await expect(field(page, 'Profile Image')).toBeFocused();
    await expect(field(page, 'Profile Image')).toHaveValue('');
    await expect(main(page).getByText('Choose an image file')).toHaveCount(0);
    await field(page, 'Profile Image').setInputFiles(picture);
    const preview = page.getByRole('img', { name: 'Preview of harbour-canvas-tote-1-800.jpg' });
    await expect(preview).toBeVisible();
    const drawn = await preview.evaluate((canvas: HTMLCanvasElement) =>
      canvas.getContext('2d')?.getImageData(56, 80, 1, 1).data.at(3),
    );
    expect(drawn).toBe(255);
    await expect(main(page).getByText('Choose an image file')).toHaveCount(0);
  });

  test('B26 a broken picture and one that hides a script are taken by name only', async ({ page }) => {
    await page.goto('/register');
    for (const [name, mimeType, content] of [
      ['broken.png', 'image/png', '<b>no picture</b>'],
      [
        'drawing.svg',
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
      ],
    ] as const) {
      await field(page, 'Profile Image').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
      await expect(main(page).locator('.profile-preview .icon')).toBeVisible();
      await expect(main(page).getByText('Choose an image file')).toHaveCount(0);
    }
    await fillRegistration(page, newEmail());
    const buffer = readFileSync(picture);
    await field(page, 'Profile Image').setInputFiles({
      name: `${'long'.repeat(50)}.jpg`,
      mimeType: 'image/jpeg',
      buffer,
    });
    await submit(page).click();
    await expect(toast(page, 'Account created successfully!')).toBeVisible();
    await expect.poll(async () => (await recordOf(page))?.photoURL).toBe(`${'long'.repeat(50)}.jpg`.slice(-120));
  });

  test('B23 a name of markup stays text', async ({ page }) => {
    const name = `<img src=x onerror="document.title='hit'"><script>alert(1)</script>`;
    page.on('dialog', () => expect('a dialog').toBe('none'));
    await fillRegistration(page, newEmail(), name);
    await submit(page).click();
    await expect(accountMenu(page)).toBeVisible();
    await accountMenu(page).click();
    await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
    expect(await page.title()).not.toBe('hit');
    await page.keyboard.press('Escape');
    await signOut(page);
  });
});
