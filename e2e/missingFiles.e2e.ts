import type { Locator, Page, Route } from '@playwright/test';
import { field } from './accountPage';
import { expectFault } from './faults';
import { lazyFiles } from './lazyFiles';
import { demo } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';
import { scrollToRelated, takenOver, visit } from './visit';

type Fault = (route: Route) => Promise<void>;

/** Where a lazily loaded module is used, and how its absence and its presence show. */
interface Use {
  readonly as?: 'shopper' | 'admin';
  readonly at: string;
  readonly phone?: boolean;
  /** Triggers the load of the module. */
  readonly act: (page: Page) => Promise<unknown>;
  readonly missing?: (page: Page) => Locator;
  /** How to retry where there is no 'Try again' button. */
  readonly tryAgain?: (page: Page) => Promise<unknown>;
  readonly here: (page: Page) => Locator;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('main').getByRole('heading', { name });
const open = (path: string) => (page: Page) => visit(page, path);
const page = (at: string, path: string, name: string | RegExp, as?: Use['as']): Use => ({
  at,
  act: open(path),
  here: heading(name),
  ...(as && { as }),
});
const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
const slug = 'alder-ceramic-table-lamp';
const viewedProducts = (page: Page) => page.getByRole('region', { name: 'Recently viewed' });
const typeWrongPassword = async (page: Page) => {
  await field(page, 'Email').fill(demo.shopper.email);
  await field(page, 'Password').fill('wrong-password');
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
};
const alert = (words: string) => (page: Page) => page.getByRole('alert').getByText(words, { exact: true }).first();

/** In this order a shared file is removed where the previous page does not need it yet. */
const uses: Readonly<Record<string, Use>> = {
  'pages/HomePage.tsx': page('/contact', '/', /^Discover/),
  'pages/ProductsPage.tsx': page('/', '/products', 'Shop Our Products'),
  'pages/ProductPage.tsx': page('/', `/products/${slug}`, /Alder/),
  'pages/CartPage.tsx': page('/', '/cart', 'Your cart'),
  'app/layout/CheckoutFrame.tsx': {
    at: '/',
    act: open('/checkout/none'),
    missing: (page) => page.getByRole('banner').getByRole('searchbox').locator('visible=true'),
    tryAgain: (page) => page.reload(),
    here: (page) => page.getByRole('banner').getByRole('link', { name: /^Back to/ }),
  },
  // The checkout has its own header without search. Until it has loaded, the error boundary shows in the shop's header.
  'pages/CheckoutPage.tsx': {
    at: '/',
    act: async (page) => {
      await visit(page, '/checkout/none');
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^Back to/ })
        .waitFor();
    },
    tryAgain: press('Try again'),
    here: heading('Page not found'),
  },
  'pages/CheckoutReturnPage.tsx': {
    at: '/',
    act: async (page) => {
      await visit(page, '/checkout/none/return');
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^Back to/ })
        .waitFor();
    },
    tryAgain: press('Try again'),
    here: heading('Checking your payment'),
  },
  'pages/CheckoutStartPage.tsx': {
    as: 'shopper',
    at: '/',
    act: open('/checkout'),
    tryAgain: press('Try again'),
    here: heading(/./),
  },
  'pages/FindOrderPage.tsx': page('/', '/order/find', 'Find your order'),
  'pages/OrderPage.tsx': page('/', '/order/K-0000-0000/none', 'Page not found'),
  'pages/PaperPage.tsx': page('/', '/order/K-0000-0000/none/invoice', 'Page not found'),
  _checkoutApi: {
    at: '/products/lookout-oak-table-lamp',
    act: press(/^Buy now: /),
    missing: alert('The checkout could not be opened'),
    tryAgain: press(/^Buy now: /),
    here: heading('Checkout'),
  },
  'pages/static/ContactPage.tsx': page('/', '/contact', 'Contact'),
  'pages/static/ShippingPage.tsx': page('/', '/shipping', 'Shipping'),
  _service: page('/', '/faq', 'Frequently asked questions'),
  'pages/static/PrivacyPage.tsx': page('/', '/privacy', 'Privacy'),
  'pages/LoginPage.tsx': page('/', '/login', 'Welcome Back'),
  'pages/RegisterPage.tsx': page('/', '/register', 'Create Account'),
  'pages/AccountActionPage.tsx': page('/', '/account/action', 'Reset your password'),
  'session/firebaseSession.ts': {
    at: '/login',
    act: typeWrongPassword,
    missing: alert('Invalid email or password'),
    tryAgain: async (page) => {
      await field(page, 'Password').fill(demo.shopper.password);
      await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();
    },
    here: (page) => page.getByText('Login successful!'),
  },
  'features/account/DemoAccountDialog.tsx': {
    at: '/login',
    act: press('Continue with Google'),
    missing: alert('Google Sign In failed'),
    tryAgain: press('Continue with Google'),
    here: (page) => page.getByRole('dialog', { name: 'Choose a demo account' }),
  },
  'features/account/demoIdentities.ts': {
    at: '/login',
    act: press('Continue with Google'),
    missing: alert('Google Sign In failed'),
    tryAgain: press('Continue with Google'),
    here: (page) => page.getByRole('dialog', { name: 'Choose a demo account' }),
  },
  'session/sessionEndReason.ts': {
    at: '/contact',
    act: async (page) => {
      await page.evaluate(() => localStorage.setItem('access-token', 'of a session that has ended'));
      await page.reload();
    },
    missing: heading('Contact'),
    tryAgain: async () => undefined,
    here: heading('Contact'),
  },
  'session/finishRegistration.ts': {
    at: '/contact',
    act: async (page) => {
      await page.evaluate(() => {
        localStorage.setItem('access-token', 'of a session that has ended');
        const registration = { name: 'Cut Off', email: 'cut-off@example.com', photoURL: '' };
        localStorage.setItem('kiosk-registering', JSON.stringify(registration));
      });
      await page.reload();
    },
    missing: heading('Contact'),
    tryAgain: async () => undefined,
    here: heading('Contact'),
  },
  'ui/ToastHost.tsx': {
    at: '/products',
    act: press(/^Add /),
    missing: alert('You must be logged in to add items!'),
    tryAgain: async (page) => {
      await visit(page, '/products');
      await press(/^Add /)(page);
    },
    here: (page) =>
      page.locator('.notistack-SnackbarContainer').getByText('You must be logged in to add items!').first(),
  },
  _Alert: {
    at: '/',
    act: press(/^Add /),
    missing: (page) => page.getByRole('alert').getByText(/^Added ".*" to cart!$/),
    tryAgain: async () => undefined,
    here: (page) => page.getByRole('alert').getByText(/^Added ".*" to cart!$/),
  },
  '../node_modules/framer-motion/dist/es/dom-mini.mjs': {
    at: '/contact',
    act: async (page) => {
      await visit(page, '/');
      await page.getByRole('link', { name: 'Shop Now' }).hover();
    },
    missing: (page) => page.getByRole('link', { name: 'Shop Now' }),
    tryAgain: async () => undefined,
    here: (page) => page.getByRole('heading', { name: 'Discover Amazing Products at Great Prices' }),
  },
  'ui/BottomSheet.tsx': {
    at: '/products',
    phone: true,
    act: press('Filter and sort'),
    here: (page) => page.getByRole('dialog', { name: 'Filter and sort' }),
  },
  'features/products/EnlargedPicture.tsx': {
    at: `/products/${slug}`,
    act: press('Enlarge'),
    here: (page) => page.getByRole('dialog', { name: 'Enlarged picture' }),
  },
  'features/products/NoResultsHelp.tsx': {
    at: '/products',
    act: open('/products?search=zeppelin'),
    here: (page) => page.getByText(/Try a shorter word/),
  },
  'features/products/RelatedProducts.tsx': {
    at: `/products/${slug}`,
    act: (page) => page.getByRole('contentinfo').scrollIntoViewIfNeeded(),
    here: (page) => page.getByRole('main').getByRole('article').first(),
  },
  'features/products/RecentlyViewed.tsx': {
    at: `/products/${slug}`,
    act: async (page) => {
      await page.evaluate(
        (viewed) => localStorage.setItem('kiosk-viewed-products', JSON.stringify([{ uid: '', slugs: [viewed] }])),
        'second-cup-teapot',
      );
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect(viewedProducts(page)).toHaveCount(0);
    },
    // It fails silently; the related products beside it are shown.
    missing: (page) => page.getByRole('main').getByRole('article').first(),
    tryAgain: async (page) => {
      await page.reload();
      await takenOver(page);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    },
    here: (page) => viewedProducts(page).getByRole('article').first(),
  },
  'app/layout/ShopCartDrawer.tsx': {
    at: '/contact',
    act: press(/^Cart/),
    here: (page) => page.getByRole('dialog', { name: 'Shopping Cart' }),
  },
  'app/layout/AccountMenu.tsx': {
    as: 'shopper',
    at: '/contact',
    act: press(/^Account menu/),
    here: (page) => page.getByRole('menuitem', { name: 'Dashboard' }),
  },
  _storeActions: {
    as: 'shopper',
    at: '/products',
    act: press(/^Add /),
    missing: alert('Failed to add item to store'),
    tryAgain: press(/^Add /),
    here: (page) => page.getByText(/^Added ".*" to store!$/),
  },
  'pages/dashboard/DashboardLayout.tsx': page('/', '/dashboard', 'dashboardHome', 'shopper'),
  'app/dashboardPages.ts': page('/', '/dashboard', 'dashboardHome', 'shopper'),
  // From outside the dashboard, whose other pages also need the file of the title.
  'pages/dashboard/DashboardIndexPage.tsx': page('/', '/dashboard', 'dashboardHome', 'shopper'),
  'pages/dashboard/UserProductPage.tsx': page('/dashboard', '/dashboard/userProduct', 'Products', 'shopper'),
  'pages/dashboard/ProfilePage.tsx': page('/dashboard', '/dashboard/profile', 'My Profile', 'shopper'),
  'pages/dashboard/AddProductPage.tsx': page('/dashboard', '/dashboard/addProduct', 'Add Product', 'shopper'),
  'features/products/form/romanize.ts': {
    as: 'shopper',
    at: '/dashboard/addProduct',
    act: (page) => field(page, 'Name').fill('Лампа'),
    missing: (page) => field(page, 'Name'),
    // More typed letters retry the load unless it is still pending.
    tryAgain: (page) =>
      expect(async () => {
        await field(page, 'Name').fill('Лампа');
        await field(page, 'Name').fill('Лампа 2');
        await expect(page.getByRole('button', { name: 'Use lampa-2' })).toBeVisible({ timeout: 1_000 });
      }).toPass(),
    here: (page) => page.getByRole('button', { name: 'Use lampa-2' }),
  },
  'pages/dashboard/CreateProductPage.tsx': page('/dashboard', '/dashboard/createProduct', 'Create Product', 'shopper'),
  'pages/dashboard/EditProductPage.tsx': page('/dashboard', `/dashboard/editProduct/${slug}`, 'Edit Product', 'admin'),
  'pages/dashboard/SettingsPage.tsx': page('/dashboard', '/dashboard/settings', 'Settings', 'admin'),
  'pages/dashboard/DashboardHomePage.tsx': page('/dashboard', '/dashboard/DashboardHome', 'Admin Dashboard', 'admin'),
  'features/counts/CountsChart.tsx': {
    as: 'admin',
    at: '/dashboard',
    act: open('/dashboard/DashboardHome'),
    here: (page) => page.getByRole('img', { name: /^Dashboard Counts/ }),
  },
  'pages/dashboard/AllUserPage.tsx': page('/dashboard', '/dashboard/AllUser', 'All Users', 'admin'),
  'pages/dashboard/AdminProductPage.tsx': page('/dashboard', '/dashboard/AdminProduct', /Products/, 'admin'),
  'pages/dashboard/ApiKeysPage.tsx': page('/dashboard', '/dashboard/apiKeys', 'API keys', 'admin'),
  'pages/dashboard/WebhooksPage.tsx': page('/dashboard', '/dashboard/webhooks', 'Webhooks', 'admin'),
  'pages/dashboard/MessagesPage.tsx': page('/dashboard', '/dashboard/messages', 'Messages', 'admin'),
  'pages/dashboard/OutboxPage.tsx': page('/dashboard', '/dashboard/outbox', 'Outbox', 'admin'),
  'pages/dashboard/OrdersPage.tsx': page('/dashboard', '/dashboard/orders', 'Orders', 'shopper'),
  'pages/dashboard/ShopOrdersPage.tsx': page('/dashboard', '/dashboard/shopOrders', 'Shop orders', 'admin'),
  'pages/dashboard/ShopOrderPage.tsx': page(
    '/dashboard',
    '/dashboard/shopOrders/K-0000-0000',
    'Page not found',
    'admin',
  ),
  'pages/dashboard/StockPage.tsx': page('/dashboard', '/dashboard/stock', 'Stock', 'admin'),
  'pages/dashboard/PaymentsPage.tsx': page('/dashboard', '/dashboard/payments', 'Payments', 'admin'),
  'pages/dashboard/ReportsPage.tsx': page('/dashboard', '/dashboard/reports', 'Reports', 'admin'),
  'features/reports/NetChart.tsx': {
    as: 'admin',
    at: '/dashboard',
    act: open('/dashboard/reports'),
    here: (page) => page.getByRole('img', { name: /^Net by day/ }),
  },
  'pages/dashboard/ShippingSettingsPage.tsx': page('/dashboard', '/dashboard/shipping', 'Shipping', 'admin'),
  'pages/dashboard/TaxSettingsPage.tsx': page('/dashboard', '/dashboard/taxes', 'Taxes', 'admin'),
  'pages/dashboard/AuditPage.tsx': page('/dashboard', '/dashboard/audit', 'Audit log', 'admin'),
  'pages/dashboard/ImportProductsPage.tsx': page(
    '/dashboard',
    '/dashboard/importProducts',
    'Import and Export',
    'admin',
  ),
};

