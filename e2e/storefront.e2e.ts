import { graphqlCalls, holdUp, meet } from './calls';
import { expectFault } from './faults';
import { expect, test } from './shopTest';
import { visit } from './visit';

test('M12: home shows the hero and the first four products of the API', async ({ page, request }) => {
  const list = (await (await request.get('/api/product')).json()) as { name: string }[];
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover Amazing Products at Great Prices');
  await expect(
    page.getByText(
      'Shop from our curated collection of high-quality products across electronics, fashion, home & garden, and sports & fitness.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products');
  await expect(page.getByRole('link', { name: 'Browse Electronics' })).toHaveAttribute(
    'href',
    '/products?category=Electronics',
  );
  const names = page.getByRole('region', { name: 'Featured products' }).getByRole('heading', { level: 3 });
  await expect(names).toHaveText(list.slice(0, 4).map(({ name }) => name));
});

test('M12: a discounted price in the strip has its line, whatever the width', async ({ page, keeper }) => {
  await keeper.create({ name: 'Quillon Test Kettle', price: 1149.25, discount: 25 });
  await page.goto('/');
  const rows = page.getByRole('region', { name: 'Featured products' }).locator('.card .row');
  await expect(rows.first()).toContainText('$1,149.25');
  for (const width of [360, 600, 900, 1000, 1199, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const tops = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    await expect.poll(async () => new Set(await tops()).size).toBe(1);
    const lines = () =>
      rows.locator('span:has(> .price)').evaluateAll((all) => all.map((each) => each.getClientRects().length));
    await expect.poll(lines).toEqual([1, 1, 1, 1]);
  }
});

test('M10 M11: three blurbs, and the four categories that lead to their products', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'What you can count on' }).locator('b')).toHaveText([
    'Free shipping over $50',
    'Secure payment',
    '24/7 support',
  ]);
  const links = page.getByRole('region', { name: 'Shop by category' }).getByRole('link');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/products?category=Electronics',
    '/products?category=Fashion',
    '/products?category=Home%20%26%20Garden',
    '/products?category=Sports%20%26%20Fitness',
  ]);
});

test('M12: the featured strip says that it is loading, its cards lead to their products, the button to all of them', async ({
  page,
  request,
}) => {
  const list = (await (await request.get('/api/product')).json()) as { slug: string }[];
  await page.goto('/faq');
  const products = holdUp();
  await meet(page, 'Products', products.act);
  await visit(page, '/');
  await expect(page.getByText('Loading featured products...')).toBeVisible();
  products.release();
  const strip = page.getByRole('region', { name: 'Featured products' });
  const links = strip.getByRole('article').getByRole('link');
  await expect(links).toHaveCount(4);
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    list.slice(0, 4).map(({ slug }) => `/products/${slug}`),
  );
  await strip.getByRole('link', { name: 'View All Products' }).click();
  await expect(page).toHaveURL(/\/products$/);
});

test('M12: Add on the featured strip shows an alert and makes no call', async ({ page }) => {
  await page.goto('/');
  const strip = page.getByRole('region', { name: 'Featured products' });
  const name = await strip.getByRole('heading', { level: 3 }).first().innerText();
  const calls: string[] = [];
  page.on('request', (each) => each.method() === 'POST' && calls.push(each.url()));
  await strip.getByRole('button', { name: /^Add/ }).first().click();
  await expect(page.getByRole('alert')).toContainText(`Added "${name}" to cart!`);
  expect(calls.filter((url) => graphqlCalls.test(url))).toEqual([]);
});

test('products are real, filtered on the server, and the address keeps the filters', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop Our Products');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('radio', { name: 'Electronics' }).check();
  await expect(page).toHaveURL(/category=Electronics/);
  await expect(page.getByText('Electronics · ').first()).toBeVisible();
  await expect(page.getByRole('article').filter({ hasNotText: 'Electronics' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Electronics' })).toBeChecked();
  await page.getByRole('button', { name: 'Electronics, clear category filter' }).click();
  await expect(page).not.toHaveURL(/category/);
});

test('E21: a search without a match says so and can be cleared', async ({ page }) => {
  await page.goto('/products');
  await page
    .getByRole('textbox', { name: 'Search', exact: true })
    .or(page.getByRole('searchbox', { name: 'Search', exact: true }))
    .fill('zeppelin');
  await expect(page.getByText('No products found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear All', exact: true }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a product has a page of its own', async ({ page }) => {
  await page.goto('/products');
  const link = page.getByRole('article').first().getByRole('link');
  const name = await link.innerText();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page).toHaveTitle(`${name} · Kiosk`);
});

test('an unknown address is a not-found page', async ({ page, problems }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  // The server answers 404, which Chromium reports as a failed resource.
  expectFault(problems, '404');
});

test.describe(() => {
  test.use({ htmlData: 'off' });

  test('a failing product list is logged only and shows as empty', async ({ page, problems }) => {
    await page.route(graphqlCalls, (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'boom' }] } }));
    await page.goto('/');
    await expect(page.getByText('No featured products found')).toBeVisible();
    expect(problems.some((each) => each.includes('Failed to load the featured products'))).toBe(true);
    problems.length = 0;
  });
});
