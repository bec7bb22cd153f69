import type { Db, Filter } from 'mongodb';
import { toFullOrder } from '../orders/demoOrder';
import type { DemoOrderDocument, OrderDocument } from '../orders/orderDocument';
import { listFieldsOf } from '../orders/orderListFields';

type StoredOrder = OrderDocument | DemoOrderDocument;

/**
 * Migration: up to version 8 orders lacked the fields of admin lists, and demo orders had no payment; up to version 13
 * `toShip` was missing, and numbers without hyphens were not found.
 */
export async function completeOrders(db: Db, batch = 500): Promise<void> {
  const orders = db.collection<StoredOrder>('orders');
  let last: string | null = null;
  for (;;) {
    const found: StoredOrder[] = await orders.find(incompleteAfter(last), { sort: { _id: 1 }, limit: batch }).toArray();
    const writes = found.map((order) => {
      const { _id, ...full } = toFullOrder(order);
      // Other fields of full orders may change concurrently without a new version.
      const fields = { ...(!('payment' in order) && full), ...listFieldsOf({ _id, ...full }) };
      const version = 'version' in order ? order.version : { $exists: false };
      // A concurrent change has written its own.
      const filter = { _id, version, toShip: { $exists: false } } as Filter<StoredOrder>;
      return { updateOne: { filter, update: { $set: fields } } };
    });
    if (writes.length > 0) await orders.bulkWrite(writes, { ordered: false });
    if (found.length < batch) return;
    last = found.at(-1)?._id ?? null;
  }
}

const incompleteAfter = (last: string | null) =>
  ({ toShip: { $exists: false }, ...(last !== null && { _id: { $gt: last } }) }) as Filter<StoredOrder>;
