import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import type { ProductCardFragment } from '../../__generated__/operations';
import { theme } from '../../theme/theme';
import { rem } from '../../theme/typography';
import { ProductCard, type ProductCardProps } from './ProductCard';

const { between, down, up } = theme.breakpoints;
/** Maximum columns; larger text and windows below 340 px reduce them, because another column would overflow. */
const columns = (count: number) => ({
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, max(${rem(145)}, ${100 / (count + 1)}%)), 1fr))`,
});

/** Narrow cards may have names of two lines. */
const twoLineNames = { '--card-name': rem(62) };
/** Narrow cards have no room for both prices and a rating in one line. */
const twoLinePrices = { '--card-prices': rem(49), '--card-rating': '100%' };

/** Cards and their skeletons have the same height. */
export const ProductGrid = styled('div')<{ besidePanel?: boolean; isRefreshing?: boolean }>({
  '--card-name': rem(41),
  '--card-prices': rem(25),
  '--card-rating': 'auto',
  display: 'grid',
  ...columns(4),
  gap: `${rem(36)} ${rem(24)}`,
  [down('lg')]: twoLineNames,
  [between('md', 'lg')]: twoLinePrices,
  [down('md')]: { ...columns(2), gap: `${rem(28)} ${rem(14)}` },
  [down('sm')]: twoLinePrices,
  variants: [
    { props: { isRefreshing: true }, style: { opacity: 0.6, transition: 'opacity 0.2s 0.3s' } },
    {
      props: { besidePanel: true },
      style: {
        ...columns(3),
        [up('fourColumns')]: { ...columns(4), ...twoLineNames, ...twoLinePrices },
        [down('tableBesideLinks')]: columns(2),
        // Without the panel a tablet has the width of three cards.
        [between('table', 'md')]: { ...columns(3), gap: `${rem(32)} ${rem(20)}` },
      },
    },
  ],
});

interface Props extends Pick<ProductCardProps, 'place'> {
  products: readonly ProductCardFragment[];
  renderAction: (product: ProductCardFragment) => ReactNode;
}

export function ProductCards({ products, place, renderAction }: Props) {
  return (
    <ProductGrid>
      {products.map((product) => (
        <ProductCard key={product.id} product={product} place={place} action={renderAction(product)} />
      ))}
    </ProductGrid>
  );
}
