import { useLocation } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { useHydrated } from '../../ui/useHydrated';
import { filtersFromSearch } from './productFilters';

/** The search parameters of the list from which the product was opened; '' for none and until hydration. */
export function useOriginList(): string {
  const { list } = (useLocation().state ?? {}) as { list?: unknown };
  const hydrated = useHydrated();
  return hydrated && typeof list === 'string' ? list : '';
}

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
