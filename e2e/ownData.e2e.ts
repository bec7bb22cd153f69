import { readFileSync } from 'node:fs';
import { axeViolations } from './axe';
import { ask, demo, discard, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

test('C71 My Profile exports the stored data of the user as one file', async ({ page, request }) => {
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

test('the privacy page shows the retention of messages, server-rendered and after client navigation', async ({
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

test('the dashboard links to messages and the audit log', async ({ page, request }) => {
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/DashboardHome');
  const more = page.getByRole('navigation', { name: 'More for admins' });
  await more.getByRole('link', { name: 'Messages from the contact form' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeFocused();
  await page.goBack();
  await more.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();
});

test('admins see contact messages, and role changes in the audit log', async ({ page, request }) => {
  const { email } = await newShopper(request, 'Eve Elm');
  const words = `When does my lamp arrive? ${crypto.randomUUID()}`;
  await page.goto('/contact');
  await page.getByLabel('Your name').fill('Wim <b>Writer</b>');
  await page.getByLabel('Email', { exact: true }).fill('wim@example.com');
  await page.getByLabel('Message', { exact: true }).fill(words);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('heading', { name: 'Your message is kept' })).toBeVisible();
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/DashboardHome');
  await page.getByRole('link', { name: /^Messages \d+\+? unread$/ }).click();
  const rows = page.getByRole('main').locator('tbody').getByRole('row');
  const row = rows.filter({ hasText: words });
  await expect(row).toContainText('Wim <b>Writer</b>');
  await expect(row.getByText('New', { exact: true })).toBeVisible();
  // Reloads, as other tests may write messages too.
  await page.reload();
  await expect(row).toContainText('Wim <b>Writer</b>');
  await expect(row.getByText('New', { exact: true })).toBeHidden();
  await page.goto(`/dashboard/AllUser?search=${email}`);
  for (const turn of ['Make Admin', 'Make User']) await rows.getByRole('button', { name: turn }).click();
  await expect(rows.getByRole('button', { name: 'Make Admin' })).toBeVisible();
  await page.goto('/dashboard/audit');
  await expect(rows.filter({ hasText: email })).toContainText([
    'before: admin → after: user',
    'before: user → after: admin',
  ]);
});
