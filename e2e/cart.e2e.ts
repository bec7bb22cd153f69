import { cartButton, drawer, fill } from './cartParts';
import { newShopper, signIn } from './shopper';
import { expect, test } from './shopTest';

test('M05: the drawer opens from the right, closes by its button, by the backdrop and by Escape, and restores the focus', async ({
  page,
}) => {
  await page.goto('/');
  await cartButton(page).press('Enter');
  await expect(drawer(page).getByRole('heading', { name: 'Shopping Cart' })).toBeVisible();
  await expect
    .poll(async () => {
      const box = await drawer(page).boundingBox();
      return box && Math.round(box.x + box.width);
    })
    .toBe(1440);
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('.MuiDrawer-root') !== null)).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(cartButton(page)).toBeFocused();

  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Close' }).click();
  await expect(drawer(page)).toHaveCount(0);
  await expect(cartButton(page)).toBeFocused();

  await cartButton(page).click();
  await expect(drawer(page)).toBeVisible();
  await page.mouse.click(200, 450);
  await expect(drawer(page)).toHaveCount(0);
});

test('M05 M07: the list scrolls above 60 % of the height, Total and Checkout stay visible', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, ...Array.from({ length: 14 }, () => 'summit-steel-bottle'));
  await signIn(page, shopper);
  for (const [width, height] of [
    [1440, 900],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await cartButton(page).click();
    const list = drawer(page).getByRole('list', { name: 'Items in your cart' });
    await expect(list.getByRole('listitem')).toHaveCount(14);
    const measures = await list.evaluate((element) => ({
      shown: element.clientHeight,
      all: element.scrollHeight,
      viewport: innerHeight,
    }));
    expect(measures.shown).toBeLessThanOrEqual(Math.ceil(measures.viewport * 0.6));
    expect(measures.all).toBeGreaterThan(measures.shown);
    await expect(drawer(page).getByRole('link', { name: 'Checkout' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
  }
});
