import type { Collection, Document, Filter } from 'mongodb';
import type { OrderDocument } from './orderDocument';

/** Whole fields, so that the embedded database can project without decoding the others. */
const projectionOf = (fields: readonly string[]): Document => ({
  _id: 0,
  ...Object.fromEntries(fields.map((field) => [field, 1])),
});

/** Orders are about 1 kB each: few round trips, and no reply that blocks other clients. */
const batchSize = 500;

/** Streams the orders without keeping them. An aggregation in the embedded database takes several times as long. */
export async function visitOrders<T extends Document>(
  orders: Collection<OrderDocument>,
  { filter, fields }: { readonly filter: Document; readonly fields: readonly string[] },
  visit: (order: T) => void,
): Promise<void> {
  const options = { projection: projectionOf(fields), batchSize };
  for await (const order of orders.find<T>(filter as Filter<OrderDocument>, options)) visit(order);
}
