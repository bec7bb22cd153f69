import type { APIRequestContext, Page } from '@playwright/test';
import { add, cartButton, drawer, entriesOf, makeGoods } from './cartParts';
import { discard, newShopper } from './shopper';
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

test('an Add, a removal and an undo reach another tab of the same user', async ({ page, context, request }) => {
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
  await expect(other.getByTestId('cart-count')).toHaveText('1');
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

test('the undo of a removal survives a reload', async ({ page, request }) => {
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

test('the undo of a deletion in the table survives a reload', async ({ page, request }) => {
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
