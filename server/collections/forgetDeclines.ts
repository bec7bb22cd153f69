import type { Db } from 'mongodb';
import { deletedBuyer } from '../auth/deletedBuyer';
import type { OrderDocument } from '../orders/orderDocument';
import { ordersDeclaration } from '../orders/orders.repository';

/** Migration: up to version 16 finished orders of deleted people kept the cards that were declined. */
export async function forgetDeclines(db: Db): Promise<void> {
  await db
    .collection<OrderDocument>(ordersDeclaration.collection)
    .updateMany(
      { buyerUid: deletedBuyer, forgetAt: null, 'declines.0': { $exists: true } },
      { $set: { declines: [] } },
    );
}
