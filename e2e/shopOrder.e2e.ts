import { axeViolations } from './axe';
import { main } from './buyingParts';
import { signedIn } from './signedIn';
import { buyAsGuest, openShopOrder, paidOrder } from './shopOrderParts';
import { demo } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

test('C42 an admin ships an order with a tracking number, undoes the shipment, ships again and corrects the number', async ({
  page,
  request,
}) => {
  const token = await signedIn(page, request, demo.admin);
  await openShopOrder(page, await paidOrder(request, token));
  const ship = main(page).getByRole('region', { name: 'Ship', exact: true });
  await ship.getByLabel('Carrier').selectOption('UPS');
  await ship.getByLabel('Tracking number').fill('1Z 999');
  await expect(ship.getByText('Link for the buyer: ups.com')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const parcel = main(page).getByRole('list', { name: 'Parcels' }).getByRole('listitem').first();
  await expect(parcel).toBeFocused();
  await expect(parcel.getByRole('link', { name: 'UPS 1Z 999' })).toHaveAttribute('href', /tracknum=1Z999$/);
  await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
  const again = ship.getByRole('button', { name: /^Ship \d+ pieces?$/ });
  await expect(again).toBeEnabled();
  await ship.getByLabel('Carrier').selectOption('UPS');
  await ship.getByLabel('Tracking number').fill('1Z 999');
  await again.click();
  await main(page).getByRole('button', { name: 'Correct parcel 1' }).click();
  const form = main(page).getByRole('form', { name: 'Correct the shipment' });
  await form.getByLabel('Tracking number').fill('1Z 888');
  await page.keyboard.press('Enter');
  await expect(parcel.getByRole('link', { name: 'UPS 1Z 888' })).toHaveAttribute('href', /tracknum=1Z888$/);
  await page.setViewportSize({ width: 320, height: 780 });
  await expectNoSidewaysScroll(page);
  expect(await axeViolations(page)).toEqual([]);
});

test('C33 C46 C47 an admin cancels an order that the buyer can still undo, and the payment is voided', async ({
  page,
  request,
}) => {
  const number = await buyAsGuest(page);
  await signedIn(page, request, demo.admin);
  await openShopOrder(page, number);
  await expect(main(page).getByText(/^Its buyer can undo the purchase until /)).toBeVisible();
  await main(page).getByLabel('Note for admins').fill('Call first');
  await main(page).getByRole('button', { name: 'Add note' }).click();
  await expect(main(page).getByRole('list', { name: 'Timeline' }).getByText('Call first')).toBeVisible();
  await main(page).getByRole('button', { name: 'Cancel order' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText(/is voided: nothing is charged, and 1 piece goes back on sale/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expect(main(page).getByText(/was voided: nothing was charged/)).toBeVisible();
  await expect(main(page).getByTestId('kept')).toHaveText('$0.00');
  expect(await axeViolations(page)).toEqual([]);
  await page.reload();
  await expect(main(page).getByRole('heading', { name: 'Cancelled' })).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Cancel order' })).toBeHidden();
});
