import type { Page } from '@playwright/test';
import { holdUp, meet, refuse, watchCalls } from './calls';
import { add, cartButton, change, drawer, entriesOf, fill, makeGoods } from './cartParts';
import { discard, fillSignIn, newShopper, signIn } from './shopper';
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

/** What is not known is no $0.00, and cannot be checked out. */
async function expectNoSum(page: Page): Promise<void> {
  await expect(drawer(page).getByText(/\$\d/)).toHaveCount(0);
  await expect(drawer(page).getByText('not known yet')).toBeAttached();
  await expect(drawer(page).getByRole('button', { name: 'Checkout' })).toBeDisabled();
}

test('M06 M50: for an anonymous visitor the cart is empty and nothing is sent', async ({ page }) => {
  const calls = watchCalls(page);
  await page.goto('/contact');
  await cartButton(page).click();
  await expect(drawer(page).getByText('Cart is empty')).toBeVisible();
  await drawer(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(drawer(page).getByText('Total')).toBeVisible();
  await expect(drawer(page).getByText('$0.00')).toBeVisible();
  await expect(cartButton(page).locator('.badge')).toHaveCount(0);
  expect(calls).toEqual([]);
  await drawer(page).getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('M06 M50: the list is asked for once when the user becomes known, says Loading..., and again on Refresh', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, 'summit-steel-bottle');
  const calls = watchCalls(page);
  const cart = holdUp();
  await meet(page, 'Cart', cart.act);
  await signIn(page, shopper);
  await cartButton(page).click();
  await expect(drawer(page).getByText('Loading...')).toBeVisible();
  await expect(drawer(page).getByText('Cart is empty')).toHaveCount(0);
  await expectNoSum(page);
  cart.release();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1);
  await expect(drawer(page).getByRole('link', { name: 'Checkout' })).toBeVisible();
  await expect(drawer(page).getByText('not known yet')).toHaveCount(0);
  expect(calls.filter((name) => name === 'Cart')).toHaveLength(1);

  await fill(request, shopper, 'summit-steel-bottle');
  await drawer(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('.badge')).toHaveText('2');
  expect(calls.filter((name) => name === 'Cart')).toHaveLength(2);
});

test("M06 M66 E21: a failed load shows the server's error, else 'Failed to load products', and Refresh heals it", async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, 'summit-steel-bottle');
  await meet(page, 'Cart', refuse('The stockroom is locked.'));
  await signIn(page, shopper);
  await cartButton(page).click();
  await expect(drawer(page).getByRole('alert')).toHaveText('The stockroom is locked.');
  await expectNoSum(page);
  await page.unrouteAll();
  await meet(page, 'Cart', (route) => route.abort());
  await page.goto('/products');
  await cartButton(page).click();
  await expect(drawer(page).getByRole('alert')).toHaveText('Failed to load products');
  await expect(drawer(page).getByText('Loading...')).toHaveCount(0);
  await page.unrouteAll();
  await drawer(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1);
  await expect(drawer(page).getByRole('alert')).toHaveCount(0);
  problems.length = 0;
});

test('M67 E21: a failed Refresh is logged only, the old list stays', async ({ page, request, problems }) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, 'summit-steel-bottle');
  await signIn(page, shopper);
  await expect(cartButton(page).locator('.badge')).toHaveText('1');
  await meet(page, 'Cart', refuse('The stockroom is locked.'));
  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Refresh' }).click();
  await expect.poll(() => problems.some((each) => each.includes('Failed to refresh the cart'))).toBe(true);
  await expect(drawer(page).getByText('Loading...')).toHaveCount(0);
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1);
  await expect(drawer(page).getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('The stockroom is locked.')).toHaveCount(0);
  problems.length = 0;
});

test('M07: Total in whole cents, the meter towards free shipping, Checkout to /dashboard/userProduct', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, 'summit-steel-bottle');
  await signIn(page, shopper);
  await cartButton(page).click();
  const price = Number((await drawer(page).locator('.cart-line .price').innerText()).slice(1));
  const total = drawer(page).locator('.cart-sum .price');
  await expect(total).toHaveText(`$${price.toFixed(2)}`);
  expect(price).toBeLessThan(50);
  await expect(drawer(page).getByText(`$${(50 - price).toFixed(2)} to go until free shipping`)).toBeVisible();

  await fill(request, shopper, 'stillwater-wireless-headphones');
  await drawer(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(drawer(page).getByText('Free shipping reached: your order is over $50')).toBeVisible();
  await expect(drawer(page).getByRole('meter', { name: 'Towards free shipping' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  );
  const prices = await drawer(page).locator('.cart-line .price').allInnerTexts();
  const cents = prices.reduce((sum, text) => sum + Math.round(Number(text.slice(1)) * 100), 0);
  await expect(total).toHaveText(`$${(cents / 100).toFixed(2)}`);

  await drawer(page).getByRole('link', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/dashboard\/userProduct$/);
  await expect(drawer(page)).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('table').getByRole('row')).toHaveCount(3);
});

