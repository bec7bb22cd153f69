import { useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { type ProductCardFragment } from '../../__generated__/operations';
import { RelatedProductsDocument } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { logFailure } from '../../lib/logFailure';
import { categoryPath } from '../../lib/paths';
import { Icon } from '../../ui/Icon';
import { Section } from '../../ui/Section';
import { ProductCards } from './ProductGrid';
import { ProductGridSkeleton } from './ProductGridSkeleton';

interface Props {
  /** The current product, which is excluded. */
  slug: string;
  category: string;
  renderAction: (product: ProductCardFragment) => ReactNode;
}

const count = constants.relatedProducts;

/** Others of the same category; renders nothing without any or on an error. */
export function RelatedProducts({ slug, category, renderAction }: Props) {
  const { data, loading, error } = useQuery(RelatedProductsDocument, { variables: { category, first: count + 1 } });
  useEffect(() => logFailure('Failed to load related products', error), [error]);
  const others = data?.products.nodes.filter((product) => product.slug !== slug).slice(0, count) ?? [];
  if (!loading && others.length === 0) return null;
  return (
    <Section
      id="related"
      title={
        <>
          More in <bdi>{category}</bdi>
        </>
      }
      action={
        <Button component={Link} to={categoryPath(category)} variant="text" endIcon={<Icon name="arrow" />}>
          View all
        </Button>
      }
    >
      {others.length === 0 ? (
        <ProductGridSkeleton count={count} label="Loading products..." />
      ) : (
        <ProductCards products={others} place="grid" renderAction={renderAction} />
      )}
    </Section>
  );
}
