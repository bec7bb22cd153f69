import type { Db } from 'mongodb';
import { countAll } from '../database/countAll';
import { unlessTaken } from '../database/databaseErrors';
import type { CollectionDeclaration } from '../database/indexes';

/** An order as it is stored; placing orders comes with a later capability (decision 36). */
export interface OrderDocument {
  _id: string;
  buyerUid: string;
  lines: { slug: string; name: string; priceCents: number; quantity: number }[];
  totalCents: number;
  status: 'placed' | 'shipped' | 'delivered' | 'cancelled';
  createdAt: Date;
}

export const ordersDeclaration: CollectionDeclaration = {
  collection: 'orders',
  indexes: [
    { name: 'buyer', keys: { buyerUid: 1, createdAt: -1, _id: -1 }, reason: 'what a person is told of theirs' },
  ],
};

export type OrdersRepository = ReturnType<typeof createOrdersRepository>;

export function createOrdersRepository(db: Db) {
  const orders = db.collection<OrderDocument>(ordersDeclaration.collection);
  return {
    /** An order that is already there stays as it is. */
    async insert(order: OrderDocument): Promise<void> {
      await unlessTaken(orders.insertOne(order));
    },
    countAll: () => countAll(orders),
  };
}
