import type { ProductCardFragment } from '../__generated__/operations';
import { FilterBar } from '../features/products/FilterBar';
import { FilterChips } from '../features/products/FilterChips';
import { FilterPanel } from '../features/products/FilterPanel';
import { formatResultCount } from '../features/products/formatResultCount';
import { FilteredListProvider } from '../features/products/filteredListContext';
import { HiddenByPriceHint } from '../features/products/HiddenByPriceHint';
import { countActiveFilters, searchFromFilters } from '../features/products/productFilters';
import { ProductList } from '../features/products/ProductList';
import { SortSelect } from '../features/products/SortSelect';
import { useUrlFilters } from '../features/products/useUrlFilters';
import { useProductPages } from '../features/products/useProductPages';
import { AddToStoreButton } from '../features/store/AddToStoreButton';
import { constants } from '../lib/constants';
import { useHydrated } from '../ui/useHydrated';
import { useMediaQuery } from '../ui/useMediaQuery';

const renderAdd = (product: ProductCardFragment) => <AddToStoreButton product={product} />;

export function ProductsPage() {
  const [filters, change] = useUrlFilters();
  const pages = useProductPages(filters);
  // The server does not know the width: it renders the controls of both, and the sheet hides one.
  const hydrated = useHydrated();
  const wide = useMediaQuery(({ breakpoints }) => breakpoints.up('md'));
  const forWide = wide || !hydrated;
  const result = formatResultCount(pages.totalCount, pages.totalCountIsExact);
  const sort = <SortSelect sort={filters.sort} onChange={(next) => change({ sort: next })} />;
  const panel = <FilterPanel filters={filters} onChange={change} />;

  return (
    <>
      <div className="title">
        <div>
          <h1>Shop Our Products</h1>
          {/* Beside the number, in a line that is always there: no row of the grid moves when it comes. */}
          <div className="sub">
            <p role="status">{pages.firstLoad ? '\u00a0' : result}</p>
            <HiddenByPriceHint
              count={pages.hiddenAbovePrice}
              maximum={filters.priceRange[1]}
              onShow={() => change({ priceRange: [constants.priceRange[0], Number.POSITIVE_INFINITY] })}
            />
          </div>
        </div>
        {forWide && <div className="wide">{sort}</div>}
      </div>
      {!wide && (
        <FilterBar active={countActiveFilters(filters)} result={result}>
          {sort}
          {panel}
        </FilterBar>
      )}
      <div className="shop">
        {forWide && (
          <aside className="wide" aria-label="Filters">
            <h2 className="panel-title">Filters</h2>
            {panel}
          </aside>
        )}
        <section aria-label="Products" aria-busy={pages.refreshing}>
          {/* The cards have headings of the third level, and on a phone the panel with the second is away. */}
          <h2 className="hidden-words">Results</h2>
          <FilterChips filters={filters} onChange={change} />
          <FilteredListProvider value={searchFromFilters(filters).toString()}>
            <ProductList pages={pages} filters={filters} onChange={change} renderAction={renderAdd} />
          </FilteredListProvider>
        </section>
      </div>
    </>
  );
}
