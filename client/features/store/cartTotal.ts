import type { StoreEntryNotice } from '../../__generated__/operations';
import { toCents } from '../../lib/money';

/** Added in whole cents; a missing price counts as 0 (decision 16). */
export function cartTotal(items: readonly { price?: number | null }[]): number {
  return items.reduce((cents, { price }) => cents + toCents(price ?? 0), 0) / 100;
}

interface Buyable {
  price?: number | null;
  notice?: StoreEntryNotice | null;
}

/** Without unavailable products; for the free shipping meter. */
export const buyableTotal = (items: readonly Buyable[]): number =>
  cartTotal(items.filter(({ notice }) => notice !== 'OUT_OF_STOCK' && notice !== 'UNAVAILABLE'));
