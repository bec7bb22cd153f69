import type { Page, Route } from '@playwright/test';
import { makeKey } from './apiKeyParts';
import { interceptCall } from './calls';
import { ask, demo } from './shopper';
import { buyAsGuest, openShopOrder, paidOrder } from './shopOrderParts';
import { signedIn } from './signedIn';
import { type State, withPatience } from './state';

const main = (page: Page) => page.getByRole('main');
const heading = (page: Page) => main(page).getByRole('heading', { level: 1 });
const rows = (page: Page) => main(page).locator('tbody').getByRole('row').first();

type Ready = (page: Page) => { waitFor: () => Promise<void> };

const at = (path: string, ready: Ready, who = demo.admin) =>
  async function open(page: Page) {
    await signedIn(page, page.request, who);
    await page.goto(`/dashboard${path}`);
    await ready(page).waitFor();
  };

const chart: Ready = (page) => main(page).getByRole('img', { name: /^Dashboard Counts/ });

const unread = (page: Page) => page.getByRole('link', { name: /^Messages \d+\+? unread$/ });

const netChart: Ready = (page) => main(page).getByRole('img', { name: /^Net by/ });
const verdict: Ready = (page) => main(page).getByRole('button', { name: /^Check (now|again)$/ });

const soldBefore2000 = '/reports?from=1999-12-01&to=1999-12-31&by=DAY';

const never = async () => undefined;
const failing = (route: Route) => route.abort();

const faulty = (path: string, operation: string, act: (route: Route) => Promise<void>, words: string) =>
  async function open(page: Page) {
    await withPatience(page);
    await interceptCall(page, operation, act);
    await at(path, (on) => main(on).or(on.getByTestId('toast')).getByText(words, { exact: true }).first())(page);
  };

async function withMessage(page: Page): Promise<void> {
  const token = await signedIn(page, page.request, demo.admin);
  const input = {
    name: 'Anna Meyer',
    email: 'anna@example.com',
    message: 'Does the lamp come with a bulb?\nAnd is it dimmable?',
  };
  await ask(
    page.request,
    token,
    'mutation($input: SendContactMessageInput!) { sendContactMessage(input: $input) { contactMessage { id } } }',
    { input },
  );
}

async function withTestMessage(page: Page): Promise<void> {
  const token = await signedIn(page, page.request, demo.admin);
  await ask(page.request, token, 'mutation { sendTestMessage { outboxMessage { id } } }', {});
}

const having = (prepare: (page: Page) => Promise<void>, open: (page: Page) => Promise<void>) =>
  async function openPrepared(page: Page) {
    await prepare(page);
    await open(page);
  };

async function openPaidOrder(page: Page): Promise<void> {
  const token = await signedIn(page, page.request, demo.admin);
  await openShopOrder(page, await paidOrder(page.request, token));
}

