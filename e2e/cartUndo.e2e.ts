import { holdUp, meet, refuse, watchCalls } from './calls';
import { add, cartButton, change, drawer, entriesOf, fill, makeGoods } from './cartParts';
import { ask, discard, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';

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

test('a removal is undone with the very entry: its price, its place, also when the product ran out or is gone', async ({
  page,
  request,
}) => {
  const [owner, shopper] = [await newShopper(request), await newShopper(request)];
  const [gone, sold, dearer] = await makeGoods(request, owner, 'Passing lamp', 'Popular lamp', 'Rising lamp');
  const names = [gone, sold, dearer].map(({ name }) => name);
  await fill(request, shopper, gone.slug, sold.slug, dearer.slug);
  const entries = async () =>
    (await ask<{ cart: object[] }>(request, shopper.token, '{ cart { id name price createdAt } }')).cart;
  const before = await entries();
  await discard(request, owner, gone.id);
  await change(request, owner, { id: sold.id, inStock: false });
  await change(request, owner, { id: dearer.id, price: 31.5 });

  await signIn(page, shopper);
  await cartButton(page).click();
  const lines = drawer(page).locator('.cart-name');
  await expect(lines).toHaveText(names);
  for (const name of names)
    await drawer(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click();
  await expect(drawer(page).getByText('$0.00')).toBeVisible();
  await expect.poll(entries).toEqual([]);
  const calls = watchCalls(page);
  // Not in the order of their removal: each finds its own place.
  for (const name of [sold.name, dearer.name, gone.name]) {
    await drawer(page)
      .getByRole('button', { name: `Undo removing ${name}` })
      .click();
    await expect(drawer(page).getByRole('button', { name: `Remove ${name}` })).toBeEnabled();
  }
  await expect(lines).toHaveText(names);
  await expect(drawer(page).getByText('$37.50', { exact: true })).toBeVisible();
  await expect(drawer(page).getByText('No longer for sale')).toBeVisible();
  await expect(drawer(page).getByText('Price is now $31.50')).toBeVisible();
  expect(await entries()).toEqual(before);
  expect(calls).toEqual(['RestoreStoreItem', 'RestoreStoreItem', 'RestoreStoreItem']);
  await Promise.all([sold, dearer].map(({ id }) => discard(request, owner, id)));
});

test('an undo that fails says so and can be tried again; one that comes too late is over', async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, 'summit-steel-bottle');
  await signIn(page, shopper);
  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' }).click();
  await expect.poll(() => entriesOf(request, shopper)).toEqual([]);
  const undo = drawer(page).getByRole('button', { name: 'Undo removing Summit Steel Bottle' });
  await meet(page, 'RestoreStoreItem', (route) => route.abort());
  await undo.click();
  await expect(page.getByText('Failed to restore item to store')).toBeVisible();
  await expect(drawer(page).getByText('Cart is empty')).toBeVisible();
  await page.unrouteAll();
  await undo.click();
  await expect(drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' })).toBeEnabled();
  expect(await entriesOf(request, shopper)).toEqual(['Summit Steel Bottle']);

  await drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' }).click();
  await expect.poll(() => entriesOf(request, shopper)).toEqual([]);
  await meet(page, 'RestoreStoreItem', (route) =>
    route.fulfill({
      status: 404,
      json: { data: null, errors: [{ message: 'It is gone.', extensions: { code: 'NOT_FOUND', field: 'id' } }] },
    }),
  );
  await undo.click();
  await expect(page.getByText('It is gone.')).toBeVisible();
  await expect(undo).toHaveCount(0);
  problems.length = 0;
});
