import type { Page, Request } from '@playwright/test';
import { field, main, storedToken, submit, toast } from './accountPage';
import { axeViolations } from './axe';
import { graphqlCalls, holdUp, meet, refuse } from './calls';
import { expectFault } from './faults';
import { hostileTexts } from './hostileTexts';
import { ask, discard, newShopper, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

interface Made {
  product: {
    id: string;
    name: string;
    description: string;
    price: number;
    originalPrice: number | null;
    discount: number;
    photos: string[];
    categories: string[];
    inStock: boolean;
  };
}

const query =
  'query($slug: String!) { product(slug: $slug) { id name description price originalPrice discount photos categories inStock } }';
const madeAs = async (page: Page, slug: string) =>
  (await ask<Made>(page.request, (await storedToken(page)) ?? '', query, { slug })).product;

const newSlug = () => `ribbed-wool-beanie-${crypto.randomUUID().slice(0, 8)}`;
const alert = (page: Page) => main(page).getByRole('alert');

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

function watchKeys(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request: Request) => {
    if (request.postData()?.includes('CreateProduct')) keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

test("M40: Add Product wants name, slug, description and price; then 'Product added successfully!' and an empty form", async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/dashboard/addProduct');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add Product');
  await expect(page.getByRole('switch', { name: 'In stock' })).toBeChecked();
  const keys = watchKeys(page);
  await submit(page).click();
  for (const [label, message] of [
    ['Name', 'Name is required'],
    ['Slug', 'Slug is required'],
    ['Description', 'Description is required'],
    ['Price ($)', 'Price is required'],
  ] as const) {
    await expect(field(page, label)).toHaveAttribute('required', '');
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message));
  }
  for (const label of ['Discount (%)', 'Photo URL 1', 'Photo URL 2', 'Category 1', 'Category 2'])
    await expect(field(page, label)).not.toHaveAttribute('required');
  await expect(field(page, 'Name')).toBeFocused();
  expect(keys).toEqual([]);

  const slug = newSlug();
  await fill(page, { Name: 'Ribbed wool béanie' });
  await page.getByRole('button', { name: 'Use ribbed-wool-beanie' }).click();
  await expect(field(page, 'Slug')).toHaveValue('ribbed-wool-beanie');
  await expect(page.getByText("The page's address: /products/ribbed-wool-beanie")).toBeVisible();
  await fill(page, {
    Slug: slug,
    Description: 'Knitted in one piece.\nNo seam.',
    'Price ($)': '76',
    'Discount (%)': '20',
    'Photo URL 2': '/pictures/cadence-smart-watch-1-800.avif',
    'Category 1': 'Fashion',
    'Category 2': 'Hats, caps',
  });
  const call = holdUp();
  await meet(page, 'CreateProduct', call.act);
  await submit(page).click();
  await expect(submit(page)).toHaveText('Adding product...');
  await expect(submit(page)).toBeDisabled();
  await field(page, 'Name').press('Enter');
  call.release();
  await expect(toast(page, 'Product added successfully!')).toBeVisible();
  for (const label of ['Name', 'Slug', 'Description', 'Price ($)', 'Photo URL 2', 'Category 2'])
    await expect(field(page, label)).toHaveValue('');
  expect(keys).toHaveLength(1);
  await expect(page.getByRole('link', { name: 'See Ribbed wool béanie in the shop' })).toHaveAttribute(
    'href',
    `/products/${slug}`,
  );
  const made = await madeAs(page, slug);
  expect(made).toMatchObject({
    name: 'Ribbed wool béanie',
    description: 'Knitted in one piece.\nNo seam.',
    price: 76,
    originalPrice: 95,
    discount: 20,
    photos: ['/pictures/cadence-smart-watch-1-800.avif'],
    categories: ['Fashion', 'Hats, caps'],
    inStock: true,
  });
  await discard(request, shopper, made.id);
});

