import { test as base, expect, type Page } from '@playwright/test';
import { unexpected } from './faults';
import { shopkeeper } from './shopApi';
import { shopUrl } from './startShops';
import { takenOver } from './visit';

interface Watch {
  /** Creates products for the test and always deletes them at its end. */
  keeper: Awaited<ReturnType<typeof shopkeeper>>;
  /** 'off': the first screen requests its data itself, for tests of its loading and failure. */
  htmlData: 'on' | 'off';
  /** Console errors and CSP violations so far; a test that causes a fault empties it. */
  problems: string[];
}

/** Fails every test on an unexpected console error, uncaught exception or CSP violation. */
export const test = base.extend<Watch>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  baseURL: async ({}, use, { parallelIndex }) => use(shopUrl(parallelIndex)),
  htmlData: ['on', { option: true }],
  page: async ({ page, htmlData, javaScriptEnabled }, use) => {
    if (htmlData === 'off') await withoutHtmlData(page);
    if (javaScriptEnabled !== false) waitForTakingOver(page);
    await use(page);
  },
  keeper: [
    async ({ request }, use) => {
      const keeper = await shopkeeper(request);
      await use(keeper);
      await keeper.clear();
    },
    { timeout: 60_000 },
  ],
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
      await page.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
          console.error(`CSP ${violatedDirective} ${blockedURI}`),
        ),
      );
      await use(problems);
      expect(unexpected(problems)).toEqual([]);
    },
    { auto: true },
  ],
});

/** `goto` waits for hydration. Tests of what can be done before hydration open pages with `waitUntil: 'commit'`. */
function waitForTakingOver(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    const isDrawn = options?.waitUntil !== 'commit' && (await page.locator('script[type="later"]').count()) > 0;
    // A test may hold the scripts.
    if (isDrawn) await takenOver(page, 3_000).catch(() => undefined);
    return response;
  };
}

/** Does what HTML_DATA=off does, for the pages of one test. */
async function withoutHtmlData(page: Page): Promise<void> {
  const isPage = ({ pathname }: URL) => !/\.\w+$|^\/(api|graphql)\b/.test(pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/<script[^>]*id="page-data">.*?<\/script>/s, '') });
  });
}

/** Polls, because the layout follows a new width with a delay. */
export const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

export { expect };