/** Google's popup needs the real Firebase and Stripe's form real payments: no page of the demo loads them. */
const unused = ['session/googlePopup.ts', 'features/checkout/payment/StripePaymentForm.tsx'];

/** Each module's own file, and the files beside it that no earlier page has needed: those can no longer be missing. */
function ownFiles(): Map<string, string[]> {
  const files = lazyFiles();
  const owned = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const name of Object.keys(uses)) {
    const [own, ...others] = files.get(name) ?? [];
    if (own !== undefined) owned.set(name, [own, ...others.filter((file) => !seen.has(file))]);
    for (const file of files.get(name) ?? []) seen.add(file);
  }
  return owned;
}

test('every lazily loaded file has a failure test', () => {
  const files = [...lazyFiles()].filter(([name]) => !unused.includes(name));
  expect(files.map(([name]) => name).sort()).toEqual(Object.keys(uses).sort());
  expect(new Set([...ownFiles().values()].flat())).toEqual(new Set(files.flatMap(([, needed]) => needed)));
});

const unreachable = (route: Route) => route.abort('internetdisconnected');
const notFound = (route: Route) => route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' });
const retryButton = (page: Page) => page.getByRole('button', { name: 'Try again' });
const retry = (page: Page) => retryButton(page).click();
const couldNotLoad = (page: Page) => page.getByText(/ could not be loaded\.?$/);