/** The dashboard frame, lists, settings and counts. */
export const dashboardStates: readonly State[] = [
  { name: 'dashboard', only: 'desktop', open: at('', heading, demo.shopper) },
  {
    name: 'dashboard-menu',
    only: 'phone',
    open: async (page) => {
      await at('/DashboardHome', chart)(page);
      await page.getByRole('button', { name: 'Open dashboard menu' }).click();
      await page.getByRole('dialog', { name: 'Dashboard' }).waitFor();
    },
  },
  { name: 'dashboard-home', open: at('/DashboardHome', chart) },
  {
    name: 'dashboard-home-table',
    only: 'phone',
    open: async (page) => {
      await at('/DashboardHome', chart)(page);
      await main(page).getByRole('button', { name: 'Show as a table' }).click();
    },
  },
  { name: 'dashboard-home-loading', only: 'desktop', open: faulty('/DashboardHome', 'Counts', never, 'Loading...') },
  {
    name: 'dashboard-home-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/DashboardHome', 'Counts', failing, 'The numbers could not be loaded'),
  },
  { name: 'stock', open: at('/stock', rows) },
  {
    name: 'stock-adjust',
    open: async (page) => {
      await at('/stock', rows)(page);
      await main(page).getByRole('button', { name: 'Adjust' }).first().click();
      await main(page).getByRole('textbox', { name: 'Amount' }).fill('6');
      await main(page).getByRole('region', { name: 'Movements' }).waitFor();
    },
  },
  {
    name: 'stock-empty',
    only: 'phone',
    open: at('/stock?search=nothing+is+called+this', (page) => main(page).getByText('No products found')),
  },
  {
    name: 'stock-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/stock', 'StockLevels', failing, 'Failed to load the stock'),
  },
  { name: 'reports', open: at('/reports', netChart) },
  {
    name: 'reports-row',
    only: 'phone',
    open: async (page) => {
      await at('/reports', netChart)(page);
      const row = main(page).getByRole('button', { expanded: false }).first();
      // A tablet has room for all columns.
      if (await row.isVisible()) await row.click();
      await main(page).getByText('Discounts', { exact: true }).waitFor();
    },
  },
  { name: 'reports-empty', open: at(soldBefore2000, (page) => main(page).getByText('No orders in these days')) },
  {
    name: 'reports-wrong-days',
    only: 'phone',
    open: at('/reports?from=2026-11-24&to=2026-11-16&by=DAY', (page) =>
      main(page).getByText('The last day is before the first one.'),
    ),
  },
  { name: 'reports-loading', only: 'desktop', open: faulty('/reports', 'SalesReport', never, 'Loading...') },
  {
    name: 'reports-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/reports', 'SalesReport', failing, 'Failed to load the report'),
  },
  { name: 'users', open: at('/AllUser', rows) },
  {
    name: 'users-question',
    open: async (page) => {
      await at('/AllUser?sort=OLDEST', rows)(page);
      await main(page).getByRole('button', { name: 'Delete', disabled: false }).first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'users-empty',
    only: 'phone',
    open: at('/AllUser?search=nobody+is+called+this', (page) => main(page).getByText('No users found')),
  },
  { name: 'users-loading', only: 'desktop', open: faulty('/AllUser', 'Users', never, 'Loading...') },
  {
    name: 'users-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/AllUser', 'Users', failing, 'Failed to fetch users'),
  },
  { name: 'profile', only: 'desktop', open: at('/profile', (page) => main(page).getByLabel('Photo'), demo.shopper) },
  {
    name: 'profile-refused',
    only: 'phone',
    open: async (page) => {
      await at('/profile', (on) => main(on).getByLabel('Photo'), demo.shopper)(page);
      await main(page).getByLabel('Display name').fill('A');
      await main(page).getByLabel('Photo').fill('me.png');
      await main(page).getByRole('button', { name: 'Save' }).click();
      await main(page).getByText('Name is required').waitFor();
    },
  },
  {
    name: 'settings',
    open: at('/settings', (page) => main(page).getByRole('button', { name: 'Save seller' })),
  },
  {
    name: 'messages',
    open: having(
      withMessage,
      at('/messages', (page) => main(page).getByText('New', { exact: true }).first()),
    ),
  },
  { name: 'messages-unread', only: 'desktop', open: having(withMessage, at('/DashboardHome', unread)) },
  {
    name: 'messages-unread-menu',
    only: 'phone',
    open: async (page) => {
      await withMessage(page);
      await at('/DashboardHome', chart)(page);
      await page.getByRole('button', { name: 'Open dashboard menu' }).click();
      await unread(page).waitFor();
    },
  },
  { name: 'messages-loading', only: 'desktop', open: faulty('/messages', 'ContactMessages', never, 'Loading...') },
  {
    name: 'messages-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/messages', 'ContactMessages', failing, 'Failed to load the messages'),
  },
  {
    name: 'shipping-settings',
    open: at('/shipping', (page) => main(page).getByRole('heading', { name: 'Rest of the world' })),
  },
  {
    name: 'shipping-settings-form',
    open: async (page) => {
      await at('/shipping', (on) => main(on).getByRole('heading', { name: 'Rest of the world' }))(page);
      await main(page).getByRole('button', { name: 'Edit zone' }).first().click();
      await main(page).getByLabel('Zone name').fill('');
      await main(page).getByRole('button', { name: 'Save zone' }).click();
      await main(page).getByText('Name is required').waitFor();
    },
  },
  {
    name: 'shipping-settings-loading',
    only: 'desktop',
    open: faulty('/shipping', 'ShippingSettings', never, 'Loading...'),
  },
  {
    name: 'shipping-settings-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/shipping', 'ShippingSettings', failing, 'Failed to load the shipping settings'),
  },
  { name: 'taxes', open: at('/taxes', (page) => main(page).getByText('Buyer pays')) },
  {
    name: 'taxes-form',
    open: async (page) => {
      await at('/taxes', (on) => main(on).getByText('Buyer pays'))(page);
      await main(page).getByRole('button', { name: 'Add zone' }).click();
      await main(page).getByRole('button', { name: 'Save zone' }).click();
      await main(page).getByText('Name is required').waitFor();
    },
  },
  {
    name: 'taxes-wrong-file',
    only: 'phone',
    open: async (page) => {
      await at('/taxes', (on) => main(on).getByText('Buyer pays'))(page);
      const file = { name: 'taxes.csv', mimeType: 'text/csv', buffer: Buffer.from('name,country') };
      await main(page).getByLabel('CSV file').setInputFiles(file);
      await main(page).getByText('Nothing was changed.').waitFor();
    },
  },
  {
    name: 'taxes-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/taxes', 'TaxSettings', failing, 'Failed to load the tax settings'),
  },
  {
    name: 'api-keys',
    open: async (page) => {
      await at('/apiKeys', (shown) => main(shown).getByRole('button', { name: 'Make key' }))(page);
      await makeKey(page);
      await rows(page).waitFor();
    },
  },
  {
    name: 'api-keys-refused',
    only: 'phone',
    open: async (page) => {
      await at('/apiKeys', (shown) => main(shown).getByRole('button', { name: 'Make key' }))(page);
      await main(page).getByRole('button', { name: 'Make key' }).click();
      await main(page).getByText('Choose what the key may do').waitFor();
    },
  },
  {
    name: 'api-keys-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/apiKeys', 'ApiKeys', failing, 'Failed to load the API keys'),
  },
  { name: 'outbox', open: having(withTestMessage, at('/outbox', rows)) },
  {
    name: 'outbox-message',
    open: async (page) => {
      await withTestMessage(page);
      await at('/outbox', rows)(page);
      await main(page).getByRole('button', { name: 'Open', exact: true }).first().click();
      await page.frameLocator('iframe').getByRole('heading', { name: 'This is a test message' }).waitFor();
    },
  },
  {
    name: 'outbox-empty',
    only: 'phone',
    open: at('/outbox?status=FAILED', (page) => main(page).getByText('No messages found')),
  },
  {
    name: 'outbox-outbound-off',
    open: async (page) => {
      await page.route('**/config.json', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...((await response.json()) as object), outbound: false } });
      });
      await at('/outbox', (on) => main(on).getByText(/^OUTBOUND is off/))(page);
    },
  },
  {
    name: 'outbox-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/outbox', 'OutboxMessages', failing, 'Failed to load the messages'),
  },
  { name: 'webhooks', open: at('/webhooks', (page) => main(page).getByText('No deliveries found')) },
  {
    name: 'webhooks-form',
    open: async (page) => {
      await at('/webhooks', (on) => main(on).getByRole('button', { name: 'Add a webhook' }))(page);
      await main(page).getByRole('button', { name: 'Add a webhook' }).click();
      await main(page).getByRole('textbox', { name: 'URL' }).waitFor();
    },
  },
  {
    name: 'webhooks-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/webhooks', 'WebhookEndpoints', failing, 'Failed to load the webhooks'),
  },
  {
    name: 'payments',
    open: async (page) => {
      const token = await signedIn(page, page.request, demo.admin);
      await paidOrder(page.request, token);
      await at('/payments', verdict)(page);
      await main(page)
        .getByRole('button', { name: /^Check (now|again)$/ })
        .click();
      await main(page)
        .getByRole('heading', { name: /All cents accounted for|differences?$/ })
        .waitFor();
      await main(page).getByRole('table', { name: 'Notices' }).locator('tbody').getByRole('row').first().waitFor();
    },
  },
  {
    name: 'payments-unchecked',
    only: 'phone',
    open: at('/payments?day=2000-01-01', (page) => main(page).getByRole('heading', { name: 'Not checked yet' })),
  },
  {
    name: 'payments-no-notices',
    only: 'desktop',
    open: at('/payments?status=UNKNOWN', (page) => main(page).getByText('No notices found')),
  },
  { name: 'payments-loading', only: 'desktop', open: faulty('/payments', 'Reconciliation', never, 'Loading...') },
  {
    name: 'payments-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/payments', 'Reconciliation', failing, 'Failed to load the verdict'),
  },
  { name: 'shop-order', open: openPaidOrder },
  {
    name: 'shop-order-refund',
    open: async (page) => {
      await openPaidOrder(page);
      await main(page).getByLabel('Extra amount').fill('five');
      await main(page).getByText('The amount must be dollars and cents').waitFor();
    },
  },
  {
    name: 'shop-order-question',
    open: async (page) => {
      const number = await buyAsGuest(page);
      await signedIn(page, page.request, demo.admin);
      await openShopOrder(page, number);
      await main(page).getByRole('button', { name: 'Cancel order' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'shop-order-cancelled',
    only: 'phone',
    open: async (page) => {
      const number = await buyAsGuest(page);
      await signedIn(page, page.request, demo.admin);
      await openShopOrder(page, number);
      await main(page).getByRole('button', { name: 'Cancel order' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click();
      await main(page).getByRole('heading', { name: 'Cancelled' }).waitFor();
    },
  },
  {
    name: 'shop-order-loading',
    only: 'desktop',
    open: faulty('/shopOrders/K-0000-0000', 'ShopOrder', never, 'Loading...'),
  },
  {
    name: 'shop-order-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/shopOrders/K-0000-0000', 'ShopOrder', failing, 'Failed to load the order'),
  },
  { name: 'audit', open: at('/audit', rows) },
  {
    name: 'audit-empty',
    only: 'phone',
    open: at('/audit?from=2099-01-01', (page) => main(page).getByText('No entries found')),
  },
];
