import type { Page } from '@playwright/test';
import { graphqlCalls } from './calls';
import { shopkeeper } from './shopApi';
import { expect, test } from './shopTest';
import { shopUrl } from './startShops';
import { visit } from './visit';

const cards = (page: Page) => page.getByRole('region', { name: 'Products', exact: true }).getByRole('article');
const filters = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
const searchField = (page: Page) => filters(page).getByRole('searchbox', { name: 'Search' });
const total = (page: Page) => page.getByRole('main').getByRole('status').first().getByRole('paragraph').first();

interface Listed {
  name: string;
  price: number;
  inStock: boolean;
  categories: string[];
}

test('on a phone the hint about hidden products is separate from the result count', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/products');
  const hint = page.getByText(/above \$500 (is|are) hidden\.$/).locator('xpath=..');
  await expect(hint).toBeVisible();
  const number = await total(page).boundingBox();
  const below = (await hint.boundingBox())?.y ?? 0;
  expect(below - (number?.y ?? 0) - (number?.height ?? 0)).toBeGreaterThanOrEqual(4);
});

test('M13: shows the title, filters on the left, one to four columns and the number of results', async ({ page }) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop Our Products');
  await expect(cards(page)).toHaveCount(24);
  await expect(total(page)).toHaveText(/^\d+ products$/);
  const panel = await filters(page).boundingBox();
  const grid = await cards(page).first().boundingBox();
  expect(panel?.x).toBeLessThan(grid?.x ?? 0);
  for (const [width, columns] of [
    [1920, 4],
    [1440, 3],
    [1024, 3],
    [1000, 2],
    [768, 3],
    [360, 2],
    [320, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const count = await page
      .getByTestId('product-grid')
      .evaluate((element) => getComputedStyle(element).gridTemplateColumns.split(' ').length);
    expect([width, count]).toEqual([width, columns]);
  }
});

test('M13: shows Loading products... and skeletons of the final size while the list loads', async ({ page }) => {
  await page.goto('/products');
  const final = await cards(page).nth(1).boundingBox();
  await visit(page, '/faq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions');
  await page.route(graphqlCalls, async () => undefined);
  await visit(page, '/products?sort=PRICE_DESC');
  await expect(page.getByText('Loading products...')).toBeVisible();
  const bones = await page.getByTestId('card-skeleton').nth(1).boundingBox();
  expect(Math.abs((bones?.width ?? 0) - (final?.width ?? 0))).toBeLessThanOrEqual(1);
  expect(Math.abs((bones?.height ?? 0) - (final?.height ?? 0))).toBeLessThanOrEqual(1);
});

test('M16: combines all filters like the API', async ({ page, request }) => {
  const all = (await (await request.get('/api/product')).json()) as Listed[];
  const expected = all.filter(
    ({ name, price, inStock, categories }) =>
      name.toLowerCase().includes('e') && inStock && price <= 120 && categories.includes('Home & Garden'),
  );
  expect(expected.length).toBeGreaterThan(1);
  await page.goto('/products');
  await searchField(page).fill('E');
  await page.getByRole('radio', { name: 'Home & Garden' }).check();
  await page.getByRole('switch', { name: 'In stock only' }).check();
  await page.getByRole('slider').fill('120');
  await expect(total(page)).toHaveText(`${expected.length} products`);
  await expect(cards(page).getByRole('heading')).toHaveText(expected.map(({ name }) => name));
});

test('in forced colours a filled button has a border and the chosen category an underline', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/products?category=Fashion');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toHaveCSS('border-top-width', '1px');
  const option = (name: string) => filters(page).locator('label', { has: page.getByRole('radio', { name }) });
  await expect(option('Fashion')).toHaveCSS('text-decoration-line', 'underline');
  await expect(option('Electronics')).toHaveCSS('text-decoration-line', 'none');
});

