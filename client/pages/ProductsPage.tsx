import Button from '@mui/material/Button';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { FilterChips } from '../features/products/FilterChips';
import { FilterPanel } from '../features/products/FilterPanel';
import {
  countActiveFilters,
  filtersFromSearch,
  type ProductFilters,
  searchFromFilters,
} from '../features/products/productFilters';
import { ProductList } from '../features/products/ProductList';
import { SortSelect } from '../features/products/SortSelect';
import { useProductPages } from '../features/products/useProductPages';
import { AddToStoreButton } from '../features/store/AddToStoreButton';
import { Icon } from '../ui/Icon';
import { useFollowing } from '../ui/useFollowing';
import { useMediaQuery } from '../ui/useMediaQuery';
import { usePageTitle } from '../ui/usePageTitle';

const FilterSheet = lazy(() => import('../ui/BottomSheet').then(({ BottomSheet }) => ({ default: BottomSheet })));

/** Filters live in the address; a step of its own in the history for each choice, none for each typed letter. */
function useFiltersInAddress() {
  const [params, setParams] = useSearchParams();
  const address = useMemo(() => filtersFromSearch(params), [params]);
  // The router changes the address in a transition: the controls must not wait for it.
  const [filters, setFilters] = useFollowing(address);
  const change = useCallback(
    (next: Partial<ProductFilters>) => {
      setFilters((current) => ({ ...current, ...next }));
      setParams((current) => searchFromFilters({ ...filtersFromSearch(current), ...next }), {
        replace: next.search !== undefined && Object.keys(next).length === 1,
        preventScrollReset: true,
      });
    },
    [setFilters, setParams],
  );
  return [filters, change] as const;
}

function countWords(total: number, exact: boolean): string {
  if (!exact) return `${total.toLocaleString('en-US')}+ products`;
  return total === 1 ? '1 product' : `${total.toLocaleString('en-US')} products`;
}

export function ProductsPage() {
  usePageTitle('Shop Our Products', 'Everything in the shop, with filters for category, price and what is in stock.');
  const [filters, change] = useFiltersInAddress();
  const pages = useProductPages(filters);
  const wide = useMediaQuery('(min-width: 900px)');
  const [sheetOpen, setSheetOpen] = useState(false);
  const active = countActiveFilters(filters);
  const sort = <SortSelect sort={filters.sort} onChange={(next) => change({ sort: next })} />;

  return (
    <>
      <div className="title">
        <div>
          <h1>Shop Our Products</h1>
          <p className="sub" role="status">
            {pages.firstLoad ? '\u00a0' : countWords(pages.totalCount, pages.totalCountIsExact)}
          </p>
        </div>
        {wide && sort}
      </div>
      {!wide && (
        <div className="filter-bar">
          <Button
            variant="outlined"
            fullWidth
            className="ink"
            startIcon={<Icon name="filter" />}
            onClick={() => setSheetOpen(true)}
          >
            Filter and sort
            {active > 0 && <span className="count">{active}</span>}
          </Button>
          {sheetOpen && (
            <Suspense fallback={null}>
              <FilterSheet title="Filter and sort" onClose={() => setSheetOpen(false)}>
                {sort}
                <FilterPanel filters={filters} onChange={change} />
                <Button fullWidth className="big" onClick={() => setSheetOpen(false)}>
                  Show {countWords(pages.totalCount, pages.totalCountIsExact)}
                </Button>
              </FilterSheet>
            </Suspense>
          )}
        </div>
      )}
      <div className="shop">
        {wide && (
          <aside aria-label="Filters">
            <h2 className="panel-title">Filters</h2>
            <FilterPanel filters={filters} onChange={change} />
          </aside>
        )}
        <section aria-label="Products" aria-busy={pages.refreshing}>
          <FilterChips filters={filters} onChange={change} />
          <ProductList
            pages={pages}
            filters={filters}
            onChange={change}
            renderAction={(product) => <AddToStoreButton product={product} />}
          />
        </section>
      </div>
    </>
  );
}
