import { axeColorViolations, axeViolations } from './axe';
import { expect, expectNoSidewaysScroll, test } from './shopTest';
import { fits, settled } from './state';
import { states } from './states';

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

for (const state of states) {
  const widths = [360, 1440].filter((width) => fits(state, width));
  test(`E16: axe finds nothing on ${state.name} at ${widths.join(' and ')} px, light and dark`, async ({
    page,
    problems,
  }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: widths[0] ?? 0, height: 900 });
    await state.open(page);
    // Every row and every card is rendered the same way: axe looks at the first ones only.
    await page.evaluate(() => {
      for (const row of document.querySelectorAll(
        'tbody tr:nth-child(n + 5), main :has(> article) > :nth-child(n + 9)',
      ))
        row.setAttribute('hidden', '');
    });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        await settled(page);
        const look = colorScheme === 'light' ? axeViolations : axeColorViolations;
        expect([width, colorScheme, await look(page)]).toEqual([width, colorScheme, []]);
      }
      await expectNoSidewaysScroll(page);
    }
    if (state.isFault) problems.length = 0;
  });
}
