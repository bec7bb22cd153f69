import type { APIRequestContext, Page } from '@playwright/test';
import { field, main, submit, toast } from './accountPage';
import { axeViolations } from './axe';
import { expectFault } from './faults';
import { ask, demo, discard, newShopper, type Shopper, signIn } from './shopper';
import { expect, test } from './shopTest';
import { visit } from './visit';

interface Product {
  id: string;
  slug: string;
  version: number;
}

async function make(request: APIRequestContext, { token }: Shopper, name = 'Ribbed wool beanie'): Promise<Product> {
  const input = {
    name: `${name} ${crypto.randomUUID().slice(0, 8)}`,
    description: 'Knitted in one piece.',
    price: 76,
    discount: 20,
    photos: ['/pictures/cadence-smart-watch-1-800.avif'],
    categories: ['Fashion', 'Hats'],
  };
  const query =
    'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id slug version } } }';
  const made = await ask<{ createProduct: { product: Product } }>(request, token, query, { input });
  return made.createProduct.product;
}

const change = (request: APIRequestContext, { token }: Shopper, input: object) =>
  ask(request, token, 'mutation($input: UpdateProductInput!) { updateProduct(input: $input) { product { id } } }', {
    input,
  });

const read = async (request: APIRequestContext, { token }: Shopper, slug: string) => {
  const query =
    'query($slug: String!) { product(slug: $slug) { name description price originalPrice discount photos categories inStock status } }';
  return (await ask<{ product: Record<string, unknown> }>(request, token, query, { slug })).product;
};

const present = (page: Page) => page.getByRole('region', { name: 'Present state' });

