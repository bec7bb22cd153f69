import { lostTexts, setTextSpacing } from './largeText';
import { expect, expectNoSidewaysScroll, test } from './shopTest';
import { fits, settled } from './state';
import { states } from './states';

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

/** Only with KIOSK_LONG: each state is opened once more. */
for (const state of process.env['KIOSK_LONG'] ? states : []) {
  test(`all words of ${state.name} fit at twice the size, in a window of 320 px and with wide spacing`, async ({
    page,
    problems,
  }) => {
    const width = fits(state, 1440) ? 1440 : 360;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await state.open(page);
    if (fits(state, 320)) {
      await page.setViewportSize({ width: 320, height: 900 });
      await settled(page);
      await expectNoSidewaysScroll(page);
      expect(await lostTexts(page)).toEqual([]);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    await expectNoSidewaysScroll(page);
    expect(await lostTexts(page)).toEqual([]);
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
    await setTextSpacing(page);
    for (const each of [width, 360].filter((one) => fits(state, one))) {
      await page.setViewportSize({ width: each, height: 900 });
      await settled(page);
      await expectNoSidewaysScroll(page);
      expect(await lostTexts(page)).toEqual([]);
    }
    if (state.isFault) problems.length = 0;
  });
}
