import { formatCount } from '../../lib/formatCount';

/** '57 orders', or '1,000+ orders' for a count that was not ended. */
export const formatOrderCount = (count: number, isExact = true): string =>
  `${formatCount(count)}${isExact ? '' : '+'} ${count === 1 && isExact ? 'order' : 'orders'}`;
