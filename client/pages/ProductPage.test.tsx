import { screen, waitFor, within } from '@testing-library/dom';
import { findAdd } from '../testing/cart';
import { expectLogged } from '../testing/console';
import { identity } from '../testing/identity';
import { expectAddress, findHeading, main, scrollToEnd, textsOf, visit } from '../testing/page';
import { newPerson } from '../testing/people';
import { renderApp } from '../testing/renderApp';
import { newProduct, pageOf } from '../testing/builders';
import { offline } from '../testing/shop';
import { findAccountMenu, signIn, signOut } from '../testing/signIn';

const photo = (name: string) => `/pictures/${name}-1-800.avif`;

const lantern = newProduct({
  name: 'Marlow Test Lantern',
  price: 75,
  originalPrice: 100,
  discount: 25,
  description: 'First line.\nSecond line.',
  photos: [photo('alder-ceramic-table-lamp'), photo('towpath-running-shoe'), photo('ember-crew-neck-sweater')],
  pictures: [{ alt: 'Lit table lamp with a round green ceramic base' }, { alt: 'A shoe' }, { alt: 'A sweater' }],
  categories: ['Home & Garden', 'Lighting'],
});
const others = Array.from({ length: 4 }, (_each, at) =>
  newProduct({ name: `Other Lantern ${at}`, categories: ['Home & Garden'] }),
);

test('M20, M46, M47: shows every part of a product', async () => {
  const { user } = renderApp(`/products/${lantern.slug}`, {
    resolvers: {
      product: ({ slug }: { slug: string }) => [lantern, ...others].find((each) => each.slug === slug) ?? null,
      products: () => pageOf([lantern, ...others]),
    },
  });
  await findHeading('Marlow Test Lantern');
  for (const words of ['$75.00', '$100.00', '-25%', 'In Stock'])
    expect(screen.getByRole('main')).toHaveTextContent(words);
  expect(screen.getByTestId('description').textContent).toBe('First line.\nSecond line.');
  const categories = screen.getByTestId('categories');
  for (const category of ['Home & Garden', 'Lighting']) {
    expect(within(categories).getByRole('link', { name: category })).toHaveAttribute(
      'href',
      `/products?category=${encodeURIComponent(category)}`,
    );
  }
  expect(await findAdd('Marlow Test Lantern')).toBeEnabled();

  const large = () => main().getByRole('img', { name: /, picture [123] of 3$/ });
  expect(large()).toHaveAttribute('src', photo('alder-ceramic-table-lamp'));
  expect(large()).toHaveAccessibleName(/^Lit table lamp with a round green ceramic base/);
  await user.click(main().getByRole('button', { name: 'Picture 2' }));
  expect(large()).toHaveAttribute('src', photo('towpath-running-shoe'));
  await user.keyboard('{ArrowRight}');
  expect(main().getByRole('button', { name: 'Picture 3' })).toHaveFocus();
  expect(main().getByRole('button', { name: 'Picture 3' })).toHaveAttribute('aria-pressed', 'true');
  await user.keyboard('{ArrowRight}');
  expect(large()).toHaveAttribute('src', photo('alder-ceramic-table-lamp'));

  await scrollToEnd();
  const related = within(await screen.findByRole('region', { name: 'More in Home & Garden' }));
  const cards = await related.findAllByRole('article');
  expect(cards).toHaveLength(4);
  for (const card of cards) {
    expect(card).not.toHaveTextContent('Marlow');
    expect(card).toHaveTextContent('Home & Garden');
  }
  await user.click(within(cards[0] as HTMLElement).getByRole('link'));
  await findHeading('Other Lantern 0');
});

test('M20: shows a product without pictures, categories or stock', async () => {
  const plain = newProduct({ name: 'Plain Test Thing', inStock: false });
  renderApp(`/products/${plain.slug}`, { resolvers: { product: plain } });
  await findHeading('Plain Test Thing');
  expect(main().getByText('$12.50')).toBeVisible();
  expect(main().getByText('General')).toBeVisible();
  expect(main().getByText('Out of Stock')).toBeVisible();
  expect(await findAdd('Plain Test Thing')).toBeDisabled();
  await scrollToEnd();
  expect(screen.queryByRole('region', { name: /^More in/ })).toBeNull();
});

test('M20, decision 22: shows ‘No reviews yet’ for an unrated product', async () => {
  const unrated = newProduct({ name: 'Unrated Lamp', rating: null, reviewCount: 0 });
  renderApp(`/products/${unrated.slug}`, { resolvers: { product: unrated } });
  await findHeading('Unrated Lamp');
  expect(screen.getByTestId('facts')).toHaveTextContent('No reviews yet');
});

test('a URL in capitals or with a former slug is replaced by the current one, keeping query and hash', async () => {
  const vase = newProduct({ name: 'Quillon Test Vase' });
  const product = ({ slug }: { slug: string }) => (/^quillon-test-vase(-old)?$/i.test(slug) ? vase : null);
  for (const path of ['QUILLON-TEST-VASE?ref=mail', 'quillon-test-vase-old?ref=mail#photos']) {
    const { unmount } = renderApp(`/products/${path}`, { resolvers: { product } });
    await findHeading('Quillon Test Vase');
    await expectAddress(`/products/quillon-test-vase${path.slice(path.indexOf('?'))}`);
    unmount();
  }
});