test('an owner edits every field, switches stock and status, and duplicates the product', async ({ page, request }) => {
  const shopper = await newShopper(request);
  const product = await make(request, shopper);
  await signIn(page, shopper);
  await visit(page, `/dashboard/editProduct/${product.slug}`);
  await expect(field(page, 'Price ($)')).toHaveValue('76');
  await expect(field(page, 'Categories')).toHaveValue('Fashion, Hats');
  await expect(submit(page)).toBeDisabled();
  const slug = `${product.slug}-new`;
  for (const [label, value] of [
    ['Name', 'Wool hat'],
    ['Slug', slug],
    ['Description', 'Warm.'],
    ['Price ($)', '50'],
    ['Discount (%)', '50'],
    ['Photos', ''],
    ['Categories', 'Fashion'],
  ] as const)
    await field(page, label).fill(value);
  await page.getByLabel('Status').selectOption('inactive');
  await page.getByRole('switch', { name: 'In stock' }).uncheck();
  await submit(page).click();
  await expect(toast(page, 'Product saved')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/dashboard/editProduct/${slug}$`));
  expect(await read(request, shopper, slug)).toEqual({
    name: 'Wool hat',
    description: 'Warm.',
    price: 50,
    originalPrice: 100,
    discount: 50,
    photos: [],
    categories: ['Fashion'],
    inStock: false,
    status: 'INACTIVE',
  });
  await expect(submit(page)).toBeDisabled();
  // Neither way leads to the old address, which is not found any more.
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await page.goForward();
  await expect(page).toHaveURL(new RegExp(`/dashboard/editProduct/${slug}$`));
  await expect(field(page, 'Name')).toHaveValue('Wool hat');
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await expect(page).toHaveURL(/\/dashboard\/createProduct\?from=/);
  await expect(field(page, 'Name')).toHaveValue('Wool hat');
  await expect(field(page, 'Slug')).toHaveValue('');
  await expect(field(page, 'Price ($)')).toHaveValue('50');
  await discard(request, shopper, product.id);
});

test('a stale edit says so, keeps what was typed, shows the present state beside it and saves on top', async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  const product = await make(request, shopper);
  const { id, version, slug } = product;
  await signIn(page, shopper);
  await page.goto(`/dashboard/editProduct/${slug}`);
  await field(page, 'Price ($)').fill('60');
  await field(page, 'Description').fill('Mine.');
  await change(request, shopper, { id, version, price: 70, description: 'Theirs.', inStock: false });
  await submit(page).click();
  await expect(main(page).getByRole('alert')).toContainText('This product was changed meanwhile.');
  await expect(field(page, 'Price ($)')).toHaveValue('60');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Load its present state' }).press('Enter');
  await expect(present(page)).toContainText('Price ($) now70');
  await expect(present(page)).toBeFocused();
  await expect(present(page)).toContainText('Description nowTheirs.');
  await expect(field(page, 'Price ($)')).toHaveValue('60');
  await expect(page.getByRole('switch', { name: 'In stock' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Use this for Description' }).press('Enter');
  await expect(present(page)).toBeFocused();
  await expect(field(page, 'Description')).toHaveValue('Theirs.');
  expect(await axeViolations(page)).toEqual([]);
  await submit(page).click();
  await expect(toast(page, 'Product saved')).toBeVisible();
  await expect(present(page)).toBeHidden();
  expect(await read(request, shopper, slug)).toMatchObject({ price: 60, description: 'Theirs.', inStock: false });
  await discard(request, shopper, id);
  expectFault(problems, '409');
});

test('what is not saved is not lost by a link, by Back or by a search', async ({ page, request }) => {
  const shopper = await newShopper(request);
  const product = await make(request, shopper);
  await signIn(page, shopper);
  await page.goto('/dashboard/userProduct');
  await visit(page, `/dashboard/editProduct/${product.slug}`);
  await field(page, 'Name').fill('Half typed');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Products' }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`editProduct/${product.slug}$`));
  await expect(field(page, 'Name')).toHaveValue('Half typed');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/dashboard\/userProduct$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Products');
  await visit(page, `/dashboard/editProduct/${product.slug}`);
  await field(page, 'Name').fill('Half typed');
  await page.getByRole('search').getByRole('searchbox').first().fill('lamp');
  await page.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/products\?search=lamp/);
  await discard(request, shopper, product.id);
});

test('a product is edited by its owner and by an admin; for everybody else there is no such page', async ({
  page,
  request,
}) => {
  const owner = await newShopper(request);
  const product = await make(request, owner);
  await signIn(page, await newShopper(request));
  await page.goto(`/dashboard/editProduct/${product.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/dashboard/editProduct/no-such-thing');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  await main(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, demo.admin);
  await page.goto(`/dashboard/editProduct/${product.slug}`);
  await field(page, 'Name').fill('By the admin');
  await submit(page).click();
  await expect(toast(page, 'Product saved')).toBeVisible();
  await discard(request, owner, product.id);
});

test('what an admin has deactivated says so to its owner, in the list and in the form, and only an admin activates it', async ({
  page,
  request,
}) => {
  const owner = await newShopper(request);
  const product = await make(request, owner);
  await signIn(page, demo.admin);
  await page.goto(`/dashboard/editProduct/${product.slug}`);
  await page.getByLabel('Status').selectOption('inactive');
  await submit(page).click();
  await expect(toast(page, 'Product saved')).toBeVisible();
  await expect(page.getByLabel('Status')).toBeEnabled();
  await main(page).getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, owner);
  await page.goto('/dashboard/userProduct');
  await expect(main(page).getByRole('row').getByText('Deactivated by the shop', { exact: true })).toBeVisible();
  await visit(page, `/dashboard/editProduct/${product.slug}`);
  await expect(page.getByLabel('Status')).toBeDisabled();
  await expect(page.getByLabel('Status')).toHaveAccessibleDescription('Deactivated by the shop');
  await field(page, 'Price ($)').fill('60');
  await submit(page).click();
  await expect(toast(page, 'Product saved')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(await read(request, owner, product.slug)).toMatchObject({ price: 60, status: 'INACTIVE' });
  await discard(request, owner, product.id);
});
