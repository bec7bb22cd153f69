import type { Page, Route } from '@playwright/test';
import { graphqlCalls } from './calls';
import { type State, withPatience } from './state';
import { scrollToRelated, visit } from './visit';

const article = (page: Page) => page.getByRole('article').first();
const level1 = (page: Page) => page.getByRole('heading', { level: 1 });

const at =
  (path: string, ready: (page: Page) => { waitFor: () => Promise<void> } = level1) =>
  async (page: Page) => {
    await page.goto(path);
    await ready(page).waitFor();
  };

const faults = {
  loading: async () => undefined,
  failing: (route: Route) => route.abort(),
} as const;

const faulty = (path: string, fault: keyof typeof faults, words: string) => async (page: Page) => {
  await withPatience(page);
  await at('/faq')(page);
  await page.route(graphqlCalls, faults[fault]);
  await visit(page, path);
  await page.getByText(words).waitFor();
};

async function fillContact(page: Page): Promise<void> {
  await at('/contact')(page);
  await page.getByRole('textbox', { name: 'Your name' }).fill('Anna Meyer');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('anna@example.com');
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Does the ceramic lamp come with a bulb?\nAnd is it dimmable?');
}

const product = '/products/alder-ceramic-table-lamp';

export const shopStates: readonly State[] = [
  { name: 'home', open: at('/', article) },
  { name: 'home-loading', open: faulty('/', 'loading', 'Loading featured products...') },
  { name: 'home-failing', isFault: true, open: faulty('/', 'failing', 'No featured products found') },
  { name: 'products', open: at('/products', article) },
  {
    name: 'products-filtered',
    open: at('/products?search=e&category=Home+%26+Garden&inStock=true&maxPrice=120&sort=PRICE_ASC', article),
  },
  { name: 'products-loading', open: faulty('/products', 'loading', 'Loading products...') },
  { name: 'products-failing', isFault: true, open: faulty('/products', 'failing', 'No products found') },
  { name: 'products-empty', open: at('/products?search=zeppelin', (page) => page.getByText('No products found')) },
  {
    name: 'products-no-category',
    open: at('/products?category=Boats', (page) => page.getByText('There is no category "Boats" in this shop.')),
  },
  {
    name: 'products-sheet',
    only: 'phone',
    open: async (page) => {
      await at('/products?inStock=true', article)(page);
      await page.getByRole('button', { name: 'Filter and sort' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'product', open: at(product) },
  {
    name: 'product-related',
    open: async (page) => {
      await at(product)(page);
      await scrollToRelated(page);
    },
  },
  { name: 'product-loading', open: faulty(product, 'loading', 'Loading product...') },
  { name: 'product-failing', isFault: true, open: faulty(product, 'failing', 'This product could not be loaded') },
  { name: 'not-found', isFault: true, open: at('/products/no-such-thing') },
  { name: 'contact', open: at('/contact') },
  {
    name: 'contact-refused',
    open: async (page) => {
      await at('/contact')(page);
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByText('Name is required').waitFor();
    },
  },
  {
    name: 'contact-failing',
    isFault: true,
    open: async (page) => {
      await fillContact(page);
      await page.route(graphqlCalls, faults.failing);
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'contact-sent',
    open: async (page) => {
      await fillContact(page);
      await page.getByRole('button', { name: 'Send message' }).click();
      await page.getByRole('heading', { name: 'Your message is kept' }).waitFor();
    },
  },
  { name: 'shipping', open: at('/shipping') },
  { name: 'returns', open: at('/returns') },
  { name: 'privacy', open: at('/privacy') },
  { name: 'terms', open: at('/terms') },
  { name: 'unknown-address', isFault: true, open: at('/no-such-page') },
  {
    name: 'faq',
    open: async (page) => {
      await at('/faq')(page);
      await page.getByText('When is shipping free?').click();
    },
  },
];
