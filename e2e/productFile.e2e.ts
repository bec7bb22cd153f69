import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { main, storedToken } from './accountPage';
import { axeViolations } from './axe';
import { interceptCall } from './calls';
import { expectFault } from './faults';
import { hostileTexts } from './hostileTexts';
import { ask, demo, discard, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

const choose = (page: Page, text: string | Buffer, name = 'products.csv') =>
  page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

const counts = (page: Page) => main(page).getByTestId('count');
const button = (page: Page, name: RegExp | string) => main(page).getByRole('button', { name });

async function saved(page: Page, name: string): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return readFile(await download.path());
}

async function idOf(page: Page, slug: string): Promise<string> {
  const query = 'query($slug: String!) { product(slug: $slug) { id } }';
  const data = await ask<{ product: { id: string } }>(page.request, (await storedToken(page)) ?? '', query, { slug });
  return data.product.id;
}

test('an export has every product and, imported again, changes nothing', async ({ page, request }) => {
  await signIn(page, demo.admin);
  await page.goto('/dashboard/importProducts');
  const token = (await storedToken(page)) ?? '';
  const query = 'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
  const [name = ''] = hostileTexts;
  const made = await ask<{ createProduct: { product: { id: string } } }>(request, token, query, {
    input: {
      name: `=cmd|"/C calc"!A0 ${name}`,
      description: `+1\r\n${hostileTexts.join('\n')}`,
      price: 12.5,
      discount: 33.25,
      photos: ['/pictures/a,b;c.avif', 'https://example.com/'],
      categories: ["'=Fashion", '@Hats, caps'],
    },
  });
  const { counts: before } = await ask<{ counts: { products: number } }>(request, token, '{ counts { products } }');
  const file = await saved(page, 'Export all products');
  const products = before.products.toLocaleString('en-US');
  await expect(main(page).getByText(`${products} products exported`)).toBeVisible();
  expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(file.toString()).toContain(`"'=cmd|""/C calc""!A0 `);
  await choose(page, file);
  await button(page, `Import ${products} rows`).click();
  await expect(main(page).getByText('Import finished')).toBeVisible();
  await expect(counts(page)).toHaveText(['created0', 'updated0', `unchanged${products}`, 'refused0']);
  await discard(request, { token }, made.createProduct.product.id);
});

test('a file is previewed, checked and imported; refused rows show the reason and can be downloaded', async ({
  page,
  problems,
}) => {
  await signIn(page, demo.admin);
  await page.goto('/dashboard/importProducts');
  await page.setViewportSize({ width: 360, height: 780 });
  const slug = `mug-${crypto.randomUUID().slice(0, 8)}`;
  const rows = [
    'Slug,name,price,categories,colour',
    `${slug},"Mug, blue",5.50,"Home & Garden\nMugs",blue`,
    `${slug}-2,<img src=x onerror=alert(1)>,five,,`,
    `${slug}-3,,5,,`,
    `${slug}-4,Pot,6,,,extra`,
  ];
  await choose(page, rows.join('\r\n'));
  const preview = page.getByRole('region', { name: 'First rows' });
  await expect(preview.getByRole('row')).toHaveCount(5);
  await expect(preview).toContainText('<img src=x onerror=alert(1)>');
  await expect(main(page).getByText('Not used: “colour”')).toBeVisible();
  await button(page, 'Check, change nothing').click();
  await expect(main(page).getByText('Check finished: nothing was changed')).toBeVisible();
  await expect(counts(page)).toHaveText(['to create1', 'to update0', 'unchanged0', 'refused3']);
  await page.goto('about:blank');
  await page.goto('/dashboard/importProducts');
  await choose(page, rows.join('\r\n'));
  // The response to the first request is lost: it is retried with the same key, and no row is applied twice.
  const keys: string[] = [];
  await interceptCall(page, 'ImportProducts', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length > 1) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await button(page, 'Import 4 rows').click();
  await expect(main(page).getByRole('alert')).toContainText('The shop did not answer.');
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Continue').click();
  await expect(main(page).getByText('Import finished')).toBeVisible();
  await expect(counts(page)).toHaveText(['created1', 'updated0', 'unchanged0', 'refused3']);
  expect(keys).toEqual([keys[0], keys[0]]);
  const refused = page.getByRole('region', { name: 'Refused rows' });
  await expect(refused.getByRole('listitem')).toHaveCount(3);
  await expect(refused).toContainText('Row 3price: ');
  await expect(refused).toContainText('There are 6 cells in this row and 5 in the first one.');
  expect(await axeViolations(page)).toEqual([]);
  await expectNoSidewaysScroll(page);
  const file = (await saved(page, 'Download refused rows')).toString();
  expect(file.split('\r\n')[0]).toBe('\uFEFF"slug","name","price","categories","row","reason"');
  expect(file).toContain('"<img src=x onerror=alert(1)>","five","","3","price: ');
  await discard(page.request, { token: (await storedToken(page)) ?? '' }, await idOf(page, slug));
  expectFault(problems, 'ERR_FAILED');
});

test('a spreadsheet file is previewed as it will be stored, and ambiguous cells are rejected', async ({
  page,
  problems,
}) => {
  await signIn(page, demo.admin);
  await page.goto('/dashboard/importProducts');
  await choose(
    page,
    [
      'sep=;',
      'name;slug;price;discount;inStock;status;categories;photos',
      'Lampe;preview-lampe;24,50;12,5 %;WAHR;publish;"Home & Garden|Lamps";"https://example.com/a,b.jpg, https://example.com/c.jpg"',
      'Teppich;preview-teppich;1.299;;FALSCH;draft;"Rugs, carpets; mats"',
    ].join('\r\n'),
  );
  const preview = page.getByRole('region', { name: 'First rows' });
  const cells = preview.getByRole('row').nth(1).getByRole('cell');
  await expect(cells.nth(3).getByTestId('stored')).toHaveText('$24.50');
  await expect(cells.nth(4).getByTestId('stored')).toHaveText('12.5 %');
  await expect(cells.nth(5).getByTestId('stored')).toHaveText('In Stock');
  await expect(cells.nth(6).getByTestId('stored')).toHaveText('active');
  await expect(cells.nth(7).getByTestId('stored')).toHaveText('Home & Garden\nLamps');
  await expect(cells.nth(8).getByTestId('stored')).toHaveText('https://example.com/a,b.jpg\nhttps://example.com/c.jpg');
  const second = preview.getByRole('row').nth(2).getByRole('cell');
  await expect(second.nth(3).getByTestId('stored')).toHaveText('$1,299.00');
  await expect(second.nth(7)).toContainText('Categories hold both commas and semicolons');
  expect(await axeViolations(page)).toEqual([]);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await interceptCall(page, 'PreviewImport', (route) => route.abort());
  await choose(page, 'name,price\nMug,"5,00"');
  await expect(main(page).getByRole('alert')).toContainText('The shop did not answer.');
  await page.unrouteAll();
  await button(page, 'Try again').click();
  await expect(preview.getByTestId('stored')).toHaveText('$5.00');
  await expect(main(page).getByRole('alert')).toHaveCount(0);
  expectFault(problems, 'ERR_FAILED');
});
