import { formatCount } from '../../lib/formatCount';
import { pluralize } from '../../lib/pluralize';

/** '57 products', or '1,000+ products' for an inexact count (decision 20). */
export function formatResultCount(total: number, exact: boolean): string {
  return exact ? pluralize(total, 'product') : `${formatCount(total)}+ products`;
}
