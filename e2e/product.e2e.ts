import type { Locator } from '@playwright/test';
import { holdCalls, interceptCall, sentCall } from './calls';
import { expectFault } from './faults';
import { expect, test } from './shopTest';
import { visit } from './visit';

test('products of the same category are fetched when scrolled near', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const name = sentCall(request)?.operationName;
    if (name) asked.push(name);
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/products/alder-ceramic-table-lamp');
  const related = page.getByRole('region', { name: /^More in/ });
  await expect(related).toHaveCount(0);
  expect(asked).not.toContain('RelatedProducts');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(related.getByRole('article')).toHaveCount(4);
  expect(asked.filter((name) => name === 'RelatedProducts')).toHaveLength(1);
});

test('M20: an unknown product is answered with 404 and the not-found page', async ({ page, problems }) => {
  const answer = await page.goto('/products/no-such-thing');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  // Chromium reports the 404 response.
  expectFault(problems, '404');
});

for (const width of [360, 768, 1440]) {
  test(`M20: at ${width} px a product has the same layout as its skeleton`, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/faq');
    for (const slug of ['alder-ceramic-table-lamp', 'linden-field-watch']) {
      const held = holdCalls();
      await interceptCall(page, 'Product', held.act);
      await visit(page, `/products/${slug}`);
      const boxes = () =>
        page.locator('main').evaluate((main) =>
          Object.fromEntries(
            ['large-picture', 'categories', 'name', 'rating-line', 'price-line', 'add'].map((part) => {
              const element = main.querySelector(`[data-testid="${part}"]`);
              if (!element) throw new Error(`no ${part}`);
              const { top, left, height } = element.getBoundingClientRect();
              return [part, [top, left, height].map(Math.round)];
            }),
          ),
        );
      await expect(page.getByText('Loading product...')).toBeVisible();
      await expect(page.getByRole('contentinfo')).not.toBeInViewport();
      const waiting = await boxes();
      held.release();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await boxes()).toEqual(waiting);
      await expect(page.getByRole('contentinfo')).not.toBeInViewport();
      await expect(page.getByTestId('facts').getByRole('button', { name: /^Add / })).toBeInViewport();
      await visit(page, '/faq');
    }
  });
}

for (const width of [360, 1440]) {
  test(`M20: at ${width} px space for the pictures is reserved while a product loads`, async ({ page, keeper }) => {
    const photos = Array.from({ length: 5 }, () => '/pictures/alder-ceramic-table-lamp-1-800.avif');
    const { slug } = await keeper.create({ name: 'Quillon Test Lamp', price: 75, photos, categories: ['Fashion'] });
    await page.setViewportSize({ width, height: 780 });
    await page.goto('/products?search=Quillon');
    const held = holdCalls();
    await interceptCall(page, 'Product', held.act);
    await page.getByRole('link', { name: 'Quillon Test Lamp' }).click();
    await expect(page).toHaveURL(`/products/${slug}`);
    const boxes = async () => [
      await page.getByTestId('large-picture').boundingBox(),
      await page.getByTestId('small-pictures').locator('> *').first().boundingBox(),
      await page.getByTestId('categories').boundingBox(),
    ];
    await expect(page.getByText('Loading product...')).toBeVisible();
    const waiting = await boxes();
    held.release();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await boxes()).toEqual(waiting);
  });
}

test('a picture that fails to load is replaced by an icon on the tint of its category', async ({
  page,
  keeper,
  problems,
}) => {
  const { slug } = await keeper.create({
    name: 'Unseen Test Lamp',
    price: 12.5,
    photos: ['/pictures/no-such-picture.jpg'],
    categories: ['Fashion'],
  });
  await page.goto(`/products/${slug}`);
  const picture = page.getByTestId('large-picture');
  await expect(picture.getByTestId('no-picture')).toBeVisible();
  await expect(picture).toHaveCSS('background-color', 'rgb(240, 221, 226)');
  // The icon differs from the one of the cart button.
  const drawing = (locator: Locator) => locator.locator('svg').first().innerHTML();
  expect(await drawing(picture)).not.toBe(
    await drawing(page.getByRole('banner').getByRole('button', { name: 'Cart' })),
  );
  expectFault(problems, '404');
});
