import type { ObjectId } from 'mongodb';
import type { Context } from '../context';
import { maySeeProduct } from '../products/products.service';
import type { ProductDocument } from '../products/products.repository';
import type { StockDocument } from '../stock/stock.repository';
import type { StoreEntryDocument } from '../store/store.repository';
import { checkoutOfKey } from './holdKey';

/** Why a line cannot be bought until the buyer has decided about it. */
export type LineProblem = 'PRICE_INCREASED' | 'OUT_OF_STOCK' | 'NOT_ENOUGH_STOCK' | 'UNAVAILABLE';

/** Requested quantity of one product; equal cart entries are merged into one line. */
export interface WantedLine {
  readonly productId: ObjectId;
  readonly quantity: number;
  /** Unit price that the buyer has agreed to. */
  readonly agreedCents: number;
  readonly entryIds: readonly ObjectId[];
  /** Snapshot from when it was added, for products that no longer exist. */
  readonly name: string;
  readonly photo: string | null;
}

export interface LiveLine extends WantedLine {
  /** null: no longer visible. */
  readonly product: ProductDocument | null;
  readonly unitPriceCents: number;
  /** null: stock is not tracked. */
  readonly available: number | null;
  /** null: no problem. */
  readonly problem: LineProblem | null;
}

/** Newest line first, as in the drawer. */
export function groupEntries(entries: readonly StoreEntryDocument[]): WantedLine[] {
  const lines = new Map<string, WantedLine>();
  for (const { _id, productId, name, photos, priceCents, acceptedCents } of [...entries].reverse()) {
    const key = productId.toHexString();
    const before = lines.get(key);
    const agreed = acceptedCents ?? priceCents;
    lines.set(key, {
      productId,
      name,
      photo: photos[0] ?? null,
      quantity: (before?.quantity ?? 0) + 1,
      agreedCents: before ? Math.min(before.agreedCents, agreed) : agreed,
      entryIds: [...(before?.entryIds ?? []), _id],
    });
  }
  return [...lines.values()];
}

/** The lines at current prices and stock; what is held for the `own` checkouts counts as available. */
export async function liveLines(
  { loaders, repositories }: Pick<Context, 'loaders' | 'repositories'>,
  wanted: readonly WantedLine[],
  own: readonly string[],
): Promise<LiveLine[]> {
  const [products, stock] = await Promise.all([
    Promise.all(wanted.map(({ productId }) => loaders.productById.load(productId.toHexString()))),
    repositories.stock.findMany(wanted.map(({ productId }) => productId)),
  ]);
  const counts = new Map(stock.map((document) => [document._id.toHexString(), document]));
  return wanted.map((line, index) =>
    liveLine(line, products[index] ?? null, availableTo(own, counts.get(line.productId.toHexString()))),
  );
}

/** null: not visible to shoppers. */
export const visible = (product: ProductDocument | null): ProductDocument | null =>
  product && maySeeProduct(null, product) ? product : null;

/** null: stock is not tracked. */
function availableTo(own: readonly string[], count: StockDocument | undefined): number | null {
  if (!count) return null;
  const held = count.holds.filter(({ checkout }) => own.includes(checkoutOfKey(checkout)));
  return held.reduce((sum, { quantity }) => sum + quantity, count.available);
}

function liveLine(line: WantedLine, found: ProductDocument | null, available: number | null): LiveLine {
  const product = visible(found);
  const unitPriceCents = product?.priceCents ?? line.agreedCents;
  return { ...line, product, unitPriceCents, available, problem: problemOf(line, product, available) };
}

function problemOf(
  { quantity, agreedCents }: WantedLine,
  product: ProductDocument | null,
  available: number | null,
): LineProblem | null {
  if (!product) return 'UNAVAILABLE';
  // The flag may lag by a second; where stock is tracked, the count decides.
  if (product.purchasable === false || (available === null && !product.inStock) || available === 0)
    return 'OUT_OF_STOCK';
  if (available !== null && available < quantity) return 'NOT_ENOUGH_STOCK';
  return product.priceCents > agreedCents ? 'PRICE_INCREASED' : null;
}
