import type { APIRequestContext, Page } from '@playwright/test';
import { holdUp, meet, refuse, watchCalls } from './calls';
import { cartButton, drawer, fill } from './cartParts';
import { expectFault } from './faults';
import { ask, demo, discard, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('tbody').getByRole('row');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const cells = (page: Page, name: string) => row(page, name).getByRole('cell');
const dialog = (page: Page) => page.getByRole('alertdialog');
const question = 'Are you sure you want to delete this product?';

async function create(request: APIRequestContext, token: string, input: object) {
  const { createProduct } = await ask<{ createProduct: { product: { id: string; slug: string } } }>(
    request,
    token,
    'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }',
    { input },
  );
  return createProduct.product;
}

test('M36 M37 M66: the own list: loading, error, empty, the columns, the formats, and page after page by the address', async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  await signedIn(page, request, shopper);
  const items = holdUp();
  await meet(page, 'StoreItems', items.act);
  await page.goto('/dashboard/userProduct');
  await expect(main(page).getByText('Loading products...')).toBeVisible();
  items.release();
  await expect(main(page).getByText('No products found')).toBeVisible();
  await expect(main(page).getByRole('link', { name: 'Add Product' })).toHaveAttribute('href', '/dashboard/addProduct');

  await page.unrouteAll();
  await meet(page, 'StoreItems', refuse('The stockroom is locked.'));
  await page.reload();
  await expect(main(page).getByRole('alert')).toHaveText('The stockroom is locked.');
  await page.unrouteAll();
  await meet(page, 'StoreItems', (route) => route.abort());
  await page.reload();
  await expect(main(page).getByRole('alert')).toHaveText('Failed to load products');
  await page.unrouteAll();
  problems.length = 0;

  const { token } = shopper;
  const plain = await create(request, token, { name: 'Plain mug', price: 7, inStock: false });
  const photos = ['/pictures/harbour-canvas-tote-1-800.avif', '/pictures/none.avif'];
  const fine = await create(request, token, {
    name: 'Fine mug',
    price: 1299.5,
    discount: 12.5,
    categories: ['Home', 'Kitchen'],
    photos,
  });
  await fill(request, shopper, ...Array.from({ length: 24 }, () => 'summit-steel-bottle'));
  await main(page).getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(24);
  const headings = ['Name', 'Photos', 'Price', 'Discount', 'Categories', 'Stock', 'Date', 'Actions'];
  await expect(main(page).getByRole('columnheader')).toHaveText(headings);
  await expect(main(page).getByText('1–24 of 26')).toBeVisible();
  await expect(rows(page).first().getByRole('link')).toHaveCount(1);
  await expect(cells(page, 'Summit Steel Bottle').nth(7)).toHaveText('In a cartDelete');
  await expect(main(page).getByText(/^In a cart: not a product of the shop, but a copy in your cart/)).toBeVisible();

  await main(page).getByRole('button', { name: 'Next' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(main(page).getByText('25–26 of 26')).toBeVisible();
  const today = await page.evaluate(() => new Date().toLocaleDateString());
  await expect(cells(page, 'Fine mug')).toHaveText([
    'Fine mug',
    '',
    '$1,299.50',
    '12.5%',
    'Home, Kitchen',
    'In Stock',
    today,
    'Delete',
  ]);
  await expect(cells(page, 'Plain mug')).toHaveText([
    'Plain mug',
    '',
    '$7.00',
    '-',
    '-',
    'Out of Stock',
    today,
    'Delete',
  ]);
  await expect(row(page, 'Fine mug').getByRole('img')).toHaveAttribute('src', photos[0] ?? '');
  const placeholder = row(page, 'Plain mug').getByRole('img');
  await expect(placeholder).toHaveAttribute('src', '/placeholder-50x50.svg');
  expect(
    await placeholder.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.width, image.height]),
  ).toEqual([50, 50, 50]);
  await expect(row(page, 'Fine mug').getByRole('link', { name: 'Edit' })).toHaveAttribute(
    'href',
    '/dashboard/editProduct/fine-mug',
  );
  await expect(row(page, 'Fine mug').getByRole('link', { name: 'Duplicate' })).toHaveAttribute(
    'href',
    '/dashboard/createProduct?from=fine-mug',
  );

  await page.reload();
  await expect(main(page).getByText('25–26 of 26')).toBeVisible();
  await page.goBack();
  await expect(main(page).getByText('1–24 of 26')).toBeVisible();
  await page.goForward();
  await expect(main(page).getByText('25–26 of 26')).toBeVisible();
  await main(page).getByRole('button', { name: 'Previous' }).click();
  await expect(main(page).getByText('1–24 of 26')).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');

  // What the cart drawer takes out and brings back. The page behind it has no roles meanwhile.
  const behind = page.locator('main');
  await cartButton(page).click();
  await drawer(page).getByRole('button', { name: 'Remove Summit Steel Bottle' }).first().click();
  await expect(behind.getByText('1–23 of 25')).toBeVisible();
  await expect(behind.locator('tbody tr')).toHaveCount(23);
  await drawer(page).getByRole('button', { name: 'Undo removing Summit Steel Bottle' }).click();
  await expect(behind.getByText('1–24 of 26')).toBeVisible();
  await expect(behind.locator('tbody tr')).toHaveCount(24);
  for (const { id } of [plain, fine]) await discard(request, shopper, id);
});

