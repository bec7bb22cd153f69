import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useEffect, useRef, useState } from 'react';
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

const plainAlert = {
  ...{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, py: 0.5, px: 2 },
  ...{ borderRadius: 1, bgcolor: 'success.soft', color: 'success.main', boxShadow: 2 },
  ...{ typography: 'body2', fontWeight: 'fontWeightMedium' },
} as const;

/** Loaded with the first Add; if that fails the message is shown in a plain box. */
const Alert = lazyComponent(
  lazyModule(() => import('@mui/material/Alert')),
  'default',
  {
    title: 'The message',
    fallback: ({ children, onClose }) => (
      <Box role="alert" sx={plainAlert}>
        <div>{children}</div>
        <IconButton color="inherit" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </Box>
    ),
  },
);

/** Below the header, wherever in the strip Add was pressed. Zero height: no layout shift under the pointer. */
const stickyToast = { position: 'sticky', top: { xs: 68, md: 80 }, zIndex: 5, height: 0 } as const;

/** Add only shows an alert here and makes no call (decision 23). */
export function FeaturedProducts() {
  const { data, loading, error } = useQuery(ProductsDocument, { variables: featuredVariables });
  const [added, setAdded] = useState<string>();
  const pressed = useRef<HTMLElement>(undefined);
  const close = () => {
    setAdded(undefined);
    pressed.current?.focus({ preventScroll: true });
  };
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
        <Box sx={stickyToast}>
          <Alert severity="success" role="alert" sx={{ boxShadow: 2 }} onClose={close}>
            Added &quot;<bdi>{added}</bdi>&quot; to cart!
          </Alert>
        </Box>
      )}
      {waiting && <ProductGridSkeleton count={constants.featuredProducts} label="Loading featured products..." />}
      {!waiting && products.length === 0 && <EmptyState title="No featured products found" />}
      {products.length > 0 && (
        <ProductCards
          products={products}
          place="featured"
          renderAction={({ name }) => (
            <Button
              variant="add"
              fullWidth
              aria-label={`Add ${name}`}
              onClick={({ currentTarget }) => {
                pressed.current = currentTarget;
                setAdded(name);
              }}
            >
              Add
            </Button>
          )}
        />
      )}
    </Section>
  );
}
