import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import type { ProductSort } from '../__generated__/operations';
import { intersectAll } from '../testing/browser';
import { findAdd } from '../testing/cart';
import { expectLogged } from '../testing/console';
import { hold } from '../testing/hold';
import {
  address,
  expectAddress,
  expectTitle,
  fill,
  findHeading,
  header,
  main,
  scrollToEnd,
  textsOf,
} from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { newProduct, pageOf, type Product } from '../testing/builders';
import { after, offline, refuse } from '../testing/shop';

interface ProductsArguments {
  filter?: { search: string; category: string; inStockOnly: boolean; maxPrice?: number };
  sort?: ProductSort | null;
  first: number;
  after: string | null;
}

const orders: Partial<Record<ProductSort, (a: Product, b: Product) => number>> = {
  NAME: (a, b) => a.name.localeCompare(b.name),
  PRICE_ASC: (a, b) => a.price - b.price,
  PRICE_DESC: (a, b) => b.price - a.price,
  RATING: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
};

const lamp = newProduct({ name: 'Alder Ceramic Table Lamp', price: 129, categories: ['Home & Garden', 'Lighting'] });
const beanie = newProduct({ name: 'Ribbed Wool Beanie', price: 24, categories: ['Fashion'] });

/** Filters, sorts and pages like the server. */
const listOf =
  (...all: readonly Product[]) =>
  ({ filter, sort, ...paging }: ProductsArguments) => {
    const { search = '', category = 'All Categories', inStockOnly = false, maxPrice = Infinity } = filter ?? {};
    const found = all.filter(
      (product) =>
        product.name.toLowerCase().includes(search.toLowerCase()) &&
        (category === 'All Categories' || product.categories.includes(category)) &&
        (product.inStock || !inStockOnly),
    );
    const within = found.filter(({ price }) => price <= maxPrice);
    return pageOf(within.toSorted(orders[sort ?? 'NEWEST'] ?? (() => 0)), paging, {
      hiddenAbovePrice: found.length - within.length,
    });
  };

const noSuggestions = { correctedSearch: null, products: [] };

function openProducts(path = '/products', ...all: Product[]) {
  const products = all.length > 0 ? all : [lamp, beanie];
  return renderApp(path, { resolvers: { products: listOf(...products), productSuggestions: noSuggestions } });
}

const results = () => screen.findByRole('region', { name: 'Products' });
const names = async () => textsOf(await within(await results()).findAllByRole('heading', { level: 3 }));
const filters = () => within(screen.getByRole('complementary', { name: 'Filters' }));
const searchField = () => filters().getByRole('searchbox', { name: 'Search' });
const slider = () => screen.getByRole<HTMLInputElement>('slider');
const radio = (name: string) => filters().getByRole('radio', { name });
const inStockOnly = () => filters().getByRole('switch', { name: 'In stock only' });
const sortBy = () => screen.getByRole('combobox', { name: 'Sort by' });
const findChips = async () => within(await screen.findByRole('group', { name: 'Active filters' }));

test('M14: the URL seeds every filter, and a reload keeps them', async () => {
  const path = '/products?search=lamp&category=Home+%26+Garden&inStock=true&maxPrice=200&sort=PRICE_ASC';
  const { shop, reload } = openProducts(path);
  for (const again of [false, true]) {
    if (again) reload();
    expect(await screen.findByRole('link', { name: 'Alder Ceramic Table Lamp' })).toBeVisible();
    expect(searchField()).toHaveValue('lamp');
    expect(radio('Home & Garden')).toBeChecked();
    expect(inStockOnly()).toBeChecked();
    expect(screen.getByRole('slider', { name: 'Price' })).toHaveValue('200');
    expect(sortBy()).toHaveValue('PRICE_ASC');
    expect(shop.callsOf('Products').at(-1)?.variables).toMatchObject({
      filter: { search: 'lamp', category: 'Home & Garden', inStockOnly: true, minPrice: 0, maxPrice: 200 },
      sort: 'PRICE_ASC',
    });
  }
});

