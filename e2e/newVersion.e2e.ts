import type { Page } from '@playwright/test';
import { field } from './accountPage';
import { expectFault } from './faults';
import { expect, test } from './shopTest';
import { takenOver } from './visit';

/** Simulates a deployment: lazy files of the open page are gone, and new pages name another entry. `serve` ends it. */
async function deploy(page: Page, entry: string): Promise<{ documents: string[]; serve: () => void }> {
  const documents: string[] = [];
  let isNew = false;
  await page.route('**/assets/*', (route) =>
    isNew ? route.fallback() : route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }),
  );
  await page.route(
    ({ pathname }) => !/^\/(assets|api|graphql|pictures)\b|\.\w+$/.test(pathname),
    async (route) => {
      if (route.request().resourceType() === 'document') {
        documents.push(new URL(route.request().url()).pathname);
        return route.fallback();
      }
      const response = await route.fetch();
      const html = await response.text();
      await route.fulfill({ response, body: html.replaceAll(/\/assets\/index-[\w-]+\.js/g, entry) });
    },
  );
  return { documents, serve: () => (isNew = true) };
}

test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test.beforeEach(({ problems }) =>
  expectFault(problems, 'Failed to load resource', 'ModuleLoadError', 'could not be loaded'),
);

test('the next page after a deployment loads the new version, automatically and once', async ({ page }) => {
  await page.goto('/');
  const { documents, serve } = await deploy(page, '/assets/index-Other123.js');
  // The reload finds the new files.
  page.on('request', (request) => request.resourceType() === 'document' && serve());
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shipping' })).toBeVisible();
  await expect(page).toHaveURL(/\/shipping$/);
  expect(documents).toEqual(['/shipping']);
});

test('a reload that gets the old version shows an error, without a reload loop', async ({ page }) => {
  await page.goto('/products');
  const { documents } = await deploy(page, '/assets/index-Other123.js');
  // An old server answers the reload: its files exist, except those of the service pages.
  await page.unroute('**/assets/*');
  await page.route('**/assets/service-*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop Our Products');
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible();
  expect(documents).toEqual(['/faq']);
});

test('a chunk that is missing after a deployment keeps typed text, and the next page loads the new version', async ({
  page,
}) => {
  await page.goto('/contact');
  await takenOver(page);
  await field(page, 'Message').fill('Half a message');
  const { documents, serve } = await deploy(page, '/assets/index-Other123.js');
  await page.getByRole('button', { name: /^Cart/ }).click();
  await expect(page.getByText('The cart could not be loaded.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await expect(field(page, 'Message')).toHaveValue('Half a message');
  expect(documents).toEqual([]);
  page.on('request', (request) => request.resourceType() === 'document' && serve());
  // The home page is part of the first load, so none of its files is missing.
  await page.getByRole('banner').getByRole('link', { name: 'Kiosk' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Discover Amazing Products at Great Prices' })).toBeVisible();
  await expect.poll(() => documents).toEqual(['/']);
});
