import { matchRoutes } from 'react-router-dom';
import { pageTable } from '../server/pages/pageTable';
import { axeColorViolations, axeViolations } from './axe';
import { stateOfRoute } from './routeStates';
import { expect, expectNoSidewaysScroll, test } from './shopTest';
import { fits, settled, strayFonts } from './state';
import { states } from './states';

test.describe.configure({ mode: 'parallel', timeout: 120_000 });

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

const long = Boolean(process.env['KIOSK_LONG']);

/** KIOSK_LONG checks each state at every width in both schemes; otherwise one combination each, in rotation. */
const widthsOf = (all: readonly number[], place: number): readonly number[] =>
  long ? all : all.filter((_, index) => index === place % all.length);
const schemesOf = (place: number): readonly Scheme[] => (long ? schemes : [place % 4 < 2 ? 'light' : 'dark']);

const paths = pageTable.routes.filter(({ page }) => page !== undefined).map(({ path }) => path);
const routeAt = (url: string) =>
  matchRoutes(
    paths.map((path) => ({ path })),
    new URL(url).pathname,
  )?.at(-1)?.route.path;

test('E16: each page of the shop has a state', () => {
  expect(paths.filter((path) => !states.some(({ name }) => name === stateOfRoute[path]))).toEqual([]);
});

for (const [place, state] of states.entries()) {
  const fitting = [360, 1440].filter((width) => fits(state, width));
  const widths = widthsOf(fitting, place);
  const colorSchemes = schemesOf(place);
  const where = `at ${widths.join(' and ')} px, ${colorSchemes.join(' and ')}`;
  test(`E16: axe finds no violation on ${state.name} ${where}`, async ({ page, problems }) => {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: fitting[0] ?? 0, height: 900 });
    await state.open(page);
    if (Object.values(stateOfRoute).includes(state.name))
      expect(stateOfRoute[routeAt(page.url()) ?? '']).toBe(state.name);
    // All rows and cards are rendered alike: axe checks the first ones only, also of lists rendered anew.
    await page.evaluate(async () => {
      const sheet = new CSSStyleSheet();
      await sheet.replace(
        'tbody tr:nth-child(n + 5), main :has(> article) > :nth-child(n + 9) { display: none !important; }',
      );
      document.adoptedStyleSheets.push(sheet);
    });
    for (const width of fitting) {
      await page.setViewportSize({ width, height: 900 });
      let look = axeViolations;
      for (const colorScheme of widths.includes(width) ? colorSchemes : []) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
        await settled(page);
        // A button half covered by the sticky header would count as too small a target.
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        expect([width, colorScheme, await look(page)]).toEqual([width, colorScheme, []]);
        look = axeColorViolations;
      }
      await expectNoSidewaysScroll(page);
      expect(await strayFonts(page)).toEqual([]);
    }
    if (state.isFault) problems.length = 0;
  });
}
