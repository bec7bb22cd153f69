import { axeViolations } from './axe';
import { expect, test } from './shopTest';
import { states } from './states';

for (const { name, open, only, isFault } of states.filter(({ inPlace }) => !inPlace)) {
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

for (const { name, open, isFault } of states.filter(({ inPlace }) => inPlace)) {
  test(`E16: axe finds nothing on ${name} at 360 and 1440 px, light and dark`, async ({ page, problems }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await open(page);
    // Every row is drawn the same way: axe looks at the first ones only.
    await page.evaluate(() => {
      for (const row of document.querySelectorAll('tbody tr:nth-child(n + 5)')) row.setAttribute('hidden', '');
    });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        expect([width, colorScheme, await axeViolations(page)]).toEqual([width, colorScheme, []]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    if (isFault) problems.length = 0;
  });
}
