import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { parseInput } from '../graphql/input';
import { tryToEnd } from '../orders/endOrder';
import type { OrderDocument } from '../orders/orderDocument';
import { orderDepsOf } from '../orders/orders.service';
import { planRest } from '../orders/refundRules';
import { cancellationRefusal } from '../orders/shopCancellation';
import { executeOrderCommand } from './executeOrderCommand';
import { beginRefund, newRefund, refundChanges } from './refundOrder';
import { cancelInput } from './shopOrders.input';

/** The whole order if nothing was sent, else the unsent rest. */
export async function cancelShopOrder(context: Context, input: unknown): Promise<OrderDocument> {
  const { viewer } = await authorize(context, 'cancelShopOrder');
  const { number, reason, version } = parseInput(cancelInput, input);
  const hex = newId(context).toHexString();
  const deps = orderDepsOf(context);
  const rest = { kind: 'rest', reason, restock: true } as const;
  return executeOrderCommand(context, viewer.uid, {
    ...{ kind: 'CANCEL_ORDER', number, version },
    isApplied: ({ _id, status, refunds = [] }) =>
      status === 'cancelled' || refunds.some(({ id }) => id === `${_id}:${hex}`),
    changesOf(order) {
      requireCancellable(context, order);
      if (order.status === 'partlyShipped') return refundChanges(planRest(order), rest);
      return [
        { field: 'status', before: order.status, after: 'cancelled' },
        { field: 'reason', before: null, after: reason === '' ? null : reason },
      ];
    },
    async apply(order) {
      requireCancellable(context, order);
      if (order.status !== 'partlyShipped')
        return tryToEnd(deps, order, 'cancel', { by: 'SHOP', byUid: viewer.uid, text: reason });
      const refund = newRefund(context, order, planRest(order), { ...rest, hex, byUid: viewer.uid });
      return context.repositories.orders.change(order, beginRefund(context, order, refund));
    },
  });
}

function requireCancellable({ saga }: Context, order: OrderDocument): void {
  const refusal = cancellationRefusal(saga.provider, order);
  if (refusal) throw refusal;
}
