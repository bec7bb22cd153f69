import type { Db, Filter } from 'mongodb';
import { numberLacking, type NumberedOrder } from '../orders/numberLacking';
import type { OrderDocument } from '../orders/orderDocument';
import { createOrdersRepository, ordersDeclaration } from '../orders/orders.repository';
import { createPaperNumbersRepository } from '../orders/paperNumbers.repository';
import { createShopSettingsRepository } from '../settings/shopSettings.repository';

/** Migration: up to version 10 captures had no invoice number, and refunds no credit note. */
export async function numberPapers(db: Db): Promise<void> {
  const repositories = {
    orders: createOrdersRepository(db),
    paperNumbers: createPaperNumbersRepository(db),
    shopSettings: createShopSettingsRepository(db, () => undefined),
  };
  await numberLacking({ repositories }, paidOrders(db), () => new Date());
}

const paidOrders = (db: Db) =>
  db
    .collection<OrderDocument>(ordersDeclaration.collection)
    .find({ 'payment.capturedCents': { $gt: 0 } } as Filter<OrderDocument>, { sort: { _id: 1 } })
    .project<NumberedOrder>({ payment: 1, invoice: 1, refunds: 1, createdAt: 1 });
