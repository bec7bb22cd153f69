import { featuredVariables } from '../features/products/featuredVariables';
import { filtersFromSearch, listVariables, searchFromFilters } from '../features/products/productFilters';
import { constants } from '../lib/constants';
import { categoryPath } from '../lib/paths';

interface PageQuery {
  /** The operation of `client/**\/*.graphql` that the page's first screen sends. */
  operation: 'Products' | 'Product' | 'Delivery';
  variables: (search: URLSearchParams, params: Readonly<Record<string, string>>) => object;
  /** What the page reads of its query string, in one order; a page without it reads nothing. */
  readSearch?: (search: URLSearchParams) => URLSearchParams;
  /** Addresses with a query string that are pages of their own to search engines, and which of them an address shows. */
  variants?: readonly string[];
  variantOf?: (search: URLSearchParams) => string;
}

/** The queries that the table of routes names. Only the server runs them; the pages send the same ones by themselves. */
export const pageQueries = {
  featured: { operation: 'Products', variables: () => featuredVariables },
  products: {
    operation: 'Products',
    variables: (search) => listVariables(filtersFromSearch(search)),
    readSearch: (search) => searchFromFilters(filtersFromSearch(search)),
    // Search, price and order show the same products in another light.
    variants: constants.categories.map(categoryPath),
    variantOf: (search) => categoryPath(filtersFromSearch(search).category),
  },
  product: { operation: 'Product', variables: (_search, { slug }) => ({ slug }) },
  delivery: { operation: 'Delivery', variables: () => ({}) },
} satisfies Record<string, PageQuery>;
