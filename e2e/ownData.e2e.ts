import { readFileSync } from 'node:fs';
import { axeViolations } from './axe';
import { ask, demo, discard, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

test('My Profile gives a person everything that the shop stores about them as one file', async ({ page, request }) => {
  const shopper = await newShopper(request);
  const token = await signedIn(page, request, shopper);
  const create = 'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
  const made = await ask<{ createProduct: { product: { id: string } } }>(request, token, create, {
    input: { name: 'Mine alone', price: 5 },
  });
  await page.goto('/dashboard/profile');
  const section = page.getByRole('region', { name: 'Your data' });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.json$/);
  const { records } = JSON.parse(readFileSync(await file.path(), 'utf8')) as {
    records: { kind: string; record: Record<string, unknown> }[];
  };
  expect(records.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['ACCOUNT', 'PRODUCT']));
  expect(records.find(({ kind }) => kind === 'ACCOUNT')?.record).toMatchObject({ email: shopper.email });
  expect(records.find(({ kind }) => kind === 'PRODUCT')?.record).toMatchObject({ name: 'Mine alone' });
  expect(await axeViolations(page)).toEqual([]);
  await discard(request, shopper, made.createProduct.product.id);
});

test('the privacy page says how long messages are kept, drawn by the server and after a link', async ({
  page,
  request,
}) => {
  expect(await (await request.get('/privacy')).text()).toContain('<span id="contact-retention">365</span>');
  await page.goto('/privacy');
  await expect(page.getByText('for 365 days', { exact: false })).toBeVisible();
  await page.goto('/terms');
  await page.getByRole('navigation', { name: 'Service pages' }).getByRole('link', { name: 'Privacy' }).click();
  await expect(page.getByText('for 365 days', { exact: false })).toBeVisible();
});

test('messages and the audit log are one step from the dashboard', async ({ page, request }) => {
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/DashboardHome');
  const more = page.getByRole('navigation', { name: 'More for admins' });
  await more.getByRole('link', { name: 'Messages from the contact form' }).click();
  const heading = page.getByRole('heading', { name: 'Messages from the contact form' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await page.goBack();
  await more.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
});

test("the admin's list is filtered by kind, stock and status, and Back keeps each step", async ({ page, request }) => {
  const shopper = await newShopper(request);
  const mark = crypto.randomUUID().slice(0, 8);
  const create = 'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }';
  const make = async (name: string, more: object) =>
    (
      await ask<{ createProduct: { product: { id: string; slug: string } } }>(request, shopper.token, create, {
        input: { name: `${name} ${mark}`, price: 5, ...more },
      })
    ).createProduct.product;
  const there = await make('There', {});
  const gone = await make('Gone', { inStock: false });
  await ask(
    request,
    shopper.token,
    'mutation($slug: String!) { addToStore(input: { slug: $slug }) { storeEntry { id } } }',
    {
      slug: there.slug,
    },
  );
  await signedIn(page, request, demo.admin);
  await page.goto(`/dashboard/AdminProduct?search=${mark}`);
  const rows = page.getByRole('main').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Kind').selectOption('Products');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Stock', { exact: true }).selectOption('Out of Stock');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(`Gone ${mark}`);
  await page.getByLabel('Status', { exact: true }).selectOption('Inactive');
  await expect(page.getByText('No products found')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.goBack();
  await expect(rows).toHaveCount(1);
  await page.goBack();
  await expect(rows).toHaveCount(2);
  await page.reload();
  await expect(page.getByLabel('Kind')).toHaveValue('PRODUCT');
  await expect(rows).toHaveCount(2);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await discard(request, shopper, there.id);
  await discard(request, shopper, gone.id);
});
