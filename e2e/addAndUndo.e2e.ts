import type { APIRequestContext, Page } from '@playwright/test';
import { add, cartButton, change, drawer, entriesOf, makeGoods } from './cartParts';
import { meet } from './calls';
import { expectFault } from './faults';
import { discard, fillSignIn, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

const badge = (page: Page, count: number) =>
  page.getByRole('button', { name: `Cart, ${count} item${count === 1 ? '' : 's'}` });
const searchFor = (page: Page, name: string) => page.goto(`/products?search=${encodeURIComponent(name)}`);
const newName = () => `Thing ${crypto.randomUUID().slice(0, 8)}`;

async function shopWith(request: APIRequestContext) {
  const owner = await newShopper(request);
  const [good] = await makeGoods(request, owner, newName());
  return { owner, good, shopper: await newShopper(request), clear: () => discard(request, owner, good.id) };
}

test('another tab of the same person hears of an Add, a removal and an undo', async ({ page, context, request }) => {
  const { good, shopper, clear } = await shopWith(request);
  await signedIn(page, request, shopper);
  await searchFor(page, good.name);
  const other = await context.newPage();
  await other.goto('/faq');
  await cartButton(other).click();
  await expect(drawer(other).getByText('Cart is empty')).toBeVisible();
  await add(page, good.name).click();
  const line = drawer(other).getByRole('button', { name: `Remove ${good.name}` });
  await expect(line).toBeVisible();
  await expect(other.locator('.cart-control .badge')).toHaveText('1');
  await cartButton(page).click();
  await drawer(page)
    .getByRole('button', { name: `Remove ${good.name}` })
    .click();
  await expect(line).toBeHidden();
  await drawer(page)
    .getByRole('button', { name: `Undo removing ${good.name}` })
    .click();
  await expect(line).toBeVisible();
  await clear();
});

test('the offer to undo a removal outlives a reload', async ({ page, request }) => {
  const { good, shopper, clear } = await shopWith(request);
  await signedIn(page, request, shopper);
  await searchFor(page, good.name);
  await add(page, good.name).click();
  await badge(page, 1).click();
  await drawer(page)
    .getByRole('button', { name: `Remove ${good.name}` })
    .click();
  await expect(drawer(page).getByRole('button', { name: `Undo removing ${good.name}` })).toBeVisible();
  await expect.poll(() => entriesOf(request, shopper)).toEqual([]);
  await page.reload();
  await cartButton(page).click();
  await drawer(page)
    .getByRole('button', { name: `Undo removing ${good.name}` })
    .click();
  await expect(drawer(page).getByRole('button', { name: `Remove ${good.name}` })).toBeVisible();
  await expect.poll(() => entriesOf(request, shopper)).toEqual([good.name]);
  await clear();
});

test('the offer to undo a deletion in the table outlives a reload', async ({ page, request }) => {
  const { owner, good } = await shopWith(request);
  await signedIn(page, request, owner);
  await page.goto('/dashboard/userProduct');
  const remove = page.getByRole('row').filter({ hasText: good.name }).getByRole('button', { name: 'Delete' });
  await remove.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Product deleted successfully!')).toBeVisible();
  await page.reload();
  await page.getByRole('main').getByRole('button', { name: /^Undo/ }).click();
  await expect(remove).toBeVisible();
  await discard(request, owner, good.id);
});

test('what somebody wanted before signing in is in the cart once afterwards; a sign-in without it adds nothing', async ({
  page,
  request,
}) => {
  const { good, shopper, clear } = await shopWith(request);
  await searchFor(page, good.name);
  await add(page, good.name).click();
  await expect(page.getByText('You must be logged in to add items!')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await fillSignIn(page, shopper);
  await expect(page.getByText(`Added "${good.name}" to store!`)).toBeVisible();
  await expect(page).toHaveURL(/\/products\?search=/);
  await expect(badge(page, 1)).toBeVisible();
  await page.reload();
  await expect(badge(page, 1)).toBeVisible();
  expect(await entriesOf(request, shopper)).toEqual([good.name]);

  const other = await newShopper(request);
  await page.evaluate(() => {
    localStorage.clear();
    indexedDB.deleteDatabase('firebaseLocalStorageDb');
  });
  await searchFor(page, good.name);
  await add(page, good.name).click();
  await expect(page).toHaveURL(/\/login$/);
  // Somebody who looks at something else first.
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/\/faq$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sign In' }).click();
  await fillSignIn(page, other);
  await expect(page).toHaveURL(/\/$/);
  expect(await entriesOf(request, other)).toEqual([]);
  await clear();
});

test('a price that has changed since it was seen is said, and the card shows it', async ({ page, request }) => {
  const { owner, good, shopper, clear } = await shopWith(request);
  await signedIn(page, request, shopper);
  await searchFor(page, good.name);
  await expect(page.getByRole('article').getByText('$12.50')).toBeVisible();
  await change(request, owner, { id: good.id, price: 19.5 });
  await add(page, good.name).click();
  await expect(page.getByText(`Added "${good.name}" to store!`, { exact: true })).toBeVisible();
  await expect(page.getByText('The price is now $19.50', { exact: true })).toBeVisible();
  await expect(page.getByRole('article').getByText('$19.50')).toBeVisible();
  await clear();
});

const failures: Readonly<Record<string, string>> = {
  'sold out': 'This product is out of stock.',
  deleted: 'It is not for sale any more.',
  'without a connection': 'There is no connection to the shop.',
  'at 500 items': 'Your store holds 500 items already. Remove one first.',
};
for (const [what, reason] of Object.entries(failures)) {
  test(`an Add that fails says why: ${what}`, async ({ page, request, problems }) => {
    const { owner, good, shopper, clear } = await shopWith(request);
    await signedIn(page, request, shopper);
    await searchFor(page, good.name);
    await expect(add(page, good.name)).toBeEnabled();
    expectFault(problems, 'Failed to load resource');
    if (what === 'sold out') await change(request, owner, { id: good.id, inStock: false });
    if (what === 'deleted') await clear();
    if (what === 'without a connection') await meet(page, 'AddToStore', (route) => route.abort('internetdisconnected'));
    if (what === 'at 500 items') {
      const errors = [{ message: reason, extensions: { code: 'CONFLICT' } }];
      await meet(page, 'AddToStore', (route) => route.fulfill({ status: 409, json: { data: null, errors } }));
    }
    await add(page, good.name).click();
    await expect(page.getByText('Failed to add item to store', { exact: true })).toBeVisible();
    await expect(page.getByText(reason, { exact: true })).toBeVisible();
    // The card shows what is.
    if (what === 'sold out') await expect(add(page, good.name)).toBeDisabled();
    if (what === 'deleted') await expect(page.getByRole('article')).toHaveCount(0);
    else await clear();
  });
}
