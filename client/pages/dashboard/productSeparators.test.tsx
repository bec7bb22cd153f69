import { screen, waitFor } from '@testing-library/dom';
import { newProduct, type Product } from '../../testing/builders';
import { field, fillForm, findField, findHeading, findToast, main, press, submit } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { refusal } from '../../testing/shop';

const cellar = newProduct({ name: 'Salt cellar', categories: ['Salt, pepper', 'Kitchen'] });
const hat = newProduct({ name: 'Hat', price: 76, categories: ['Fashion', 'Hats'] });

interface Arguments {
  input: Partial<Product>;
}

/** The edit page of a product, with a server that stores it. */
async function openEdit(product: Product) {
  let present = { ...product };
  const app = renderApp(`/dashboard/editProduct/${product.slug}`, {
    as: 'admin',
    resolvers: {
      product: () => present,
      updateProduct: ({ input }: Arguments) => {
        if (input.version !== present.version)
          throw refusal('This product was changed meanwhile.', 'CONFLICT', 'version');
        present = { ...present, ...input, version: present.version + 1 };
        return { product: present };
      },
    },
  });
  await findField('Categories');
  return {
    ...app,
    stored: () => present.categories,
    save: async () => {
      await app.user.click(submit());
      await findToast('Product saved');
    },
    change: (changes: Partial<Product>) => (present = { ...present, ...changes, version: present.version + 1 }),
  };
}

test('after a save the categories are read as they are written then', async () => {
  const { user, save, stored } = await openEdit(cellar);
  expect(field('Categories')).toHaveValue('Salt, pepper\nKitchen');
  await fillForm(user, { Categories: 'Home\nGarden' });
  await save();
  expect(await main().findByDisplayValue('Home, Garden')).toBeVisible();
  await fillForm(user, { Categories: 'Home, Garden, Books' });
  await user.click(submit());
  await waitFor(() => expect(stored()).toEqual(['Home', 'Garden', 'Books']));
});

test('categories that are loaded after a conflict are read as they are written; typed ones as they were begun', async () => {
  const { user, save, stored, change } = await openEdit(hat);
  await fillForm(user, { 'Price ($)': '60' });
  change({ categories: ['Salt, pepper', 'Hats'] });
  await user.click(submit());
  await press(user, await screen.findByRole('button', { name: 'Load its present state' }), 'Enter');
  await main().findByRole('region', { name: 'Present state' });
  expect(field('Categories')).toHaveValue('Salt, pepper\nHats');
  await fillForm(user, { Categories: 'Salt, pepper\nCaps' });
  change({ categories: ['Fashion', 'Hats'] });
  await user.click(submit());
  await screen.findByRole('region', { name: 'Present state' });
  await press(user, await screen.findByRole('button', { name: 'Load its present state' }), 'Enter');
  expect(await screen.findByRole('button', { name: 'Use this for Categories' })).toBeVisible();
  await save();
  expect(stored()).toEqual(['Salt, pepper', 'Caps']);
});

test('categories that are taken after a conflict are read as they are written', async () => {
  const { user, save, stored, change } = await openEdit(hat);
  await fillForm(user, { Categories: 'Caps, Hats' });
  change({ categories: ['Salt, pepper', 'Hats'] });
  await user.click(submit());
  await press(user, await screen.findByRole('button', { name: 'Load its present state' }), 'Enter');
  await press(user, await screen.findByRole('button', { name: 'Use this for Categories' }), 'Enter');
  expect(field('Categories')).toHaveValue('Salt, pepper\nHats');
  await fillForm(user, { Categories: 'Salt, pepper\nCaps' });
  await save();
  expect(stored()).toEqual(['Salt, pepper', 'Caps']);
});

test('after a copy is created the empty form takes commas', async () => {
  const { user, shop } = renderApp(`/dashboard/createProduct?from=${cellar.slug}`, {
    as: 'admin',
    resolvers: {
      product: cellar,
      createProduct: ({ input: { name, slug } }: { input: { name: string; slug: string } }) => ({
        product: newProduct({ name, slug }),
      }),
    },
  });
  await findHeading('Create Product');
  await findField('Categories');
  expect(field('Categories')).toHaveValue('Salt, pepper\nKitchen');
  await fillForm(user, { Slug: 'second' });
  await user.click(submit());
  expect(await screen.findByText(/Product created successfully!/)).toBeVisible();
  await fillForm(user, { Name: 'Third', Slug: 'third', 'Price ($)': '5', Categories: 'Home, Garden' });
  await user.click(submit());
  expect(await screen.findByRole('link', { name: 'See Third in the shop' })).toBeVisible();
  const sent = shop.callsOf('CreateProduct').map(({ variables }) => variables['input']);
  expect(sent).toMatchObject([{ categories: ['Salt, pepper', 'Kitchen'] }, { categories: ['Home', 'Garden'] }]);
});