test('a product with one picture has no arrows, one without pictures has no Enlarge', async () => {
  const one = newProduct({
    name: 'One picture',
    photos: [photo('towpath-running-shoe')],
    pictures: [{ alt: 'A shoe' }],
  });
  const { user, shop, unmount } = renderApp(`/products/${one.slug}`, { resolvers: { product: one } });
  await findHeading('One picture');
  await user.click(screen.getByRole('button', { name: 'Enlarge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enlarged picture' }));
  expect(dialog.getAllByRole('button')).toHaveLength(1);
  expect(shop.names()).toEqual(['Product', 'Availability']);
  unmount();
  const none = newProduct({ name: 'No picture' });
  renderApp(`/products/${none.slug}`, { resolvers: { product: none } });
  await findHeading('No picture');
  expect(screen.queryByRole('button', { name: 'Enlarge' })).toBeNull();
});

test('two users of one browser see only the products that they viewed themselves', async () => {
  const [anna, bob] = [newPerson(), newPerson({ name: 'Bob Miller' })];
  const bySlug = (slug: string) => [lantern, ...others].find((each) => each.slug === slug) ?? null;
  const { user } = renderApp(`/products/${lantern.slug}`, {
    as: anna,
    resolvers: {
      product: ({ slug }: { slug: string }) => bySlug(slug),
      products: pageOf(others),
      productsBySlugs: ({ slugs }: { slugs: string[] }) => slugs.map(bySlug),
    },
  });
  identity.add(bob);
  const lookAt = async ({ name, slug }: { name: string; slug: string }) => {
    visit(`/products/${slug}`);
    await findHeading(name);
    await scrollToEnd();
    await screen.findByRole('region', { name: /^More in/ });
  };
  const viewed = () => screen.queryByRole('region', { name: 'Recently viewed' });
  const expectViewed = (names: string[]) =>
    waitFor(() => expect(textsOf([...(viewed()?.querySelectorAll('h3') ?? [])])).toEqual(names));
  await findAccountMenu();
  const seen = others.slice(0, 3);
  for (const each of [...seen, lantern]) await lookAt(each);
  const names = seen.map(({ name }) => name).reverse();
  await expectViewed(names);

  await signOut(user);
  await findHeading('Welcome Back');
  await lookAt(lantern);
  expect(viewed()).toBeNull();
  visit('/login');
  await signIn(user, bob);
  await lookAt(lantern);
  expect(viewed()).toBeNull();

  await signOut(user);
  await signIn(user, anna);
  await lookAt(lantern);
  await expectViewed(names);
});

test('C03 requests the availability once per product when navigating between products', async () => {
  const asked: string[] = [];
  const bySlug = (slug: string) => [lantern, ...others].find((each) => each.slug === slug) ?? null;
  renderApp(`/products/${lantern.slug}`, {
    resolvers: {
      product: ({ slug }: { slug: string }) => bySlug(slug),
      // By id: the slug may have become another product's.
      availability: ({ id }: { id: string }) => {
        asked.push(id);
        return { status: 'IN_STOCK', left: asked.length };
      },
    },
  });
  await screen.findByText('Only 1 left');
  const [next] = others;
  if (!next) throw new Error('There is no other product.');
  visit(`/products/${next.slug}`);
  await screen.findByText('Only 2 left');
  expect(asked).toEqual([lantern.id, next.id]);
});

test('C03 a product that is reached again can be added, or not, as its badge says now', async () => {
  const asked: string[] = [];
  let status = 'OUT_OF_STOCK';
  renderApp(`/products/${lantern.slug}`, {
    resolvers: {
      product: ({ slug }: { slug: string }) => (asked.push(slug), slug === lantern.slug ? lantern : others[0]),
      availability: ({ id }: { id: string }) => ({
        status: id === lantern.id ? status : 'IN_STOCK',
        left: null,
      }),
    },
  });
  for (const isForSale of [false, true, false]) {
    status = isForSale ? 'IN_STOCK' : 'OUT_OF_STOCK';
    visit('/products/other-lantern-0');
    await findHeading('Other Lantern 0');
    visit(`/products/${lantern.slug}`);
    await findHeading('Marlow Test Lantern');
    await main().findByText(isForSale ? 'In Stock' : 'Out of Stock');
    for (const name of ['Add Marlow Test Lantern', 'Buy now: Marlow Test Lantern']) {
      const button = main().getByRole('button', { name });
      await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(!isForSale));
    }
    expect(main().queryByText(isForSale ? 'Out of Stock' : 'In Stock')).toBeNull();
  }
  expect(asked).toEqual([lantern.slug, 'other-lantern-0']);
});

test('renders without storage, with corrupt storage, and when the request for viewed products fails', async () => {
  const open = async (stored: string, productsBySlugs: unknown[] = []) => {
    localStorage.setItem('kiosk-viewed-products', stored);
    const app = renderApp(`/products/${lantern.slug}`, {
      resolvers: { product: lantern, products: pageOf(others), productsBySlugs },
    });
    return app;
  };
  const look = async () => {
    await findHeading('Marlow Test Lantern');
    await scrollToEnd();
    await screen.findByRole('region', { name: /^More in/ });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Recently viewed' })).toBeNull());
  };
  for (const text of ['[{"uid":"","slugs":[{"a":1},"no-such-thing"]},', '[{"uid":"","slugs":["no-such-thing"]}]']) {
    const { unmount } = await open(text, [null]);
    await look();
    unmount();
  }
  const failing = await open('[{"uid":"","slugs":["towpath-running-shoe"]}]');
  failing.shop.intercept('RecentlyViewed', offline);
  await look();
  await expectLogged('Failed to load recently viewed products');
  failing.unmount();

  const storage = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  renderApp(`/products/${lantern.slug}`, { resolvers: { product: lantern, products: pageOf(others) } });
  await look();
  storage.mockRestore();
});