for (const [name, use] of Object.entries(uses)) {
  test(`${name} is missing: header, page and typed text stay, and a retry works`, async ({
    page,
    request,
    problems,
  }) => {
    const [own, ...others] = (ownFiles().get(name) ?? []).map((file) => `**/${file}`);
    expectFault(problems, 'Failed to load resource', 'ModuleLoadError', 'could not be loaded');
    if (use.phone) await page.setViewportSize({ width: 390, height: 800 });
    if (use.as) await signedIn(page, request, use.as === 'admin' ? demo.admin : demo.shopper);
    // A module loads together with its imports and fails if any of them is missing.
    if (others.length > 0) await test.step(others.join(' '), () => takeAway(page, others, use, unreachable));
    if (own === undefined) return;
    await test.step(own, () => takeAway(page, [own], use, unreachable, notFound));
    if (use.tryAgain) await test.step(`${own} is not found`, () => takeAway(page, [own], use, notFound));
  });
}

test('preloading on hover and focus throws nothing offline, and the part loads once online', async ({
  page,
  context,
  problems,
}) => {
  // Only network errors are expected: an uncaught error fails the test.
  expectFault(problems, 'Failed to load resource', 'ERR_INTERNET_DISCONNECTED');
  await page.goto('/products/lookout-oak-table-lamp');
  await takenOver(page);
  const buy = page.getByRole('button', { name: /^Buy now: / });
  // Scrolling to the button may load them.
  await scrollToRelated(page);
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await buy.hover();
  await buy.focus();
  await failed;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.setOffline(false);
  await buy.click();
  await expect(heading('Checkout')(page)).toBeVisible();
});

