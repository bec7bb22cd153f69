import fc from 'fast-check';
import { constants } from '../../client/lib/constants';
import { filtersFromSearch, toProductFilter } from '../../client/features/products/productFilters';
import { pageFilters } from '../../server/pages/pageFilters';

const value = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'any',
    '120',
    '-4',
    'Infinity',
    '1e3',
    '1e300',
    '0',
    '19.99',
    ' lamp  blue ',
    '\u00a0',
    `${'a'.repeat(199)}🦊`,
    'true',
    'Fashion',
    'All Categories',
    'RATING',
    'NAME',
  ),
);
const address = fc.dictionary(fc.constantFrom('search', 'category', 'inStock', 'maxPrice', 'sort', 'utm'), value);

test('the data in the HTML answer exactly what the products page asks for, for any address', () => {
  fc.assert(
    fc.property(address, (parameters) => {
      const query = new URLSearchParams(parameters);
      const filters = filtersFromSearch(query);
      expect(pageFilters(query)).toEqual({
        filter: toProductFilter(filters),
        sort: filters.sort,
        first: constants.pageSize,
      });
    }),
    { numRuns: 500 },
  );
});
