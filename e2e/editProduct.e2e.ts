import type { APIRequestContext } from '@playwright/test';
import { field } from './accountPage';
import { ask, discard, newShopper, type Shopper, signIn } from './shopper';
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

test('a link, Back and a search ask before unsaved changes are lost', async ({ page, request }) => {
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
