import { categoryHead } from '../features/products/categoryHead';
import { featuredVariables } from '../features/products/featuredVariables';
import { filtersFromSearch, listVariables, searchFromFilters } from '../features/products/productFilters';
import { constants } from '../lib/constants';
import { categoryPath } from '../lib/paths';
import type { PageTitleProps } from '../ui/PageTitle';

interface PageQuery {
  /** The operation of `client/**\/*.graphql` that the page's first screen sends. */
  operation: 'Products' | 'Product' | 'Delivery';
  variables: (search: URLSearchParams, params: Readonly<Record<string, string>>) => object;
  /** The query parameters that the page reads, in canonical order; none without it. */
  readSearch?: (search: URLSearchParams) => URLSearchParams;
  /** Query strings that search engines index as separate pages, and the canonical one of an address. */
  variants?: readonly string[];
  variantOf?: (search: URLSearchParams) => string;
  /** Their titles and descriptions, instead of the page's. */
  headOf?: (search: URLSearchParams, page: PageTitleProps) => PageTitleProps;
}

/** The queries of the route table. Only the server runs them; the pages send the same ones themselves. */
export const pageQueries = {
  featured: { operation: 'Products', variables: () => featuredVariables },
  products: {
    operation: 'Products',
    variables: (search) => listVariables(filtersFromSearch(search)),
    readSearch: (search) => searchFromFilters(filtersFromSearch(search)),
    // Search, price and order only select from the same products.
    variants: constants.categories.map(categoryPath),
    variantOf: (search) => categoryPath(filtersFromSearch(search).category),
    headOf: (search, page) => categoryHead(filtersFromSearch(search).category, page),
  },
  product: { operation: 'Product', variables: (_search, { slug }) => ({ slug }) },
  delivery: { operation: 'Delivery', variables: () => ({}) },
} satisfies Record<string, PageQuery>;
