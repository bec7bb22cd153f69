import type { Page } from '@playwright/test';
import { storedClaims, storedToken } from './accountPage';
import { expectFault } from './faults';
import { accountMenu, ask, demo, fillSignIn, newShopper, signIn, signOut } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

test('an anonymous visitor who adds is redirected to sign-in, returns and can add', async ({ page }) => {
  await page.goto('/products?category=Electronics');
  await page.getByRole('button', { name: /^Add / }).first().click();
  await expect(page.getByText('You must be logged in to add items!')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await page.getByLabel('Email').fill('shopper@kiosk.test');
  await page.getByLabel('Password', { exact: true }).fill('kiosk-shopper');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Login successful!')).toBeVisible();
  await expect(page).toHaveURL(/\/products\?category=Electronics$/);
  await expect(accountMenu(page)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeTruthy();

  const card = page.getByRole('article').first();
  const name = await card.getByRole('heading').innerText();
  await card.getByRole('button', { name: /^Add / }).click();
  await expect(page.getByText(`Added "${name}" to store!`)).toBeVisible();

  await page.reload();
  await expect(accountMenu(page)).toBeVisible();
  await signOut(page);
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
});

const twoHours = 2 * 60 * 60 * 1000;

/** Counts the token refreshes of the page. */
function countRefreshes(page: Page): () => number {
  let count = 0;
  page.on('request', (each) => {
    if (each.method() === 'POST' && each.url().includes('/v1/token')) count += 1;
  });
  return () => count;
}

async function addFirst(page: Page): Promise<void> {
  await page.getByRole('article').first().getByRole('button', { name: /^Add / }).click();
}

/** Token times are in seconds: waits, so that the next token differs and the old session is in the past. */
async function untilALaterSecond(page: Page): Promise<void> {
  const { iat } = await storedClaims(page);
  await expect.poll(() => Date.now() / 1000).toBeGreaterThan(iat + 1);
}

test('signing in and out in one tab is synchronized with the others', async ({ page, context, request }) => {
  const shopper = await newShopper(request);
  const other = await context.newPage();
  await other.goto('/products');
  await expect(other.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  await signIn(page, shopper);
  await expect(accountMenu(other)).toBeVisible();
  await other.goto('/dashboard/userProduct');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await signOut(page);
  await expect(other).toHaveURL(/\/login$/);
  await expect.poll(() => storedToken(other)).toBeNull();
});

for (const remember of [true, false]) {
  test(`'Remember Me' ${remember ? 'checked' : 'unchecked'}: the session ${
    remember ? 'goes on' : 'has ended'
  } when the browser starts again`, async ({ page, context, browser, request, baseURL }) => {
    const shopper = await newShopper(request);
    await page.goto('/login');
    await page.getByLabel('Remember Me').setChecked(remember);
    await fillSignIn(page, shopper);
    await expect(accountMenu(page)).toBeVisible();
    const tab = await context.newPage();
    await tab.goto('/');
    await expect(accountMenu(tab)).toBeVisible();
    await tab.close();

    // The state that survives closing a browser: everything except session cookies.
    const { cookies, origins } = await context.storageState({ indexedDB: true });
    const kept = cookies.filter(({ expires }) => expires !== -1);
    const later = await browser.newContext({ storageState: { cookies: kept, origins }, baseURL: baseURL ?? '' });
    const start = await later.newPage();
    await start.goto('/dashboard/userProduct');
    if (remember) {
      await expect(accountMenu(start)).toBeVisible();
      await expect(start).toHaveURL(/\/dashboard\/userProduct$/);
    } else {
      await expect(start).toHaveURL(/\/login$/);
      expect(await storedToken(start)).toBeNull();
      await start.goto('/');
      await expect(start.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
      await expect(accountMenu(start)).toHaveCount(0);
    }
    await later.close();
  });
}

test('M26 an expired token is refreshed once, in storage and requests', async ({ page, request }) => {
  const shopper = await newShopper(request);
  await page.goto('/products');
  await signIn(page, shopper);
  await page.goto('/products');
  await expect(accountMenu(page)).toBeVisible();
  const first = await storedToken(page);
  await untilALaterSecond(page);
  const refreshes = countRefreshes(page);
  await page.clock.setSystemTime(Date.now() + twoHours);
  const adding = page.waitForRequest((each) => each.postData()?.includes('addToStore') ?? false);
  await addFirst(page);
  await expect(page.getByText(/^Added ".*" to store!$/)).toBeVisible();
  const second = await storedToken(page);
  expect(second).not.toBe(first);
  expect((await adding).headers()['authorization']).toBe(`Bearer ${second}`);
  expect(refreshes()).toBe(1);
});

test('a session that was revoked elsewhere ends and removes its token', async ({ page, request, problems }) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/products');
  await expect(accountMenu(page)).toBeVisible();
  await untilALaterSecond(page);
  const { authEmulatorUrl, firebase } = (await (await request.get('/config.json')).json()) as {
    authEmulatorUrl: string;
    firebase: { apiKey: string };
  };
  const change = await request.post(
    `${authEmulatorUrl}/identitytoolkit.googleapis.com/v1/accounts:update?key=${firebase.apiKey}`,
    { data: { idToken: await storedToken(page), password: 'another-1', returnSecureToken: true } },
  );
  expect(change.ok()).toBe(true);
  await page.clock.setSystemTime(Date.now() + twoHours);
  await addFirst(page);
  await expect(accountMenu(page)).toHaveCount(0);
  await expect.poll(() => storedToken(page)).toBeNull();
  expectFault(problems, '400', '401');
});

test('a deleted user sees a notice on the sign-in page, once', async ({
  page,
  request,
  problems,
  browser,
  baseURL,
}) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Welcome, Anna Meyer (user)')).toBeVisible();
  const other = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const admin = await signedIn(await other.newPage(), request, demo.admin);
  await other.close();
  await ask(request, admin, 'mutation($email: String!) { deleteUser(input: { email: $email }) { user { id } } }', {
    email: shopper.email,
  });
  await page.reload();
  await expect(page).toHaveURL(/\/login$/);
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toHaveText('This account has been deleted.');
  await expect.poll(() => storedToken(page)).toBeNull();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expectFault(problems, '400', '403');
});

test('the first load does not include the identity provider’s SDK', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', async (answer) => {
    if (answer.request().resourceType() === 'script') scripts.push(await answer.text().catch(() => ''));
  });
  for (const path of ['/', '/products', '/login', '/register']) {
    await page.goto(path, { waitUntil: 'load' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((text) => text.includes('identitytoolkit.googleapis.com'))).toHaveLength(0);
  await page.getByLabel('Email').focus();
  await expect.poll(() => scripts.some((text) => text.includes('identitytoolkit.googleapis.com'))).toBe(true);
});