test('M15: the slider goes from 0 to 500 in steps of 10 and moves only the upper bound', async () => {
  openProducts();
  await findAdd(lamp.name);
  expect(screen.getAllByRole('slider')).toHaveLength(1);
  for (const [name, value] of Object.entries({ min: '0', max: '500', step: '10' }))
    expect(slider()).toHaveAttribute(name, value);
  expect(slider()).toHaveValue('500');
  expect(screen.getByText('$0 – $500')).toBeVisible();
  fireEvent.change(slider(), { target: { value: '490' } });
  expect(screen.getByText('$0 – $490')).toBeVisible();
  await expectAddress('/products?maxPrice=490');
  fireEvent.change(slider(), { target: { value: '50' } });
  await expectAddress('/products?maxPrice=50');
  await waitFor(async () => expect(await names()).toEqual([beanie.name]));
});

test('keeps a choice that is made before the previous one is committed', async () => {
  openProducts();
  await findAdd(lamp.name);
  const pushState = history.pushState.bind(history);
  const push = jest.spyOn(history, 'pushState').mockImplementationOnce((...entry) => {
    pushState(...entry);
    // Before React commits.
    queueMicrotask(() => fireEvent.change(slider(), { target: { value: '50' } }));
  });
  fireEvent.change(slider(), { target: { value: '490' } });
  await expectAddress('/products?maxPrice=50');
  expect(push).toHaveBeenCalled();
  push.mockRestore();
  expect(slider()).toHaveValue('50');
  await waitFor(async () => expect(await names()).toEqual([beanie.name]));
});

test('M17: each chip clears its own filter, Clear All clears all', async () => {
  const { user } = openProducts('/products?search=e&category=Fashion&inStock=true&maxPrice=100');
  await findAdd(beanie.name);
  const chips = await findChips();
  const clear = (what: string) => user.click(chips.getByRole('button', { name: new RegExp(`clear ${what} filter`) }));
  expect(chips.getAllByRole('button')).toHaveLength(5);
  await clear('search');
  await expectAddress('/products?category=Fashion&inStock=true&maxPrice=100');
  await waitFor(() => expect(searchField()).toHaveValue(''));
  await clear('category');
  await expectAddress('/products?inStock=true&maxPrice=100');
  await waitFor(() => expect(radio('All Categories')).toBeChecked());
  await clear('in stock');
  await expectAddress('/products?maxPrice=100');
  await waitFor(() => expect(textsOf(chips.getAllByRole('button'))).toEqual(['Up to $100', 'Clear All']));
  await user.click(radio('Fashion'));
  await clear('price');
  await expectAddress('/products?category=Fashion');
  await waitFor(() => expect(slider()).toHaveValue('500'));
  await user.click(chips.getByRole('button', { name: 'Clear All' }));
  await expectAddress('/products');
  expect(slider()).toHaveValue('500');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull());
});

test('M17: Back undoes one choice at a time', async () => {
  const { user } = openProducts();
  await findAdd(lamp.name);
  await user.click(radio('Fashion'));
  await user.click(inStockOnly());
  await user.selectOptions(sortBy(), 'Price up');
  await expectAddress('/products?category=Fashion&inStock=true&sort=PRICE_ASC');
  history.back();
  await waitFor(() => expect(sortBy()).toHaveValue('NEWEST'));
  await expectAddress('/products?category=Fashion&inStock=true');
  history.back();
  await waitFor(() => expect(inStockOnly()).not.toBeChecked());
  await expectAddress('/products?category=Fashion');
  history.back();
  await waitFor(() => expect(radio('All Categories')).toBeChecked());
  await expectAddress('/products');
});

