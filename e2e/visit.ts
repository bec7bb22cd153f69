import type { Page } from '@playwright/test';

/** Waits until React has rendered the page or hydrated all of the server's markup. */
export async function takenOver(page: Page, timeout = 30_000): Promise<void> {
  await page.waitForFunction(
    () =>
      // The early actions have been replayed.
      !('__early' in window) &&
      ['main h1', 'footer'].every((part) =>
        Object.keys(document.querySelector(part) ?? {}).some((key) => key.startsWith('__reactFiber')),
      ),
    undefined,
    { timeout },
  );
}

/** Navigates without a document load, so that the browser's first call can be held or failed. */
export async function visit(page: Page, path: string): Promise<void> {
  // The router listens to the history only after hydration.
  await takenOver(page);
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}

/** Scrolls a product page to its end, where the related products are loaded. */
export async function scrollToRelated(page: Page): Promise<void> {
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page
    .getByRole('region', { name: /^More in/ })
    .getByRole('article')
    .first()
    .waitFor();
}
