import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import {
  ProductDocument,
  type ProductCardFragment,
  type ProductQuery,
  useProductQuery,
} from '../__generated__/operations';
import { useListBefore } from '../features/products/filteredList';
import { FilteredListProvider } from '../features/products/filteredListContext';
import { ProductFacts } from '../features/products/ProductFacts';
import { ProductSkeleton } from '../features/products/ProductSkeleton';
import { AddToStoreButton } from '../features/store/AddToStoreButton';
import { lazyModule } from '../lib/lazyModule';
import { logFailure } from '../lib/logFailure';
import { pageDescription } from '../lib/pageDescription';
import { productPath } from '../lib/paths';
import { EmptyState } from '../ui/EmptyState';
import { lazyComponent } from '../ui/lazyComponent';
import { useNearScreen } from '../ui/useNearScreen';
import { usePageTitle } from '../ui/usePageTitle';
import { NotFoundPage } from './NotFoundPage';

const RelatedProducts = lazyComponent(
  lazyModule(() => import('../features/products/RelatedProducts')),
  'RelatedProducts',
  { title: 'What goes with it', waiting: <div className="page-waiting" /> },
);

const renderAdd = (product: ProductCardFragment) => <AddToStoreButton product={product} />;

/** An earlier slug of the product, or its slug in capitals, leads to the address that it has. */
function useCurrentAddress(slug: string, data: ProductQuery | undefined) {
  const client = useApolloClient();
  const navigate = useNavigate();
  const { search, hash, state } = useLocation();
  const current = data?.product?.slug;
  useEffect(() => {
    if (current === undefined || current === slug) return;
    client.writeQuery({ query: ProductDocument, variables: { slug: current }, data });
    void navigate({ pathname: productPath(current), search, hash }, { replace: true, state: state as unknown });
  }, [client, current, data, hash, navigate, search, slug, state]);
}

export function ProductPage() {
  const { slug = '' } = useParams();
  const { data, loading, error, refetch } = useProductQuery({
    variables: { slug },
    notifyOnNetworkStatusChange: true,
  });
  const product = data?.product;
  useCurrentAddress(slug, data);
  usePageTitle(product?.name ?? 'Product', product?.description ? pageDescription(product.description) : undefined);
  useEffect(() => logFailure('Failed to load the product', error), [error]);

  if (loading && !data) return <ProductSkeleton slug={slug} />;
  if (error) return <LoadFailure onRetry={() => void refetch().catch(() => undefined)} />;
  if (!product) return <NotFoundPage />;
  const [category] = product.categories;
  return (
    <>
      <ProductFacts product={product} action={<AddToStoreButton product={product} size="page" />} />
      {category !== undefined && <RelatedWhenNear key={slug} slug={slug} category={category} />}
    </>
  );
}

/** Who never scrolls that far is spared its code, its data and its pictures. */
function RelatedWhenNear({ slug, category }: { slug: string; category: string }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const list = useListBefore();
  const onNear = useCallback(() => setIsNear(true), []);
  useNearScreen(place, { watch: !isNear, margin: 200, onNear });
  if (!isNear) return <div ref={place} className="page-waiting" />;
  return (
    <FilteredListProvider value={list}>
      <RelatedProducts slug={slug} category={category} renderAction={renderAdd} />
    </FilteredListProvider>
  );
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="state-page" role="alert">
      <h1>This product could not be loaded</h1>
      <EmptyState title="The shop did not answer as it should.">
        <div className="state-actions">
          <Button onClick={onRetry}>Try again</Button>
          <Button component={Link} to="/products" variant="outlined" className="ink">
            See all products
          </Button>
        </div>
      </EmptyState>
    </div>
  );
}
