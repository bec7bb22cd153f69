import { axeViolations } from './axe';
import { expect, test } from './shopTest';
import { states } from './states';

for (const { name, open, only, isFault } of states) {
  for (const width of [360, 1440]) {
    if (only !== undefined && (only === 'phone') !== width < 900) continue;
    test(`E16: axe finds nothing on ${name} at ${width} px, light and dark`, async ({ page, problems }) => {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      expect(await axeViolations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      if (isFault) problems.length = 0;
    });
  }
}
