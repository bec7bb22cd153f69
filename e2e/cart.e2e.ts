import { add, cartButton, drawer, fill } from './cartParts';
import { ask, discard, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';

test('M05: the drawer opens from the right, closes by its button, by the backdrop and by Escape, and gives the focus back', async ({
  page,
}) => {
  await page.goto('/');
  await cartButton(page).press('Enter');
  await expect(drawer(page).getByRole('heading', { name: 'Shopping Cart' })).toBeVisible();
  await expect
    .poll(async () => {
      const box = await drawer(page).boundingBox();
      return box && Math.round(box.x + box.width);
    })
    .toBe(1440);
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.MuiDrawer-root') !== null)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(cartButton(page)).toBeFocused();

  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await expect(drawer(page)).toHaveCount(0);
  await expect(cartButton(page)).toBeFocused();

  await cartButton(page).click();
  await expect(drawer(page)).toBeVisible();
  await page.mouse.click(200, 450);
  await expect(drawer(page)).toHaveCount(0);
});

test('M05 M07: the list scrolls above 60 % of the height, Total and Checkout stay in sight', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, ...Array.from({ length: 14 }, () => 'summit-steel-bottle'));
  await signIn(page, shopper);
  for (const [width, height] of [
    [1440, 900],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await cartButton(page).click();
    const list = drawer(page).getByRole('list', { name: 'Items in your cart' });
    await expect(list.getByRole('listitem')).toHaveCount(14);
    const measures = await list.evaluate((element) => ({
      shown: element.clientHeight,
      all: element.scrollHeight,
      viewport: innerHeight,
    }));
    expect(measures.shown).toBeLessThanOrEqual(Math.ceil(measures.viewport * 0.6));
    expect(measures.all).toBeGreaterThan(measures.shown);
    await expect(drawer(page).getByRole('link', { name: 'Checkout' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
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
