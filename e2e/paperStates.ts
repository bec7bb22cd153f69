import type { Page } from '@playwright/test';
import { main } from './buyingParts';
import { interceptCall } from './calls';
import { demo, signIn } from './shopper';
import { buyAsGuest } from './shopOrderParts';
import { signedIn } from './signedIn';
import type { State } from './state';

const paper = (page: Page, name: RegExp) => main(page).getByRole('article', { name }).waitFor();

/** A guest's order has an invoice only when its ten minutes of undo are over, so that this one is a demo shopper's. */
async function openGuestsInvoice(page: Page): Promise<void> {
  const number = 'K-D3M0-JW10';
  let papers: unknown;
  await interceptCall(page, 'OrderPapers', async (route) => {
    papers ??= await (await route.fetch()).json();
    await route.fulfill({ json: papers });
  });
  await openBuyersPaper(page, number, /^Invoice /);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/order/${number}/of-a-mail/invoice`);
  await paper(page, /^Invoice /);
}

async function openBuyersPaper(page: Page, order: string, link: RegExp): Promise<void> {
  await signedIn(page, page.request, demo.shopper);
  await page.goto(`/dashboard/orders/${order}`);
  await main(page).getByRole('link', { name: link }).click();
  await paper(page, link);
}

export const paperStates: readonly State[] = [
  {
    name: 'packing-slip',
    open: async (page) => {
      const number = await buyAsGuest(page);
      await signIn(page, demo.admin);
      await page.goto(`/dashboard/shopOrders/packing?numbers=${number}`);
      await main(page).getByRole('article').waitFor();
    },
  },
  { name: 'guests-invoice', open: openGuestsInvoice },
  { name: 'invoice', open: (page) => openBuyersPaper(page, 'K-D3M0-JW10', /^Invoice /) },
  { name: 'credit-note', open: (page) => openBuyersPaper(page, 'K-D3M0-7HN1', /^Credit note /) },
  {
    name: 'shop-invoice',
    open: async (page) => {
      await signedIn(page, page.request, demo.admin);
      await page.goto('/dashboard/shopOrders/K-D3M0-GT61/invoice');
      await paper(page, /^Invoice /);
    },
  },
];
