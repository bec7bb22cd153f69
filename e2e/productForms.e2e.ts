import type { Page } from '@playwright/test';
import { field, main, submit, toast } from './accountPage';
import { axeViolations } from './axe';
import { expectFault } from './faults';
import { hostileTexts } from './hostileTexts';
import { ask, discard, newShopper, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

const alert = (page: Page) => main(page).getByRole('alert');

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
}

test('a seller creates a product, edits it and duplicates it, also at 320 px', async ({ page, request }) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/dashboard/addProduct');
  const name = `Ribbed wool beanie ${crypto.randomUUID().slice(0, 8)}`;
  await fill(page, { Name: name, Description: 'No seam.', 'Price ($)': '76', 'Discount (%)': '20' });
  await page.getByRole('button', { name: /^Use ribbed-wool-beanie/ }).click();
  const slug = await field(page, 'Slug').inputValue();
  await page.getByRole('button', { name: 'Fashion' }).click();
  await submit(page).click();
  await expect(toast(page, 'Product added successfully!')).toBeVisible();
  await page.getByRole('link', { name: `See ${name} in the shop` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  for (const words of ['$76.00', '$95.00', '-20%', 'Fashion', 'No seam.'])
    await expect(main(page)).toContainText(words);

  await page.goto(`/dashboard/editProduct/${slug}`);
  await fill(page, { Name: `Wool hat of ${name}`, 'Discount (%)': '0' });
  await submit(page).click();
  await expect(toast(page, 'Product saved')).toBeVisible();
  await page.getByRole('link', { name: 'See it in the shop' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Wool hat of ${name}`);
  await expect(main(page)).not.toContainText('$95.00');

  await page.goto(`/dashboard/createProduct?from=${slug}`);
  await expect(field(page, 'Name')).toHaveValue(`Wool hat of ${name}`);
  await page.setViewportSize({ width: 320, height: 700 });
  await fill(page, { Categories: 'Books, Home and Garden' });
  await expect(main(page).getByText('Shoppers cannot filter by “Books”')).toBeVisible();
  await expectNoSidewaysScroll(page);
  const query = 'query($slug: String!) { product(slug: $slug) { id } }';
  const { product } = await ask<{ product: { id: string } }>(request, shopper.token, query, { slug });
  await discard(request, shopper, product.id);
});

test('E16 B23: both forms render hostile texts as text at 360 px', async ({ page, request, problems }) => {
  const expectHarmless = async () => {
    expect(await page.locator('main script, main iframe, main [onerror], main [onload]').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  };
  await signIn(page, await newShopper(request));
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/dashboard/addProduct');
  await fill(page, {
    Name: hostileTexts.slice(0, 6).join(' '),
    Slug: hostileTexts[0] ?? '',
    Description: hostileTexts.join('\n'),
    'Price ($)': hostileTexts[1] ?? '',
    'Photo URL 1': hostileTexts[0] ?? '',
    'Category 1': hostileTexts[0] ?? '',
  });
  await submit(page).click();
  await expect(field(page, 'Slug')).toHaveAttribute('aria-invalid', 'true');
  await expectHarmless();
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
  await expectHarmless();
  expectFault(problems, '400');
});
