import type { CDPSession, Page } from '@playwright/test';
import { sentCall } from './calls';
import { expect, test } from './shopTest';

const searchField = (page: Page) => page.getByRole('complementary', { name: 'Filters' }).getByRole('searchbox');
const header = (page: Page) => page.getByRole('banner').getByRole('searchbox');
const steps = (page: Page) => page.evaluate(() => history.length);

test('a drag of the price slider is one history entry, and so are consecutive key presses on it', async ({ page }) => {
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
    // Waits for the list to follow each move.
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

/** Composes text like an input method; it is not committed yet. */
const compose = (client: CDPSession, text: string) =>
  client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

test('a word in IME composition is not searched for', async ({ page, context }) => {
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

  // The search fills the header's field, too.
  await expect(header(page)).toHaveValue('亀');
  await header(page).fill('');
  await header(page).focus();
  await compose(client, 'らん');
  await client.send('Input.insertText', { text: 'ランプ' });
  // As Safari sends the Enter that accepted the word.
  await client.send('Input.dispatchKeyEvent', {
    ...{ type: 'keyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229, text: '\r' },
  });
  await client.send('Input.insertText', { text: '2' });
  await header(page).press('Enter');
  await expect(page).toHaveURL('/products?search=%E3%83%A9%E3%83%B3%E3%83%972');
});
