import { expect, type Page } from '@playwright/test';

export const main = (page: Page) => page.getByRole('main');
export const placeOrder = (page: Page) => main(page).getByRole('button', { name: /^Place order/ });

/** Starts a checkout from a product page without an account. */
export async function buyNow(page: Page, slug: string): Promise<void> {
  await page.goto(`/products/${slug}`);
  await page.getByRole('button', { name: /^Buy now: / }).click();
  await page.waitForURL(/\/checkout\/\w+$/);
  await main(page).getByLabel('Email').waitFor();
}

const typed = {
  'Full name': 'Anna Meyer',
  Address: '212 Alder Street',
  City: 'San Jose',
  'ZIP code': '95112',
};

/** Fills in contact and address, and waits for tax and delivery. */
export async function fillDelivery(page: Page, email?: string): Promise<void> {
  if (email !== undefined) await main(page).getByLabel('Email').fill(email);
  await main(page).getByLabel('Country').selectOption('US');
  for (const [label, value] of Object.entries(typed)) await main(page).getByLabel(label, { exact: true }).fill(value);
  await main(page).getByLabel('State').selectOption('CA');
  await expect(main(page).getByText('Tax, California')).toBeVisible();
  await expect(main(page).getByText(/^To Anna Meyer, .+ CA 95112\.$/)).toBeVisible();
}

/** Selects a test card by its last digits, also one of the collapsed list. */
export async function fillCard(page: Page, last4: string): Promise<void> {
  const card = main(page).getByRole('button', { name: `…${last4}` });
  if ((await card.count()) === 0) await main(page).getByRole('button', { name: 'All test cards' }).click();
  await card.click();
}
