import { useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { RecentlyViewedDocument } from '../../__generated__/lazyOperations';
import type { ProductCardFragment } from '../../__generated__/operations';
import { logFailure } from '../../lib/logFailure';
import { Section } from '../../ui/Section';
import { ProductCards } from './ProductGrid';
import { ProductGridSkeleton } from './ProductGridSkeleton';
import { forgetViewed, viewedSlugs } from './viewedProducts';

interface Props {
  /** '' without a user. */
  uid: string;
  /** The current product, which is excluded. */
  slug: string;
  renderAction: (product: ProductCardFragment) => ReactNode;
}

/** Renders nothing without viewed products or on an error. */
export function RecentlyViewed({ uid, slug, renderAction }: Props) {
  const [slugs] = useState(() => viewedSlugs(uid).filter((viewed) => viewed !== slug));
  const [isCleared, setIsCleared] = useState(false);
  if (isCleared) return <ClearedNote />;
  if (slugs.length === 0) return null;
  const clear = () => {
    forgetViewed(uid);
    setIsCleared(true);
  };
  return <ViewedProducts {...{ slug, slugs, renderAction }} onClear={clear} />;
}

interface ViewedProps extends Omit<Props, 'uid'> {
  slugs: readonly string[];
  onClear: () => void;
}

function ViewedProducts({ slug, slugs, renderAction, onClear }: ViewedProps) {
  const { data, loading, error } = useQuery(RecentlyViewedDocument, { variables: { slugs: [...slugs] } });
  useEffect(() => logFailure('Failed to load recently viewed products', error), [error]);
  const products = otherProducts(data?.productsBySlugs ?? [], slug);
  if (!loading && products.length === 0) return null;
  return (
    <Section
      id="recently-viewed"
      title="Recently viewed"
      action={
        <Button variant="text" aria-label="Clear recently viewed" onClick={onClear}>
          Clear
        </Button>
      }
    >
      {products.length === 0 ? (
        <ProductGridSkeleton count={slugs.length} label="Loading products..." />
      ) : (
        <ProductCards products={products} place="grid" renderAction={renderAction} />
      )}
    </Section>
  );
}

/** Old and new slugs may refer to the same product. */
function otherProducts(found: readonly (ProductCardFragment | null)[], slug: string): ProductCardFragment[] {
  const products = found.flatMap((product) => (product && product.slug !== slug ? [product] : []));
  return [...new Map(products.map((product) => [product.id, product])).values()];
}

/** Takes the focus of the Clear button, which is gone. */
function ClearedNote() {
  const note = useRef<HTMLParagraphElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <Typography ref={note} tabIndex={-1} color="textSecondary" sx={{ mt: { xs: 7, md: 11 } }}>
      Your recently viewed products are cleared.
    </Typography>
  );
}
