import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProductCardFragment } from '../../__generated__/operations';
import type { constants } from '../../lib/constants';
import { productPath } from '../../lib/paths';
import { theme } from '../../theme/theme';
import { rem } from '../../theme/typography';
import { DiscountBadge } from '../../ui/DiscountBadge';
import { CardFrame } from './CardFrame';
import { categoryTint } from './categoryTint';
import { discountPercent } from './discountPercent';
import { displayDefaults } from './displayDefaults';
import { useFilteredList } from './filteredListContext';
import { PictureFrame } from './PictureFrame';
import { Price } from './Price';
import { ProductPicture } from './ProductPicture';
import { Rating } from './Rating';

const { typography, vars } = theme;

const Veil = styled('div')({
  ...typography.caption,
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  backgroundColor: vars.palette.background.veil,
  '& span': {
    padding: `${rem(7)} ${rem(14)}`,
    borderRadius: rem(20),
    backgroundColor: vars.palette.text.primary,
    color: vars.palette.background.default,
    fontWeight: typography.h6.fontWeight,
  },
});

const Name = styled('h3')({
  ...typography.body1,
  fontWeight: typography.button.fontWeight,
  lineHeight: 1.3,
  overflowWrap: 'anywhere',
  '& a': {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    // It covers the card.
    '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: rem(12) },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': theme.focusVisible,
  },
});

const Categories = styled('p')({
  ...typography.caption,
  overflow: 'hidden',
  color: vars.palette.text.secondary,
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

const Prices = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  alignItems: 'baseline',
  gap: `${rem(4)} ${rem(8)}`,
  marginTop: 'auto',
  '& > :last-of-type': { flexBasis: 'var(--card-rating)' },
});

export interface ProductCardProps {
  product: ProductCardFragment;
  place: keyof typeof constants.defaultReviewCount;
  action: ReactNode;
  /** Above the fold. */
  eager?: boolean;
}

export function ProductCard({ product, place, action, eager = false }: ProductCardProps) {
  const { originalPrice, rating, reviewCount, mainCategory, subcategory } = displayDefaults(product, place);
  const badge = discountPercent(product);
  const list = useFilteredList();
  return (
    <CardFrame>
      <PictureFrame tint={categoryTint(mainCategory)}>
        <ProductPicture photo={product.photos[0]} eager={eager} sizes="(min-width: 1100px) 290px, 46vw" />
        {badge > 0 && <DiscountBadge percent={badge} />}
        {!product.inStock && (
          <Veil>
            <span>Out of Stock</span>
          </Veil>
        )}
      </PictureFrame>
      <div>
        <Name dir="auto">
          <Link to={productPath(product.slug)} state={{ photos: product.photos.length, list }} title={product.name}>
            {product.name}
          </Link>
        </Name>
        <Categories>
          <bdi>{mainCategory}</bdi>
          {subcategory && (
            <>
              {' · '}
              <bdi>{subcategory}</bdi>
            </>
          )}
        </Categories>
      </div>
      <Prices data-testid="prices">
        <span data-testid="price">
          <Price price={product.price} originalPrice={originalPrice} />
        </span>
        <Rating rating={rating} reviewCount={reviewCount} />
      </Prices>
      {action}
    </CardFrame>
  );
}
