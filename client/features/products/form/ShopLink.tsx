import { Link } from 'react-router-dom';
import { productPath } from '../../../lib/paths';

/** Where what was just made stands now. */
export function ShopLink({ name, slug }: { name: string; slug: string }) {
  return (
    <p className="small">
      <Link className="text-button" to={productPath(slug)}>
        See <bdi>{name}</bdi> in the shop
      </Link>
    </p>
  );
}