test('the sort control orders by name, price and rating', async () => {
  const bear = newProduct({ name: 'Bear', price: 30, rating: 3 });
  const [ant, cow] = [newProduct({ name: 'Ant', price: 20, rating: 5 }), newProduct({ name: 'Cow', price: 10 })];
  const { user } = openProducts('/products', bear, ant, cow);
  expect(await names()).toEqual(['Bear', 'Ant', 'Cow']);
  const labels = ['Newest', 'Name', 'Price up', 'Price down', 'Rating'];
  expect(textsOf(within(sortBy()).getAllByRole('option'))).toEqual(labels);
  for (const [label, first] of [
    ['Price up', 'Cow'],
    ['Price down', 'Bear'],
    ['Name', 'Ant'],
    ['Newest', 'Bear'],
    ['Rating', 'Ant'],
  ] as const) {
    await user.selectOptions(sortBy(), label);
    await waitFor(async () => expect((await names())[0]).toBe(first));
  }
});

test('a product link opens the product page', async () => {
  const { user, shop } = openProducts();
  shop.prepare({ product: lamp });
  await user.click(await screen.findByRole('link', { name: lamp.name }));
  await findHeading(lamp.name);
  await expectTitle(`${lamp.name} · Kiosk`);
});

test('the list reloads automatically when the browser is online again', async () => {
  const { user, shop } = openProducts();
  await findAdd(lamp.name);
  shop.intercept('*', offline);
  await user.click(radio('Fashion'));
  expect(await screen.findByText('No products found')).toBeVisible();
  await expectLogged('Failed to load the products');
  shop.intercept('*', undefined);
  dispatchEvent(new Event('online'));
  expect(await screen.findByRole('article')).toHaveTextContent('Fashion');
});

test('choices made faster than the page renders are all applied', async () => {
  openProducts();
  await findAdd(beanie.name);
  for (const words of ['Electronics', 'In stock only', 'Fashion'])
    [...document.querySelectorAll('label')].find((label) => label.textContent.includes(words))?.click();
  await expectAddress('/products?category=Fashion&inStock=true');
  await waitFor(() => expect(radio('Fashion')).toBeChecked());
  expect(inStockOnly()).toBeChecked();
});

test('typing is debounced, and the previous results stay until the next are loaded', async () => {
  const { user, shop } = openProducts();
  await findAdd(beanie.name);
  const { released, release } = hold();
  shop.intercept('Products', after(released));
  const before = shop.callsOf('Products').length;
  await user.type(searchField(), 'lamp');
  await waitFor(() => expect(shop.callsOf('Products')).toHaveLength(before + 1));
  expect(shop.callsOf('Products').at(-1)?.variables).toMatchObject({ filter: { search: 'lamp' } });
  expect(await names()).toEqual([lamp.name, beanie.name]);
  expect(await results()).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('Loading products...')).toBeNull();
  release();
  await waitFor(async () => expect(await names()).toEqual([lamp.name]));
  expect(main().getByText('1 product')).toBeVisible();
});

test('the Enter that accepts a word of an input method does not hasten the search', async () => {
  openProducts();
  await findAdd(lamp.name);
  fireEvent.change(searchField(), { target: { value: 'lamp' } });
  // Safari ends the composition before it.
  fireEvent.keyDown(searchField(), { key: 'Enter', keyCode: 229 });
  expect(address()).toBe('/products');
  fireEvent.keyDown(searchField(), { key: 'Enter', keyCode: 13 });
  expect(address()).toBe('/products?search=lamp');
});

test('products above $500 are counted, hidden and shown on request (decision 21)', async () => {
  const dear = ['Grand Piano', 'Small Piano'].map((name, at) => newProduct({ name, price: 900 - at }));
  const { user, shop } = openProducts('/products', lamp, ...dear);
  const hidden = await screen.findByText('2 products above $500 are hidden.');
  expect(hidden).toBeVisible();
  // Announced with the count.
  expect(hidden.closest('[role="status"]')).toHaveTextContent(/^1 product2 products above/);
  await user.click(screen.getByRole('button', { name: 'Show them' }));
  await expectAddress('/products?maxPrice=any');
  expect(await screen.findByText('Any price')).toBeVisible();
  await waitFor(() => expect(screen.queryByText(/hidden\.$/)).toBeNull());
  expect(await names()).toEqual([lamp.name, 'Grand Piano', 'Small Piano']);
  await user.selectOptions(sortBy(), 'Price down');
  await waitFor(() => expect(shop.callsOf('Products').at(-1)?.variables).toMatchObject({ sort: 'PRICE_DESC' }));
});

