import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enlarged picture' });
const photo = (name: string) => `/pictures/${name}-1-800.avif`;

/** The whole picture is visible and not cropped. */
async function expectWhole(page: Page): Promise<void> {
  const image = dialog(page).getByRole('img');
  await expect(image).toHaveJSProperty('complete', true);
  await expect(image).toHaveCSS('object-fit', 'contain');
  const box = await image.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  expect([(box?.x ?? -1) >= 0, (box?.y ?? -1) >= 0]).toEqual([true, true]);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
  expect(box?.height).toBeGreaterThan(height / 2);
}

for (const [name, viewport, scheme, text] of [
  ['a desktop', { width: 1440, height: 900 }, 'light', '100%'],
  ['a phone', { width: 390, height: 844 }, 'light', '100%'],
  ['a narrow phone under dark', { width: 320, height: 568 }, 'dark', '100%'],
  ['a narrow phone with text of twice the size', { width: 320, height: 700 }, 'light', '200%'],
] as const) {
  test(`on ${name} Enlarge shows the whole picture, works by keyboard, and Escape restores the focus`, async ({
    page,
    keeper,
  }) => {
    const photos = [photo('alder-ceramic-table-lamp'), photo('towpath-running-shoe'), photo('ember-crew-neck-sweater')];
    const { slug } = await keeper.create({ name: `Enlarged ${name}`, price: 5, photos });
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(`/products/${slug}`);
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
    const enlarge = page.getByRole('button', { name: 'Enlarge', exact: true });
    await enlarge.press('Enter');
    await expectWhole(page);
    const announcement = dialog(page).getByRole('status');
    await expect(announcement).toHaveText('Picture 1 of 3');
    await page.keyboard.press('ArrowRight');
    await expect(announcement).toHaveText('Picture 2 of 3');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(announcement).toHaveText('Picture 3 of 3');
    await dialog(page).getByRole('button', { name: 'Next picture' }).click();
    await expect(announcement).toHaveText('Picture 1 of 3');
    await expectWhole(page);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(enlarge).toBeFocused();
  });
}

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a tap enlarges a tall picture completely, and a tap closes it', async ({ page, keeper }) => {
    const tall =
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="3200"><rect width="400" height="3200"/></svg>';
    await page.route('**/tall.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: tall }));
    const { slug } = await keeper.create({ name: 'Enlarged and tall', price: 5, photos: ['/tall.svg'] });
    await page.goto(`/products/${slug}`);
    await page.getByRole('button', { name: 'Enlarge', exact: true }).tap();
    await expectWhole(page);
    expect(
      await dialog(page)
        .getByRole('img')
        .evaluate((image: HTMLImageElement) => image.naturalHeight),
    ).toBe(3_200);
    await dialog(page).getByRole('button', { name: /Close/ }).tap();
    await expect(dialog(page)).toBeHidden();
  });
});
