import type { StoreEntryNotice } from '../../__generated__/operations';
import { toCents } from '../../lib/money';

type Priced = readonly { price?: number | null }[];

/** A missing price counts as 0 (decision 16). */
const totalCents = (items: Priced): number => items.reduce((cents, { price }) => cents + toCents(price ?? 0), 0);

/** In dollars, added in whole cents. */
export const cartTotal = (items: Priced): number => totalCents(items) / 100;

interface Buyable {
  price?: number | null;
  notice?: StoreEntryNotice | null;
}

/** Without unavailable products; for the free shipping meter. */
export const buyableCents = (items: readonly Buyable[]): number =>
  totalCents(items.filter(({ notice }) => notice !== 'OUT_OF_STOCK' && notice !== 'UNAVAILABLE'));
