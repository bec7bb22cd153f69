import { screen } from '@testing-library/dom';
import type { GraphQLObjectType } from 'graphql';
import { newProduct, pageOf } from '../../testing/builders';
import { findField, findHeading } from '../../testing/page';
import { renderApp } from '../../testing/renderApp';
import { schema } from '../../testing/shop';
import { productFieldNames } from './productFields';

const fields = Object.values((schema.getType('Product') as GraphQLObjectType).getFields());

const notForShoppers = [
  'id',
  'slug',
  'status',
  'email',
  'ownerId',
  'createdAt',
  'updatedAt',
  'version',
  'deactivatedByShop',
  'purchasable',
  'stock',
  'sold',
  'taxClass',
];
/** Values that are not plain text, with their display. */
const shown = {
  price: [75, '$75.00'],
  originalPrice: [100, '$100.00'],
  discount: [25, '-25%'],
  inStock: [true, 'In Stock'],
  categories: [['Fashion'], 'Fashion'],
  rating: [3.5, '3.5'],
  reviewCount: [11, '11 reviews'],
} as const;

test('the product page shows every field that is meant for shoppers', async () => {
  const texts = fields
    .filter(({ name, type }) => String(type).startsWith('String') && !notForShoppers.includes(name))
    .map(({ name }) => [name, [`Test ${name}`, `Test ${name}`]] as const);
  const expected = { ...shown, ...Object.fromEntries(texts) };
  const values = Object.fromEntries(Object.entries(expected).map(([name, [value]]) => [name, value]));
  const photos = ['/pictures/a-800.avif'];
  const product = newProduct({ slug: 'lamp', ...values, photos, pictures: [{ alt: 'A lamp that is lit' }] });
  renderApp('/products/lamp', { resolvers: { product, products: () => pageOf([product]) } });
  await findHeading('Test name');
  for (const [, words] of Object.values(expected)) expect(screen.getByRole('main')).toHaveTextContent(words);
  expect(screen.getByRole('img', { name: 'A lamp that is lit' })).toHaveAttribute('src', photos[0]);
  const known = [...Object.keys(expected), ...notForShoppers, 'photos', 'pictures'];
  expect(fields.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
});

const lists = ['photos', 'categories'];

test.each([
  ['createProduct', productFieldNames.filter((name) => name !== 'status')],
  ['editProduct/lamp', productFieldNames],
  ['addProduct', productFieldNames.filter((name) => name !== 'status' && !lists.includes(name))],
])('the form at /dashboard/%s has a control for every field', async (path, names) => {
  const product = newProduct({ slug: 'lamp' });
  renderApp(`/dashboard/${path}`, { as: 'admin', resolvers: { product } });
  await findField('Name');
  const controls = [...screen.getByRole('main').querySelectorAll('[name]')].map((control) =>
    control.getAttribute('name'),
  );
  expect(controls).toEqual(expect.arrayContaining([...names]));
});
