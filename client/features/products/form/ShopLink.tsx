import { Link } from 'react-router-dom';
import { productPath } from '../../../lib/paths';

/** A link to the product just created. */
export function ShopLink({ name, slug }: { name: string; slug: string }) {
  return (
    <p className="small">
      <Link className="text-button" to={productPath(slug)}>
        See <bdi>{name}</bdi> in the shop
      </Link>
    </p>
  );
}
