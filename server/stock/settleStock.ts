import type { ObjectId } from 'mongodb';
import type { StockDocument, StockRepository } from './stock.repository';

interface StockParts {
  readonly stock: StockRepository;
  readonly products: { readonly setInStock: (id: ObjectId, inStock: boolean) => Promise<void> };
}

/**
 * Completes the follow-ups of a stock change: stores its movements, and updates the product's `inStock`. Idempotent.
 */
export async function settleStock({ stock, products }: StockParts, document: StockDocument): Promise<void> {
  await stock.storeMovements(document);
  await settleFlag({ stock, products }, document);
}

/** Each failed try means a concurrent change. */
const triesAtOnce = 10;

/** Re-reads the stock after writing the product: otherwise a flag from an outdated count could stay forever. */
async function settleFlag({ stock, products }: StockParts, document: StockDocument): Promise<void> {
  if (!document.isFlagDue) return;
  let current: StockDocument | null = document;
  for (let tries = 0; current && tries < triesAtOnce; tries += 1) {
    await products.setInStock(current._id, current.available > 0);
    if (await stock.flagDone(current)) return;
    current = await stock.find(document._id);
  }
}

/** For products just sold or returned. */
export async function settleFlags(parts: StockParts, ids: readonly ObjectId[]): Promise<void> {
  if (ids.length === 0) return;
  for (const document of await parts.stock.findMany(ids)) await settleFlag(parts, document);
}
