import type { Page } from '@playwright/test';

/** Until React has rendered the page, or hydrated all of the server's markup. */
export async function takenOver(page: Page, timeout = 30_000): Promise<void> {
  await page.waitForFunction(
    () =>
      // What was done before has been done again.
      !('__early' in window) &&
      ['main h1', 'footer'].every((part) =>
        Object.keys(document.querySelector(part) ?? {}).some((key) => key.startsWith('__reactFiber')),
      ),
    undefined,
    { timeout },
  );
}

/** To another page without a document load, so that the browser itself makes its first call: it can be held back or failed. */
export async function visit(page: Page, path: string): Promise<void> {
  // Before that nobody listens to the history.
  await takenOver(page);
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

/** On a product's page down to the end, where what goes with it is loaded. */
export async function scrollToRelated(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page
    .getByRole('region', { name: /^More in/ })
    .getByRole('article')
    .first()
    .waitFor();
}
