import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useProductQuery } from '../__generated__/operations';
import { ProductFacts } from '../features/products/ProductFacts';
import { AddToStoreButton } from '../features/store/AddToStoreButton';
import { logFailure } from '../lib/logFailure';
import { usePageTitle } from '../ui/usePageTitle';
import { NotFoundPage } from './NotFoundPage';

export function ProductPage() {
  const { slug = '' } = useParams();
  const { data, loading, error } = useProductQuery({ variables: { slug } });
  const product = data?.product;
  usePageTitle(product?.name ?? 'Product');
  useEffect(() => logFailure('Failed to load the product', error), [error]);

  if (error) {
    return (
      <div className="state-page" role="alert">
        <h1>This product could not be loaded</h1>
        <Link className="more" to="/products">
          See all products
        </Link>
      </div>
    );
  }
  if (loading && !data) return <p className="loading-words page-waiting">Loading product...</p>;
  if (!product) return <NotFoundPage />;
  return <ProductFacts product={product} action={<AddToStoreButton product={product} size="page" />} />;
}
