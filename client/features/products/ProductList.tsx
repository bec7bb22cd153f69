import Button from '@mui/material/Button';
import { memo, type ReactNode, useRef } from 'react';
import type { ProductCardFragment } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { lazyModule } from '../../lib/lazyModule';
import { EmptyState } from '../../ui/EmptyState';
import { lazyComponent } from '../../ui/lazyComponent';
import { LoadMore } from './LoadMore';
import { countActiveFilters, noFilters, type ProductFilters } from './productFilters';
import { ProductCard } from './ProductCard';
import { ProductGrid } from './ProductGrid';
import { ProductGridSkeleton } from './ProductGridSkeleton';
import type { useProductPages } from './useProductPages';

const noResultsHelp = lazyModule(() => import('./NoResultsHelp'));
const Advice = lazyComponent(noResultsHelp, 'NoResultsHelp', { title: 'What may be meant' });

type RenderAction = (product: ProductCardFragment) => ReactNode;

interface Props {
  pages: ReturnType<typeof useProductPages>;
  filters: ProductFilters;
  onChange: (change: Partial<ProductFilters>) => void;
  /** Must be stable: cards render again only when their product changes. */
  renderAction: RenderAction;
}

interface GridCardProps {
  product: ProductCardFragment;
  eager: boolean;
  renderAction: RenderAction;
}

const GridCard = memo(function GridCard({ product, eager, renderAction }: GridCardProps) {
  return <ProductCard product={product} place="grid" eager={eager} action={renderAction(product)} />;
});

export function ProductList({ pages, filters, onChange, renderAction }: Props) {
  const grid = useRef<HTMLDivElement>(null);
  if (pages.firstLoad)
    return <ProductGridSkeleton count={constants.pageSize} label="Loading products..." besidePanel />;
  return (
    <>
      {pages.nodes.length === 0 && !pages.loadingMore ? (
        <NothingFound filters={filters} known={pages.known && pages.hiddenAbovePrice === 0} onChange={onChange} />
      ) : (
        <ProductGrid ref={grid} data-testid="product-grid" besidePanel isRefreshing={pages.refreshing}>
          {pages.nodes.map((product, index) => (
            <GridCard key={product.id} product={product} eager={index < 4} renderAction={renderAction} />
          ))}
        </ProductGrid>
      )}
      <LoadMore
        key={JSON.stringify(filters)}
        list={grid}
        rows={pages.nodes.length}
        hasMore={pages.hasMore}
        loading={pages.loadingMore}
        onLoad={pages.loadMore}
        isAutomatic={pages.loadsAutomatically}
      />
    </>
  );
}

function NothingFound({ filters, known, onChange }: Pick<Props, 'filters' | 'onChange'> & { known: boolean }) {
  return (
    <EmptyState title="No products found">
      <Advice filters={filters} known={known} onChange={onChange} />
      {countActiveFilters(filters) > 0 && (
        <Button variant="ink" onClick={() => onChange(noFilters)}>
          Show all products
        </Button>
      )}
    </EmptyState>
  );
}