test('on phones the filters are in a sheet that traps and restores the focus', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await page.goto('/products');
  const opener = page.getByRole('button', { name: /^Filter and sort/ });
  await opener.click();
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  await sheet.getByRole('radio', { name: 'Fashion' }).check();
  await sheet.getByRole('combobox', { name: 'Sort by' }).selectOption('Price up');
  for (let step = 0; step < 15; step += 1) {
    await page.keyboard.press('Tab');
    expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await sheet.getByRole('button', { name: /^Show \d+ products$/ }).click();
  await expect(sheet).toHaveCount(0);
  await expect(opener).toBeFocused();
  await expect(opener).toContainText('1');
  await expect(page).toHaveURL('/products?category=Fashion&sort=PRICE_ASC');
  await opener.click();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test.describe('more than four pages', () => {
  const count = 100;
  let clear: () => Promise<void>;

  test.beforeAll(async ({ playwright }, { parallelIndex }) => {
    test.setTimeout(180_000);
    const request = await playwright.request.newContext({ baseURL: shopUrl(parallelIndex) });
    const keeper = await shopkeeper(request);
    for (let number = 1; number <= count; number += 1) {
      await keeper.create({ name: `Vellum Card ${String(number).padStart(3, '0')}`, price: 10, categories: ['Paper'] });
    }
    clear = async () => {
      await keeper.clear();
      await request.dispose();
    };
  });
  test.afterAll(async () => {
    test.setTimeout(180_000);
    await clear();
  });

  test('three pages load automatically, then Load more appears and the footer can be reached', async ({ page }) => {
    await page.goto('/products?search=Vellum');
    await expect(total(page)).toHaveText('100 products');
    const footer = page.getByRole('contentinfo');
    const loadMore = page.getByRole('button', { name: 'Load more' });
    for (const rows of [48, 72]) {
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect(cards(page)).toHaveCount(rows);
    }
    const calls: string[] = [];
    page.on('request', (each) => graphqlCalls.test(each.url()) && calls.push(each.url()));
    await footer.scrollIntoViewIfNeeded();
    await expect(footer).toBeInViewport();
    await expect(loadMore).toBeVisible();
    await page.waitForTimeout(500); // No request may follow, so there is no event to wait for.
    expect(calls).toEqual([]);
    await loadMore.click();
    await expect(cards(page)).toHaveCount(96);
    await loadMore.click();
    await expect(cards(page)).toHaveCount(100);
    await expect(loadMore).toHaveCount(0);
    expect(new Set(await cards(page).getByRole('heading').allInnerTexts()).size).toBe(100);
  });

  test('Back from a product restores all the pages and the scroll position', async ({ page }) => {
    await page.goto('/products?search=Vellum');
    for (const rows of [48, 72]) {
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect(cards(page)).toHaveCount(rows);
    }
    const link = cards(page).nth(60).getByRole('link');
    const name = await link.innerText();
    await link.scrollIntoViewIfNeeded();
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.goBack();
    await expect(cards(page)).toHaveCount(72);
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport();
  });

  test('a reload restores all the pages and the scroll position (decision 20)', async ({ page }) => {
    await page.goto('/products?search=Vellum');
    for (const rows of [48, 72]) {
      await cards(page).last().scrollIntoViewIfNeeded();
      await expect(cards(page)).toHaveCount(rows);
    }
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(cards(page)).toHaveCount(96);
    const name = (await cards(page).nth(80).getByRole('heading').innerText()).trim();
    const heading = page.getByRole('heading', { name, exact: true });
    await heading.scrollIntoViewIfNeeded();
    const at = await page.evaluate(() => window.scrollY);
    for (const back of ['reload', 'another document'] as const) {
      if (back === 'reload') await page.reload();
      else {
        await page.goto('/faq');
        await page.goBack();
      }
      await expect(cards(page)).toHaveCount(96);
      await expect(heading).toBeInViewport();
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(at);
    }
    // A new search starts at its first page; at the end of the page it would load more automatically.
    await page.evaluate(() => window.scrollTo(0, 0));
    await filters(page).getByRole('searchbox').fill('Vellum Card');
    await expect(page).toHaveURL(/search=Vellum\+Card$/);
    await page.reload();
    await expect(cards(page)).toHaveCount(24);
  });
});