test('the categories of the shop are offered, a near miss is named, and another one is said to be in no filter', async ({
  page,
  request,
}) => {
  await signIn(page, await newShopper(request));
  await page.goto('/dashboard/addProduct');
  const choices = page.getByRole('group', { name: 'Categories of the shop' });
  await choices.getByRole('button', { name: 'Home & Garden' }).click();
  await expect(field(page, 'Category 1')).toHaveValue('Home & Garden');
  await fill(page, { 'Category 2': 'Sport' });
  await page.getByRole('button', { name: 'Sports & Fitness', exact: true }).last().click();
  await expect(field(page, 'Category 2')).toHaveValue('Sports & Fitness');
  await expect(choices.getByRole('button', { pressed: true })).toHaveText(['Home & Garden', 'Sports & Fitness']);
  await choices.getByRole('button', { name: 'Home & Garden' }).click();
  await expect(field(page, 'Category 1')).toHaveValue('Sports & Fitness');
  await page.goto('/dashboard/createProduct');
  await fill(page, { Categories: 'Books, Home and Garden' });
  await expect(main(page).getByText('Shoppers cannot filter by “Books”')).toBeVisible();
  await main(page).locator('.field-hint').getByRole('button', { name: 'Home & Garden' }).click();
  await expect(field(page, 'Categories')).toHaveValue('Books, Home & Garden');
  await choices.getByRole('button', { name: 'Fashion' }).click();
  await expect(field(page, 'Categories')).toHaveValue('Books, Home & Garden, Fashion');
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});

test("M40 M66: Add Product shows the server's message, else 'Failed to add product', and keeps what was typed", async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/dashboard/addProduct');
  const keys = watchKeys(page);
  const typed = { Name: 'Beanie', Slug: 'alder-ceramic-table-lamp', Description: 'Warm', 'Price ($)': '12.50' };
  await fill(page, typed);
  await submit(page).click();
  await expect(toast(page, 'This slug is taken.')).toBeVisible();
  await expect(field(page, 'Slug')).toHaveAccessibleDescription(/^This slug is taken\./);
  await expect(field(page, 'Slug')).toBeFocused();
  for (const [label, value] of Object.entries(typed)) await expect(field(page, label)).toHaveValue(value);

  const slug = newSlug();
  await field(page, 'Slug').fill(slug);
  await expect(field(page, 'Slug')).toHaveAttribute('aria-invalid', 'false');
  await page.route(graphqlCalls, (route) => route.abort(), { times: 1 });
  await submit(page).click();
  await expect(toast(page, 'Failed to add product')).toBeVisible();
  await expect(field(page, 'Slug')).toHaveValue(slug);
  // The answer is lost, the product is made: sending the same form again makes no second one.
  let wasLost = false;
  await meet(page, 'CreateProduct', async (route) => {
    if (wasLost) return route.fallback();
    await route.fetch();
    wasLost = true;
    await route.abort();
  });
  await submit(page).click();
  await expect.poll(() => wasLost).toBe(true);
  await submit(page).click();
  await expect(toast(page, 'Product added successfully!')).toBeVisible();
  const [taken, ...same] = keys;
  expect(new Set(same).size).toBe(1);
  expect(same).not.toContain(taken);
  await discard(request, shopper, (await madeAs(page, slug)).id);
  expectFault(problems, '409', 'ERR_FAILED');
});

