import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import type { ProductCardFragment } from '../../__generated__/operations';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { LoadMore } from './LoadMore';
import { countActiveFilters, noFilters, type ProductFilters } from './productFilters';
import { ProductCard } from './ProductCard';
import { ProductGridSkeleton } from './ProductGridSkeleton';
import type { useProductPages } from './useProductPages';

interface Props {
  pages: ReturnType<typeof useProductPages>;
  filters: ProductFilters;
  onChange: (change: Partial<ProductFilters>) => void;
  renderAction: (product: ProductCardFragment) => ReactNode;
}

export function ProductList({ pages, filters, onChange, renderAction }: Props) {
  if (pages.firstLoad) return <ProductGridSkeleton count={6} label="Loading products..." />;
  return (
    <>
      <HiddenNote count={pages.hiddenAbovePrice} maximum={filters.priceRange[1]} onChange={onChange} />
      {pages.nodes.length === 0 && !pages.hasMore ? (
        <NothingFound filters={filters} onChange={onChange} />
      ) : (
        <div className={`grid ${pages.refreshing ? 'refreshing' : ''}`}>
          {pages.nodes.map((product, index) => (
            <ProductCard
              key={product.id}
              product={product}
              place="grid"
              eager={index < 4}
              action={renderAction(product)}
            />
          ))}
        </div>
      )}
      {pages.hasMore && (
        <LoadMore loading={pages.loadingMore} onLoad={pages.loadMore} mayLoadByItself={pages.mayLoadByItself} />
      )}
    </>
  );
}

function HiddenNote({ count, maximum, onChange }: { count: number; maximum: number; onChange: Props['onChange'] }) {
  if (count === 0) return null;
  return (
    <div className="note">
      <Icon name="warn" />
      <span>
        {count === 1 ? '1 product costs' : `${count >= 1000 ? '1,000+' : count} products cost`} more than ${maximum} and{' '}
        {count === 1 ? 'is' : 'are'} hidden.
      </span>
      <Button variant="text" size="small" onClick={() => onChange({ priceRange: [0, Number.POSITIVE_INFINITY] })}>
        Show them
      </Button>
    </div>
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
          Clear all filters
        </Button>
      )}
    </EmptyState>
  );
}
