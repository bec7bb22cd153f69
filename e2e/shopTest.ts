import { test as base, expect } from '@playwright/test';

interface Watch {
  /** Console errors and policy violations so far; a test that causes a fault empties it. */
  problems: string[];
}

/** Every test fails on a console error, an uncaught exception or a CSP violation that it did not ask for. */
export const test = base.extend<Watch>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  baseURL: async ({}, use) => use(process.env.KIOSK_URL),
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
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
