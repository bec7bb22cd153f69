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

/** Each lost try means that somebody else has changed the count just now. */
const triesAtOnce = 10;

/** By the count as it is once the product has been written: a product written by an older count would be nobody's to correct. */
async function settleFlag({ stock, products }: StockParts, document: StockDocument): Promise<void> {
  if (!document.isFlagDue) return;
  let current: StockDocument | null = document;
  for (let tries = 0; current && tries < triesAtOnce; tries += 1) {
    await products.setInStock(current._id, current.available > 0);
    if (await stock.flagDone(current)) return;
    current = await stock.find(document._id);
  }
}

/** Of what was just sold or given back. */
export async function settleFlags(parts: StockParts, ids: readonly ObjectId[]): Promise<void> {
  if (ids.length === 0) return;
  for (const document of await parts.stock.findMany(ids)) await settleFlag(parts, document);
}
