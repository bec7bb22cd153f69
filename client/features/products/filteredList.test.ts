import { listLink } from './filteredList';

describe('the product list that a breadcrumb links to', () => {
  it.each([
    ['', 'Fashion', '/products?category=Fashion', 'Fashion'],
    ['', undefined, '/products', 'Products'],
    ['search=blue+lamp&maxPrice=120', 'Fashion', '/products?search=blue+lamp&maxPrice=120', 'Products'],
    [
      'category=Home+%26+Garden&inStock=true',
      'Fashion',
      '/products?category=Home+%26+Garden&inStock=true',
      'Home & Garden',
    ],
  ])('after a list with the search %j, for a product in %s', (before, category, path, label) => {
    expect(listLink(before, category)).toEqual({ path, label });
  });
});
