import { productPath } from '../../../lib/paths';
import { Link } from '../../../ui/Link';

/** A link to the product just created. */
export function ShopLink({ name, slug }: { name: string; slug: string }) {
  return (
    <Link to={productPath(slug)} color="primary" variant="dense" sx={{ overflowWrap: 'anywhere' }}>
      See <bdi>{name}</bdi> in the shop
    </Link>
  );
}
