import type { APIRequestContext, Page } from '@playwright/test';
import { buyNow, fillCard, fillDelivery, main, placeOrder } from './buyingParts';
import { ask } from './shopper';

/** Buys as a guest; returns the order number. */
export async function buyAsGuest(page: Page, slug = 'summit-steel-bottle'): Promise<string> {
  await buyNow(page, slug);
  await fillDelivery(page, 'anna@example.com');
  await fillCard(page, '4242');
  await placeOrder(page).click();
  const heading = main(page).getByRole('heading', { level: 1, name: /is placed$/ });
  await heading.waitFor();
  return /K-\w{4}-\w{4}/.exec((await heading.textContent()) ?? '')?.[0] ?? '';
}

interface Found {
  readonly orders: { readonly nodes: readonly { readonly number: string }[] };
}

/** The oldest paid and unshipped order of the demo shop. */
export async function paidOrder(request: APIRequestContext, adminToken: string): Promise<string> {
  const query =
    '{ orders(filter: { paymentStatus: PAID, fulfillmentStatus: UNFULFILLED }, sort: OLDEST, first: 1) { nodes { number } } }';
  const { orders } = await ask<Found>(request, adminToken, query);
  return orders.nodes[0]?.number ?? '';
}

export async function openShopOrder(page: Page, number: string): Promise<void> {
  await page.goto(`/dashboard/shopOrders/${number}`);
  await main(page)
    .getByRole('heading', { level: 1, name: `Order ${number}` })
    .waitFor();
}
