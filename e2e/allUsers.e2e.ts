import type { Locator, Page } from '@playwright/test';
import { holdCalls, interceptCall } from './calls';
import { expectFault } from './faults';
import { ask, demo, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

/** Authenticates as the emulator's operator. */
const ownerRight = { authorization: 'Bearer owner' };

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('tbody').getByRole('row');
const row = (page: Page, email: string) => rows(page).filter({ hasText: email });
const toast = (page: Page, words: string) => page.getByTestId('toast').filter({ hasText: words });
const search = (page: Page) => main(page).getByRole('searchbox', { name: 'Search name or e-mail' });

test('M33: search, role, sort and page run on the server and are in the URL, also after reload, Back and Forward', async ({
  page,
  request,
  problems,
}) => {
  const mark = crypto.randomUUID().slice(0, 8);
  const names = Array.from({ length: 26 }, (_each, at) => `${mark} ${String.fromCharCode(65 + at)}`);
  for (let at = 0; at < names.length; at += 4) {
    await Promise.all(names.slice(at, at + 4).map((name) => newShopper(request, name)));
  }
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/AllUser');
  await search(page).fill(mark.toUpperCase());
  await main(page).getByRole('combobox', { name: 'Role' }).selectOption('user');
  await main(page).getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(`/dashboard/AllUser?search=${mark.toUpperCase()}&role=USER&sort=NAME`);
  await expect(main(page).getByText('1–24 of 26')).toBeVisible();
  await expect(main(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).locator('td:first-child')).toHaveText(names.slice(0, 24));
  const next = main(page).getByRole('button', { name: 'Next' });
  await expect(next).toBeEnabled();
  await next.press('Enter');
  await expect(main(page).getByText('25–26 of 26')).toBeVisible();
  await expect(rows(page).locator('td:first-child')).toHaveText(names.slice(24));
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  const people = rows(page).locator('td:first-child');
  const [first, second] = [names.slice(0, 24), names.slice(24)];
  await page.reload();
  await expect(people).toHaveText(second);
  await expect(main(page).getByText('25–26 of 26')).toBeVisible();
  await main(page).getByRole('button', { name: 'Previous' }).click();
  await expect(people).toHaveText(first);
  await page.goBack();
  await expect(people).toHaveText(second);
  await page.goBack();
  await expect(people).toHaveText(first);
  await page.goForward();
  await expect(people).toHaveText(second);

  // Emptying the last page leads to the previous one.
  for (const left of ['1', '0']) {
    await rows(page).first().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    if (left === '1') await expect(people).toHaveText(names.slice(25));
  }
  await expect(people).toHaveText(first);
  await expect(main(page).getByText('1–24 of 24')).toBeVisible();
  await expect(page).not.toHaveURL(/after=/);

  // An unknown cursor shows the first page.
  await page.goto(`/dashboard/AllUser?search=${mark}&sort=NAME&before=24&after=nowhere`);
  await expect(people).toHaveText(first);
  expectFault(problems, '400');
  await main(page).getByRole('combobox', { name: 'Role' }).selectOption('admin');
  await expect(main(page).getByText('No users found')).toBeVisible();
  await page.goBack();
  await expect(people).toHaveText(first);
});

for (const admin of [false, true]) {
  const who = admin ? 'an admin' : 'a seller';
  test(`${who} whose e-mail now belongs to another account can be deleted from the list`, async ({ page, request }) => {
    const name = `Lost ${crypto.randomUUID().slice(0, 8)}`;
    const lost = await newShopper(request, name);
    const token = await signedIn(page, request, demo.admin);
    const settings = (await (await request.get('/config.json')).json()) as { authEmulatorUrl: string };
    const provider = `${settings.authEmulatorUrl}/identitytoolkit.googleapis.com/v1`;
    const called = async (call: string, data: object, headers = {}) => {
      const answer = await request.post(`${provider}/${call}?key=demo-key`, { data, headers });
      expect(answer.ok(), call).toBe(true);
      return (await answer.json()) as Record<string, string>;
    };
    // The first account changes its address at the provider; a second account verifies the former address.
    const other = `other-${lost.email}`;
    const role = 'mutation($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }';
    await called('accounts:update', { idToken: lost.token, email: other, returnSecureToken: true });
    const { email } = lost;
    const second = await called('accounts:signUp', { email, password: 'secret-1', returnSecureToken: true });
    await called(
      'projects/demo-kiosk/accounts:update',
      { localId: second['localId'], emailVerified: true },
      ownerRight,
    );
    const proven = await called('accounts:signInWithPassword', {
      email,
      password: 'secret-1',
      returnSecureToken: true,
    });
    const register = 'mutation($input: RegisterUserInput!) { registerUser(input: $input) { user { id } } }';
    await ask(request, proven['idToken'] ?? '', register, { input: { name: 'Second Owner', email } });

    await page.goto(`/dashboard/AllUser?search=${encodeURIComponent(name)}`);
    const theirs = row(page, name);
    await expect(theirs.getByRole('cell').nth(1)).toHaveText('-');
    if (admin) {
      await theirs.getByRole('button', { name: 'Make Admin' }).click();
      await expect(theirs.getByRole('cell').nth(2)).toHaveText('admin');
      await theirs.getByRole('button', { name: 'Make User' }).click();
      await expect(theirs.getByRole('cell').nth(2)).toHaveText('user');
    }
    await theirs.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'User deleted successfully')).toBeVisible();
    await expect(theirs).toHaveCount(0);
    // The present owner of the address is listed with it.
    await page.goto(`/dashboard/AllUser?search=${encodeURIComponent(email)}`);
    await expect(row(page, email).getByRole('cell').nth(1)).toHaveText(email);
    await ask(request, token, role, { input: { email, role: 'USER' } });
  });
}

for (const path of ['AllUser', 'AdminProduct', 'audit']) {
  test(`M33 M37: the columns of ${path} keep their widths when the rows have loaded`, async ({ page, request }) => {
    await signedIn(page, request, demo.admin);
    const held = holdCalls();
    for (const operation of ['Users', 'StoreItems', 'AuditEntries']) await interceptCall(page, operation, held.act);
    await page.goto(`/dashboard/${path}`);
    const columns = () =>
      main(page)
        .locator('th')
        .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().width)));
    await expect(main(page).getByTestId('skeletons')).toBeVisible();
    const loading = await columns();
    held.release();
    await expect(rows(page).first().getByRole('cell').first()).toBeVisible();
    await expect(main(page).getByTestId('skeletons')).toHaveCount(0);
    expect(await columns()).toEqual(loading);
    expect(loading.length).toBeGreaterThan(3);
  });
}

test('on a tablet the search, role and sort controls are in one row', async ({ page, request }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/AllUser');
  const controls = [
    search(page),
    main(page).getByRole('combobox', { name: 'Role' }),
    main(page).getByRole('combobox', { name: 'Sort by' }),
  ];
  const middle = async (control: Locator) => {
    const { y, height } = (await control.boundingBox()) ?? { y: 0, height: 0 };
    return Math.round(y + height / 2);
  };
  await expect(search(page)).toBeVisible();
  const lines = new Set(await Promise.all(controls.map(middle)));
  expect(lines.size).toBe(1);
});
