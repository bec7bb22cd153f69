import type { Page } from '@playwright/test';

/** To another page without a document load, so that the browser itself makes its first call: it can be held back or failed. */
export async function visit(page: Page, path: string): Promise<void> {
  // Before React has drawn or taken over the page to its end, nobody listens to the history yet.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('footer') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}
