import type { Page, Route } from '@playwright/test';
import { holdCalls, interceptCall, refuse, sentCall } from './calls';
import { demo } from './shopper';
import { signedIn } from './signedIn';
import { type State, withPatience } from './state';

const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).locator('tbody').getByRole('row');

async function openList(page: Page, search = ''): Promise<void> {
  await signedIn(page, page.request, demo.admin);
  await page.goto(`/dashboard/shopOrders${search}`);
}

async function openRows(page: Page): Promise<void> {
  await openList(page);
  await rows(page).first().getByRole('link').waitFor();
}

async function select(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await rows(page).nth(at).getByRole('checkbox').check();
}

/** Answers as if all but the last order were shipped, without changing the shop. */
function shipAllButOne(route: Route): Promise<void> {
  const { input } = sentCall(route.request())?.variables as { input: { numbers: string[] } };
  const now = Date.now();
  const results = input.numbers.map((number, index) => {
    if (index === input.numbers.length - 1)
      return { number, order: null, fulfillmentId: null, error: 'The payment could not be captured.' };
    const times = { shippedAt: new Date(now).toISOString(), canUndoUntil: new Date(now + 60_000).toISOString() };
    const fulfillments = [{ __typename: 'Fulfillment', id: 'f1', ...times }];
    return { number, order: { __typename: 'Order', fulfillments }, fulfillmentId: 'f1', error: null };
  });
  const payload = {
    __typename: 'CreateFulfillmentsPayload',
    results: results.map((result) => ({ __typename: 'OrderResult', ...result })),
  };
  return route.fulfill({ json: { data: { createFulfillments: payload } } });
}

/** The API cannot open a dispute, so the response is changed. */
async function disputed(route: Route): Promise<void> {
  const answer = await route.fetch();
  const { data } = (await answer.json()) as { data: { shopOrder: Record<string, unknown> & { ledger: object[] } } };
  const money = (amount: number) => ({ __typename: 'Money', amount });
  const dispute = { __typename: 'OrderDispute', id: 'dp_1', amount: money(1_000), status: 'OPEN' };
  const at = new Date().toISOString();
  const taken = { __typename: 'LedgerEntry', at, what: 'DISPUTED', amount: money(1_000), balance: money(500) };
  const { ledger } = data.shopOrder;
  Object.assign(data.shopOrder, { attention: ['DISPUTED'], disputes: [dispute], ledger: [...ledger, taken] });
  await route.fulfill({ response: answer, json: { data } });
}

/** Adds a dispute to the latest row and the total. */
async function withDispute(route: Route): Promise<void> {
  const answer = await route.fetch();
  type Figures = Record<'disputes' | 'refunds' | 'net', { amount: number }>;
  const { data } = (await answer.json()) as {
    data: { salesReport: { rows: { figures: Figures }[]; total: Figures; ledgerTotal: { amount: number } } };
  };
  const { rows, total, ledgerTotal } = data.salesReport;
  for (const figures of [total, ...rows.slice(0, 1).map((row) => row.figures)]) {
    figures.disputes.amount += 12_345;
    figures.net.amount -= 12_345;
  }
  ledgerTotal.amount -= 12_345;
  await route.fulfill({ response: answer, json: { data } });
}

/** The admins' order list, and an order and a report with a dispute. */
export const shopOrderListStates: readonly State[] = [
  {
    name: 'shop-order-disputed',
    open: async (page) => {
      await interceptCall(page, 'ShopOrder', disputed);
      await openList(page, '/K-D3M0-GT61');
      await main(page)
        .getByText(/disputes the payment/)
        .waitFor();
    },
  },
  {
    name: 'reports-disputed',
    only: 'desktop',
    open: async (page) => {
      await interceptCall(page, 'SalesReport', withDispute);
      await signedIn(page, page.request, demo.admin);
      await page.goto('/dashboard/reports');
      await main(page)
        .getByRole('img', { name: /^Net by/ })
        .waitFor();
    },
  },
  { name: 'shop-orders', open: openRows },
  {
    name: 'shop-orders-selected',
    open: async (page) => {
      await openRows(page);
      await select(page, 3);
    },
  },
  {
    name: 'shop-orders-report',
    open: async (page) => {
      await interceptCall(page, 'CreateFulfillments', shipAllButOne);
      await openRows(page);
      await select(page, 3);
      await page.getByRole('button', { name: 'Mark shipped' }).click();
      await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).waitFor();
      await page.getByRole('button', { name: 'Close the report' }).waitFor();
    },
  },
  {
    name: 'shop-orders-undo-failed',
    only: 'desktop',
    isFault: true,
    open: async (page) => {
      await interceptCall(page, 'CreateFulfillments', shipAllButOne);
      await interceptCall(page, 'BulkUndoFulfillments', refuse('The shop is busy.'));
      await openRows(page);
      await select(page, 2);
      await page.getByRole('button', { name: 'Mark shipped' }).click();
      await page.getByTestId('toast').getByRole('button', { name: 'Undo' }).click();
      // It stays while it has the focus.
      await page.getByTestId('toast').getByRole('button', { name: 'Try again' }).focus();
    },
  },
  {
    name: 'shop-orders-filters',
    only: 'phone',
    open: async (page) => {
      await openRows(page);
      await main(page).getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('dialog', { name: 'Filters' }).waitFor();
    },
  },
  {
    name: 'shop-orders-empty',
    open: async (page) => {
      await openList(page, '?search=nobody-is-called-so');
      await main(page).getByText('No order fits these filters').waitFor();
    },
  },
  {
    name: 'shop-orders-loading',
    open: async (page) => {
      await withPatience(page);
      await interceptCall(page, 'ShopOrders', holdCalls().act);
      await openList(page);
      await main(page).getByText('Loading...').waitFor();
    },
  },
  {
    name: 'shop-orders-failing',
    only: 'phone',
    isFault: true,
    open: async (page) => {
      await interceptCall(page, 'ShopOrders', refuse('The shop is closed for a moment.'));
      await openList(page);
      await main(page).getByRole('alert').waitFor();
    },
  },
];
