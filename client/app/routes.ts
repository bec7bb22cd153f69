import type { ComponentType } from 'react';
import { constants } from '../lib/constants';
import { notFoundHead, siteDescription, siteTitle } from '../lib/documentHead';
import { NotFoundPage } from '../pages/NotFoundPage';
import type { PageTitleProps } from '../ui/PageTitle';
import type { DashboardPageName } from './dashboardPages';
import { lazyPage } from './lazyPage';
import type { pageQueries } from './pageQueries';

export interface PageRoute extends PageTitleProps {
  /** In React Router's syntax; case-insensitive. */
  path: string;
  /** In the entry chunk, or in its own, which the served HTML preloads for pages without a guard. */
  page?: ComponentType<PageTitleProps> & { load?: () => Promise<void> };
  redirectTo?: string;
  /** Who has access. Guarded pages are not indexed; below /dashboard they have the dashboard's layout. */
  guard?: 'signedIn' | 'admin';
  /** Excluded from search engines although it has no guard; the other unguarded pages are in the sitemap. */
  noindex?: true;
  /** Full width. */
  isFullWidth?: true;
  /** With a reduced header, whose only link leads to the cart. */
  isCheckout?: true;
  /** Allows the payment provider's script: the server relaxes the CSP of these documents only. */
  takesPayments?: true;
  /** The query of its first screen: the HTML contains the result, and the server renders the page with it. */
  query?: keyof typeof pageQueries;
  /** The server renders it also without data: its text is useful without scripts. */
  rendersWithoutData?: true;
}

/** Minimal metadata for pages that are not indexed, because every row is in the entry chunk. */
type PageRow =
  | PageRoute
  | (Omit<PageRoute, 'description'> & (Required<Pick<PageRoute, 'guard'>> | Required<Pick<PageRoute, 'noindex'>>));

/** For signed-in users: their pages have no queries here, which would be in the entry chunk. */
const dashboardPage = (name: DashboardPageName) =>
  lazyPage(() => import('./dashboardPages').then(({ dashboardPages }) => ({ Page: dashboardPages[name] })));

const OrderPage = lazyPage(() => import('../pages/OrderPage'));
const PaperPage = lazyPage(() => import('../pages/PaperPage'));

/**
 * All pages of the shop. The router, the titles, the served HTML, its preloads and the sitemap derive from this table; the
 * server reads it as `npm run codegen` prints it (client/codegen/pageTable.cjs).
 */
