import { countWords } from '../../lib/countWords';
import { formatCount } from '../../lib/formatCount';

/** '57 products', or '1,000+ products' for an inexact count (decision 20). */
export function formatResultCount(total: number, exact: boolean): string {
  return exact ? countWords(total, 'product') : `${formatCount(total)}+ products`;
}
