import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type PropsWithChildren, useRef, useState } from 'react';
import type { ProductCardFragment } from '../__generated__/operations';
import { categoryHead } from '../features/products/categoryHead';
import { FilterChips } from '../features/products/FilterChips';
import { FilteredListProvider } from '../features/products/filteredListContext';
import { FilterPanel } from '../features/products/FilterPanel';
import { formatResultCount } from '../features/products/formatResultCount';
import { HiddenByPriceHint } from '../features/products/HiddenByPriceHint';
import {
  countActiveFilters,
  type ProductFilters,
  searchFromFilters,
  sortLabels,
} from '../features/products/productFilters';
import { ProductList } from '../features/products/ProductList';
import { useProductPages } from '../features/products/useProductPages';
import { useUrlFilters } from '../features/products/useUrlFilters';
import { AddToStoreButton } from '../features/store/AddToStoreButton';
import { constants } from '../lib/constants';
import { rem } from '../theme/typography';
import { FilterSheetButton } from '../ui/FilterSheetButton';
import { PageTitle, type PageTitleProps } from '../ui/PageTitle';
import { SelectField } from '../ui/SelectField';
import { useFocusFallback } from '../ui/useFocusFallback';
import { useHydrated } from '../ui/useHydrated';
import { useMediaQuery } from '../ui/useMediaQuery';
import { VisuallyHidden } from '../ui/VisuallyHidden';

const head = { justifyContent: 'space-between', alignItems: 'end', p: { xs: '28px 0 12px', md: '44px 0 28px' } };
const result = {
  flexWrap: 'wrap',
  alignItems: 'center',
  // On a phone in two lines: the count, and the hint about hidden products.
  alignContent: { xs: 'start', sm: 'normal' },
  gap: '6px 14px',
  minHeight: { xs: rem(62), sm: rem(32) },
  mt: 0.5,
  color: 'text.secondary',
};
/** Below the header. */
const filterBar = {
  position: 'sticky',
  top: rem(60),
  zIndex: 5,
  display: { md: 'none' },
  m: '0 -18px 18px',
  p: '8px 18px',
  bgcolor: 'background.default',
};
const columns = {
  display: { md: 'grid' },
  gridTemplateColumns: { md: '232px minmax(0, 1fr)', lg: '264px minmax(0, 1fr)' },
  gap: { md: 4, lg: 5.5 },
  // Without the filters.
  '@media print': { display: 'block' },
};
const wideOnly = { display: { xs: 'none', md: 'block' } };
const aside = {
  ...wideOnly,
  position: 'sticky',
  top: rem(96),
  alignSelf: 'start',
  maxHeight: `calc(100vh - ${rem(112)})`,
  // Room for the focus rings, outside the page's edge.
  ml: -0.5,
  p: '4px 8px 16px 4px',
  overflowY: 'auto',
};

const renderAdd = (product: ProductCardFragment) => <AddToStoreButton product={product} />;

/*
 * The server does not know the width: it renders the controls of both, and the styles hide one. Components of their own,
 * so that the page is not rendered again after hydration.
 */
const useIsWide = () => useMediaQuery(({ breakpoints }) => breakpoints.up('md'));

function ForWide({ children }: PropsWithChildren) {
  const [hydrated, wide] = [useHydrated(), useIsWide()];
  return wide || !hydrated ? children : null;
}

function ForNarrow({ children }: PropsWithChildren) {
  return useIsWide() ? null : children;
}

const searchOf = (filters: ProductFilters) => searchFromFilters(filters).toString();

/** Buttons that clear filters go with them, some only when the list has loaded: then it gets the focus. */
function useClearing() {
  const [filters, change] = useUrlFilters();
  const pages = useProductPages(filters);
  const products = useRef<HTMLElement>(null);
  const [cleared, setCleared] = useState<string>();
  const { firstLoad, nodes, hiddenAbovePrice } = pages;
  const shown = [firstLoad, nodes.length === 0, hiddenAbovePrice === 0].join(' ');
  useFocusFallback(products, cleared === searchOf(filters) ? `${cleared} ${shown}` : undefined);
  const clear = (next: Partial<ProductFilters>) => {
    setCleared(searchOf({ ...filters, ...next }));
    change(next);
  };
  return { filters, change, clear, pages, products };
}

export function ProductsPage(page: PageTitleProps) {
  const { filters, change, clear, pages, products } = useClearing();
  const count = formatResultCount(pages.totalCount, pages.totalCountIsExact);
  const sort = (
    <SelectField
      label="Sort by"
      value={filters.sort}
      choices={sortLabels}
      onChange={(next) => change({ sort: next })}
    />
  );
  const panel = <FilterPanel filters={filters} onChange={change} />;

  return (
    <>
      <PageTitle {...categoryHead(filters.category, page)} />
      <Stack direction="row" sx={head}>
        <div>
          <Typography variant="h1">Shop Our Products</Typography>
          {/* The line beside the count is always rendered: no layout shift. */}
          <Stack direction="row" role="status" sx={result}>
            <p>{pages.firstLoad ? '\u00a0' : count}</p>
            <HiddenByPriceHint
              count={pages.hiddenAbovePrice}
              maximum={filters.priceRange[1]}
              onShow={() => clear({ priceRange: [constants.priceRange[0], Number.POSITIVE_INFINITY] })}
            />
          </Stack>
        </div>
        <ForWide>
          <Box sx={wideOnly}>{sort}</Box>
        </ForWide>
      </Stack>
      <ForNarrow>
        <Box sx={filterBar}>
          <FilterSheetButton label="Filter and sort" isWide active={countActiveFilters(filters)} result={count}>
            {sort}
            {panel}
          </FilterSheetButton>
        </Box>
      </ForNarrow>
      <Box sx={columns}>
        <ForWide>
          <Box component="aside" aria-label="Filters" sx={aside}>
            <Typography variant="h6" component="h2" sx={{ mb: 3.25 }}>
              Filters
            </Typography>
            {panel}
          </Box>
        </ForWide>
        <section ref={products} tabIndex={-1} aria-label="Products" aria-busy={pages.refreshing}>
          {/* The cards have level-3 headings, and on phones the panel with the level-2 heading is hidden. */}
          <VisuallyHidden as="h2">Results</VisuallyHidden>
          <FilterChips filters={filters} onChange={clear} />
          <FilteredListProvider value={searchOf(filters)}>
            <ProductList pages={pages} filters={filters} onChange={clear} renderAction={renderAdd} />
          </FilteredListProvider>
        </section>
      </Box>
    </>
  );
}