test('M19 E21: an Add is in the badge and the drawer before the server has answered, and asks for nothing else', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/products?search=Summit');
  await expect(add(page, 'Summit Steel Bottle')).toBeVisible();
  await cartButton(page).click();
  await expect(drawer(page).getByText('Cart is empty')).toBeVisible();
  await page.keyboard.press('Escape');
  const calls = watchCalls(page);
  const keys: (string | undefined)[] = [];
  const answer = holdUp();
  await meet(page, 'AddToStore', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return answer.act(route);
  });

  await add(page, 'Summit Steel Bottle').click();
  await add(page, 'Summit Steel Bottle').click();
  await expect(cartButton(page).locator('.badge')).toHaveText('2');
  await expect(page.getByText('Cart: 2 items')).toBeAttached();
  await expect(page.getByText('Added "Summit Steel Bottle" to store!')).toHaveCount(0);
  await cartButton(page).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2);
  await expect(drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' }).first()).toBeDisabled();
  answer.release();
  await expect(page.getByText('Added "Summit Steel Bottle" to store!')).toHaveCount(2);
  await expect(drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' }).first()).toBeEnabled();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2);
  expect(calls).toEqual(['AddToStore', 'AddToStore']);
  expect(keys.every((key) => key !== undefined && key.length >= 16)).toBe(true);
  expect(new Set(keys).size).toBe(2);
  expect(await entriesOf(request, shopper)).toEqual(['Summit Steel Bottle', 'Summit Steel Bottle']);
});

test('M19: an Add before the cart has loaded is in the badge with it', async ({ page, request }) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, 'harbour-canvas-tote', 'harbour-canvas-tote');
  await signIn(page, shopper);
  const [cart, answer] = [holdUp(), holdUp()];
  await meet(page, 'Cart', cart.act);
  await meet(page, 'AddToStore', answer.act);
  await page.goto('/products/summit-steel-bottle');
  await add(page, 'Summit Steel Bottle').click();
  await expect(add(page, 'Summit Steel Bottle')).toHaveAttribute('aria-busy', 'true');
  cart.release();
  await expect(cartButton(page).locator('.badge')).toHaveText('3');
  answer.release();
  await expect(page.getByText('Added "Summit Steel Bottle" to store!')).toBeVisible();
  await expect(cartButton(page).locator('.badge')).toHaveText('3');
});

test("M19 E21: a refused Add is taken back and says 'Failed to add item to store'", async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/products/summit-steel-bottle');
  await expect(add(page, 'Summit Steel Bottle')).toBeVisible();
  await expect(cartButton(page)).toBeVisible();
  const answer = holdUp();
  await meet(page, 'AddToStore', async (route) => {
    await answer.opened;
    await refuse('This product is out of stock.', 409)(route);
  });
  await add(page, 'Summit Steel Bottle').click();
  await expect(cartButton(page).locator('.badge')).toHaveText('1');
  answer.release();
  await expect(page.getByText('Failed to add item to store')).toBeVisible();
  await expect(cartButton(page).locator('.badge')).toHaveCount(0);
  expect(await entriesOf(request, shopper)).toEqual([]);
  problems.length = 0;
});

test('M19 E21: an anonymous visitor is told, sent to sign in, and comes back to the product', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await page.goto('/products/summit-steel-bottle');
  await add(page, 'Summit Steel Bottle').click();
  await expect(page.getByText('You must be logged in to add items!')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, shopper);
  await expect(page).toHaveURL(/\/products\/summit-steel-bottle$/);
  await expect(page.getByText('Added "Summit Steel Bottle" to store!')).toBeVisible();
  await expect(cartButton(page).locator('.badge')).toHaveText('1');
});

test('M65: the toast of an Add goes after 3000 ms, but stays while the pointer or the focus is on it', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/products/summit-steel-bottle');
  await expect(page.getByText('Login successful!')).toHaveCount(0);
  await page.clock.install();
  await add(page, 'Summit Steel Bottle').click();
  const toast = page.getByText('Added "Summit Steel Bottle" to store!');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(toast).toBeVisible();
  const box = await toast.boundingBox();
  expect(box && box.x > 720 && box.y < 200).toBe(true);
  await undo.hover();
  await page.clock.runFor(10_000);
  await expect(toast).toBeVisible();
  await undo.focus();
  await page.mouse.move(100, 600);
  await page.clock.runFor(10_000);
  await expect(toast).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await undo.evaluate((button) => button.blur());
  await page.clock.runFor(3500);
  await expect(toast).toHaveCount(0);
});

test('a line says when its product is no longer for sale, ran out or has another price', async ({ page, request }) => {
  const [owner, shopper] = [await newShopper(request), await newShopper(request)];
  const goods = await makeGoods(request, owner, 'Short-lived lamp', 'Sought-after lamp', 'Precious lamp');
  await fill(request, shopper, ...goods.map(({ slug }) => slug));
  const [gone, sold, dearer] = goods;
  await discard(request, owner, gone.id);
  await change(request, owner, { id: sold.id, inStock: false });
  await change(request, owner, { id: dearer.id, price: 31.5 });
  await signIn(page, shopper);
  await cartButton(page).click();
  const lines = drawer(page).getByRole('listitem');
  await expect(lines.nth(0)).toContainText('No longer for sale');
  await expect(lines.nth(0).getByRole('link')).toHaveCount(0);
  await expect(lines.nth(1)).toContainText('Out of stock now');
  await expect(lines.nth(2)).toContainText('Price is now $31.50');
  await expect(lines.nth(1).getByRole('link')).toHaveAttribute('href', `/products/${sold.slug}`);
  await Promise.all([sold, dearer].map(({ id }) => discard(request, owner, id)));
});
