import { screen, waitFor } from '@testing-library/dom';
import { findAdd } from '../testing/cart';
import { expectAddress, press } from '../testing/page';
import { renderApp } from '../testing/renderApp';
import { newProduct, pageOf } from '../testing/builders';

const lamp = newProduct({ name: 'Alder Lamp', price: 129 });
const piano = newProduct({ name: 'Grand Piano', price: 900 });

function openProducts(path: string) {
  const products = ({ filter }: { filter?: { search: string; maxPrice?: number } }) => {
    const found = [lamp, piano].filter(({ name }) => name.includes(filter?.search ?? ''));
    const shown = found.filter(({ price }) => price <= (filter?.maxPrice ?? Infinity));
    return pageOf(shown, { first: 24, after: null }, { hiddenAbovePrice: found.length - shown.length });
  };
  return renderApp(path, {
    resolvers: { products, productSuggestions: { correctedSearch: null, products: [] } },
  });
}

const expectFocus = () => waitFor(() => expect(screen.getByRole('region', { name: 'Products' })).toHaveFocus());

test.each([
  ['/products?search=Alder&inStock=true', /clear search filter/, '/products?inStock=true'],
  ['/products?search=Alder', /clear search filter/, '/products'],
  ['/products?search=Alder', 'Clear All', '/products'],
  ['/products', 'Show them', '/products?maxPrice=any'],
  ['/products?search=zeppelin', 'Show all products', '/products'],
])('at %s the button %s goes, and the products get the focus', async (path, name, after) => {
  const { user } = openProducts(path);
  const button = await screen.findByRole('button', { name });
  await press(user, button, 'Enter');
  await expectAddress(after);
  expect(await findAdd(lamp.name)).toBeVisible();
  await waitFor(() => expect(button).not.toBeInTheDocument());
  await expectFocus();
});

test('only a search that no other filter narrows says that no name contains it', async () => {
  const shorter = () => screen.queryByText(/^Nothing's name contains/);
  const offered = () => screen.queryByRole('button', { name: /^Search for it/ });
  const { unmount } = openProducts('/products?search=zeppelin');
  await waitFor(() => expect(shorter()).toBeVisible());
  expect(offered()).toBeNull();
  unmount();
  // Hidden by the price: the line beside the count says so.
  openProducts('/products?search=Alder&maxPrice=50');
  expect(await screen.findByRole('button', { name: 'Show them' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Show all products' })).toBeVisible();
  expect(shorter()).toBeNull();
  expect(offered()).toBeNull();
});
