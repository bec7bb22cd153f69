import { formatCount } from '../../lib/formatCount';

/** '57 orders', or '1,000+ orders' for an inexact count. */
export const formatOrderCount = (count: number, isExact = true): string =>
  `${formatCount(count)}${isExact ? '' : '+'} ${count === 1 && isExact ? 'order' : 'orders'}`;
