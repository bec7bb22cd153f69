import type { Page, Route } from '@playwright/test';
import { interceptCall } from './calls';
import { ask, demo } from './shopper';
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

/** The frame, the people and the numbers. */
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
    open: async (page) => {
      await withMessage(page);
      await at('/settings', rows)(page);
    },
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
    name: 'outbox',
    open: async (page) => {
      await withTestMessage(page);
      await at('/outbox', rows)(page);
    },
  },
  {
    name: 'outbox-message',
    open: async (page) => {
      await withTestMessage(page);
      await at('/outbox', rows)(page);
      await main(page).getByRole('button', { name: 'Open' }).first().click();
      await page.frameLocator('iframe').getByRole('heading', { name: 'This is a test message' }).waitFor();
    },
  },
  {
    name: 'outbox-empty',
    only: 'phone',
    open: at('/outbox?status=FAILED', (page) => main(page).getByText('No messages found')),
  },
  {
    name: 'outbox-failing',
    only: 'phone',
    isFault: true,
    open: faulty('/outbox', 'OutboxMessages', failing, 'Failed to load the messages'),
  },
  { name: 'audit', open: at('/audit', rows) },
  {
    name: 'audit-empty',
    only: 'phone',
    open: at('/audit?from=2099-01-01', (page) => main(page).getByText('No entries found')),
  },
];
