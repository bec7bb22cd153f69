import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProductCardFragment } from '../../__generated__/operations';
import type { constants } from '../../lib/constants';
import { productPath } from '../../lib/paths';
import { DiscountBadge } from '../../ui/DiscountBadge';
import { categoryTint } from './categoryTint';
import { discountPercent } from './discountPercent';
import { displayDefaults } from './displayDefaults';
import { useFilteredList } from './filteredListContext';
import { Price } from './Price';
import { ProductPicture } from './ProductPicture';
import { Rating } from './Rating';

interface Props {
  product: ProductCardFragment;
  place: keyof typeof constants.defaultReviewCount;
  action: ReactNode;
  /** Above the fold. */
  eager?: boolean;
}

export function ProductCard({ product, place, action, eager = false }: Props) {
  const { originalPrice, rating, reviewCount, mainCategory, subcategory } = displayDefaults(product, place);
  const badge = discountPercent(product);
  const list = useFilteredList();
  return (
    <article className="card">
      <div className={`pic tint-${categoryTint(mainCategory)}`}>
        <ProductPicture photo={product.photos[0]} eager={eager} sizes="(min-width: 1100px) 290px, 46vw" />
        {badge > 0 && <DiscountBadge percent={badge} />}
        {!product.inStock && (
          <div className="veil">
            <span>Out of Stock</span>
          </div>
        )}
      </div>
      <div>
        <h3 className="name" dir="auto">
          <Link to={productPath(product.slug)} state={{ photos: product.photos.length, list }} title={product.name}>
            {product.name}
          </Link>
        </h3>
        <p className="where">
          <bdi>{mainCategory}</bdi>
          {subcategory && (
            <>
              {' · '}
              <bdi>{subcategory}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="row">
        <span>
          <Price price={product.price} originalPrice={originalPrice} />
        </span>
        <Rating rating={rating} reviewCount={reviewCount} />
      </div>
      {action}
    </article>
  );
}
