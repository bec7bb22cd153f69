import { toCents } from '../../lib/money';

/** The sum of the prices, a missing one counting as 0, added in whole cents (decision 16). */
export function cartTotal(items: readonly { price?: number | null }[]): number {
  return items.reduce((cents, { price }) => cents + toCents(price ?? 0), 0) / 100;
}
