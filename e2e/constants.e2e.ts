import type { Page } from '@playwright/test';
import { field, main, submit, toast } from './accountPage';
import { meet } from './calls';
import { add, cartButton, drawer } from './cartParts';
import { expectFault } from './faults';
import { fillSignIn, newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';
import { visit } from './visit';

/** Records as they were before they had ratings and categories. */
async function withoutExtras(page: Page): Promise<void> {
  await meet(page, 'Products', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { products: { nodes: object[] } } };
    const { products } = answer.data;
    products.nodes = products.nodes.map((node) => ({ ...node, rating: null, reviewCount: null, categories: [] }));
    await route.fulfill({ response, json: answer });
  });
}

test('M70: the shop shows the constants: $50, 4 featured, 4 categories, 0 to 500 by 10, 4.5, 0 and 10', async ({
  page,
}) => {
  await page.goto('/faq');
  await withoutExtras(page);
  await visit(page, '/');
  await expect(main(page).getByText('Free shipping over $50')).toBeVisible();
  const categories = ['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness'];
  const tiles = page.getByRole('region', { name: 'Shop by category' }).getByRole('link');
  await expect(tiles).toHaveText(categories.map((name) => new RegExp(`^${name}`)));
  const strip = page.getByRole('region', { name: 'Featured products' }).getByRole('article');
  await expect(strip).toHaveCount(4);
  await expect(strip.getByText('General', { exact: true })).toHaveCount(4);
  // Of 4.5 by 0 nobody has said it (decision 22).
  await expect(strip.getByText('No reviews yet')).toHaveCount(4);
  await expect(strip.locator('.price').first()).toHaveText(/^\$[\d,]+\.\d\d$/);

  await visit(page, '/products');
  await expect(main(page).getByRole('article').first()).toContainText('4.5 (10)');
  await expect(main(page).getByRole('radio')).toHaveCount(5);
  await expect(main(page).getByRole('radio', { name: 'All Categories' })).toBeChecked();
  const slider = main(page).getByRole('slider', { name: 'Price' });
  for (const [name, value] of Object.entries({ min: '0', max: '500', step: '10' }))
    await expect(slider).toHaveAttribute(name, value);
  await expect(slider).toHaveValue('500');
  await expect(main(page).getByText('$0 – $500')).toBeVisible();

  await visit(page, '/shipping');
  await expect(main(page)).toContainText('$50');
});

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
  await expect(cartButton(page).locator('.badge')).toHaveText('1');
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

test('M70: toasts have the times of the constants: 4000 ms for an error, 2000 for a sign-in, 3000 for the rest', async ({
  page,
  request,
  problems,
}) => {
  // What a page waits for is written down: how long that takes would depend on the machine's pace.
  await page.addInitScript(() => {
    const waits: unknown[] = [];
    Object.assign(window, { waits });
    const { setTimeout: wait } = window;
    window.setTimeout = ((act: TimerHandler, time?: number, ...rest: unknown[]) => {
      waits.push(time);
      return wait(act, time, ...rest);
    }) as typeof setTimeout;
  });
  const waitsFor = async (time: number) =>
    (await page.evaluate(() => (window as unknown as { waits: unknown[] }).waits)).filter((each) => each === time)
      .length;
  const shopper = await newShopper(request);
  await page.goto('/login');
  const [errors, signIns] = [await waitsFor(4_000), await waitsFor(2_000)];
  await field(page, 'Email').fill(shopper.email);
  await field(page, 'Password').fill('wrong-password');
  await submit(page).click();
  await expect(toast(page, 'Invalid email or password')).toBeVisible();
  await expect.poll(() => waitsFor(4_000)).toBe(errors + 1);
  expectFault(problems, '400');
  await fillSignIn(page, shopper);
  await expect(page).toHaveURL('/');
  await expect.poll(() => waitsFor(2_000)).toBe(signIns + 1);
  await visit(page, '/products/summit-steel-bottle');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Summit Steel Bottle');
  const others = await waitsFor(3_000);
  await add(page, 'Summit Steel Bottle').click();
  await expect(toast(page, 'Added "Summit Steel Bottle" to store!')).toBeVisible();
  await expect.poll(() => waitsFor(3_000)).toBe(others + 1);
});
