import { authorize } from '../auth/authorize';
import { isBuyer } from '../auth/guestToken';
import type { Context } from '../context';
import { NotFoundError } from '../errors';
import type { OrderDocument } from './orders.repository';

/** Of its buyer, or of whoever shows its token; unknown, another's and a wrong token are one answer. */
export async function findOrder(context: Context, number: string, token: string | null): Promise<OrderDocument> {
  await authorize(context, 'order');
  const order = await context.repositories.orders.find(number.toUpperCase());
  if (!order?.payment || !(await isBuyer(context, order, token ?? context.checkoutToken)))
    throw new NotFoundError('There is no such order.', 'number');
  return order;
}
