import type { Page } from '@playwright/test';
import { main, storedToken, toast } from './accountPage';
import { ask, discard, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';

const word = 'שולחן';

/** Texts with a right-to-left name that share their line with other words. */
const mixedTexts = (page: Page) =>
  page.evaluate((name) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const around = node.parentElement?.closest('bdi, [dir="auto"], script, textarea');
      if (node.textContent?.includes(name) && !around) found.push(node.parentElement?.outerHTML ?? '');
    }
    return found;
  }, word);

test('a right-to-left name does not reorder the text around it', async ({ page, request }) => {
  const shopper = await newShopper(request, `${word} 7`);
  await signIn(page, shopper);
  const token = (await storedToken(page)) ?? '';
  const query = 'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }';
  const { createProduct } = await ask<{ createProduct: { product: { id: string; slug: string } } }>(
    request,
    token,
    query,
    { input: { name: `${word} (3)`, description: `${word}!`, price: 12, categories: [`${word} 1`, `${word} 2`] } },
  );
  const { id, slug } = createProduct.product;
  await page.goto(`/products?search=${encodeURIComponent(word)}`);
  await expect(main(page).getByRole('heading', { level: 3, name: `${word} (3)` })).toBeVisible();
  expect(await mixedTexts(page)).toEqual([]);
  await main(page)
    .getByRole('button', { name: `Add ${word} (3)` })
    .click();
  await expect(toast(page, `Added "${word} (3)" to store!`)).toBeVisible();
  expect(await mixedTexts(page)).toEqual([]);
  await page.getByRole('button', { name: /^Cart/ }).click();
  await expect(page.getByRole('dialog', { name: 'Shopping Cart' }).getByText(`${word} (3)`)).toBeVisible();
  await page.getByRole('button', { name: `Remove ${word} (3)` }).click();
  await expect(page.getByText('Removed')).toBeVisible();
  expect(await mixedTexts(page)).toEqual([]);
  await page.goto(`/products/${slug}`);
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveCSS('direction', 'rtl');
  await expect(main(page).getByTestId('description')).toHaveCSS('direction', 'rtl');
  expect(await mixedTexts(page)).toEqual([]);
  await main(page)
    .getByRole('button', { name: `Buy now: ${word} (3)` })
    .click();
  await expect(main(page).getByRole('list', { name: 'What you buy' }).getByText(`${word} (3)`)).toBeVisible();
  expect(await mixedTexts(page)).toEqual([]);
  await page.goto('/dashboard/stock');
  await main(page).getByRole('button', { name: 'Count', exact: true }).first().click();
  await expect(main(page).getByRole('region', { name: `Count: ${word} (3)` })).toBeVisible();
  expect(await mixedTexts(page)).toEqual([]);
  await page.goto('/dashboard/userProduct');
  await expect(main(page).getByText(`${word} (3)`).first()).toBeVisible();
  expect(await mixedTexts(page)).toEqual([]);
  await main(page).getByRole('button', { name: 'Delete' }).first().click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(await mixedTexts(page)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.goto(`/dashboard/createProduct?from=${slug}`);
  await expect(page.getByLabel('Name')).toHaveCSS('direction', 'rtl');
  expect(await mixedTexts(page)).toEqual([]);
  await page.goto('/contact');
  await page.getByLabel('Name').fill(word);
  await expect(page.getByLabel('Name')).toHaveCSS('direction', 'rtl');
  await discard(request, { token }, id);
});
