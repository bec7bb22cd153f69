import { EventReceiver } from '../server/testing/eventReceiver';
import { axeViolations } from './axe';
import { main } from './buyingParts';
import { demo, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

/** The shop sends due events every few seconds. */
const soon = { timeout: 20_000 };
const receiver = new EventReceiver();
test.afterAll(() => receiver.stop());

test('by keyboard an admin adds a webhook, receives a test event twice, pauses the webhook and deletes it', async ({
  page,
  problems,
}) => {
  const url = await receiver.start();
  await signIn(page, demo.admin);
  await page.goto('/dashboard/webhooks');
  const button = (name: string) => main(page).getByRole('button', { name, exact: true });
  const toast = (text: string) => expect(page.getByTestId('toast').filter({ hasText: text })).toBeVisible();
  await button('Add a webhook').press('Enter');
  await main(page).getByRole('textbox', { name: 'URL' }).fill('http://shop.example/hooks');
  await main(page).getByRole('checkbox', { name: 'Order placed' }).press('Space');
  await button('Add webhook').press('Enter');
  await expect(main(page).getByText('url must start with https://')).toBeVisible();
  problems.length = 0;
  await main(page).getByRole('textbox', { name: 'URL' }).fill(url);
  await button('Add webhook').press('Enter');
  const secret = await main(page).getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^whsec_\S{20,}$/);
  expect(await axeViolations(page)).toEqual([]);
  await button('Done').press('Enter');
  await expect(main(page).getByRole('textbox', { name: 'Secret' })).toBeHidden();
  await page.reload();
  const webhook = main(page).getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: url });
  await expect(webhook).toContainText('Active');
  expect(await page.content()).not.toContain(secret);

  const act = (name: string) => webhook.getByRole('button', { name, exact: true }).press('Enter');
  await act('Send test event');
  await toast('A test event is on its way');
  await expect.poll(() => receiver.types, soon).toEqual(['webhook.test']);
  const row = main(page).getByRole('row').filter({ hasText: url });
  const expectDelivered = () =>
    expect(async () => {
      await button('Reload').press('Enter');
      await expect(row).toContainText('Delivered', { timeout: 1_000 });
    }).toPass(soon);
  await expectDelivered();
  await expect(row).toContainText(/1 attempt · HTTP 204 · \d+ ms/);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 780 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await row.getByRole('button', { name: 'Send again' }).press('Enter');
  await toast('The event is on its way');
  await expect.poll(() => receiver.types, soon).toEqual(['webhook.test', 'webhook.test']);
  expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(1);
  await expectDelivered();

  await act('Pause');
  await expect(webhook).toContainText('Paused');
  await expect(webhook.getByRole('button', { name: 'Send test event' })).toBeHidden();
  await act('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete this webhook?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(webhook).toBeVisible();
  await act('Delete');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(webhook).toBeHidden();
  await expect(main(page).getByText('Nobody is told of anything yet.')).toBeVisible();
  await button('Reload').press('Enter');
  await expect(row).toBeHidden();
});