test('M39 M68 M65: an own product is deleted after the question, not before and not on Cancel; a failure says so', async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  await create(request, shopper.token, { name: 'First mug', price: 7 });
  const second = await create(request, shopper.token, { name: 'Second mug', price: 7 });
  await signedIn(page, request, shopper);
  await page.goto('/dashboard/userProduct');
  const calls = watchCalls(page);
  const remove = row(page, 'First mug').getByRole('button', { name: 'Delete' });
  await remove.click();
  await expect(dialog(page)).toContainText(question);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  expect(calls).not.toContain('DeleteStoreItem');
  await expect(rows(page)).toHaveCount(2);

  await meet(page, 'DeleteStoreItem', (route) => route.abort());
  await remove.click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Failed to delete product!')).toBeVisible();
  await expect(row(page, 'First mug')).toBeVisible();
  await page.unrouteAll();
  problems.length = 0;

  await remove.click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Product deleted successfully!')).toBeVisible();
  await expect(row(page, 'First mug')).toHaveCount(0);
  await expect(row(page, 'Second mug')).toHaveCount(1);
  await expect(main(page).getByText('1–1 of 1')).toBeVisible();
  await discard(request, shopper, second.id);
});

test('M39: a deletion is undone within ten minutes, over a reload too: the very record in its place, several one by one, a taken slug told', async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  const { token } = shopper;
  const made: string[] = [];
  for (const name of ['Left mug', 'Middle mug', 'Right mug'])
    made.push((await create(request, token, { name, price: 7 })).id);
  const fields = 'id name slug price createdAt email ... on Product { version }';
  const stored = () =>
    ask<{ storeItems: { nodes: { id: string; name: string }[] } }>(
      request,
      token,
      `{ storeItems(email: "${shopper.email}") { nodes { ${fields} } } }`,
    );
  const before = await stored();
  await signedIn(page, request, shopper);
  await page.clock.install();
  await page.goto('/dashboard/userProduct');
  const remove = async (name: string) => {
    await row(page, name).getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(row(page, name)).toHaveCount(0);
  };
  const undos = main(page).getByRole('list', { name: 'Deleted' }).getByRole('listitem');
  const undo = (name: string) => undos.filter({ hasText: name }).getByRole('button', { name: 'Undo', exact: true });

  await remove('Middle mug');
  await expect(undo('Middle mug')).toBeFocused();
  await remove('Left mug');
  await expect(undos).toHaveText([/^Deleted "Left mug"/, /^Deleted "Middle mug"/]);
  await undo('Middle mug').click();
  await expect(rows(page)).toHaveText([/^Right mug/, /^Middle mug/]);
  await expect(page.getByText('Product restored')).toBeVisible();
  await expect(undos).toHaveCount(1);

  // By somebody else, meanwhile.
  const thief = await create(request, token, { name: 'Other mug', slug: 'left-mug', price: 9 });
  await undo('Left mug').click();
  await expect(undos.getByRole('alert')).toHaveText('"Left mug": This slug is taken.');
  expectFault(problems, '409');
  await discard(request, shopper, thief.id);
  await undo('Left mug').press('Enter');
  await expect(rows(page)).toHaveText([/^Right mug/, /^Middle mug/, /^Left mug/]);
  await expect(undos).toHaveCount(0);
  await expect(main(page).getByText('1–3 of 3')).toBeVisible();
  expect(await stored()).toEqual(before);

  await remove('Right mug');
  await page.clock.runFor(5 * 60_000);
  await expect(undo('Right mug')).toBeVisible();
  await page.reload();
  await expect(undo('Right mug')).toBeVisible();
  await page.clock.runFor(4 * 60_000);
  await expect(undo('Right mug')).toBeVisible();
  await page.clock.runFor(61_000);
  await expect(undos).toHaveCount(0);
  for (const id of made.slice(0, 2)) await discard(request, shopper, id);
});

