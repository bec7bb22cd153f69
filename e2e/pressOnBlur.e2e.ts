import { field } from './accountPage';
import { expect, test } from './shopTest';

for (const [path, label, link] of [
  ['/contact', 'Message', 'Shipping'],
  ['/login', 'Password', 'Returns'],
] as const) {
  test(`${path}: a link that is clicked while ${label} is left empty navigates at the first click`, async ({
    page,
  }) => {
    await page.goto(path);
    await field(page, label).focus();
    const target = page.getByRole('contentinfo').getByRole('link', { name: link });
    const box = await target.boundingBox();
    if (!box) throw new Error('the link is not rendered');
    // Presses the upper edge, which the error text moves away first; Playwright's click would wait for a stable layout.
    const y = box.y + 2;
    await page.evaluate((top) => window.scrollTo(0, top), y - 300);
    const { x, y: top } = (await target.boundingBox()) ?? box;
    await page.mouse.move(x + 4, top + 2);
    await page.mouse.down();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(`/${link.toLowerCase()}$`));
  });
}
