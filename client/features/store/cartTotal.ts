import type { StoreEntryNotice } from '../../__generated__/operations';
import { toCents } from '../../lib/money';

/** The sum of the prices, a missing one counting as 0, added in whole cents (decision 16). */
export function cartTotal(items: readonly { price?: number | null }[]): number {
  return items.reduce((cents, { price }) => cents + toCents(price ?? 0), 0) / 100;
}

interface Buyable {
  price?: number | null;
  notice?: StoreEntryNotice | null;
}

/** Of what can be bought, for the way to free shipping. */
export const buyableTotal = (items: readonly Buyable[]): number =>
  cartTotal(items.filter(({ notice }) => notice !== 'OUT_OF_STOCK' && notice !== 'UNAVAILABLE'));
