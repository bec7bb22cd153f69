import { expect, test } from './shopTest';

test('the playground works without the internet: schema docs, an example, an account', async ({ page, baseURL }) => {
  const outside: string[] = [];
  await page.route('**/*', (route) => {
    const { hostname } = new URL(route.request().url());
    if (hostname === '127.0.0.1' || hostname === '') return route.continue();
    outside.push(route.request().url());
    return route.abort();
  });
  await page.goto('/playground');
  await expect(page.getByRole('heading', { name: 'Playground' })).toBeVisible();
  // GraphiQL ignores a run before its editors are mounted.
  await expect(page.locator('.graphiql-query-editor .view-lines')).toContainText('query');
  await expect(page.locator('.result-window .view-lines')).toBeAttached();
  await page.getByRole('button', { name: /execute query/i }).click();
  await expect(page.locator('.result-window')).toContainText('"Electronics"');

  await page
    .getByRole('button', { name: /documentation explorer/i })
    .first()
    .click();
  await page
    .getByRole('link', { name: 'Query', exact: true })
    .or(page.getByText('Query', { exact: true }))
    .first()
    .click();
  await expect(page.getByText('All read operations.').first()).toBeVisible();

  await page.getByLabel('Act as').selectOption('admin@kiosk.test');
  await expect(page.getByText('Signed in as admin@kiosk.test')).toBeVisible();
  await page.getByRole('button', { name: 'Counts', exact: true }).click();
  await page.getByRole('button', { name: /execute query/i }).click();
  await expect(page.locator('.result-window')).toContainText('"orders"');
  expect(outside).toEqual([]);
  expect(baseURL).toContain('127.0.0.1');
});
