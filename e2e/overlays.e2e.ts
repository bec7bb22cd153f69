import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { cartButton, drawer, fill } from './cartParts';
import { type Overlay, overlays } from './overlays';
import { demo, newShopper } from './shopper';
import { expect, test } from './shopTest';
import { signedIn } from './signedIn';

/** Components that contain MUI's Modal, which covers the page. */
const modal = /@mui\/material\/(Dialog|Drawer|Menu|Modal|Popover|SwipeableDrawer)'/;

/** They open during a purchase only; e2e/buying.e2e.ts and client/pages/CheckoutPage.test.tsx cover them. */
const ofPurchases = ['features/checkout/MoreTimeDialog.tsx', 'features/checkout/payment/TestBankDialog.tsx'];

test('every component that opens an overlay is in the list of overlays', () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  // The gallery of the theme is not a page of the shop.
  const ofShop = files.filter((file) => !file.startsWith('gallery/'));
  const opening = ofShop.filter((file) => modal.test(readFileSync(join('client', file), 'utf8')));
  const listed = new Set([...overlays.map(({ file }) => file), ...ofPurchases]);
  expect(opening.filter((file) => !listed.has(file))).toEqual([]);
});

const phone = { width: 390, height: 844 };
const isQuestionOfForm = ({ path }: Overlay) => path === '/contact';

async function startAtFaq(
  page: Page,
  request: Parameters<typeof signedIn>[1],
  { isPhone, as }: Overlay,
): Promise<void> {
  if (isPhone) await page.setViewportSize(phone);
  if (as) await signedIn(page, request, demo[as]);
  await page.goto('/faq');
}

async function openPage(page: Page, { path }: Overlay): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const isAtGuard = (page: Page) =>
  page.evaluate(() => (history.state as { isGuard?: boolean } | null)?.isGuard === true);
const heading = (page: Page) => page.locator('main h1').innerText();
const address = (page: Page) => new URL(page.url()).pathname;

async function closeByBack(page: Page, overlay: Overlay): Promise<void> {
  const { open, shown } = overlay;
  await openPage(page, overlay);
  const before = [address(page), await heading(page)];
  for (let times = 0; times < 2; times += 1) {
    await open(page);
    await expect(shown(page)).toBeVisible();
    await page.goBack();
    await expect(shown(page)).toBeHidden();
    expect([address(page), await heading(page)]).toEqual(before);
  }
  // The guard of a form with typed text stays in the history, so there is no entry ahead.
  if (isQuestionOfForm(overlay)) return;
  await page.evaluate(() => history.forward());
  await expect.poll(() => isAtGuard(page)).toBe(false);
  await expect(shown(page)).toBeHidden();
  expect([address(page), await heading(page)]).toEqual(before);
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
}

async function closeWithoutBack(page: Page, overlay: Overlay): Promise<void> {
  const { open, shown, close } = overlay;
  await openPage(page, overlay);
  await open(page);
  await expect(shown(page)).toBeVisible();
  if (close) await close(page);
  else await page.keyboard.press('Escape');
  await expect(shown(page)).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
}

async function reloadWhileOpen(page: Page, overlay: Overlay): Promise<void> {
  await openPage(page, overlay);
  await overlay.open(page);
  await expect(overlay.shown(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => isAtGuard(page)).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
}

for (const overlay of overlays) {
  test(`Back closes ${overlay.name}, Forward does not reopen it, and it leaves no history entry`, async ({
    page,
    request,
  }) => {
    await startAtFaq(page, request, overlay);
    await test.step('closed by Back', () => closeByBack(page, overlay));
    // Typed text holds Back, and the browser asks before it reloads.
    if (isQuestionOfForm(overlay)) return;
    await test.step('closed without Back', () => closeWithoutBack(page, overlay));
    await test.step('open during a reload', () => reloadWhileOpen(page, overlay));
  });
}

test('Back restores the focus to the button that opened the sheet', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/products');
  const button = page.getByRole('button', { name: 'Filter and sort' });
  await button.click();
  await expect(page.getByRole('dialog', { name: 'Filter and sort' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'Filter and sort' })).toBeHidden();
  await expect(button).toBeFocused();
});

test('a link in the cart drawer navigates, and one Back returns to the page below the drawer', async ({
  page,
  request,
}) => {
  const shopper = await newShopper(request);
  await signedIn(page, request, shopper);
  const [product] = await productsOf(page);
  await fill(request, shopper, product ?? '');
  await page.goto('/faq');
  await page.goto('/products');
  await cartButton(page).click();
  await drawer(page).getByRole('link', { name: 'Checkout' }).click();
  await expect(page).toHaveURL(/\/dashboard\/userProduct$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/products$/);
  await expect(drawer(page)).toBeHidden();
  await page.goForward();
  await expect(page).toHaveURL(/\/dashboard\/userProduct$/);
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
});

async function productsOf(page: Page): Promise<string[]> {
  const answer = await page.request.post('/graphql', { data: { query: '{ products(first: 2) { nodes { slug } } }' } });
  const { data } = (await answer.json()) as { data: { products: { nodes: { slug: string }[] } } };
  return data.products.nodes.map(({ slug }) => slug);
}

test('filters chosen in the sheet stay when Back closes it, and each is one history entry', async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto('/faq');
  await page.goto('/products');
  const sheet = page.getByRole('dialog', { name: 'Filter and sort' });
  await page.getByRole('button', { name: 'Filter and sort' }).click();
  await sheet.getByText('Fashion', { exact: true }).click();
  await expect(page).toHaveURL(/category=Fashion/);
  await sheet.getByText('In stock only').click();
  await expect(page).toHaveURL(/category=Fashion.*inStock/);
  // The router follows the URL in a transition.
  await expect.poll(() => isAtGuard(page)).toBe(true);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/category=Fashion.*inStock/);
  await page.goBack();
  await expect(page).not.toHaveURL(/inStock/);
  await expect(page).toHaveURL(/category=Fashion/);
  await page.goBack();
  await expect(page).toHaveURL(/\/products$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
});

test('signing out from the account menu leads to the sign-in page', async ({ page, request }) => {
  await signedIn(page, request, demo.shopper);
  await page.goto('/faq');
  await page.goto('/products');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/products$/);
});
