import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { newProduct, pageOf, type Product } from '../testing/builders';
import { findAdd } from '../testing/cart';
import { hold } from '../testing/hold';
import { expectAddress, expectTitle, main, press, scrollToEnd } from '../testing/page';
import { renderApp } from '../testing/renderApp';

interface ProductsArguments {
  filter?: { search: string; maxPrice?: number };
  first: number;
  after: string | null;
}

const cards = (count: number) =>
  Array.from({ length: count }, (_each, at) => newProduct({ name: `Vellum Card ${at + 1}`, price: 25 }));

function openProducts(path: string, all: readonly Product[], width = 1440) {
  const products = ({ filter, ...paging }: ProductsArguments) => {
    const found = all.filter(({ name }) => name.includes(filter?.search ?? ''));
    const shown = found.filter(({ price }) => price <= (filter?.maxPrice ?? Infinity));
    return pageOf(shown, paging, { hiddenAbovePrice: found.length - shown.length });
  };
  const resolvers = { products, productSuggestions: { correctedSearch: null, products: [] } };
  return renderApp(path, { resolvers, width });
}

test('a limit from the address that the slider cannot show is named, with its cents', async () => {
  const { unmount } = openProducts('/products?maxPrice=700', cards(2));
  await findAdd('Vellum Card 1');
  expect(main().getByText('$0 – $700')).toBeVisible();
  expect(screen.getByRole('slider')).toHaveAttribute('aria-valuetext', 'up to $700');
  unmount();
  openProducts('/products?maxPrice=19.9', cards(2));
  expect(await main().findByRole('button', { name: /^Up to \$19\.90, / })).toBeVisible();
  expect(await main().findByText('2 products above $19.90 are hidden.')).toBeVisible();
});

test('after Load more the first new card has the focus, and which are new is said, also on the last page', async () => {
  const { user } = openProducts('/products', cards(100));
  await findAdd('Vellum Card 24');
  for (const shown of [48, 72]) {
    await scrollToEnd();
    await findAdd(`Vellum Card ${shown}`);
  }
  expect(screen.getByRole('link', { name: 'Skip to the content' })).not.toHaveFocus();
  for (const [first, said] of [
    [73, '73 to 96 shown'],
    [97, '97 to 100 shown'],
  ] as const) {
    await press(user, await screen.findByRole('button', { name: 'Load more' }), 'Enter');
    await waitFor(() => expect(screen.getByRole('link', { name: `Vellum Card ${first}` })).toHaveFocus());
    expect(await main().findByText(said)).toHaveAttribute('role', 'status');
  }
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

/** After Load more: ten rows have come, the others wait for `release`. */
async function loadShortPage() {
  const all = cards(72);
  const { user, shop } = openProducts('/products', all);
  await findAdd('Vellum Card 24');
  const rest = hold();
  shop.prepare({
    products: async ({ first, after }: ProductsArguments) => {
      if (after === '34') await rest.released;
      // A short page (decision 41).
      return pageOf(all, { first: after === '24' ? 10 : first, after });
    },
  });
  await press(user, screen.getByRole('button', { name: 'Load more' }), 'Enter');
  await waitFor(() => expect(screen.getByRole('link', { name: 'Vellum Card 25' })).toHaveFocus());
  return { user, release: rest.release };
}

test('rows that come in two answers after Load more are said together, and the first one has the focus', async () => {
  const { user, release } = await loadShortPage();
  expect(main().queryByText(/ shown$/)).toBeNull();
  await user.tab();
  const { activeElement } = document;
  release();
  expect(await main().findByText('25 to 58 shown')).toHaveAttribute('role', 'status');
  expect(activeElement).toHaveFocus();
});

test('rows that come after the reader has left the new ones do not pull the focus back', async () => {
  const { user, release } = await loadShortPage();
  await user.click(document.body);
  expect(document.body).toHaveFocus();
  release();
  expect(await main().findByText('25 to 58 shown')).toHaveAttribute('role', 'status');
  expect(document.body).toHaveFocus();
});

test('a row that has moved into the next page meanwhile is shown once', async () => {
  const all = cards(40);
  // It was 25th when the first page was read.
  openProducts('/products', [...all.slice(0, 24), ...all.slice(22)]);
  await findAdd('Vellum Card 24');
  await scrollToEnd();
  await findAdd('Vellum Card 40');
  expect(main().getAllByRole('article')).toHaveLength(40);
});

test('a category has a title and a description of its own, until it is cleared', async () => {
  document.head.innerHTML += '<meta name="description" content="" />';
  const { user } = openProducts('/products?category=Electronics', cards(2));
  await findAdd('Vellum Card 1');
  await expectTitle('Electronics · Kiosk');
  const description = document.querySelector('meta[name="description"]');
  expect(description).toHaveAttribute('content', expect.stringMatching(/^Electronics in the shop, /));
  await user.click(screen.getByRole('button', { name: 'Clear All' }));
  await expectTitle('Shop Our Products · Kiosk');
  expect(description).toHaveAttribute('content', expect.stringMatching(/^Everything in the shop, /));
});

test('a search that is typed just before the filters are closed is kept, and its count is said in the sheet', async () => {
  const { user } = openProducts('/products', cards(12), 360);
  await findAdd('Vellum Card 1');
  const open = async () => {
    await user.click(main().getByRole('button', { name: /^Filter and sort/ }));
    return within(await screen.findByRole('dialog', { name: 'Filter and sort' }));
  };
  const sheet = await open();
  const box = sheet.getByRole('searchbox', { name: 'Search' });
  box.focus();
  fireEvent.change(box, { target: { value: 'Card 11' } });
  await expectAddress('/products?search=Card+11');
  await waitFor(() => expect(sheet.getByText('1 product')).toHaveAttribute('role', 'status'));
  fireEvent.change(box, { target: { value: 'Card 12' } });
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await expectAddress('/products?search=Card+12');
  await findAdd('Vellum Card 12');
});
