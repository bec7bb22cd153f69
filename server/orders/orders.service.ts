import { authorize } from '../auth/authorize';
import { hasMailLink, isBuyer } from '../auth/guestToken';
import type { Context } from '../context';
import { NotFoundError } from '../errors';
import type { OrderDocument } from './orderDocument';
import type { OrderParts } from './orderParts';

/** Of its buyer, or of whoever shows its token or comes by the link of a mail; unknown, another's and a wrong token are one answer. */
export async function findOrder(context: Context, number: string, token: string | null): Promise<OrderDocument> {
  await authorize(context, 'order');
  const { orders } = context.repositories;
  const order = (await orders.find(number.toUpperCase())) ?? (await orders.find(number));
  const shown = token ?? context.checkoutToken;
  if (order && ((await isBuyer(context, order, shown)) || (await hasMailLink(context, order, shown)))) return order;
  throw noSuchOrder();
}

export const noSuchOrder = () => new NotFoundError('There is no such order.', 'number');

export const orderPartsOf = ({ repositories, saga, now, log }: Context): OrderParts => ({
  ...{ repositories, provider: saga.provider, now, log },
  ...(saga.beforeStep && { beforeStep: saga.beforeStep }),
});