test('M18, M46, M47: a card out of stock, with defaults and with a discount', async () => {
  const kettle = { name: 'Quillon Test Kettle', price: 75, originalPrice: 100, discount: 25, inStock: false };
  openProducts('/products?search=Quillon', newProduct(kettle));
  const add = await findAdd(kettle.name);
  const card = screen.getByRole('article');
  expect(within(card).getByText('Out of Stock')).toBeVisible();
  expect(add).toBeDisabled();
  for (const words of ['General', '$75.00', '$100.00', '-25%', '4.5 (10)']) expect(card).toHaveTextContent(words);
});

const cards = (count: number) =>
  Array.from({ length: count }, (_each, at) => newProduct({ name: `Vellum Card ${at + 1}`, price: 10 }));

test('a short page is filled automatically (decision 41)', async () => {
  const asked: number[] = [];
  const all = cards(100);
  renderApp('/products?search=Vellum', {
    resolvers: {
      products: ({ first, after: place }: ProductsArguments) => {
        asked.push(first);
        return pageOf(all, { first: 7, after: place });
      },
    },
  });
  await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThanOrEqual(24));
  expect(asked.slice(0, 4)).toEqual([24, 24, 24, 24]);
  expect(screen.queryByText('No products found')).toBeNull();
});

test('a failed next page is only logged, is not retried by itself, and the button retries it', async () => {
  const { user, shop } = openProducts('/products', ...cards(60));
  await findAdd('Vellum Card 24');
  shop.intercept('Products', refuse('Internal server error'));
  await scrollToEnd();
  await expectLogged('Failed to load more products');
  intersectAll();
  expect(shop.callsOf('Products')).toHaveLength(2);
  expect(await names()).toHaveLength(24);
  shop.intercept('Products', undefined);
  await user.click(await screen.findByRole('button', { name: 'Load more' }));
  await waitFor(async () => expect(await names()).toHaveLength(48));
});

test('a search is trimmed in URL and chip, and a blank one is no filter', async () => {
  const { user, unmount } = openProducts('/products', newProduct({ name: 'Alder Lamp' }));
  await findAdd('Alder Lamp');
  await fill(user, searchField(), '  alder   lamp ');
  await user.keyboard('{Enter}');
  await expectAddress('/products?search=alder+lamp');
  expect(searchField()).toHaveValue('  alder   lamp ');
  expect(await screen.findByRole('button', { name: '"alder lamp", clear search filter' })).toBeVisible();
  await fill(user, searchField(), ' \u00a0 ');
  await expectAddress('/products');
  unmount();
  openProducts('/products?search=%20%C2%A0&maxPrice=1e300&sort=');
  await findAdd(lamp.name);
  expect(screen.queryByRole('group', { name: 'Active filters' })).toBeNull();
  expect(slider()).toHaveValue('500');
});

test('the same search again adds no history entry', async () => {
  const { user } = openProducts('/');
  await findAdd(lamp.name);
  const box = () => header().getByRole('searchbox', { name: 'Search products' });
  const before = history.length;
  for (const text of ['lamp', ' lamp', 'lamp ']) {
    await fill(user, box(), text);
    await user.keyboard('{Enter}');
    await expectAddress('/products?search=lamp');
    await findHeading('Shop Our Products');
  }
  expect(history.length).toBe(before + 1);
  history.back();
  await expectAddress('/');
  await findAdd(beanie.name);
});

