import { useLocation } from 'react-router-dom';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { useHydrated } from '../../ui/useHydrated';
import { filtersFromSearch } from './productFilters';

/** The list that the present product was opened from; '' for none, and until React has taken over, for the server does not know it. */
export function useListBefore(): string {
  const { list } = (useLocation().state ?? {}) as { list?: unknown };
  const hydrated = useHydrated();
  return hydrated && typeof list === 'string' ? list : '';
}

interface ListLink {
  readonly path: string;
  readonly label: string;
}

/** Where a product's breadcrumb leads: the list before it, as it was filtered, or that of its main category. */
export function listLink(before: string, mainCategory: string | undefined): ListLink {
  const products = 'Products';
  if (before === '') {
    return {
      path: mainCategory === undefined ? '/products' : categoryPath(mainCategory),
      label: mainCategory ?? products,
    };
  }
  const { category } = filtersFromSearch(new URLSearchParams(before));
  return { path: `/products?${before}`, label: category === constants.allCategories ? products : category };
}
