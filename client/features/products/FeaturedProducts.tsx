import { useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { ProductsDocument } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { lazyModule } from '../../lib/lazyModule';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { lazyComponent } from '../../ui/lazyComponent';
import { logFailure } from '../../lib/logFailure';
import { Section } from '../../ui/Section';
import { featuredVariables } from './featuredVariables';
import { ProductCards } from './ProductGrid';
import { ProductGridSkeleton } from './ProductGridSkeleton';

/** Loaded with the first Add; the message does not wait for it. */
const Alert = lazyComponent(
  lazyModule(() => import('@mui/material/Alert')),
  'default',
  { title: 'The message', fallback: ({ children }) => <div role="alert">{children}</div> },
);

/** Add only shows an alert here and makes no call (decision 23). */
export function FeaturedProducts() {
  const { data, loading, error } = useQuery(ProductsDocument, { variables: featuredVariables });
  const [added, setAdded] = useState<string>();
  useEffect(() => logFailure('Failed to load the featured products', error), [error]);
  const waiting = loading && !data;
  const products = waiting ? [] : (data?.products.nodes ?? []);

  return (
    <Section
      id="featured"
      title="Featured products"
      action={
        <Button component={Link} to="/products" variant="text" endIcon={<Icon name="arrow" />}>
          View All Products
        </Button>
      }
    >
      {added && (
        <Alert severity="success" role="alert" sx={{ mb: 3 }} onClose={() => setAdded(undefined)}>
          Added &quot;<bdi>{added}</bdi>&quot; to cart!
        </Alert>
      )}
      {waiting && <ProductGridSkeleton count={constants.featuredProducts} label="Loading featured products..." />}
      {!waiting && products.length === 0 && <EmptyState title="No featured products found" />}
      {products.length > 0 && (
        <ProductCards
          products={products}
          place="featured"
          renderAction={({ name }) => (
            <Button variant="add" fullWidth aria-label={`Add ${name}`} onClick={() => setAdded(name)}>
              Add
            </Button>
          )}
        />
      )}
    </Section>
  );
}
