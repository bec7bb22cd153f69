import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ProductQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { Icon } from '../../ui/Icon';
import { categoryTint } from './categoryTint';
import { discountPercent } from './discountPercent';
import { displayDefaults } from './displayDefaults';
import { listLink, useOriginList } from './filteredList';
import { Gallery } from './Gallery';
import { Price } from './Price';
import { Rating } from './Rating';

type FullProduct = NonNullable<ProductQuery['product']>;

const { freeShippingThreshold, returnDays } = constants;

function Breadcrumb({ product }: { product: FullProduct }) {
  const [main] = product.categories;
  const { path, label } = listLink(useOriginList(), main);
  return (
    <nav className="crumb" aria-label="Breadcrumb">
      <Link to="/">Home</Link>
      <span aria-hidden="true">/</span>
      <Link to={path}>
        <bdi>{label}</bdi>
      </Link>
      <span aria-hidden="true">/</span>
      <bdi aria-current="page">{product.name}</bdi>
    </nav>
  );
}

/** The default category of a product without any is no link, because it lists nothing. */
function Categories({ categories }: { categories: readonly string[] }) {
  if (categories.length === 0) return <p className="where">{constants.defaultMainCategory}</p>;
  return (
    <p className="where categories">
      {categories.map((category, index) => (
        <Fragment key={`${index} ${category}`}>
          {index > 0 && <span aria-hidden="true"> · </span>}
          <Link to={categoryPath(category)}>
            <bdi>{category}</bdi>
          </Link>
        </Fragment>
      ))}
    </p>
  );
}

function ServicePromises({ price }: { price: number }) {
  return (
    <ul className="promises">
      <li>
        <Icon name="truck" />
        {price > freeShippingThreshold
          ? `Free shipping, this item is over $${freeShippingThreshold}`
          : `Free shipping on orders over $${freeShippingThreshold}`}
      </li>
      <li>
        <Icon name="back" />
        <Link to="/returns">{returnDays} days to return it</Link>
      </li>
      <li>
        <Icon name="chat" />
        <Link to="/contact">Questions? We answer 24/7</Link>
      </li>
    </ul>
  );
}

export function ProductDetails({ product, action }: { product: FullProduct; action: ReactNode }) {
  const { originalPrice, rating, reviewCount, mainCategory } = displayDefaults(product, 'grid');
  const badge = discountPercent(product);
  return (
    <>
      <Breadcrumb product={product} />
      <div className="pdp">
        <Gallery
          key={product.id}
          name={product.name}
          photos={product.photos}
          pictures={product.pictures}
          tint={categoryTint(mainCategory)}
        />
        <div className="facts">
          <Categories categories={product.categories} />
          <h1 dir="auto">{product.name}</h1>
          <div className="fact-line">
            <Rating rating={rating} reviewCount={reviewCount} verbose />
            <span className={`pill ${product.inStock ? '' : 'off'}`}>
              {product.inStock ? 'In Stock' : 'Out of Stock'}
            </span>
          </div>
          <div className="fact-line">
            <Price price={product.price} originalPrice={originalPrice} />
            {badge > 0 && <span className="save">-{badge}%</span>}
          </div>
          {action}
          {product.description !== '' && (
            <p className="description" dir="auto">
              {product.description}
            </p>
          )}
          <ServicePromises price={product.price} />
        </div>
      </div>
    </>
  );
}
