import type { Page } from '@playwright/test';

/** To another page without a document load, so that the browser itself makes its first call: it can be held back or failed. */
export async function visit(page: Page, path: string): Promise<void> {
  // Before that nobody listens to the history yet.
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);
}
