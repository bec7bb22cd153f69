import type { Db } from 'mongodb';
import { eventsOfChange, eventsOfPlacing } from '../orders/orderShopEvents';
import type { OrderDocument } from '../orders/orderDocument';
import type { EventData, EventType } from '../events/eventTypes';
import type { ProductDocument } from '../products/products.repository';
import type { StockDocument } from '../stock/stock.repository';

interface ArchivedProduct {
  readonly item: ProductDocument;
}

const textOf = (type: EventType, data: EventData) => `${type} ${JSON.stringify(data)}`;

/**
 * The events that the shop must send, derived only from the stored orders, products and stock: each change adds 1 to
 * the version.
 */
export async function expectedEvents(db: Db): Promise<string[]> {
  const orders = await db.collection<OrderDocument>('orders').find().toArray();
  const products = await db.collection<ProductDocument>('products').find().toArray();
  const archived = await db.collection<ArchivedProduct>('deletedItems').find().toArray();
  const counts = await db.collection<StockDocument>('stock').find().toArray();
  const isThere = new Set(products.map(({ _id }) => _id.toHexString()));
  const deleted = archived.map(({ item }) => item).filter(({ _id }) => !isThere.has(_id.toHexString()));
  return [
    ...orders.flatMap(eventsOfOrder),
    ...[...products, ...deleted].flatMap(eventsOfProduct),
    ...deleted.map(({ _id, version }) => textOf('product.deleted', { productId: _id.toHexString(), version })),
    ...counts.flatMap(eventsOfCount),
  ].sort();
}

/** Each change added one entry. */
function eventsOfOrder(order: OrderDocument): string[] {
  const { timeline = [], version } = order;
  if (timeline.length !== version) throw new Error(`Order ${order._id} has lost a change.`);
  const told = timeline.flatMap((_entry, index) =>
    index === 0
      ? eventsOfPlacing({ ...order, timeline: timeline.slice(0, 1), version: 1 })
      : eventsOfChange(
          { ...order, timeline: timeline.slice(0, index), version: index },
          {
            timeline: timeline.slice(0, index + 1),
          },
        ),
  );
  return told.map(({ type, data }) => textOf(type, data));
}

const eventsOfProduct = ({ _id, version }: ProductDocument): string[] =>
  Array.from({ length: version }, (_, index) =>
    textOf(index === 0 ? 'product.created' : 'product.changed', { productId: _id.toHexString(), version: index + 1 }),
  );

/** Starting at 8 pieces; the threshold is 5. */
function eventsOfCount({ _id, movements, lowStockThreshold, version }: StockDocument): string[] {
  if (movements.length !== version - 1) throw new Error(`The count of ${_id.toHexString()} has lost a change.`);
  let onHand = 8;
  return movements.flatMap(({ delta }, index) => {
    const wasLow = onHand <= lowStockThreshold;
    onHand += delta;
    if (wasLow || onHand > lowStockThreshold) return [];
    return [textOf('stock.low', { productId: _id.toHexString(), onHand, lowStockThreshold, version: index + 2 })];
  });
}
