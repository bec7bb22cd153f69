import { constants } from '../constants';

const [lowest, highest] = constants.priceRange;
const sorts = ['NEWEST', 'NAME', 'PRICE_ASC', 'PRICE_DESC', 'RATING'];

/**
 * The variables that the products page asks with for the filters in its address: `client/features/products/productFilters.ts`
 * reads them the same way (a test holds both together). Where the two differ, the page asks again by itself.
 */
export function pageFilters(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const maximum = maximumPrice(query.get('maxPrice'));
  return {
    filter: {
      search: tidySearch(query.get('search') ?? ''),
      category: query.get('category') || constants.allCategories,
      inStockOnly: query.get('inStock') === 'true',
      minPrice: lowest,
      ...(maximum !== null && { maxPrice: maximum }),
    },
    sort: sorts.find((sort) => sort === query.get('sort')) ?? 'NEWEST',
    first: constants.pageSize,
  };
}

/** As `client/lib/tidySearch.ts`. */
const tidySearch = (text: string): string =>
  text
    .replace(/[\s\0]+/g, ' ')
    .trim()
    .slice(0, 200)
    .replace(/ $|[\ud800-\udbff]$/, '');

/** As the page writes it; anything else is no filter. null: any price. */
function maximumPrice(asked: string | null): number | null {
  if (asked === 'any') return null;
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(asked ?? '') ? Number(asked) : highest;
}
