import type { ObjectId } from 'mongodb';
import type { StockDocument, StockRepository } from './stock.repository';

interface StockDeps {
  readonly stock: StockRepository;
  readonly products: {
    readonly setInStock: (id: ObjectId, inStock: boolean) => Promise<void>;
    readonly keepSwitch: (id: ObjectId) => Promise<void>;
    readonly forgetCount: (id: ObjectId) => Promise<void>;
  };
}

/**
 * Completes the follow-ups of a stock change: stores its movements, and updates the product's `inStock`. Idempotent.
 */
export async function settleStock({ stock, products }: StockDeps, document: StockDocument): Promise<void> {
  await stock.storeMovements(document);
  await settleFlag({ stock, products }, document);
}

/** Each failed try means a concurrent change. */
const maxTries = 10;

/** Re-reads the stock after writing the product: otherwise a flag from an outdated count could stay forever. */
async function settleFlag({ stock, products }: StockDeps, document: StockDocument): Promise<void> {
  if (!document.isFlagDue) return;
  let current: StockDocument | null = document;
  for (let tries = 0; current && tries < maxTries; tries += 1) {
    await products.setInStock(current._id, current.available > 0);
    if (await stock.flagDone(current)) return;
    current = await stock.find(document._id);
  }
  if (!current) await forgetCount({ stock, products }, document._id);
}

/**
 * The product's part of the end of its count, after its stock. Another count may have begun meanwhile, and found the
 * switch still stored: it gets it back.
 */
export async function forgetCount({ stock, products }: StockDeps, id: ObjectId): Promise<void> {
  await products.forgetCount(id);
  const begun = await stock.find(id);
  if (!begun) return;
  await products.keepSwitch(id);
  await settleFlag({ stock, products }, { ...begun, isFlagDue: true });
}

/** For products just sold or returned. */
export async function settleFlags(deps: StockDeps, ids: readonly ObjectId[]): Promise<void> {
  if (ids.length === 0) return;
  for (const document of await deps.stock.findMany(ids)) await settleFlag(deps, document);
}
