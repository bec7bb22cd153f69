import type { CDPSession, Page } from '@playwright/test';
import { sentCall } from './calls';
import { expect, test } from './shopTest';
import { visit } from './visit';

const searchField = (page: Page) => page.getByRole('complementary', { name: 'Filters' }).getByRole('searchbox');
const header = (page: Page) => page.getByRole('banner').getByRole('searchbox');
const steps = (page: Page) => page.evaluate(() => history.length);

test('blanks around a search are left out of address and chip, and blanks alone are no filter', async ({ page }) => {
  await page.goto('/products');
  await searchField(page).pressSequentially('  alder   lamp ');
  await searchField(page).press('Enter');
  await expect(page).toHaveURL('/products?search=alder+lamp');
  await expect(searchField(page)).toHaveValue('  alder   lamp ');
  await expect(page.getByRole('button', { name: '"alder lamp", clear search filter' })).toBeVisible();
  await searchField(page).fill(' \u00a0 ');
  await expect(page).toHaveURL('/products');
  await page.goto('/products?search=%20%C2%A0&maxPrice=1e300&sort=');
  await expect(page.getByRole('group', { name: 'Active filters' })).toHaveCount(0);
  await expect(page.getByRole('slider')).toHaveValue('500');
});

test('the same search again is no step of the history', async ({ page }) => {
  await page.goto('/');
  const before = await steps(page);
  for (const text of ['lamp', ' lamp', 'lamp ']) {
    await header(page).fill(text);
    await header(page).press('Enter');
    await expect(page).toHaveURL('/products?search=lamp');
  }
  expect(await steps(page)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a drag of the price slider is one step of the history, and so are some keys on it', async ({ page }) => {
  await page.goto('/products');
  const slider = page.getByRole('slider');
  const box = await slider.boundingBox();
  if (!box) throw new Error('no slider');
  const before = await steps(page);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width - 5, y);
  await page.mouse.down();
  for (const part of [0.8, 0.6, 0.4]) {
    const old = page.url();
    await page.mouse.move(box.x + box.width * part, y);
    // Each is long enough for the list to follow.
    await expect(page).not.toHaveURL(old);
  }
  await page.mouse.up();
  expect(await steps(page)).toBe(before + 1);
  const dragged = page.url();
  await slider.blur();
  await slider.focus();
  for (let key = 0; key < 3; key += 1) {
    const old = page.url();
    await slider.press('ArrowLeft');
    await expect(page).not.toHaveURL(old);
  }
  expect(await steps(page)).toBe(before + 2);
  await page.goBack();
  await expect(page).toHaveURL(dragged);
  await page.goBack();
  await expect(page).toHaveURL('/products');
});

/** As an input method composes: what it shows is not meant yet. */
const compose = (client: CDPSession, text: string) =>
  client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

test('nothing of a word that is being composed is searched for', async ({ page, context }) => {
  await page.goto('/products');
  const client = await context.newCDPSession(page);
  const calls: unknown[] = [];
  page.on('request', (request) => calls.push(sentCall(request)));
  await searchField(page).focus();
  for (const text of ['k', 'か', 'かｍ', 'かめ']) await compose(client, text);
  await page.getByRole('switch', { name: 'In stock only' }).evaluate((input: HTMLInputElement) => input.click());
  await expect(page).toHaveURL('/products?inStock=true');
  await expect(searchField(page)).toHaveValue('かめ');
  await client.send('Input.insertText', { text: '亀' });
  await expect(page).toHaveURL(/search=%E4%BA%80/);
  expect(JSON.stringify(calls)).not.toMatch(/か|ｍ/);

  await header(page).fill('');
  await header(page).focus();
  await compose(client, 'らん');
  await header(page).evaluate((input: HTMLInputElement) => input.form?.requestSubmit());
  await client.send('Input.insertText', { text: 'ランプ' });
  await header(page).press('Enter');
  await expect(page).toHaveURL('/products?search=%E3%83%A9%E3%83%B3%E3%83%97');
});

test('the breadcrumb of a product leads to the list as it was filtered', async ({ page }) => {
  await page.goto('/products?search=lamp&maxPrice=200');
  await page.getByRole('link', { name: 'Alder Ceramic Table Lamp' }).click();
  const crumb = page.getByRole('navigation', { name: 'Breadcrumb' });
  await page.reload();
  await crumb.getByRole('link', { name: 'Products' }).click();
  await expect(page).toHaveURL('/products?search=lamp&maxPrice=200');
  await page.goto('/products/alder-ceramic-table-lamp');
  await expect(crumb.getByRole('link', { name: 'Home & Garden' })).toHaveAttribute(
    'href',
    '/products?category=Home%20%26%20Garden',
  );
});

test('an address in capitals or from before a renaming is that of the product, with what stands beside it', async ({
  page,
  keeper,
}) => {
  const { id, slug } = await keeper.create({ name: 'Quillon Test Vase', price: 12.5 });
  await page.goto(`/products/${slug.toUpperCase()}?ref=mail`);
  await expect(page).toHaveURL(`/products/${slug}?ref=mail`);
  await keeper.change({ id, version: 1, slug: `${slug}-renamed` });
  // A link inside the shop.
  await page.goto('/faq');
  await visit(page, `/products/${slug}?ref=mail#photos`);
  await expect(page.getByRole('heading', { level: 1, name: 'Quillon Test Vase' })).toBeVisible();
  await expect(page).toHaveURL(`/products/${slug}-renamed?ref=mail#photos`);
});
