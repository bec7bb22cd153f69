import type { Locator, Page } from '@playwright/test';
import { field, main } from './accountPage';
import { makeKey } from './apiKeyParts';
import { cartButton, drawer } from './cartParts';
import type { demo } from './shopper';

/** A component that opens above a page, and how to open it. */
export interface Overlay {
  readonly name: string;
  /** The component that renders it. */
  readonly file: string;
  readonly path: string;
  readonly as?: keyof typeof demo;
  readonly isPhone?: true;
  readonly open: (page: Page) => Promise<void>;
  readonly shown: (page: Page) => Locator;
  /** Closes it by its own button; Escape is used when it has none. */
  readonly close?: (page: Page) => Promise<void>;
}

const byButton = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const openMenu = byButton('Open menu');

/** Every overlay that Back closes. A test checks that each component with MUI's Modal is listed. */
export const overlays: readonly Overlay[] = [
  {
    name: 'the cart drawer',
    file: 'ui/SideDrawer.tsx',
    path: '/products',
    open: (page) => cartButton(page).click(),
    shown: drawer,
    close: byButton('Close'),
  },
  {
    name: "the dashboard's navigation",
    file: 'ui/SideDrawer.tsx',
    path: '/dashboard/userProduct',
    as: 'shopper',
    isPhone: true,
    open: byButton('Open dashboard menu'),
    shown: (page) => page.getByRole('dialog', { name: 'Dashboard' }),
    close: byButton('Close'),
  },
  {
    name: 'the filter sheet',
    file: 'ui/BottomSheet.tsx',
    path: '/products',
    isPhone: true,
    open: (page) => page.getByRole('button', { name: 'Filter and sort' }).click(),
    shown: (page) => page.getByRole('dialog', { name: 'Filter and sort' }),
    close: byButton('Close'),
  },
  {
    name: "the filters of the shop's orders",
    file: 'ui/BottomSheet.tsx',
    path: '/dashboard/shopOrders',
    as: 'admin',
    isPhone: true,
    open: (page) => main(page).getByRole('button', { name: 'Filters' }).click(),
    shown: (page) => page.getByRole('dialog', { name: 'Filters' }),
    close: byButton('Close'),
  },
  {
    name: 'a question',
    file: 'ui/ConfirmDialog.tsx',
    path: '/dashboard/AllUser?search=other@kiosk.test',
    as: 'admin',
    open: (page) =>
      main(page)
        .getByRole('row', { name: /other@kiosk\.test/ })
        .getByRole('button', { name: 'Delete' })
        .click(),
    shown: (page) => page.getByRole('alertdialog'),
    close: byButton('Cancel'),
  },
  {
    name: 'the question before a key is revoked',
    file: 'ui/ConfirmDialog.tsx',
    path: '/dashboard/apiKeys',
    as: 'admin',
    open: async (page) => {
      await makeKey(page);
      // An uncopied key blocks Back itself.
      await byButton('Done')(page);
      await page.waitForFunction(() => (history.state as { isGuard?: boolean } | null)?.isGuard !== true);
      await main(page).getByRole('button', { name: 'Revoke', exact: true }).first().click();
    },
    shown: (page) => page.getByRole('alertdialog'),
    close: byButton('Cancel'),
  },
  {
    name: 'the account menu',
    file: 'app/layout/AccountMenu.tsx',
    path: '/products',
    as: 'shopper',
    open: (page) => page.getByRole('button', { name: /^Account menu/ }).click(),
    shown: (page) => page.getByRole('menu', { name: 'Account' }),
  },
  {
    name: "the demo's accounts",
    file: 'features/account/DemoAccountDialog.tsx',
    path: '/login',
    open: byButton('Continue with Google'),
    shown: (page) => page.getByRole('dialog', { name: 'Choose a demo account' }),
    close: byButton('Cancel'),
  },
  {
    name: 'the enlarged picture',
    file: 'features/products/EnlargedPicture.tsx',
    path: '/products/summit-steel-bottle',
    open: byButton('Enlarge'),
    shown: (page) => page.getByRole('dialog', { name: 'Enlarged picture' }),
    close: byButton('Close'),
  },
  {
    name: "the phone's menu",
    file: 'app/layout/Header.tsx',
    path: '/products',
    isPhone: true,
    open: openMenu,
    shown: (page) => page.getByRole('navigation', { name: 'Menu' }),
    close: byButton('Close menu'),
  },
  {
    name: "the phone's search",
    file: 'app/layout/Header.tsx',
    path: '/products',
    isPhone: true,
    open: byButton('Find products'),
    shown: (page) => page.locator('#narrow-menu').getByRole('searchbox'),
    close: byButton('Find products'),
  },
  {
    name: 'the question before typed text is lost',
    file: 'ui/ConfirmDialog.tsx',
    path: '/contact',
    open: async (page) => {
      await field(page, 'Message').fill('Half typed');
      await page.getByRole('contentinfo').getByRole('link', { name: 'Shipping' }).click();
    },
    shown: (page) => page.getByRole('alertdialog', { name: 'Leave without saving?' }),
    close: byButton('Cancel'),
  },
];
