import { waitFor } from '@testing-library/dom';
import { newProduct } from '../../testing/builders';
import { failWith, identity } from '../../testing/identity';
import { main } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';

/** Strangers see no count of its pieces. */
const product = { ...newProduct({ slug: 'lamp' }), stock: null, sold: null, version: 1 };

test.each([
  ['/dashboard/profile', 'OwnProfile', 'Failed to load your profile'],
  ['/dashboard/editProduct/lamp', 'EditableProduct', 'Failed to load products'],
  ['/dashboard/createProduct?from=lamp', 'EditableProduct', 'The product to copy could not be loaded.'],
])('%s does not show what strangers see to somebody who cannot be identified now', async (path, query, words) => {
  identity.intercept('token', failWith('auth/network-request-failed'));
  const { shop } = renderApp(path, { as: 'user', resolvers: { me: null, product } });
  await waitFor(() => expect(main().getByText(words, { exact: false })).toBeVisible());
  expect(shop.names()).not.toContain(query);
});
