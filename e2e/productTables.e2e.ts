import type { APIRequestContext, Page } from '@playwright/test';
import { expectFault } from './faults';
import { ask, demo, discard, newShopper } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';
import { signedIn } from './signedIn';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('tbody').getByRole('row');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('alertdialog');

async function create(request: APIRequestContext, token: string, input: object) {
  const { createProduct } = await ask<{ createProduct: { product: { id: string; slug: string } } }>(
    request,
    token,
    'mutation($input: CreateProductInput!) { createProduct(input: $input) { product { id slug } } }',
    { input },
  );
  return createProduct.product;
}

test('M39: deletions can be undone for ten minutes, one by one, also after a reload; a taken slug is reported', async ({
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

  // Meanwhile the slug is taken.
  const thief = await create(request, token, { name: 'Other mug', slug: 'left-mug', price: 9 });
  await undo('Left mug').click();
  await expect(undos.getByRole('alert')).toHaveText('"Left mug": This slug is taken.');
  expectFault(problems, '409');
  await discard(request, shopper, thief.id);
  await expect(undo('Left mug')).toBeEnabled();
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

    test(`M37 M38: the admin's list with its e-mails, and the date filter by the calendar of ${timezoneId}`, async ({
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
      // The demo products are a day apart and older than those of other tests; the last day may exceed the page.
      const day = [...new Set(storeItems.nodes.map(({ createdAt }) => dayOf(createdAt)))].at(-2);
      if (day === undefined) throw new Error('the demo shop has products');
      const ofDay = allOf(day);

      await page.goto('/dashboard/AdminProduct');
      const headings = ['Name', 'Photo', 'Price', 'Discount', 'Categories', 'Stock', 'User Email', 'Date', 'Actions'];
      // The first column has the checkbox that selects all.
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
      await filter.press('Backspace');
      await expect(filter).toHaveValue('');
      await filter.blur();
      await expect(filter).toHaveValue(day);
      await main(page).getByRole('button', { name: 'Reset' }).click();
      await expect(filter).toHaveValue('');
      await expect(rows(page)).toHaveCount(24);

      const isPartial = () => filter.evaluate((input: HTMLInputElement) => input.validity.badInput);
      await filter.press('1');
      expect(await isPartial()).toBe(true);
      await filter.blur();
      await expect.poll(isPartial).toBe(false);
    });
  });
}

test('M37: search and sort of the admin’s list run on the server, stay in the URL, and reset to the first page', async ({
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
  // At 1280 px all columns fit.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/dashboard/AdminProduct');
  await expect(rows(page)).not.toHaveCount(0);
  const [room, table] = await page
    .getByRole('table')
    .evaluate((list) => [list.parentElement?.clientWidth, list.scrollWidth]);
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
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await search.fill('no such thing');
  await expect(main(page).getByText('No products found')).toBeVisible();
  for (const { id } of made) await discard(request, shopper, id);
});
