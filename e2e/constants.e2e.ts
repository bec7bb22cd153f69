import { field, main, submit } from './accountPage';
import { add, cartButton, drawer } from './cartParts';
import { newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';
import { visit } from './visit';

test('M70: the forms have the constants: 2 and 6 characters, 2 photo and 2 category slots, a placeholder of 50x50, 60 %', async ({
  page,
  request,
  keeper,
}) => {
  const { slug } = await keeper.create({ name: 'Quillon Test Lamp', price: 12.5 });
  await page.goto('/register');
  await field(page, 'Full Name').fill('A');
  await field(page, 'Password').fill('12345');
  await submit(page).click();
  await expect(main(page).getByText('Name is required')).toBeVisible();
  await expect(main(page).getByText('Password must be at least 6 characters')).toBeVisible();
  await field(page, 'Full Name').fill('Al');
  await field(page, 'Password').fill('123456');
  await expect(main(page).getByText('Name is required')).toHaveCount(0);
  await expect(main(page).getByText('Password must be at least 6 characters')).toHaveCount(0);

  await signIn(page, await newShopper(request));
  await page.goto(`/products/${slug}`);
  await add(page, 'Quillon Test Lamp').click();
  await expect(cartButton(page).getByTestId('cart-count')).toHaveText('1');
  await cartButton(page).click();
  const list = drawer(page).getByRole('list', { name: 'Items in your cart' });
  const height = await page.evaluate(() => innerHeight);
  await expect(list).toHaveCSS('max-height', `${height * 0.6}px`);
  await drawer(page).getByRole('link', { name: 'Checkout' }).click();
  const photo = main(page).getByRole('img', { name: 'No photo' });
  await expect(photo).toBeVisible();
  await expect(photo).toHaveJSProperty('naturalWidth', 50);
  await expect(photo).toHaveJSProperty('naturalHeight', 50);
  await expect.poll(async () => (await photo.boundingBox())?.width).toBe(50);
  await expect.poll(async () => (await photo.boundingBox())?.height).toBe(50);

  await visit(page, '/dashboard/addProduct');
  await expect(main(page).getByLabel(/^Photo URL/)).toHaveCount(2);
  await expect(main(page).getByLabel(/^Category/)).toHaveCount(2);
});
