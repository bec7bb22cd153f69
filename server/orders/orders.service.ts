import { deletedBuyer } from '../auth/deletedBuyer';
import { authorize } from '../auth/authorize';
import { isBuyer, isMailLink } from '../auth/guestToken';
import type { Context } from '../context';
import { NotFoundError } from '../errors';
import { withDeadline } from '../payments/withDeadline';
import type { OrderDocument } from './orderDocument';
import { findTyped } from './orderNumber';
import type { OrderDeps } from './orderDeps';

/**
 * By its buyer, its guest token or the link of a mail; unknown number, another's order and a wrong token give the same
 * error. A link to an order that an account has claimed since asks to sign in.
 */
export async function findOrder(context: Context, number: string, token: string | null): Promise<OrderDocument> {
  await authorize(context, 'order');
  const order = await findTyped(context.repositories, number);
  const shown = token ?? context.checkoutToken;
  if (!order) throw noSuchOrder();
  if (await isBuyer(context, order, shown)) return order;
  if (order.buyerUid === deletedBuyer || !(await isMailLink(context, order._id, shown))) throw noSuchOrder();
  if (order.buyerUid !== null) throw new NotFoundError('This order is in an account. Sign in to see it.', 'token');
  return order;
}

export const noSuchOrder = () => new NotFoundError('There is no such order.', 'number');

export const orderDepsOf = ({ repositories, saga, now, log }: Context): OrderDeps => ({
  ...{ repositories, provider: saga.provider, now, log },
  ...(saga.beforeStep && { beforeStep: saga.beforeStep }),
});

/** The dependencies with the deadline of a request. */
export const drivingDeps = (context: Context): OrderDeps => ({
  ...orderDepsOf(context),
  provider: withDeadline(context.saga.provider),
});
