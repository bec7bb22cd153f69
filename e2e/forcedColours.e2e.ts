import type { Locator, Page } from '@playwright/test';
import { main } from './buyingParts';
import { cartButton, drawer, fill } from './cartParts';
import { difference, pictureOf, type Picture } from './forcedColours';
import { demo, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

const schemes = ['light', 'dark'] as const;
/** A part of a control against what surrounds it (WCAG 1.4.11). */
const visible = 3;

/** Pictures of the control before and after the act, in forced colours. */
async function beforeAndAfter(control: Locator, act: () => Promise<unknown>): Promise<readonly [Picture, Picture]> {
  const before = await pictureOf(control);
  await act();
  await control.page().evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  return [before, await pictureOf(control)];
}

function expectToldApart([before, after]: readonly [Picture, Picture]): void {
  expect(before.contrast).toBeGreaterThanOrEqual(visible);
  expect(after.contrast).toBeGreaterThanOrEqual(visible);
  expect(difference(before, after)).toBeGreaterThan(0.02);
}

const forced = (page: Page, colorScheme: (typeof schemes)[number]) =>
  page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' });

for (const scheme of schemes) {
  test(`in forced colours, ${scheme}, the filters are visible, and on and off are told apart`, async ({ page }) => {
    await forced(page, scheme);
    await page.goto('/products');
    const filters = page.getByRole('complementary', { name: 'Filters' });
    const inStock = filters.getByRole('switch', { name: 'In stock only' });
    expectToldApart(await beforeAndAfter(inStock, () => inStock.check()));
    const slider = filters.getByRole('slider');
    expectToldApart(await beforeAndAfter(slider, () => slider.fill('120')));
    const fashion = filters.getByRole('radio', { name: 'Fashion' });
    const option = filters.locator('label', { has: page.getByRole('radio', { name: 'Fashion' }) });
    expectToldApart(await beforeAndAfter(option, () => fashion.check({ force: true })));
    const arrow = main(page).locator('select + svg').first();
    expect((await pictureOf(arrow, 0)).contrast).toBeGreaterThanOrEqual(visible);
  });

  test(`in forced colours, ${scheme}, the meter towards free shipping is visible, and how full it is`, async ({
    page,
  }) => {
    await forced(page, scheme);
    const shopper = await newShopper(page.request);
    await fill(page.request, shopper, 'summit-steel-bottle');
    await signedIn(page, page.request, shopper);
    await page.goto('/products');
    await cartButton(page).click();
    const meter = drawer(page).getByRole('meter');
    expect((await pictureOf(meter)).contrast).toBeGreaterThanOrEqual(visible);
    // Within its outline.
    expect((await pictureOf(meter, -1)).contrast).toBeGreaterThanOrEqual(visible);
  });

  test(`in forced colours, ${scheme}, the dashboard's switches and choices are visible and told apart`, async ({
    page,
  }) => {
    await forced(page, scheme);
    await signedIn(page, page.request, demo.admin);
    await page.goto('/dashboard/createProduct');
    const inStock = main(page).getByRole('switch').first();
    const control = main(page).locator('.MuiSwitch-root').first();
    expectToldApart(await beforeAndAfter(control, () => inStock.click()));
    await page.goto('/dashboard/AdminProduct');
    const row = main(page).locator('tbody').getByRole('checkbox').first();
    expectToldApart(await beforeAndAfter(row.locator('..'), () => row.check()));
    const arrow = main(page).locator('select + svg').first();
    expect((await pictureOf(arrow, 0)).contrast).toBeGreaterThanOrEqual(visible);
  });
}
