import {
  countActiveFilters,
  defaultFilters,
  filtersFromSearch,
  searchFromFilters,
  toProductFilter,
} from './productFilters';

const read = (search: string) => filtersFromSearch(new URLSearchParams(search));

describe('the filters of the products page', () => {
  it('start as the specification says', () => {
    expect(read('')).toEqual({
      search: '',
      category: 'All Categories',
      inStockOnly: false,
      priceRange: [0, 500],
      sort: 'NEWEST',
    });
    expect(countActiveFilters(read(''))).toBe(0);
  });

  it('are read from the address', () => {
    expect(read('search=lamp&category=Home+%26+Garden&inStock=true&maxPrice=120&sort=PRICE_ASC')).toEqual({
      search: 'lamp',
      category: 'Home & Garden',
      inStockOnly: true,
      priceRange: [0, 120],
      sort: 'PRICE_ASC',
    });
  });

  it('fall back to the defaults for what makes no sense', () => {
    expect(read('maxPrice=abc&sort=DROP&category=')).toEqual(defaultFilters);
    expect(read('maxPrice=-4').priceRange).toEqual([0, 500]);
  });

  it('go back into the address without their defaults', () => {
    const address = 'search=lamp&category=Home+%26+Garden&inStock=true&maxPrice=any&sort=RATING';
    expect(searchFromFilters(read(address)).toString()).toBe(address);
    expect(searchFromFilters(defaultFilters).toString()).toBe('');
  });

  it('become the filter of the API, without a maximum when any price is asked for', () => {
    expect(toProductFilter(read('search=mug'))).toEqual({
      search: 'mug',
      category: 'All Categories',
      inStockOnly: false,
      minPrice: 0,
      maxPrice: 500,
    });
    expect(toProductFilter(read('maxPrice=any'))).not.toHaveProperty('maxPrice');
  });

  it('count as active one by one', () => {
    expect(countActiveFilters(read('search=a&category=Fashion&inStock=true&maxPrice=490'))).toBe(4);
    expect(countActiveFilters(read('sort=NAME'))).toBe(0);
  });
});