test('E21: a search without a match shows that and can be cleared', async () => {
  const { user } = openProducts();
  await findAdd(lamp.name);
  await fill(user, searchField(), 'zeppelin');
  expect(await screen.findByText('No products found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  expect(await findAdd(lamp.name)).toBeVisible();
});

test('a category that the shop lacks is named, and the existing ones are linked', async () => {
  const { user, unmount } = openProducts('/products?category=Boats');
  expect(await screen.findByText('No products found')).toBeVisible();
  const noBoats = 'There is no category "Boats" in this shop.';
  await waitFor(async () => expect(await results()).toHaveTextContent(noBoats));
  expect((await findChips()).getAllByRole('button')[0]).toHaveTextContent(/^Boats$/);
  const advice = within(await results());
  const categories = ['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness'];
  expect(textsOf(advice.getAllByRole('link'))).toEqual(categories);
  expect(advice.getByRole('button', { name: 'Show all products' })).toBeVisible();
  await user.click(advice.getByRole('link', { name: 'Fashion' }));
  await expectAddress('/products?category=Fashion');
  expect(await findAdd(beanie.name)).toBeVisible();
  unmount();
  // Categories that are second in a product, or empty because of other filters, exist.
  const second = openProducts('/products?category=Lighting');
  expect(await findAdd(lamp.name)).toBeVisible();
  second.unmount();
  openProducts('/products?category=Fashion&search=zeppelin');
  expect(await screen.findByText('No products found')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Search for it in all categories' })).toBeVisible();
  expect(screen.queryByText(/There is no category/)).toBeNull();
});

test.each([
  ['category=Fashion', 'Search for it in all categories'],
  ['category=Fashion&inStock=true&maxPrice=200', 'Search for it in all categories'],
  ['inStock=true', 'Search for it without the other filters'],
])('a search that %s empties is offered without these filters', async (others, name) => {
  const piano = newProduct({ name: 'Grand Piano', price: 90, inStock: false, categories: ['Music'] });
  const { user, unmount } = openProducts(`/products?search=piano&${others}&sort=NAME`, piano, beanie);
  await user.click(await screen.findByRole('button', { name }));
  await expectAddress('/products?search=piano&sort=NAME');
  expect(await findAdd(piano.name)).toBeVisible();
  expect(await results()).toHaveFocus();
  unmount();
});

test('suggests nothing without a near match, when a filter empties the list, and after a failure', async () => {
  const offered = () => screen.queryByRole('region', { name: 'Did you mean' });
  for (const search of ['zeppelin', 'lamp&category=Fashion']) {
    const { shop, unmount } = openProducts(`/products?search=${search}`);
    expect(await screen.findByText('No products found')).toBeVisible();
    await waitFor(() => expect(shop.callsOf('ProductSuggestions')).toHaveLength(1));
    expect(offered()).toBeNull();
    unmount();
  }
  const boats = openProducts('/products?category=Boats');
  await waitFor(async () => expect(await results()).toHaveTextContent('There is no category "Boats" in this shop.'));
  expect(boats.shop.names()).not.toContain('ProductSuggestions');
  boats.unmount();
  const { shop } = openProducts('/products');
  await findAdd(lamp.name);
  shop.intercept('ProductSuggestions', refuse('The database is away.'));
  fireEvent.change(searchField(), { target: { value: 'lmap' } });
  expect(await screen.findByText(/Try a shorter word\./)).toBeVisible();
  await expectLogged('Failed to load suggestions');
  expect(offered()).toBeNull();
});

test('the breadcrumb of a product links to the filtered list', async () => {
  const { user, shop, reload, unmount } = openProducts('/products?search=lamp&maxPrice=200');
  shop.prepare({ product: lamp });
  await user.click(await screen.findByRole('link', { name: lamp.name }));
  await findHeading(lamp.name);
  reload();
  await findHeading(lamp.name);
  const crumb = () => within(screen.getByRole('navigation', { name: 'Breadcrumb' }));
  await user.click(crumb().getByRole('link', { name: 'Products' }));
  await expectAddress('/products?search=lamp&maxPrice=200');
  await findAdd(lamp.name);
  unmount();
  renderApp(`/products/${lamp.slug}`, { resolvers: { product: lamp } });
  await findHeading(lamp.name);
  expect(crumb().getByRole('link', { name: 'Home & Garden' })).toHaveAttribute(
    'href',
    '/products?category=Home%20%26%20Garden',
  );
  expect(address()).toBe(`/products/${lamp.slug}`);
});
