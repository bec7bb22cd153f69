import { holdUp, meet, refuse, watchCalls } from './calls';
import { add, cartButton, drawer, entriesOf, fill } from './cartParts';
import { ask, discard, fillSignIn, newShopper, signIn } from './shopper';
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
  cart.release();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(1);
  expect(calls.filter((name) => name === 'Cart')).toHaveLength(1);

  await fill(request, shopper, 'summit-steel-bottle');
  await drawer(page).getByRole('button', { name: 'Refresh' }).click();
  await expect(drawer(page).getByRole('listitem')).toHaveCount(2);
  await expect(page.locator('.badge')).toHaveText('2');
  expect(calls.filter((name) => name === 'Cart')).toHaveLength(2);
});

test("M06 M66: a failed load shows the server's error, else 'Failed to load products', and Refresh heals it", async ({
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

test('M67: a failed Refresh is logged only, the old list stays', async ({ page, request, problems }) => {
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
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
});

test('M19: an Add is in the badge and the drawer before the server has answered, and asks for nothing else', async ({
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

test("M19: a refused Add is taken back and says 'Failed to add item to store'", async ({ page, request, problems }) => {
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

test('M19: an anonymous visitor is told, sent to sign in, and comes back to the product', async ({ page, request }) => {
  const shopper = await newShopper(request);
  await page.goto('/products/summit-steel-bottle');
  await add(page, 'Summit Steel Bottle').click();
  await expect(page.getByText('You must be logged in to add items!')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, shopper);
  await expect(page).toHaveURL(/\/products\/summit-steel-bottle$/);
  await add(page, 'Summit Steel Bottle').click();
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

test('an Add is undone from its toast, and that can be undone as well', async ({ page, request }) => {
  const shopper = await newShopper(request);
  await signIn(page, shopper);
  await page.goto('/products/summit-steel-bottle');
  await add(page, 'Summit Steel Bottle').click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cartButton(page).locator('.badge')).toHaveCount(0);
  await expect(page.getByText('Removed "Summit Steel Bottle" from store')).toBeVisible();
  await expect.poll(() => entriesOf(request, shopper)).toEqual([]);
  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Undo removing Summit Steel Bottle' }).click();
  await expect(drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' })).toBeEnabled();
  expect(await entriesOf(request, shopper)).toEqual(['Summit Steel Bottle']);
});

test('a line is removed at once, without a question, and comes back to its place; the offer stands 60 s', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, 'summit-steel-bottle', 'harbour-canvas-tote', 'alder-ceramic-table-lamp');
  await signIn(page, shopper);
  await cartButton(page).click();
  const names = drawer(page).locator('.cart-name');
  await expect(names).toHaveText(['Summit Steel Bottle', 'Harbour Canvas Tote', 'Alder Ceramic Table Lamp']);
  const answer = holdUp();
  await meet(page, 'DeleteStoreItem', answer.act);
  await drawer(page).getByRole('button', { name: 'Remove Harbour Canvas Tote' }).press('Enter');
  await expect(names).toHaveText(['Summit Steel Bottle', 'Alder Ceramic Table Lamp']);
  await expect(page.locator('.badge')).toHaveText('2');
  await expect(drawer(page).getByRole('button', { name: 'Undo removing Harbour Canvas Tote' })).toBeFocused();
  answer.release();
  await expect.poll(() => entriesOf(request, shopper)).toEqual(['Summit Steel Bottle', 'Alder Ceramic Table Lamp']);
  await page.keyboard.press('Enter');
  await expect(names).toHaveText(['Summit Steel Bottle', 'Harbour Canvas Tote', 'Alder Ceramic Table Lamp']);
  await expect(drawer(page).getByRole('button', { name: 'Remove Harbour Canvas Tote' })).toBeEnabled();

  await page.clock.install();
  const answered = page.waitForResponse(
    (response) => response.request().postData()?.includes('DeleteStoreItem') === true,
  );
  await drawer(page).getByRole('button', { name: 'Remove Alder Ceramic Table Lamp' }).click();
  const offer = drawer(page).getByRole('button', { name: 'Undo removing Alder Ceramic Table Lamp' });
  // A minute by this clock is too long for the call as well: it is over before.
  await (await answered).finished();
  await expect(offer).toBeVisible();
  await page.clock.runFor(55_000);
  await expect(offer).toBeVisible();
  await page.clock.runFor(6_000);
  await expect(offer).toHaveCount(0);
});

test('a removal that the server refuses puts the line back and says so', async ({ page, request, problems }) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, 'summit-steel-bottle');
  await signIn(page, shopper);
  await meet(page, 'DeleteStoreItem', refuse('Not now.'));
  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' }).click();
  await expect(page.getByText('Failed to remove item from store')).toBeVisible();
  await expect(drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' })).toBeVisible();
  await expect(page.locator('.badge')).toHaveText('1');
  problems.length = 0;
});

test('a line says when its product is no longer for sale, ran out or has another price', async ({ page, request }) => {
  const [owner, shopper] = [await newShopper(request), await newShopper(request)];
  const { createProduct } = await ask<{ createProduct: { product: { id: string; slug: string } } }>(
    request,
    owner.token,
    'mutation { createProduct(input: { name: "Short-lived lamp", price: 12.5 }) { product { id slug } } }',
  );
  await fill(request, shopper, createProduct.product.slug, 'summit-steel-bottle', 'alder-ceramic-table-lamp');
  await discard(request, owner, createProduct.product.id);
  // No call changes a product yet: what the server would say of these two is put into its answer.
  await meet(page, 'Cart', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { cart: { notice: string | null; currentPrice: number | null }[] } };
    Object.assign(body.data.cart[1] ?? {}, { notice: 'OUT_OF_STOCK' });
    Object.assign(body.data.cart[2] ?? {}, { notice: 'PRICE_CHANGED', currentPrice: 31.5 });
    await route.fulfill({ response: answer, json: body });
  });
  await signIn(page, shopper);
  await cartButton(page).click();
  const lines = drawer(page).getByRole('listitem');
  await expect(lines.nth(0)).toContainText('No longer for sale');
  await expect(lines.nth(0).getByRole('link')).toHaveCount(0);
  await expect(lines.nth(1)).toContainText('Out of stock now');
  await expect(lines.nth(2)).toContainText('Price is now $31.50');
  await expect(lines.nth(1).getByRole('link')).toHaveAttribute('href', '/products/summit-steel-bottle');
});
