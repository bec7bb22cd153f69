import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ProductQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { formatMoney } from '../../lib/money';
import { categoryPath } from '../../lib/paths';
import { Icon } from '../../ui/Icon';
import { categoryTint } from './categoryTint';
import { discountBadge } from './discountBadge';
import { displayDefaults } from './displayDefaults';
import { ProductPicture } from './ProductPicture';
import { Rating } from './Rating';

type FullProduct = NonNullable<ProductQuery['product']>;

function Gallery({ photos, tint }: { photos: readonly string[]; tint: string }) {
  const [chosen, setChosen] = useState(0);
  return (
    <div className="gallery">
      <div className={`pic large tint-${tint}`}>
        <ProductPicture photo={photos[chosen] ?? photos[0]} eager sizes="(min-width: 900px) 700px, 100vw" />
      </div>
      {photos.length > 1 && (
        <div className="thumbs">
          {photos.map((photo, index) => (
            <button
              key={photo}
              type="button"
              aria-label={`Picture ${index + 1}`}
              aria-pressed={index === chosen}
              className={`pic tint-${tint}`}
              onClick={() => setChosen(index)}
            >
              <ProductPicture photo={photo} sizes="84px" />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

export function ProductFacts({ product, action }: { product: FullProduct; action: ReactNode }) {
  const { originalPrice, rating, reviewCount, mainCategory, subcategory } = displayDefaults(product, 'grid');
  const badge = discountBadge(product);
  return (
    <>
      <nav className="crumb" aria-label="Breadcrumb">
        <Link to="/">Home</Link>
        <span aria-hidden="true">/</span>
        <Link to={categoryPath(mainCategory)}>{mainCategory}</Link>
        <span aria-hidden="true">/</span>
        <span aria-current="page">{product.name}</span>
      </nav>
      <div className="pdp">
        <Gallery photos={product.photos} tint={categoryTint(mainCategory)} />
        <div className="facts">
          <p className="where">{subcategory ? `${mainCategory} · ${subcategory}` : mainCategory}</p>
          <h1>{product.name}</h1>
          <div className="fact-line">
            <Rating rating={rating} reviewCount={reviewCount} />
            <span className={`pill ${product.inStock ? '' : 'off'}`}>
              {product.inStock ? 'In Stock' : 'Out of Stock'}
            </span>
          </div>
          <div className="fact-line">
            <span className="price">{formatMoney(product.price)}</span>
            {originalPrice > product.price && <s className="was">{formatMoney(originalPrice)}</s>}
            {badge > 0 && <span className="save">-{badge}%</span>}
          </div>
          <p className="description">{product.description}</p>
          {action}
          <ul className="promises">
            <li>
              <Icon name="truck" />
              {product.price > constants.freeShippingThreshold
                ? `Free shipping, this item is over $${constants.freeShippingThreshold}`
                : `Free shipping on orders over $${constants.freeShippingThreshold}`}
            </li>
            <li>
              <Icon name="chat" />
              Questions? We answer 24/7
            </li>
          </ul>
        </div>
      </div>
    </>
  );
}
