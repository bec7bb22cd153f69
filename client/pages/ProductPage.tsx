import { useApolloClient, useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { type ProductCardFragment, ProductDocument, type ProductQuery } from '../__generated__/operations';
import { BuyNow } from '../features/checkout/BuyNow';
import { FilteredListProvider } from '../features/products/filteredListContext';
import { ProductDetails } from '../features/products/ProductDetails';
import { rememberViewed, viewedSlugs } from '../features/products/viewedProducts';
import { ProductSkeleton } from '../features/products/ProductSkeleton';
import { AddToStoreButton } from '../features/store/AddToStoreButton';
import { lazyModule } from '../lib/lazyModule';
import { logFailure } from '../lib/logFailure';
import { pageDescription } from '../lib/pageDescription';
import { productPath } from '../lib/paths';
import { useViewerUid } from '../session/useViewerUid';
import { EmptyState } from '../ui/EmptyState';
import { lazyComponent } from '../ui/lazyComponent';
import { PageTitle, type PageTitleProps } from '../ui/PageTitle';
import { StatePage } from '../ui/StatePage';
import { useNearViewport } from '../ui/useNearViewport';
import { useOriginList } from '../ui/useOriginList';
import { PageWaiting } from '../ui/PageWaiting';
import { NotFoundPage } from './NotFoundPage';

const RelatedProducts = lazyComponent(
  lazyModule(() => import('../features/products/RelatedProducts')),
  'RelatedProducts',
  { title: 'What goes with it', loading: <PageWaiting /> },
);

const RecentlyViewed = lazyComponent(
  lazyModule(() => import('../features/products/RecentlyViewed')),
  'RecentlyViewed',
  { title: 'What was looked at', fallback: () => null },
);

const renderAdd = (product: ProductCardFragment) => <AddToStoreButton product={product} />;

/** Redirects from an earlier slug, or one in capitals, to the current address. */
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

/** Records each view once, for the current user: not for one who signs in afterwards. */
function useRememberedView(uid: string | undefined, slug: string | undefined) {
  const remembered = useRef<string>(undefined);
  useEffect(() => {
    if (uid === undefined || slug === undefined || remembered.current === slug) return;
    remembered.current = slug;
    rememberViewed(uid, slug);
  }, [uid, slug]);
}

export function ProductPage({ description }: PageTitleProps) {
  const { slug = '' } = useParams();
  const { data, loading, error, refetch } = useQuery(ProductDocument, {
    variables: { slug },
    notifyOnNetworkStatusChange: true,
  });
  const product = data?.product;
  const uid = useViewerUid();
  useCurrentAddress(slug, data);
  useRememberedView(uid, product?.slug);
  useEffect(() => logFailure('Failed to load the product', error), [error]);

  if (loading && !data) return <ProductSkeleton slug={slug} />;
  if (error) return <ProductLoadFailure onRetry={() => void refetch().catch(() => undefined)} />;
  if (!product) return <NotFoundPage />;
  const [category] = product.categories;
  return (
    <>
      <PageTitle title={product.name} description={pageDescription(product.description) || description} />
      <ProductDetails
        product={product}
        action={
          <div>
            <AddToStoreButton product={product} size="page" />
            <BuyNow key={product.slug} product={product} />
          </div>
        }
      />
      <LazyMoreProducts key={slug} slug={slug} category={category} uid={uid} />
    </>
  );
}

interface MoreProps {
  slug: string;
  category: string | undefined;
  uid: string | undefined;
}

/** Loads code, data and pictures only when scrolled near. */
function LazyMoreProducts({ slug, category, uid }: MoreProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  const list = useOriginList();
  const onNear = useCallback(() => setIsNear(true), []);
  useNearViewport(place, { isEnabled: !isNear, margin: 200, onNear });
  // Not PageWaiting: the server has rendered its styles with the router's fallback, which it discards.
  if (!isNear) return <Box ref={place} sx={category === undefined ? null : { minHeight: '100vh' }} />;
  return (
    <FilteredListProvider value={list}>
      {category !== undefined && <RelatedProducts slug={slug} category={category} renderAction={renderAdd} />}
      {uid !== undefined && <ViewedBefore key={uid} uid={uid} slug={slug} />}
    </FilteredListProvider>
  );
}

/** Loaded only if other products were viewed before. */
function ViewedBefore({ uid, slug }: { uid: string; slug: string }) {
  const [hasViewed] = useState(() => viewedSlugs(uid).some((viewed) => viewed !== slug));
  return hasViewed && <RecentlyViewed uid={uid} slug={slug} renderAction={renderAdd} />;
}

function ProductLoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <StatePage title="This product could not be loaded" role="alert">
      <EmptyState title="The shop did not answer as it should.">
        <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'center', gap: 1.5, mt: 3.5 }}>
          <Button onClick={onRetry}>Try again</Button>
          <Button component={Link} to="/products" variant="ink">
            See all products
          </Button>
        </Stack>
      </EmptyState>
    </StatePage>
  );
}
