import type { Route } from '@playwright/test';
import { holdUp, meet, refuse } from './calls';
import { add, cartButton, drawer, entriesOf, fill } from './cartParts';
import { ask, discard, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';

const faults: [name: string, act: (route: Route) => Promise<void>, shown: string][] = [
  ['500', refuse('Internal server error'), 'Internal server error'],
  [
    '503',
    (route) => route.fulfill({ status: 503, json: { error: 'The shop is being repaired.' } }),
    'The shop is being repaired.',
  ],
  ['429', refuse('Too many requests.', 429), 'Too many requests.'],
  ['HTML', (route) => route.fulfill({ status: 502, body: '<html>Bad gateway</html>' }), 'Failed to load products'],
  ['an empty answer', (route) => route.fulfill({ status: 200, json: {} }), 'Failed to load products'],
  ['offline', (route) => route.abort('internetdisconnected'), 'Failed to load products'],
];

test('R20: whatever is wrong with the cart, the Add and the removal, the specified words are shown and one can go on', async ({
  page,
  request,
  problems,
}) => {
  test.setTimeout(180_000);
  const shopper = await newShopper(request);
  await fill(request, shopper, 'summit-steel-bottle');
  await signIn(page, shopper);
  for (const [name, act, shown] of faults) {
    await test.step(name, async () => {
      await page.unrouteAll();
      await meet(page, 'Cart', act);
      await page.goto('/products/harbour-canvas-tote');
      await cartButton(page).click();
      await expect(drawer(page).getByRole('alert')).toHaveText(shown);
      await expect(drawer(page).getByText('Loading...')).toHaveCount(0);
      await page.unrouteAll();
      await drawer(page).getByRole('button', { name: 'Refresh' }).click();
      await expect(drawer(page).getByRole('listitem')).toHaveCount(1);

      await meet(page, 'DeleteStoreItem', act);
      await drawer(page)
        .getByRole('button', { name: /^Remove/ })
        .click();
      await expect(page.getByText('Failed to remove item from store')).toBeVisible();
      await expect(drawer(page).getByRole('button', { name: /^Remove/ })).toBeVisible();
      await page.keyboard.press('Escape');

      await meet(page, 'AddToStore', act);
      await add(page, 'Harbour Canvas Tote').click();
      await expect(page.getByText('Failed to add item to store')).toBeVisible();
      await expect(cartButton(page).locator('.badge')).toHaveText('1');
    });
  }
  expect(await entriesOf(request, shopper)).toEqual(['Summit Steel Bottle']);
  problems.length = 0;
});

test('R20: a cart that never answers is a failed cart within 10 s', async ({ page, request, problems }) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await meet(page, 'Cart', holdUp().act);
  await page.goto('/contact');
  await cartButton(page).click();
  await expect(drawer(page).getByText('Loading...')).toBeVisible();
  await expect(drawer(page).getByRole('alert')).toHaveText('Failed to load products', { timeout: 12_000 });
  await expect(drawer(page).getByText('Loading...')).toHaveCount(0);
  problems.length = 0;
});

test('B23: text of products stays text in the cart, its toasts and the own list', async ({ page, request }) => {
  const shopper = await newShopper(request, '<img src=x onerror=alert(1)>');
  const name = '"><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}';
  const { createProduct } = await ask<{ createProduct: { product: { id: string; slug: string } } }>(
    request,
    shopper.token,
    'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }',
    { input: { name, price: 1, categories: ['<b onmouseover=alert(3)>Bold</b>'] } },
  );
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signIn(page, shopper);
  await page.goto(`/products/${createProduct.product.slug}`);
  await add(page, name).click();
  await expect(page.getByText(`Added "${name}" to store!`)).toBeVisible();
  await cartButton(page).click();
  await expect(drawer(page).locator('.cart-name')).toHaveText(name);
  await drawer(page)
    .getByRole('button', { name: /^Remove/ })
    .click();
  await expect(drawer(page).getByText(`Removed "${name}"`)).toBeVisible();
  await drawer(page).getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByText('Welcome, <img src=x onerror=alert(1)> (user)')).toBeVisible();
  await expect(page.getByRole('main').locator('.item-name')).toHaveText(name);
  expect(await page.locator('body [onerror], body [onmouseover], body img[src="x"]').count()).toBe(0);
  expect(dialogs).toEqual([]);
  await discard(request, shopper, createProduct.product.id);
});