for (const [timezoneId, locale] of [
  ['Pacific/Kiritimati', 'en-US'],
  ['Pacific/Pago_Pago', 'de-DE'],
] as const) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId, locale });

    test(`M37 M38: everybody's list with its e-mails, and the date filter by the calendar of ${timezoneId}`, async ({
      page,
      request,
    }) => {
      const token = await signedIn(page, request, demo.admin);
      const { storeItems } = await ask<{ storeItems: { nodes: { name: string; createdAt: string; email: string }[] } }>(
        request,
        token,
        '{ storeItems(first: 100) { nodes { name createdAt email } } }',
      );
      const dayOf = (createdAt: string) => new Date(createdAt).toLocaleDateString('sv-SE', { timeZone: timezoneId });
      const allOf = (day: string) => storeItems.nodes.filter(({ createdAt }) => dayOf(createdAt) === day);
      // The demo shop's products are a day apart; what other tests made is of today.
      const day = storeItems.nodes.map(({ createdAt }) => dayOf(createdAt)).find((each) => allOf(each).length < 10);
      if (day === undefined) throw new Error('the demo shop has products');
      const ofDay = allOf(day);

      await page.goto('/dashboard/AdminProduct');
      const headings = ['Name', 'Photo', 'Price', 'Discount', 'Categories', 'Stock', 'User Email', 'Date', 'Actions'];
      // The first one has the box that selects all.
      await expect(main(page).getByRole('columnheader')).toHaveText(['', ...headings]);
      await expect(rows(page)).toHaveCount(24);
      const filter = main(page).getByLabel('Filter by Date');
      await filter.fill(day);
      await expect(rows(page)).toHaveCount(ofDay.length);
      for (const { name, email, createdAt } of ofDay) {
        const date = new Date(createdAt).toLocaleDateString(locale, { timeZone: timezoneId });
        await expect(row(page, name)).toContainText(email);
        await expect(row(page, name)).toContainText(date);
      }
      await page.reload();
      await expect(filter).toHaveValue(day);
      await expect(rows(page)).toHaveCount(ofDay.length);
      await filter.fill('1999-12-31');
      await expect(main(page).getByText('No products found')).toBeVisible();
      await page.goBack();
      await expect(filter).toHaveValue(day);
      await main(page).getByRole('button', { name: 'Reset' }).click();
      await expect(filter).toHaveValue('');
      await expect(rows(page)).toHaveCount(24);
    });
  });
}

test('M39 M68: bulk actions: what is selected, one question, chunks with progress, a result for each row, one undo for all', async ({
  page,
  request,
  problems,
}) => {
  const shopper = await newShopper(request);
  const made = [];
  for (const name of ['Left cup', 'Right cup']) made.push(await create(request, shopper.token, { name, price: 7 }));
  await fill(request, shopper, ...Array.from({ length: 28 }, () => 'summit-steel-bottle'));
  const calls = watchCalls(page);
  const bulkCalls = () => calls.filter((name) => name === 'BulkUpdateProducts').length;
  await signedIn(page, request, demo.admin);
  await page.goto('/dashboard/AdminProduct');
  await expect(rows(page)).toHaveCount(24);
  const bar = main(page).getByRole('group', { name: 'Selected products' });
  const act = (name: string) => bar.getByRole('button', { name, exact: true }).click();
  const all = main(page).getByRole('checkbox', { name: 'Select all rows of this page' });
  await all.check();
  await expect(bar).toContainText('24 selected');
  await bar.getByRole('button', { name: 'Clear selection' }).click();
  await expect(bar).toHaveCount(0);
  await all.check();
  await main(page).getByRole('button', { name: 'Next' }).click();
  for (const name of ['Left cup', 'Right cup']) await row(page, name).getByRole('checkbox').check();
  await rows(page).first().getByRole('checkbox').check();
  await expect(bar).toContainText('27 selected');

  await act('Deactivate');
  const report = main(page).getByRole('alert');
  await expect(report).toHaveText('Deactivated: 2 of 27 products, 25 failed');
  expect(bulkCalls()).toBe(2);
  await expect(row(page, 'Left cup')).toContainText('Inactive');
  await expect(row(page, 'Left cup')).toContainText('Deactivated');
  const reason = 'A store entry has neither status nor stock of its own.';
  await expect(rows(page).first()).toContainText(reason);
  await expect(main(page).getByRole('list', { name: 'What failed' }).getByRole('listitem')).toHaveCount(25);
  await expect(bar).toContainText('25 selected');
  await main(page).getByRole('button', { name: 'Close the report' }).click();
  await expect(report).toHaveCount(0);
  await bar.getByRole('button', { name: 'Clear selection' }).click();

  for (const [action, words] of [
    ['Activate', 'Activated'],
    ['Out of stock', 'Out of Stock'],
    ['In stock', 'In Stock'],
  ] as const) {
    for (const name of ['Left cup', 'Right cup']) await row(page, name).getByRole('checkbox').check();
    await act(action);
    for (const name of ['Left cup', 'Right cup']) await expect(row(page, name)).toContainText(words);
  }
  await expect(row(page, 'Left cup')).not.toContainText('Inactive');

  for (const name of ['Left cup', 'Right cup']) await row(page, name).getByRole('checkbox').check();
  await main(page).getByRole('button', { name: 'Previous' }).click();
  await all.check();
  const second = holdUp();
  const before = bulkCalls();
  await meet(page, 'BulkUpdateProducts', async (route) => {
    if (bulkCalls() === before + 1) return route.fallback();
    await second.opened;
    return route.abort();
  });
  await act('Delete');
  await expect(dialog(page)).toContainText(question);
  await expect(dialog(page)).toContainText('26 products are selected.');
  expect(bulkCalls()).toBe(before);
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  await expect(main(page).getByText('Deleting: 25 of 26')).toBeVisible();
  second.release();
  await expect(report).toHaveText('Deleted: 25 of 26 products, 1 failed');
  await expect(bar).toContainText('1 selected');
  problems.length = 0;
  const undo = main(page).getByRole('list', { name: 'Deleted' }).getByRole('listitem');
  await expect(undo).toContainText('Deleted 25 products');
  await undo.getByRole('button', { name: 'Undo' }).click();
  // A call for each of them.
  await expect(page.getByText('25 products restored')).toBeVisible({ timeout: 30_000 });
  await expect(report).toHaveCount(0);
  await main(page).getByRole('button', { name: 'Next' }).click();
  for (const name of ['Left cup', 'Right cup']) await expect(row(page, name)).toHaveCount(1);
  for (const { id } of made) await discard(request, shopper, id);
});

