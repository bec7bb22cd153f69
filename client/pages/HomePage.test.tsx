import { screen, waitFor, within } from '@testing-library/dom';
import { expectLogged } from '../testing/console';
import { hold } from '../testing/hold';
import { expectAddress, findHeading, main, press, textsOf } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { newProduct, pageOf } from '../testing/builders';
import { after, refuse } from '../testing/shop';

interface Paging {
  first: number;
}

const six = ['Lamp', 'Bottle', 'Tote', 'Beanie', 'Watch', 'Pot'].map((name) => newProduct({ name }));
const products = (paging: Paging) => pageOf(six, paging);
const openHome = () => renderApp('/', { resolvers: { products } });
const strip = () => within(screen.getByRole('region', { name: 'Featured products' }));
const hrefs = (links: readonly Element[]) => links.map((link) => link.getAttribute('href'));

test('M12: home shows the hero and the first four products of the API', async () => {
  openHome();
  await findHeading('Discover Amazing Products at Great Prices');
  expect(main().getByText(/^Shop from our/)).toHaveTextContent(
    'Shop from our curated collection of high-quality products across electronics, fashion, home & garden, and sports & fitness.',
  );
  expect(screen.getByRole('link', { name: 'Shop Now' })).toHaveAttribute('href', '/products');
  expect(screen.getByRole('link', { name: 'Browse Electronics' })).toHaveAttribute(
    'href',
    '/products?category=Electronics',
  );
  const names = await strip().findAllByRole('heading', { level: 3 });
  expect(textsOf(names)).toEqual(['Lamp', 'Bottle', 'Tote', 'Beanie']);
});

test('M10 M11: shows three blurbs and four categories that link to their products', async () => {
  openHome();
  const blurbs = screen.getByRole('list', { name: 'What you can count on' });
  expect(textsOf([...blurbs.querySelectorAll('b')])).toEqual([
    'Free shipping over $50',
    'Secure payment',
    '24/7 support',
  ]);
  const [shipping] = within(blurbs).getAllByRole('listitem');
  expect(shipping).not.toHaveTextContent('Everywhere');
  expect(within(shipping as HTMLElement).getByRole('link')).toHaveAttribute('href', '/shipping');
  const categories = within(screen.getByRole('region', { name: 'Shop by category' }));
  expect(hrefs(categories.getAllByRole('link'))).toEqual([
    '/products?category=Electronics',
    '/products?category=Fashion',
    '/products?category=Home%20%26%20Garden',
    '/products?category=Sports%20%26%20Fitness',
  ]);
  await strip().findAllByRole('article');
});

test('M12: the featured strip shows a loading text, then cards and a button that link to products', async () => {
  const { user, shop } = openHome();
  const { released, release } = hold();
  shop.intercept('Products', after(released));
  expect(await screen.findByText('Loading featured products...')).toBeVisible();
  release();
  const cards = await strip().findAllByRole('article');
  expect(hrefs(cards.map((card) => within(card).getByRole('link')))).toEqual(
    ['lamp', 'bottle', 'tote', 'beanie'].map((slug) => `/products/${slug}`),
  );
  await user.click(strip().getByRole('link', { name: 'View All Products' }));
  await expectAddress('/products');
  await findHeading('Shop Our Products');
});

test('M12: Add on the featured strip shows an alert and makes no call', async () => {
  const { user, shop } = openHome();
  const add = await strip().findByRole('button', { name: 'Add Lamp' });
  const before = shop.calls.length;
  await user.click(add);
  expect(await screen.findByRole('alert')).toHaveTextContent('Added "Lamp" to cart!');
  expect(shop.calls).toHaveLength(before);
  await press(user, screen.getByRole('button', { name: 'Close' }), 'Enter');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(add).toHaveFocus();
});

test('a failed product list is only logged and shows as empty', async () => {
  const { shop } = openHome();
  shop.intercept('Products', refuse('boom'));
  expect(await screen.findByText('No featured products found')).toBeVisible();
  await expectLogged('Failed to load the featured products');
});

test('an unknown address shows the not-found page', async () => {
  renderApp('/no/such/page');
  await findHeading('Page not found');
});

test('M70: the shop shows the constants: $50, 4 featured, 4 categories, 0 to 500 by 10, 4.5, 0 and 10', async () => {
  const { user } = openHome();
  expect(main().getByText('Free shipping over $50')).toBeVisible();
  const tiles = within(screen.getByRole('region', { name: 'Shop by category' })).getAllByRole('link');
  const categories = ['Electronics', 'Fashion', 'Home & Garden', 'Sports & Fitness'];
  expect(textsOf(tiles.map((tile) => tile.querySelector('b') as Element))).toEqual(categories);
  expect(await strip().findAllByRole('article')).toHaveLength(4);
  expect(strip().getAllByText('General')).toHaveLength(4);
  // The default rating of 4.5 with 0 reviews reads as no reviews (decision 22).
  expect(strip().getAllByText('No reviews yet')).toHaveLength(4);
  expect(screen.getAllByTestId('price')[0]).toHaveTextContent(/^\$[\d,]+\.\d\d$/);

  await user.click(screen.getByRole('link', { name: 'Shop Now' }));
  await findHeading('Shop Our Products');
  await waitFor(() => expect(main().getAllByRole('article')[0]).toHaveTextContent('4.5 (10)'));
  expect(main().getAllByRole('radio')).toHaveLength(5);
  expect(main().getByRole('radio', { name: 'All Categories' })).toBeChecked();
  const slider = main().getByRole('slider', { name: 'Price' });
  for (const [name, value] of Object.entries({ min: '0', max: '500', step: '10' }))
    expect(slider).toHaveAttribute(name, value);
  expect(slider).toHaveValue('500');
  expect(main().getByText('$0 – $500')).toBeVisible();

  await user.click(screen.getByRole('link', { name: 'Shipping' }));
  await findHeading('Shipping');
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent('$50'));
});
