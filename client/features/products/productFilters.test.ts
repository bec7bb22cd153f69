import fc from 'fast-check';
import {
  countActiveFilters,
  defaultFilters,
  filtersFromSearch,
  searchFromFilters,
  toProductFilter,
} from './productFilters';

const read = (search: string) => filtersFromSearch(new URLSearchParams(search));

describe('the filters of the products page', () => {
  it('have the specified defaults', () => {
    expect(read('')).toEqual({
      search: '',
      category: 'All Categories',
      inStockOnly: false,
      priceRange: [0, 500],
      sort: 'NEWEST',
    });
    expect(countActiveFilters(read(''))).toBe(0);
  });

  it('are read from the URL', () => {
    expect(read('search=lamp&category=Home+%26+Garden&inStock=true&maxPrice=120&sort=PRICE_ASC')).toEqual({
      search: 'lamp',
      category: 'Home & Garden',
      inStockOnly: true,
      priceRange: [0, 120],
      sort: 'PRICE_ASC',
    });
  });

  it('fall back to the defaults for invalid values', () => {
    expect(read('maxPrice=abc&sort=DROP&category=')).toEqual(defaultFilters);
    for (const odd of [
      '',
      '-4',
      '1e300',
      '1e2',
      'Infinity',
      'NaN',
      '0x10',
      '+5',
      '12.345',
      '9'.repeat(30),
      '١٢٠',
      '1,5',
    ]) {
      expect(read(new URLSearchParams({ maxPrice: odd }).toString())).toEqual(defaultFilters);
    }
    for (const odd of ['\0', 'Home\0', 'a'.repeat(101)])
      expect(read(new URLSearchParams({ category: odd }).toString())).toEqual(defaultFilters);
    expect(read(`category=${'a'.repeat(100)}`).category).toBe('a'.repeat(100));
  });

  it('normalize the search: no outer, repeated or lone surrogate characters', () => {
    for (const blank of ['%20', '%C2%A0%E3%80%80', '%00', '+++'])
      expect(read(`search=${blank}`)).toEqual(defaultFilters);
    expect(read('search=++blue%C2%A0++lamp%09').search).toBe('blue lamp');
    expect(read(`search=${'a'.repeat(199)}%F0%9F%A6%8A`).search).toBe('a'.repeat(199));
    expect(searchFromFilters(read('search=+lamp+')).toString()).toBe('search=lamp');
  });

  it('are written to the URL without their defaults', () => {
    const address = 'search=lamp&category=Home+%26+Garden&inStock=true&maxPrice=any&sort=RATING';
    expect(searchFromFilters(read(address)).toString()).toBe(address);
    expect(searchFromFilters(defaultFilters).toString()).toBe('');
  });

  it('map to the filter of the API, with no maxPrice for any price', () => {
    expect(toProductFilter(read('search=mug'))).toEqual({
      search: 'mug',
      category: 'All Categories',
      inStockOnly: false,
      minPrice: 0,
      maxPrice: 500,
    });
    expect(toProductFilter(read('maxPrice=any'))).not.toHaveProperty('maxPrice');
  });

  it('are counted as active, without the sort', () => {
    expect(countActiveFilters(read('search=a&category=Fashion&inStock=true&maxPrice=490'))).toBe(4);
    expect(countActiveFilters(read('sort=NAME'))).toBe(0);
  });

  it('survive a round trip through the URL, which is the cache key of rendered pages', () => {
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(...['', 'any', '120', '007', '19.90', '500', 'Infinity', '1e3', ' lamp  blue ', '\u00a0']),
      fc.constantFrom(
        ...[
          `${'a'.repeat(199)}🦊`,
          `${'a'.repeat(198)} 🦊`,
          'a'.repeat(100),
          'a'.repeat(101),
          '\0',
          'a\0b',
          'true',
          'Fashion',
          'All Categories',
          'RATING',
          'NEWEST',
        ],
      ),
    );
    const names = fc.constantFrom('search', 'category', 'inStock', 'maxPrice', 'sort', 'utm');
    fc.assert(
      fc.property(fc.dictionary(names, value), (parameters) => {
        const filters = filtersFromSearch(new URLSearchParams(parameters));
        expect(filtersFromSearch(searchFromFilters(filters))).toEqual(filters);
        // The API refuses others.
        expect(filters.category).toMatch(/^[^\0]{1,100}$/);
      }),
      { numRuns: 500 },
    );
  });
});
