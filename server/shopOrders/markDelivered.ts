import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import type { OrderDocument } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { countPieces, standingFulfillments, statusAfter } from '../orders/orderPieces';
import { decideOnOrder, shopEvent } from './decideOnOrder';
import { deliveredInput } from './shopOrders.input';

/** One shipment, or all that have left. */
export async function markDelivered(context: Context, input: unknown): Promise<OrderDocument> {
  const { viewer } = await authorize(context, 'markDelivered');
  const { number, fulfillmentId } = parseInput(deliveredInput, input);
  const meant = (order: OrderDocument) =>
    standingFulfillments(order).filter(({ id }) => fulfillmentId === null || id === fulfillmentId);
  const underWay = (order: OrderDocument) => meant(order).filter(({ deliveredAt }) => deliveredAt === null);
  return decideOnOrder(context, viewer.uid, {
    ...{ kind: 'MARK_DELIVERED', number, version: null },
    isMade: (order) => order.status === 'delivered' || (meant(order).length > 0 && underWay(order).length === 0),
    changesOf(order) {
      requireSent(order, fulfillmentId, meant(order).length);
      const pieces = underWay(order).reduce((sum, { lines }) => sum + countPieces(lines), 0);
      return [{ field: 'pieces', before: null, after: String(pieces) }];
    },
    async attempt(order) {
      requireSent(order, fulfillmentId, meant(order).length);
      const ids = new Set(underWay(order).map(({ id }) => id));
      const at = context.now();
      const timeline = withEvents(order, shopEvent(context, viewer.uid, { kind: 'DELIVERED' }));
      // Sent before shipments were recorded.
      if (!order.fulfillments) return context.repositories.orders.change(order, { status: 'delivered', timeline });
      const fulfillments = order.fulfillments.map((each) => (ids.has(each.id) ? { ...each, deliveredAt: at } : each));
      const status = statusAfter({ ...order, fulfillments });
      return context.repositories.orders.change(order, { fulfillments, status, timeline });
    },
  });
}

function requireSent({ status, fulfillments }: OrderDocument, id: string | null, meant: number): void {
  if (id !== null && meant === 0) throw new NotFoundError('There is no such shipment.', 'fulfillmentId');
  const isSent = meant > 0 || (fulfillments === undefined && status === 'shipped');
  if (!isSent) throw new ConflictError('Nothing of it is sent yet.', 'number');
}
