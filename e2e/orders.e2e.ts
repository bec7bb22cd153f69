import { axeViolations } from './axe';
import { buyNow, fillCard, fillDelivery, main, placeOrder } from './buyingParts';
import { fill } from './cartParts';
import { accountMenu, newShopper, signIn } from './shopper';
import { expect, expectNoSidewaysScroll, test } from './shopTest';

const bottle = 'summit-steel-bottle';

test('C31 C32 C33 C36 a shopper undoes a purchase, finds its items in the cart, and buys it again', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await fill(request, shopper, bottle, bottle);
  await signIn(page, shopper);
  await page.goto('/checkout');
  await fillDelivery(page);
  await fillCard(page, '4242');
  await placeOrder(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /is placed$/ })).toBeVisible();
  await expect(page.getByTestId('cart-count')).toBeHidden();
  const box = main(page).getByRole('region', { name: 'Changed your mind?' });
  await expect(box.getByText(/^minutes left$/)).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await box.getByRole('button', { name: 'Undo purchase' }).click();
  await expect(main(page).getByText(/Nothing is charged\. 2 items are in your cart again\./)).toBeVisible();
  await expect(main(page).getByRole('alert')).toBeFocused();
  expect(await axeViolations(page)).toEqual([]);
  await page.reload();
  await expect(main(page).getByText('Purchase undone')).toBeVisible();
  await expect(main(page).getByRole('button', { name: 'Undo purchase' })).toBeHidden();
  await page.goto('/');
  await expect(page.getByTestId('cart-count')).toHaveText('2');
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Orders' }).click();
  const row = main(page).locator('tbody').getByRole('row').first();
  await expect(row.getByText('Cancelled')).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  await row.getByRole('link').click();
  await main(page).getByRole('button', { name: 'Buy again' }).click();
  await expect(main(page).getByText('2 items are in your cart.')).toBeVisible();
});

test('C33 C34 a guest undoes a purchase on a phone; ‘Find your order’ answers alike for known and unknown numbers', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 780 });
  await buyNow(page, bottle);
  await fillDelivery(page, 'anna@example.com');
  await fillCard(page, '4242');
  await placeOrder(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /is placed$/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await main(page).getByRole('button', { name: 'Undo purchase' }).click();
  await expect(main(page).getByText(/Your order is cancelled\. Nothing is charged\./)).toBeVisible();
  await expectNoSidewaysScroll(page);
  const [known = ''] = /K-\w{4}-\w{4}/.exec(page.url()) ?? [];
  for (const [number, email] of [
    [known, 'anna@example.com'],
    [known, 'nobody@example.com'],
    ['K-0000-0000', 'nobody@example.com'],
  ] as const) {
    await page.goto('/order/find');
    await main(page).getByLabel('Order number').fill(number);
    await main(page).getByLabel('Email').fill(email);
    await main(page).getByRole('button', { name: 'Send me the link' }).click();
    await expect(main(page).getByRole('status')).toHaveText('If the order exists, we have sent you a link.');
    await expect(main(page).getByRole('alert')).toHaveCount(1);
  }
  await expectNoSidewaysScroll(page);
  expect(await axeViolations(page)).toEqual([]);
});
