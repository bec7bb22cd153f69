import type { ProductFilter, ProductSort } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { normalizeSearch } from '../../lib/normalizeSearch';

export interface ProductFilters {
  search: string;
  category: string;
  inStockOnly: boolean;
  priceRange: readonly [number, number];
  sort: ProductSort;
}

const [lowest, highest] = constants.priceRange;

/** 'Clear All' does not change the order. */
export const noFilters: Omit<ProductFilters, 'sort'> = {
  search: '',
  category: constants.allCategories,
  inStockOnly: false,
  priceRange: constants.priceRange,
};

export const defaultFilters: ProductFilters = { ...noFilters, sort: 'NEWEST' };

export const sortLabels: readonly (readonly [ProductSort, string])[] = [
  ['NEWEST', 'Newest'],
  ['NAME', 'Name'],
  ['PRICE_ASC', 'Price up'],
  ['PRICE_DESC', 'Price down'],
  ['RATING', 'Rating'],
];

/** Kept in the URL, so that Back, reload and sharing restore them (decision 20). */
export function filtersFromSearch(params: URLSearchParams): ProductFilters {
  const sort = sortLabels.find(([value]) => value === params.get('sort'))?.[0] ?? defaultFilters.sort;
  return {
    search: normalizeSearch(params.get('search') ?? ''),
    // The API refuses others.
    category: /^[^\0]{1,100}$/.exec(params.get('category') ?? '')?.[0] ?? constants.allCategories,
    inStockOnly: params.get('inStock') === 'true',
    priceRange: [lowest, parseMaxPrice(params.get('maxPrice'))],
    sort,
  };
}

/** Invalid values are ignored. */
function parseMaxPrice(asked: string | null): number {
  if (asked === 'any') return Number.POSITIVE_INFINITY;
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(asked ?? '') ? Number(asked) : highest;
}

export function searchFromFilters(filters: ProductFilters): URLSearchParams {
  const params = new URLSearchParams();
  const [, maximum] = filters.priceRange;
  if (filters.search) params.set('search', filters.search);
  if (filters.category !== constants.allCategories) params.set('category', filters.category);
  if (filters.inStockOnly) params.set('inStock', 'true');
  if (maximum !== highest) params.set('maxPrice', Number.isFinite(maximum) ? String(maximum) : 'any');
  if (filters.sort !== defaultFilters.sort) params.set('sort', filters.sort);
  return params;
}

export function toProductFilter({ search, category, inStockOnly, priceRange }: ProductFilters): ProductFilter {
  const [minPrice, maxPrice] = priceRange;
  return { search, category, inStockOnly, minPrice, ...(Number.isFinite(maxPrice) ? { maxPrice } : {}) };
}

export const listVariables = (filters: ProductFilters) => ({
  filter: toProductFilter(filters),
  sort: filters.sort,
  first: constants.pageSize,
});

/** The number of active filters: search, category, in stock and price (section 5). */
export function countActiveFilters({ search, category, inStockOnly, priceRange }: ProductFilters): number {
  const price = priceRange[0] !== lowest || priceRange[1] !== highest;
  return [search !== '', category !== constants.allCategories, inStockOnly, price].filter(Boolean).length;
}
