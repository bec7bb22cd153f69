import type { Page } from '@playwright/test';
import { holdCalls, interceptCall, refuse } from './calls';
import { add, cartButton, change, drawer, fill, makeGoods } from './cartParts';
import { accountMenu, discard, newShopper, type Shopper } from './shopper';
import { signedIn } from './signedIn';
import { type State, withPatience } from './state';

const products = async (page: Page) => {
  await page.goto('/products');
  await page.getByRole('article').first().waitFor();
};

/** Signs in a new shopper whose cart holds the products. */
async function asShopper(page: Page, ...slugs: string[]): Promise<Shopper> {
  const shopper = await newShopper(page.request);
  await fill(page.request, shopper, ...slugs);
  await signedIn(page, page.request, shopper);
  return shopper;
}

async function atCart(page: Page): Promise<void> {
  await products(page);
  await cartButton(page).click();
}

const removes = (page: Page) => drawer(page).getByRole('button', { name: /^Remove/ });

const cartStates: readonly State[] = [
  {
    name: 'cart-empty',
    open: async (page) => {
      await atCart(page);
      await drawer(page).getByText('Cart is empty').waitFor();
    },
  },
  {
    name: 'cart-loading',

    open: async (page) => {
      await withPatience(page);
      await asShopper(page);
      await interceptCall(page, 'Cart', holdCalls().act);
      await atCart(page);
      await drawer(page).getByText('Loading...').waitFor();
    },
  },
  {
    name: 'cart-failing',
    isFault: true,
    open: async (page) => {
      await asShopper(page);
      await interceptCall(page, 'Cart', refuse('The stockroom is locked.'));
      await atCart(page);
      await drawer(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'cart',
    open: async (page) => {
      await asShopper(page, 'summit-steel-bottle', 'harbour-canvas-tote', 'alder-ceramic-table-lamp');
      await atCart(page);
      await removes(page).nth(2).waitFor();
    },
  },
  {
    name: 'cart-notes',
    open: async (page) => {
      const owner = await newShopper(page.request);
      const goods = await makeGoods(page.request, owner, 'Short-lived lamp', 'Sought-after lamp', 'Precious lamp');
      const [gone, sold, dearer] = goods;
      await asShopper(page, ...goods.map(({ slug }) => slug));
      await discard(page.request, owner, gone.id);
      await change(page.request, owner, { id: sold.id, inStock: false });
      await change(page.request, owner, { id: dearer.id, price: 31.5 });
      await atCart(page);
      await drawer(page).getByText('Price is now $31.50').waitFor();
      for (const { id } of [sold, dearer]) await discard(page.request, owner, id);
    },
  },
  {
    name: 'cart-undo',
    open: async (page) => {
      await asShopper(page, 'summit-steel-bottle', 'harbour-canvas-tote');
      await atCart(page);
      await removes(page).first().click();
      await drawer(page).getByRole('button', { name: /^Undo/ }).waitFor();
    },
  },
  {
    // A toast stays while the pointer is on it.
    name: 'cart-toast',
    only: 'phone',
    open: async (page) => {
      await asShopper(page, 'summit-steel-bottle');
      await products(page);
      await add(page, 'Stillwater Wireless Headphones').click();
      await page.getByTestId('toast').hover();
      await cartButton(page).press('Enter');
      await removes(page).nth(1).waitFor();
      await page.getByTestId('toast').hover();
    },
  },
];

const guardStates: readonly State[] = [
  {
    name: 'dashboard-loading',

    open: async (page) => {
      await withPatience(page);
      await asShopper(page);
      await interceptCall(page, 'UserRole', holdCalls().act);
      await page.goto('/dashboard');
      await page.getByRole('main').getByText('Loading...').first().waitFor();
    },
  },
];

export const frameStates: readonly State[] = [
  {
    name: 'search',
    only: 'phone',
    open: async (page) => {
      await products(page);
      await page.getByRole('button', { name: 'Find products' }).click();
    },
  },
  {
    name: 'menu',
    only: 'phone',
    open: async (page) => {
      await products(page);
      await page.getByRole('button', { name: 'Open menu' }).click();
    },
  },
  {
    name: 'menu-signed-in',
    only: 'phone',
    open: async (page) => {
      const { email } = await asShopper(page);
      await products(page);
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('banner').getByText(email).waitFor();
    },
  },
  {
    name: 'account-menu',
    only: 'desktop',
    open: async (page) => {
      await asShopper(page);
      await products(page);
      await accountMenu(page).click();
      await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
    },
  },
  {
    // A toast stays while it has the focus.
    name: 'toast',
    open: async (page) => {
      await asShopper(page);
      await products(page);
      await add(page, 'Stillwater Wireless Headphones').click();
      await page.getByRole('button', { name: 'Undo' }).focus();
    },
  },
  ...cartStates,
  ...guardStates,
];