const rows: readonly PageRow[] = [
  {
    path: '/',
    page: lazyPage(() => import('../pages/HomePage')),
    title: siteTitle,
    description: siteDescription,
    query: 'featured',
    rendersWithoutData: true,
  },
  {
    path: '/products',
    page: lazyPage(() => import('../pages/ProductsPage')),
    title: 'Shop Our Products',
    description: 'Everything in the shop, with filters for category, price and what is in stock.',
    query: 'products',
  },
  {
    path: '/products/:slug',
    page: lazyPage(() => import('../pages/ProductPage')),
    title: 'Product',
    description: siteDescription,
    query: 'product',
  },
  {
    path: '/login',
    page: lazyPage(() => import('../pages/LoginPage')),
    title: 'Sign In',
    description: 'Sign in to your account to continue shopping.',
    isFullWidth: true,
  },
  {
    path: '/register',
    page: lazyPage(() => import('../pages/RegisterPage')),
    title: 'Create Account',
    description: 'Join us and start your shopping journey.',
    isFullWidth: true,
  },
  {
    path: '/contact',
    page: lazyPage(() => import('../pages/static/ContactPage')),
    title: 'Contact us',
    description: 'A question, a wish, something that went wrong: real people read it, any hour.',
    rendersWithoutData: true,
  },
  {
    path: '/shipping',
    page: lazyPage(() => import('../pages/static/ShippingPage')),
    title: 'Shipping',
    description: 'How your things reach you, what it costs and how long it takes.',
    query: 'delivery',
    rendersWithoutData: true,
  },
  {
    path: '/returns',
    page: lazyPage(() => import('../pages/static/ReturnsPage')),
    title: 'Returns',
    description: `You have ${constants.returnDays} days from the day a parcel arrives to send it back.`,
    query: 'delivery',
    rendersWithoutData: true,
  },
  {
    path: '/faq',
    page: lazyPage(() => import('../pages/static/FaqPage')),
    title: 'Frequently asked questions',
    description: 'Short answers to what shoppers ask most.',
    rendersWithoutData: true,
  },
  {
    path: '/privacy',
    page: lazyPage(() => import('../pages/static/PrivacyPage')),
    title: 'Privacy',
    description: 'What the shop stores about you, why, and how long.',
    rendersWithoutData: true,
  },
  {
    path: '/terms',
    page: lazyPage(() => import('../pages/static/TermsPage')),
    title: 'Terms',
    description: 'What holds between you and the shop when you use it.',
    rendersWithoutData: true,
  },
  {
    path: '/account/action',
    page: lazyPage(() => import('../pages/AccountActionPage')),
    title: 'Your Account',
    isFullWidth: true,
    noindex: true,
  },
  {
    path: '/cart',
    page: lazyPage(() => import('../pages/CartPage')),
    title: 'Your cart',
    noindex: true,
  },
  {
    path: '/checkout',
    page: lazyPage(() => import('../pages/CheckoutStartPage')),
    title: 'Opening the checkout',
    noindex: true,
    isCheckout: true,
  },
  {
    path: '/checkout/:id',
    page: lazyPage(() => import('../pages/CheckoutPage')),
    title: 'Checkout',
    noindex: true,
    isCheckout: true,
    takesPayments: true,
  },
  {
    path: '/checkout/:id/return',
    page: lazyPage(() => import('../pages/CheckoutReturnPage')),
    title: 'Checking your payment',
    noindex: true,
    isCheckout: true,
  },
  {
    path: '/order/find',
    page: lazyPage(() => import('../pages/FindOrderPage')),
    title: 'Find your order',
    noindex: true,
  },
  {
    path: '/order/:number/:token',
    page: OrderPage,
    title: 'Your order',
    noindex: true,
  },
  {
    path: '/order/:number/:token/:paper',
    page: PaperPage,
    title: 'Your invoice',
    noindex: true,
  },
  {
    path: '/admin',
    redirectTo: '/dashboard/DashboardHome',
    guard: 'admin',
    title: 'Admin Panel',
  },
  {
    path: '/dashboard',
    page: dashboardPage('DashboardIndex'),
    guard: 'signedIn',
    title: 'Dashboard',
  },
  {
    path: '/dashboard/userProduct',
    page: dashboardPage('UserProduct'),
    guard: 'signedIn',
    title: 'Products',
  },
  {
    path: '/dashboard/orders',
    page: dashboardPage('Orders'),
    guard: 'signedIn',
    title: 'Orders',
  },
  {
    path: '/dashboard/orders/:number',
    page: OrderPage,
    guard: 'signedIn',
    title: 'Order',
  },
  {
    path: '/dashboard/orders/:number/:paper',
    page: PaperPage,
    guard: 'signedIn',
    title: 'Invoice',
  },
  {
    path: '/dashboard/shopOrders/packing',
    page: PaperPage,
    guard: 'admin',
    title: 'Packing slips',
  },
  {
    path: '/dashboard/shopOrders/:number/:paper',
    page: PaperPage,
    guard: 'admin',
    title: 'Shop invoice',
  },
  {
    path: '/dashboard/stock',
    page: dashboardPage('Stock'),
    guard: 'signedIn',
    title: 'Stock',
  },
  {
    path: '/dashboard/profile',
    page: dashboardPage('Profile'),
    guard: 'signedIn',
    title: 'My Profile',
  },
  {
    path: '/dashboard/addProduct',
    page: dashboardPage('AddProduct'),
    guard: 'signedIn',
    title: 'Add Product',
  },
  {
    path: '/dashboard/createProduct',
    page: dashboardPage('CreateProduct'),
    guard: 'signedIn',
    title: 'Create Product',
  },
  {
    path: '/dashboard/editProduct/:slug',
    page: dashboardPage('EditProduct'),
    guard: 'signedIn',
    title: 'Edit Product',
  },
  {
    path: '/dashboard/DashboardHome',
    page: dashboardPage('DashboardHome'),
    guard: 'admin',
    title: 'Admin Dashboard',
  },
  {
    path: '/dashboard/importProducts',
    page: dashboardPage('ImportProducts'),
    guard: 'admin',
    title: 'Import and Export',
  },
  {
    path: '/dashboard/AllUser',
    page: dashboardPage('AllUser'),
    guard: 'admin',
    title: 'All Users',
  },
  {
    path: '/dashboard/AdminProduct',
    page: dashboardPage('AdminProduct'),
    guard: 'admin',
    title: 'Admin Products',
  },
  {
    path: '/dashboard/shopOrders',
    page: dashboardPage('ShopOrders'),
    guard: 'admin',
    title: 'Shop orders',
  },
  {
    path: '/dashboard/audit',
    page: dashboardPage('Audit'),
    guard: 'admin',
    title: 'Audit log',
  },
  {
    path: '/dashboard/shopOrders/:number',
    page: dashboardPage('ShopOrder'),
    guard: 'admin',
    title: 'Shop order',
  },
  {
    path: '/dashboard/shipping',
    page: dashboardPage('ShippingSettings'),
    guard: 'admin',
    title: 'Shipping settings',
  },
  {
    path: '/dashboard/taxes',
    page: dashboardPage('TaxSettings'),
    guard: 'admin',
    title: 'Taxes',
  },
  {
    path: '/dashboard/payments',
    page: dashboardPage('Payments'),
    guard: 'admin',
    title: 'Payments',
  },
  {
    path: '/dashboard/reports',
    page: dashboardPage('Reports'),
    guard: 'admin',
    title: 'Reports',
  },
  {
    path: '/dashboard/messages',
    page: dashboardPage('Messages'),
    guard: 'admin',
    title: 'Messages',
  },
  {
    path: '/dashboard/outbox',
    page: dashboardPage('Outbox'),
    guard: 'admin',
    title: 'Outbox',
  },
  {
    path: '/dashboard/apiKeys',
    page: dashboardPage('ApiKeys'),
    guard: 'admin',
    title: 'API keys',
  },
  {
    path: '/dashboard/webhooks',
    page: dashboardPage('Webhooks'),
    guard: 'admin',
    title: 'Webhooks',
  },
  {
    path: '/dashboard/settings',
    page: dashboardPage('Settings'),
    guard: 'admin',
    title: 'Settings',
  },
  { path: '*', page: NotFoundPage, ...notFoundHead, noindex: true },
];

export const routes: readonly PageRoute[] = rows.map((row) => ({
  description: `${row.title} at Kiosk.`,
  ...row,
}));
