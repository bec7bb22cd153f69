import type { Context } from '../context';
import type { OrderDocument } from '../orders/orderDocument';
import { findTyped } from '../orders/orderNumber';
import { noSuchOrder } from '../orders/orders.service';

/** Any buyer's order; the caller checks the permission. */
export async function requireShopOrder({ repositories }: Context, number: string): Promise<OrderDocument> {
  const order = await findTyped(repositories, number);
  if (!order) throw noSuchOrder();
  return order;
}
