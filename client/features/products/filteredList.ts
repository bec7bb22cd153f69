import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { filtersFromSearch } from './productFilters';

interface ListLink {
  readonly path: string;
  readonly label: string;
}

/** A product's breadcrumb: the filtered list from which it was opened, or its main category. */
export function listLink(origin: string, mainCategory: string | undefined): ListLink {
  const products = 'Products';
  if (origin === '') {
    return {
      path: mainCategory === undefined ? '/products' : categoryPath(mainCategory),
      label: mainCategory ?? products,
    };
  }
  const { category } = filtersFromSearch(new URLSearchParams(origin));
  return { path: `/products?${origin}`, label: category === constants.allCategories ? products : category };
}
