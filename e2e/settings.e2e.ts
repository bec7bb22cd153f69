import { meet, refuse } from './calls';
import { ask, demo, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

test('M42: Settings show how the shop is configured and what people wrote, as plain text, and lead to the audit log', async ({
  page,
  request,
  problems,
}) => {
  const mark = crypto.randomUUID();
  const input = { name: 'Wim <b>Writer</b>', email: 'wim@example.com', message: `<i>${mark}</i>\nSecond line.` };
  const token = await signedIn(page, request, demo.admin);
  const query =
    'mutation($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }';
  await ask(request, token, query, { input });
  await meet(page, 'ContactMessages', refuse('Not now.'));
  await page.goto('/dashboard/settings');
  const main = page.getByRole('main');
  await expect(main.getByRole('alert')).toHaveText('Not now.');
  problems.length = 0;
  await page.unrouteAll();
  await main.getByRole('button', { name: 'Try again' }).click();
  const message = main.getByRole('table', { name: 'Messages' }).getByRole('row').filter({ hasText: mark });
  await expect(message.getByRole('cell').nth(1)).toHaveText('Wim <b>Writer</b>wim@example.com');
  await expect(message.getByRole('cell').nth(2)).toHaveText(input.message, { useInnerText: true });
  await expect(message.getByRole('link')).toHaveAttribute('href', 'mailto:wim@example.com');
  const configured = main.getByRole('region', { name: 'How this shop is configured' });
  for (const words of ['Demo: the embedded identity', 'On, at /playground', 'On orders over $50']) {
    await expect(configured).toContainText(words);
  }
  for (let at = 0; at < 24; at += 1)
    await ask(request, token, query, { input: { ...input, message: `Message ${at} of many.` } });
  await page.reload();
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(main.getByText(/^25–/)).toBeVisible();
  await expect(message).toHaveCount(1);
  await page.reload();
  await expect(main.getByText(/^25–/)).toBeVisible();
  await expect(message).toHaveCount(1);
  await main.getByRole('link', { name: 'Open the audit log' }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Audit log' })).toBeFocused();
});

test('the audit log tells who changed whom from what to what, by person, kind and day', async ({
  page,
  request,
  problems,
}) => {
  const { email } = await newShopper(request, 'Eve Elm');
  const token = await signedIn(page, request, demo.admin);
  const query = 'mutation($input: ChangeUserRoleInput!) { changeUserRole(input: $input) { user { id } } }';
  for (const role of ['ADMIN', 'USER']) await ask(request, token, query, { input: { email, role } });
  await page.goto('/dashboard/audit');
  const main = page.getByRole('main');
  const rows = main.locator('tbody').getByRole('row').filter({ hasText: email });
  await expect(rows).toHaveCount(2);
  const cells = ['', demo.admin.email, 'Changed a role', email, 'rolebefore: admin → after: user', 'Done', ''];
  for (const [at, words] of cells.entries()) {
    if (words) await expect(rows.first().getByRole('cell').nth(at)).toHaveText(words);
  }
  await main.getByRole('searchbox', { name: 'E-mail of the person' }).fill('admin@');
  await expect(main.getByText('Type the whole e-mail address of a person.')).toBeVisible();
  await main.getByRole('searchbox', { name: 'E-mail of the person' }).fill(demo.admin.email);
  await main.getByRole('combobox', { name: 'Kind' }).selectOption('Changed a role');
  await expect(page).toHaveURL(/person=admin%40kiosk\.test&kind=CHANGE_USER_ROLE$/);
  await expect(rows).toHaveCount(2);
  const day = await page.evaluate(() => new Date(Date.now() + 86_400_000).toLocaleDateString('sv'));
  await main.getByLabel('From').fill(day);
  await expect(main.getByText('No entries found')).toBeVisible();
  await meet(page, 'AuditEntries', refuse('The log is locked.'));
  await page.reload();
  await expect(main.getByRole('alert')).toHaveText('The log is locked.');
  problems.length = 0;
  await page.unrouteAll();
  await main.getByRole('button', { name: 'Reset' }).click();
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/\/dashboard\/audit$/);

  // The place of a page is kept too.
  for (let at = 0; at < 13; at += 1)
    for (const role of ['ADMIN', 'USER']) await ask(request, token, query, { input: { email, role } });
  await page.reload();
  await expect(rows).toHaveCount(24);
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(main.getByText(/^25–/)).toBeVisible();
  await expect(rows).toHaveCount(4);
  await page.reload();
  await expect(main.getByText(/^25–/)).toBeVisible();
  await expect(rows).toHaveCount(4);
  await page.goBack();
  await expect(rows).toHaveCount(24);
});
