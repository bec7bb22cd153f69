import type { ObjectId } from 'mongodb';
import type { StockDocument, StockRepository } from './stock.repository';

interface StockParts {
  readonly stock: StockRepository;
  readonly products: { readonly setInStock: (id: ObjectId, inStock: boolean) => Promise<void> };
}

/**
 * Does what a change of a count leaves to do: its movements get to their collection, and the product says whether it can be bought.
 * Repeated, it changes nothing.
 */
export async function settleStock({ stock, products }: StockParts, document: StockDocument): Promise<void> {
  await stock.storeMovements(document);
  await settleFlag({ stock, products }, document);
}

async function settleFlag({ stock, products }: StockParts, document: StockDocument): Promise<void> {
  if (!document.isFlagDue) return;
  await products.setInStock(document._id, document.available > 0);
  await stock.flagDone(document);
}

/** Of what was just sold or given back. */
export async function settleFlags(parts: StockParts, ids: readonly ObjectId[]): Promise<void> {
  if (ids.length === 0) return;
  for (const document of await parts.stock.findMany(ids)) await settleFlag(parts, document);
}
