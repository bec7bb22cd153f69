import type { Locator, Page } from '@playwright/test';
import { holdCalls, interceptCall } from './calls';
import { expect, test } from './shopTest';
import { visit } from './visit';

const cards = (page: Page) => page.getByRole('article');

const boxes = (locator: Locator) =>
  locator.evaluateAll((elements) =>
    elements.slice(0, 24).map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return [left, top, width, height].map(Math.round);
    }),
  );

for (const width of [360, 768, 1440, 1700]) {
  test(`M13: at ${width} px every card is where its skeleton was, also with the hint about hidden products`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/faq');
    const held = holdCalls();
    await interceptCall(page, 'Products', held.act);
    await visit(page, '/products');
    const bones = page.getByTestId('card-skeleton');
    await expect(bones).toHaveCount(24);
    const waiting = await boxes(bones);
    held.release();
    await expect(page.getByText(/above \$500 (is|are) hidden\.$/)).toBeVisible();
    expect(await boxes(cards(page))).toEqual(waiting);
    await page.getByRole('button', { name: 'Show them' }).click();
    await expect(page.getByText(/hidden\.$/)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Clear All' })).toBeVisible();
  });
}
