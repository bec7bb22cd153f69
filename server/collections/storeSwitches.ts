import type { Db, ObjectId } from 'mongodb';
import { productsDeclaration, type ProductDocument } from '../products/products.repository';
import { stockDeclaration, type StockDocument } from '../stock/stock.repository';

/**
 * Migration: up to version 17 a product that was counted while it was on sale had no switch, and once sold out looked
 * as if it were off sale.
 */
export async function storeSwitches(db: Db, batchSize = 1_000): Promise<void> {
  const stock = db.collection<StockDocument>(stockDeclaration.collection);
  const products = db.collection<ProductDocument>(productsDeclaration.collection);
  let ids: ObjectId[] = [];
  do {
    const last = ids.at(-1);
    const rest = last ? { _id: { $gt: last } } : {};
    const found = await stock.find(rest, { projection: { _id: 1 }, sort: { _id: 1 }, limit: batchSize }).toArray();
    ids = found.map(({ _id }) => _id);
    // Readers of changes learn that what is sold out is for sale.
    const updatedAt = { $cond: ['$inStock', '$updatedAt', '$$NOW'] };
    const unswitched = { _id: { $in: ids }, purchasable: { $exists: false } };
    await products.updateMany(unswitched, [{ $set: { purchasable: true, updatedAt } }]);
  } while (ids.length === batchSize);
}
