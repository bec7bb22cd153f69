import { authorize } from '../auth/authorize';
import { hasMailLink, isBuyer } from '../auth/guestToken';
import type { Context } from '../context';
import { NotFoundError } from '../errors';
import type { OrderDocument } from './orders.repository';

/** Of its buyer, or of whoever shows its token or comes by the link of a mail; unknown, another's and a wrong token are one answer. */
export async function findOrder(context: Context, number: string, token: string | null): Promise<OrderDocument> {
  await authorize(context, 'order');
  const order = await context.repositories.orders.find(number.toUpperCase());
  const shown = token ?? context.checkoutToken;
  if (order?.payment && ((await isBuyer(context, order, shown)) || (await hasMailLink(context, order, shown))))
    return order;
  throw new NotFoundError('There is no such order.', 'number');
}
