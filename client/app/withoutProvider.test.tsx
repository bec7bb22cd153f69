import { screen } from '@testing-library/dom';
import { newProduct, pageOf } from '../testing/builders';
import { findAdd } from '../testing/cart';
import { renderApp } from '../testing/renderApp';
import { findAccountMenu } from '../testing/signIn';

const products = ['Fashion', 'Electronics'].map((category) => newProduct({ name: category, categories: [category] }));

interface ProductsArguments {
  filter: { category: string };
}

// In a file of its own: the client caches the settings after the first read.
test('while /config.json fails the shop can be browsed and the stored session survives', async () => {
  const { user, shop, reload } = renderApp('/products?category=Fashion', {
    as: 'user',
    failingFile: '/config.json',
    resolvers: {
      products: ({ filter: { category } }: ProductsArguments) =>
        pageOf(products.filter(({ categories }) => categories.includes(category))),
    },
  });
  await findAdd('Fashion');
  await user.click(screen.getByRole('radio', { name: 'Electronics' }));
  await findAdd('Electronics');
  expect(localStorage.getItem('access-token')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Account menu/ })).toBeNull();
  shop.failFile(undefined);
  reload();
  expect(await findAccountMenu()).toBeVisible();
});
