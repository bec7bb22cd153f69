import type { Page } from '@playwright/test';
import { field, main, submit } from './accountPage';
import { demo } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';
import { visit } from './visit';

interface Form {
  readonly path: string;
  readonly as?: keyof typeof demo;
  readonly label: string;
}

const forms: Readonly<Record<string, Form>> = {
  'Add Product': { path: '/dashboard/addProduct', as: 'shopper', label: 'Name' },
  'Create Product': { path: '/dashboard/createProduct', as: 'shopper', label: 'Name' },
  Contact: { path: '/contact', label: 'Message' },
  Profile: { path: '/dashboard/profile', as: 'shopper', label: 'Display name' },
};
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' });

for (const [name, { path, as, label }] of Object.entries(forms)) {
  test(`${name}: a link, Back, reload and signing out ask before typed text is lost`, async ({ page, request }) => {
    if (as) await signedIn(page, request, demo[as]);
    await page.goto('/faq');
    await visit(page, path);
    await field(page, label).fill('Half typed');
    const ways: ((page: Page) => Promise<unknown>)[] = [
      (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click(),
      (page) => page.goBack(),
    ];
    if (as) {
      ways.push(async (page) => {
        await page.getByRole('button', { name: /^Account menu/ }).click();
        await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      });
    }
    for (const leave of ways) {
      await leave(page);
      await question(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(question(page)).toBeHidden();
      await expect(field(page, label)).toHaveValue('Half typed');
    }
    let asked = '';
    page.once('dialog', (dialog) => {
      asked = dialog.type();
      void dialog.dismiss();
    });
    await page.evaluate(() => setTimeout(() => location.reload()));
    await expect.poll(() => asked).toBe('beforeunload');
    await expect(field(page, label)).toHaveValue('Half typed');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click();
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL(/\/shipping$/);
  });

  test(`${name}: an untouched form asks nothing`, async ({ page, request }) => {
    if (as) await signedIn(page, request, demo[as]);
    await page.goto('/faq');
    await visit(page, path);
    await expect(field(page, label)).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click();
    await expect(page).toHaveURL(/\/shipping$/);
    await expect(question(page)).toBeHidden();
  });
}

test('a message that was sent asks nothing, and Back leads to the page before', async ({ page }) => {
  await page.goto('/faq');
  await visit(page, '/contact');
  await field(page, 'Your name').fill('Ada');
  await field(page, 'Email').fill('ada@example.com');
  await field(page, 'Message').fill('Is the lamp dimmable?');
  await submit(page).click();
  await expect(submit(page)).toBeHidden();
  await expect(main(page).getByText('Is the lamp dimmable?')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
  await expect(question(page)).toBeHidden();
});

for (const [path, label] of [
  ['/login', 'Password'],
  ['/register', 'Password'],
  ['/register', 'Confirm Password'],
] as const) {
  test(`${path}: ${label} is shown and hidden by mouse and by key, and the button says which it is`, async ({
    page,
  }) => {
    await page.goto(path);
    await field(page, label).fill('secret-1');
    const button = main(page).getByRole('button', { name: `Show ${label.toLowerCase()}`, exact: true });
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(field(page, label)).toHaveAttribute('type', 'text');
    await expect(field(page, label)).toHaveValue('secret-1');
    await button.press('Enter');
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await expect(field(page, label)).toHaveAttribute('type', 'password');
  });
}
