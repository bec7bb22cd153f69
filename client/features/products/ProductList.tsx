import Button from '@mui/material/Button';
import { memo, type ReactNode } from 'react';
import type { ProductCardFragment } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { EmptyState } from '../../ui/EmptyState';
import { HiddenNote } from './HiddenNote';
import { LoadMore } from './LoadMore';
import { countActiveFilters, noFilters, type ProductFilters } from './productFilters';
import { ProductCard } from './ProductCard';
import { ProductGridSkeleton } from './ProductGridSkeleton';
import type { useProductPages } from './useProductPages';

type RenderAction = (product: ProductCardFragment) => ReactNode;

interface Props {
  pages: ReturnType<typeof useProductPages>;
  filters: ProductFilters;
  onChange: (change: Partial<ProductFilters>) => void;
  /** One function for the life of the page: cards are drawn again only when their product changes. */
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
  if (pages.firstLoad) return <ProductGridSkeleton count={constants.pageSize} label="Loading products..." />;
  return (
    <>
      <HiddenNote
        count={pages.hiddenAbovePrice}
        maximum={filters.priceRange[1]}
        onShow={() => onChange({ priceRange: [constants.priceRange[0], Number.POSITIVE_INFINITY] })}
      />
      {pages.nodes.length === 0 && !pages.loadingMore ? (
        <NothingFound filters={filters} onChange={onChange} />
      ) : (
        <div className={`grid ${pages.refreshing ? 'refreshing' : ''}`}>
          {pages.nodes.map((product, index) => (
            <GridCard key={product.id} product={product} eager={index < 4} renderAction={renderAction} />
          ))}
        </div>
      )}
      {pages.hasMore && <LoadMore loading={pages.loadingMore} onLoad={pages.loadMore} byItself={pages.loadsByItself} />}
    </>
  );
}

function NothingFound({ filters, onChange }: Pick<Props, 'filters' | 'onChange'>) {
  return (
    <EmptyState title="No products found">
      {filters.search !== '' && (
        <p className="muted">Nothing&apos;s name contains &quot;{filters.search}&quot;. Try a shorter word.</p>
      )}
      {countActiveFilters(filters) > 0 && (
        <Button variant="outlined" className="ink" onClick={() => onChange(noFilters)}>
          Show all products
        </Button>
      )}
    </EmptyState>
  );
}
