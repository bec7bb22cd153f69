import type { ProductsRepository } from '../products/products.repository';
import type { StockDocument, StockRepository } from './stock.repository';

interface StockParts {
  readonly stock: StockRepository;
  readonly products: Pick<ProductsRepository, 'setInStock'>;
}

/**
 * Does what a change of a count leaves to do: its movements get to their collection, and the product says whether it can be bought.
 * Repeated, it changes nothing.
 */
export async function settleStock({ stock, products }: StockParts, document: StockDocument): Promise<void> {
  await stock.storeMovements(document);
  if (!document.isFlagDue) return;
  await products.setInStock(document._id, document.available > 0);
  await stock.flagDone(document);
}
