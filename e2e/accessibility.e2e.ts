import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './shopTest';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

for (const path of ['/', '/products', '/login', '/register', '/no-such-page']) {
  for (const width of [360, 1440]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`axe finds nothing on ${path} at ${width} px, ${colorScheme}`, async ({ page, problems }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        if (path === '/' || path === '/products') await expect(page.getByRole('article').first()).toBeVisible();
        const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        if (path === '/no-such-page') problems.length = 0;
      });
    }
  }
}