test("M41: Create Product takes comma text and decimals, '\u2705 Product created successfully!' in an alert", async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/dashboard/createProduct');
  const labels = ['Name', 'Slug', 'Description', 'Price ($)', 'Discount (%)', 'Photos', 'Categories'];
  for (const label of labels) await expect(field(page, label)).not.toHaveAttribute('required');
  const slug = newSlug();
  await fill(page, {
    Name: 'Ribbed wool beanie',
    Slug: slug,
    'Price ($)': ' 12.50 ',
    'Discount (%)': '.5',
    Photos: ' /pictures/cadence-smart-watch-1-800.avif ,, /pictures/none-800.avif,',
    Categories: ' Fashion , Hats ',
  });
  await page.getByRole('switch', { name: 'In stock' }).uncheck();
  const preview = page.getByRole('complementary', { name: 'How it will look in the shop' });
  await expect(preview).toContainText('Ribbed wool beanie');
  await expect(preview).toContainText('$12.50');
  await expect(preview).toContainText('Fashion · Hats');
  await expect(preview).toContainText('Out of Stock');
  await submit(page).click();
  await expect(alert(page)).toHaveText('\u2705 Product created successfully!');
  // What is seen never depends on a font that has the character.
  await expect(alert(page).getByText('\u2705', { exact: true })).toHaveCSS('opacity', '0');
  await expect(alert(page).locator('svg')).toBeVisible();
  await expect(page.getByRole('link', { name: 'See Ribbed wool beanie in the shop' })).toHaveAttribute(
    'href',
    `/products/${slug}`,
  );
  const made = await madeAs(page, slug);
  expect(made).toMatchObject({
    price: 12.5,
    discount: 0.5,
    photos: ['/pictures/cadence-smart-watch-1-800.avif', '/pictures/none-800.avif'],
    categories: ['Fashion', 'Hats'],
    inStock: false,
  });
  await discard(request, shopper, made.id);
  expectFault(problems, '404');
});

test("M41: Create Product refuses nothing itself; the server's sentence stands after '\u274C Failed to create product: '", async ({
  page,
  request,
  problems,
}) => {
  await signIn(page, await newShopper(request));
  await page.goto('/dashboard/createProduct');
  const cases: [Record<string, string>, string, string][] = [
    [{}, 'Price ($)', 'Price is required.'],
    [{ 'Price ($)': '5' }, 'Name', 'Name is required'],
    [{ Name: 'Beanie', 'Price ($)': '12,500' }, 'Price ($)', 'Price is not valid: a number is expected.'],
    [{ 'Price ($)': '-5' }, 'Price ($)', 'Price must be at least 0.01'],
    [{ 'Price ($)': '5', 'Discount (%)': 'half' }, 'Discount (%)', 'Discount is not valid: a number is expected.'],
    [{ 'Discount (%)': '' }, 'Discount (%)', 'Discount is not valid: a number is expected.'],
    [{ 'Discount (%)': '0', Slug: 'alder-ceramic-table-lamp' }, 'Slug', 'This slug is taken.'],
  ];
  for (const [values, label, sentence] of cases) {
    await fill(page, values);
    await submit(page).click();
    await expect(alert(page)).toHaveText(`\u274C Failed to create product: ${sentence}`);
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(`^${sentence.replaceAll('.', '\\.')}`));
    await expect(field(page, label)).toBeFocused();
  }
  await expect(field(page, 'Name')).toHaveValue('Beanie');
  await meet(page, 'CreateProduct', refuse('The shop is being tidied.', 503));
  await submit(page).click();
  await expect(alert(page)).toHaveText('\u274C Failed to create product: The shop is being tidied.');
  expectFault(problems, '400', '409', '503');
});

test('E16 B23: both forms with hostile texts are only text, also at 360 px', async ({ page, request, problems }) => {
  await signIn(page, await newShopper(request));
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/dashboard/createProduct');
  await fill(page, {
    Name: hostileTexts.slice(0, 6).join(' '),
    Slug: hostileTexts[0] ?? '',
    Description: hostileTexts.join('\n'),
    'Price ($)': hostileTexts[1] ?? '',
    Photos: hostileTexts.join(','),
    Categories: hostileTexts.join(','),
  });
  await submit(page).click();
  await expect(alert(page)).toContainText('\u274C Failed to create product: ');
  expect(await page.locator('main script, main iframe, main [onerror], main [onload]').count()).toBe(0);
  expect(await axeViolations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  expectFault(problems, '400');
});
