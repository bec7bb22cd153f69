import type { Page } from '@playwright/test';
import { holdCalls, interceptCall, refuse } from './calls';
import { ask, demo } from './shopper';
import { signedIn } from './signedIn';
import { type State, withPatience } from './state';

const admin = '/dashboard/AdminProduct';
const rows = (page: Page) => page.getByRole('main').locator('tbody').getByRole('row');

/** Opens a table as admin and waits for its rows. */
const atTable =
  (path: string, act: (page: Page) => Promise<void> = async () => undefined) =>
  async (page: Page) => {
    await signedIn(page, page.request, demo.admin);
    await page.goto(path);
    await rows(page).first().getByRole('img').waitFor();
    await act(page);
  };

async function select(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await rows(page).nth(at).getByRole('checkbox').check();
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function deleted(page: Page): Promise<void> {
  const token = await signedIn(page, page.request, demo.admin);
  await ask(
    page.request,
    token,
    'mutation { createProduct(input: { name: "Short-lived mug", price: 7 }) { product { id } } }',
  );
  await page.goto(admin);
  await rows(page).filter({ hasText: 'Short-lived mug' }).first().getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('list', { name: 'Deleted' }).waitFor();
}

export const productTableStates: readonly State[] = [
  { name: 'own-products', open: atTable('/dashboard/userProduct') },
  { name: 'admin-products', open: atTable(admin) },
  { name: 'admin-products-selected', open: atTable(admin, (page) => select(page, 3)) },
  {
    name: 'admin-products-report',
    open: atTable(admin, async (page) => {
      await select(page, 2);
      await press(page, 'Activate');
      await page.getByRole('button', { name: 'Close the report' }).waitFor();
    }),
  },
  {
    name: 'admin-products-question',
    open: atTable(admin, async (page) => {
      await rows(page).first().getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').waitFor();
    }),
  },
  { name: 'admin-products-undo', open: deleted },
  {
    name: 'admin-products-empty',
    open: async (page) => {
      await signedIn(page, page.request, demo.admin);
      await page.goto(`${admin}?date=1999-12-31`);
      await page.getByText('No products found').waitFor();
    },
  },
  {
    name: 'admin-products-loading',
    open: async (page) => {
      await withPatience(page);
      await signedIn(page, page.request, demo.admin);
      await interceptCall(page, 'StoreItems', holdCalls().act);
      await page.goto(admin);
      await page.getByText('Loading products...').waitFor();
    },
  },
  {
    name: 'admin-products-failing',
    isFault: true,
    open: async (page) => {
      await signedIn(page, page.request, demo.admin);
      await interceptCall(page, 'StoreItems', refuse('The stockroom is locked.'));
      await page.goto(admin);
      await page.getByRole('alert').waitFor();
    },
  },
];
