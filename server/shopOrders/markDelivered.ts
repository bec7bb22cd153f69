import type { AuditKind } from '../audit/audit.repository';
import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { ConflictError, NotFoundError } from '../errors';
import { parseInput } from '../graphql/input';
import type { OrderDocument, OrderEventKind } from '../orders/orderDocument';
import { withEvents } from '../orders/orderEvents';
import { countPieces, activeFulfillments, statusAfter } from '../orders/orderPieces';
import { executeOrderCommand } from './executeOrderCommand';
import { shopEvent } from './shopEvent';
import { deliveredInput } from './shopOrders.input';

/** One shipment, or all that were sent. */
interface Mark {
  readonly operation: 'markDelivered' | 'undoDelivery';
  readonly kind: AuditKind;
  readonly event: OrderEventKind;
  readonly isDelivered: boolean;
}

export const markDelivered = (context: Context, input: unknown) =>
  mark(context, input, {
    operation: 'markDelivered',
    kind: 'MARK_DELIVERED',
    event: 'DELIVERED',
    isDelivered: true,
  });

export const undoDelivery = (context: Context, input: unknown) =>
  mark(context, input, {
    operation: 'undoDelivery',
    kind: 'UNDO_DELIVERY',
    event: 'DELIVERY_UNDONE',
    isDelivered: false,
  });

async function mark(context: Context, input: unknown, { operation, kind, event, isDelivered }: Mark) {
  const { viewer } = await authorize(context, operation);
  const { number, fulfillmentId } = parseInput(deliveredInput, input);
  const statusWithoutParcels = isDelivered ? 'delivered' : 'shipped';
  const meant = (order: OrderDocument) =>
    activeFulfillments(order).filter(({ id }) => fulfillmentId === null || id === fulfillmentId);
  const unlike = (order: OrderDocument) =>
    meant(order).filter(({ deliveredAt }) => (deliveredAt !== null) !== isDelivered);
  return executeOrderCommand(context, viewer.uid, {
    ...{ kind, number, version: null },
    isApplied: (order) =>
      order.fulfillments
        ? meant(order).length > 0 && unlike(order).length === 0
        : order.status === statusWithoutParcels,
    changesOf(order) {
      requireSent(order, fulfillmentId, meant(order).length);
      const pieces = String(unlike(order).reduce((sum, { lines }) => sum + countPieces(lines), 0));
      return [{ field: 'pieces', before: isDelivered ? null : pieces, after: isDelivered ? pieces : null }];
    },
    async apply(order) {
      requireSent(order, fulfillmentId, meant(order).length);
      const ids = new Set(unlike(order).map(({ id }) => id));
      const deliveredAt = isDelivered ? context.now() : null;
      const timeline = withEvents(order, shopEvent(context, viewer.uid, { kind: event }));
      // Sent by an older version, which recorded no shipments.
      if (!order.fulfillments)
        return context.repositories.orders.change(order, { status: statusWithoutParcels, timeline });
      const fulfillments = order.fulfillments.map((each) => (ids.has(each.id) ? { ...each, deliveredAt } : each));
      const status = statusAfter({ ...order, fulfillments });
      return context.repositories.orders.change(order, { fulfillments, status, timeline });
    },
  });
}

function requireSent({ status, fulfillments }: OrderDocument, id: string | null, meant: number): void {
  if (id !== null && meant === 0) throw new NotFoundError('There is no such shipment.', 'fulfillmentId');
  const isSent = meant > 0 || (fulfillments === undefined && (status === 'shipped' || status === 'delivered'));
  if (!isSent) throw new ConflictError('Nothing of this order has been shipped yet.', 'number');
}
