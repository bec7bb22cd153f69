import { watchCalls } from './calls';
import { cartButton, change, drawer, fill, makeGoods } from './cartParts';
import { ask, discard, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';

test('undo restores the same entry with price and position, even if the product is out of stock or deleted', async ({
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
  const lines = drawer(page).getByTestId('cart-name');
  await expect(lines).toHaveText(names);
  for (const name of names)
    await drawer(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click();
  await expect(drawer(page).getByText('$0.00')).toBeVisible();
  await expect.poll(entries).toEqual([]);
  const calls = watchCalls(page);
  // In another order than they were removed.
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