test('M37: search and sort of everybody’s list run on the server, stay in the address, and begin at the first page', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  const word = crypto.randomUUID().slice(0, 8);
  const made = [];
  for (const [name, price] of [
    ['Beta', 30],
    ['alpha', 20],
    ['Gamma', 10],
  ] as const)
    made.push(await create(request, shopper.token, { name: `${name} ${word}`, price }));
  const names = (...of: string[]) => of.map((name) => new RegExp(`^${name} ${word}`));
  await signedIn(page, request, demo.admin);
  // A small notebook has room for all the columns.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/dashboard/AdminProduct');
  await expect(rows(page)).not.toHaveCount(0);
  const [room, table] = await page
    .locator('.table-box')
    .evaluate((box) => [box.clientWidth, box.querySelector('table')?.scrollWidth]);
  expect(table).toBe(room);
  await main(page).getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/before=24/);
  const search = main(page).getByRole('searchbox', { name: 'Search name or e-mail' });
  await search.fill(word.toUpperCase());
  await expect(rows(page)).toHaveText(names('Gamma', 'alpha', 'Beta'));
  await expect(page).not.toHaveURL(/before=/);
  const heading = (name: string) => main(page).getByRole('columnheader', { name });
  await heading('Name').getByRole('button').click();
  await expect(rows(page)).toHaveText(names('alpha', 'Beta', 'Gamma'));
  await expect(heading('Name')).toHaveAttribute('aria-sort', 'ascending');
  await heading('Price').getByRole('button').press('Enter');
  await expect(rows(page)).toHaveText(names('Gamma', 'alpha', 'Beta'));
  await heading('Price').getByRole('button').press('Enter');
  await expect(rows(page)).toHaveText(names('Beta', 'alpha', 'Gamma'));
  await expect(heading('Price')).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await expect(rows(page)).toHaveText(names('Beta', 'alpha', 'Gamma'));
  await page.goBack();
  await page.goBack();
  await expect(rows(page)).toHaveText(names('alpha', 'Beta', 'Gamma'));
  await search.fill(shopper.email);
  await search.press('Enter');
  await expect(rows(page)).toHaveText(names('alpha', 'Beta', 'Gamma'));
  await page.setViewportSize({ width: 360, height: 780 });
  await main(page).getByLabel('Sort by').selectOption('Oldest');
  await expect(rows(page)).toHaveText(names('Beta', 'alpha', 'Gamma'));
  await search.fill('no such thing');
  await expect(main(page).getByText('No products found')).toBeVisible();
  for (const { id } of made) await discard(request, shopper, id);
});