/** Fails the files with `fault`, and with `next` when the page's own button retries. */
async function takeAway(page: Page, files: readonly string[], use: Use, fault: Fault, next?: Fault): Promise<void> {
  const { at, act, missing = couldNotLoad, tryAgain = retry, here } = use;
  for (const file of files) await page.route(file, fault);
  await page.goto(at);
  await takenOver(page);
  const search = page.getByRole('banner').getByRole('searchbox').locator('visible=true');
  if (!use.phone) await search.fill('typed words');
  await act(page);
  await expectStill();
  if (next && use.tryAgain === undefined) {
    const answers = files.map((file) => page.waitForResponse(file));
    for (const file of files) {
      await page.unroute(file);
      await page.route(file, next);
    }
    await retry(page);
    await Promise.all(answers);
    // A file that returns earlier would be found by the pending attempt.
    await expect(retryButton(page)).not.toHaveAttribute('aria-busy', 'true');
    await expectStill();
  }
  for (const file of files) await page.unroute(file);
  await tryAgain(page);
  await expect(here(page)).toBeVisible();

  async function expectStill() {
    await expect(missing(page)).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeAttached();
    await expect(page.getByRole('main')).toBeVisible();
    if (!use.phone && use.tryAgain === undefined) await expect(search).toHaveValue('typed words');
  }
}
